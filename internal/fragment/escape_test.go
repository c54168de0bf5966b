package fragment

import (
	"net/url"
	"testing"
)

// TestEscapePath compares with net/url, for a path with any character of ASCII and some others.
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
