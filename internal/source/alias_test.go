package source

import (
	"fmt"
	"strings"
	"testing"
)

func TestAliases(t *testing.T) {
	for alias, want := range map[string]string{
		"/1.27/old/": "1.27/old", "old": "old", "old/index.html": "old", "/ja/1.27/old": "1.27/old", "古い名": "古い名",
		"/": "", "../x": "", "a/../b": "", "index.md": "", "1.27/a/index.md": "", "a//b": "", `a\\b`: "", "a%2fb": "",
		"a/.git/config": "", ".GIT": "", ".github": ".github",
		"x" + strings.Repeat("/x", 399): "x" + strings.Repeat("/x", 399), "x" + strings.Repeat("/x", 400): "",
	} {
		n, ds := Parse(Input{Path: "content/1.27/a.ja.md", Bytes: fmt.Appendf(nil, "---\ntitle: x\naliases: [%q]\n---\n", alias)}, nil, Options{})
		switch {
		case want == "" && (len(n.Meta.Aliases) > 0 || len(ds) != 1 || ds[0].Pos.Line != 3):
			t.Errorf("%q is parsed as %q, with %v", alias, n.Meta.Aliases, ds)
		case want != "" && (len(n.Meta.Aliases) != 1 || n.Meta.Aliases[0] != want || len(ds) > 0):
			t.Errorf("%q is parsed as %q, with %v, want %q", alias, n.Meta.Aliases, ds, want)
		}
	}
}

// TestLongPath checks the limit for the total length of a path that becomes an address.
func TestLongPath(t *testing.T) {
	folders := "content/1.27/" + strings.Repeat("folder/", 100)
	if _, _, _, ok := Locate(folders + "a.en.md"); !ok {
		t.Error("a path of 720 bytes is refused")
	}
	if _, _, _, ok := Locate(folders + strings.Repeat("folder/", 20) + "a.en.md"); ok {
		t.Error("a path of 860 bytes is allowed")
	}
}
