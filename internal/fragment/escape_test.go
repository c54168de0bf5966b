package fragment

import (
	"net/url"
	"testing"
)

func TestEscapePath(t *testing.T) {
	for r := range rune(0x100) {
		for _, path := range []string{string(r), "1.27/a" + string(r) + "b/", "./" + string(r)} {
			if got, want := EscapePath(path), (&url.URL{Path: path}).EscapedPath(); got != want {
				t.Errorf("%q becomes %q, want %q", path, got, want)
			}
		}
	}
	if got := EscapePath("1.27/概要/"); got != "1.27/%E6%A6%82%E8%A6%81/" {
		t.Errorf("a title in Japanese becomes %q", got)
	}
}

func TestShorten(t *testing.T) {
	for _, c := range []struct {
		text, want string
		n          int
	}{
		{"two words", "two words", 9},
		{"of the cloud provider, --node-ip takes effect", "of the cloud provider…", 29},
		{"a kubelet flag", "a kubelet…", 12},
		{"次のノードの更新では kubelet が", "次のノードの更新では…", 15},
		{"ノードの更新について話す", "ノードの更新に…", 8},
		{"か\u3099き\u3099く\u3099け\u3099", "か\u3099き\u3099…", 6},
		{"Unbrokenxxx word", "Unbrok…", 7},
	} {
		if got := Shorten(c.text, c.n); got != c.want {
			t.Errorf("%q at %d: %q, want %q", c.text, c.n, got, c.want)
		}
	}
}
