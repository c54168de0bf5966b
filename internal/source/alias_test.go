package source

import (
	"fmt"
	"testing"
)

func TestAliases(t *testing.T) {
	for alias, want := range map[string]string{
		"/1.27/old/": "1.27/old", "old": "old", "old/index.html": "old", "/ja/1.27/old": "1.27/old", "古い名": "古い名",
		"/": "", "../x": "", "a/../b": "", "index.md": "", "1.27/a/index.md": "", "a//b": "", `a\\b`: "", "a%2fb": "",
		"a/.git/config": "", ".GIT": "", ".github": ".github",
	} {
		n, ds := Parse(Input{Path: "content/1.27/a.ja.md", Bytes: fmt.Appendf(nil, "---\ntitle: x\naliases: [%q]\n---\n", alias)}, nil, Options{})
		switch {
		case want == "" && (len(n.Meta.Aliases) > 0 || len(ds) != 1 || ds[0].Pos.Line != 3):
			t.Errorf("%q is taken as %q, with %v", alias, n.Meta.Aliases, ds)
		case want != "" && (len(n.Meta.Aliases) != 1 || n.Meta.Aliases[0] != want || len(ds) > 0):
			t.Errorf("%q is taken as %q, with %v, want %q", alias, n.Meta.Aliases, ds, want)
		}
	}
}
