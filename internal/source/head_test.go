package source

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestParseAfter checks that earlier front matter applies only if the current one is completely
// invalid.
func TestParseAfter(t *testing.T) {
	const body = "\n## Feature\n\n- A change. (#115331, @octo)\n"
	parse := func(text string, before Head) (string, Head, string) {
		t.Helper()
		n, head, ds := ParseAfter(Input{Path: "content/1.27/sig-node.ja.md", Bytes: []byte(text)}, before, nil, Options{})
		if n == nil {
			return "", head, string(ds[0].Code)
		}
		_, plain := Parse(Input{Path: "content/1.27/sig-node.ja.md", Bytes: []byte(text)}, nil, Options{})
		if diff := cmp.Diff(plain, ds); diff != "" && !head.Held {
			t.Errorf("%q: the problems differ:\n%s", text, diff)
		}
		codes := ""
		for _, d := range ds {
			codes += string(d.Code) + " "
		}
		return n.Title, head, strings.TrimSpace(codes)
	}
	_, before, _ := parse("---\ntitle: Before\ndraft: true\nkind: nonsense\n---\n"+body, Head{})
	for text, want := range map[string]struct {
		title string
		held  bool
		codes string
	}{
		"---\ntitle: Now\n---\n":              {"Now", false, ""},
		"---\ntitle: Now\ntitel: x\n---\n":    {"Now", false, "front-matter/unknown-field"},
		"---\nsigs: [node]\n---\n":            {"Feature", false, ""},
		"---\n---\n":                          {"Feature", false, ""},
		"":                                    {"Feature", false, ""},
		"---\ntitle: [\n---\n":                {"Before", true, "front-matter/syntax"},
		"---\n\ttitle: x\n---\n":              {"Before", true, "front-matter/tab"},
		"---\n- a\n---\n":                     {"Before", true, "front-matter/type"},
		"---\ntitel: x\n---\n":                {"Feature", false, "front-matter/unknown-field"},
		"+++\ntitle = 1\n+++\n":               {"Before", true, "front-matter/toml"},
		"---\ntitle: Now\ndate: [\n---\n":     {"Now", true, "front-matter/syntax"},
		"---\ntitle: [Now\nsigs: [a]\n---\n":  {"Before", true, "front-matter/syntax"},
		"---\ntitle: [Now]\n---\n":            {"Before", true, "front-matter/type"},
		"---\ntitle: Now\ntitle: Then\n---\n": {"Now", true, "front-matter/duplicate-key"},
	} {
		title, head, codes := parse(text+body, before)
		if title != want.title || head.Held != want.held || codes != want.codes || head.Held && head.YAML != before.YAML {
			t.Errorf("%q: title %q, head %+v, problems %s", text, title, head, codes)
		}
	}
	if title, head, code := parse("\xff", before); title != "" || head.YAML != before.YAML || head.Held {
		t.Errorf("for an empty text: title %q, head %+v, %s", title, head, code)
	}
	if title, head, _ := parse("---\ntitle: [\n---\n"+body, Head{}); title != "Feature" || head.YAML != "" {
		t.Errorf("without an earlier head: title %q, head %+v", title, head)
	}
}
