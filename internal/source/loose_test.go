package source

import (
	"slices"
	"strings"
	"testing"

	"github.com/kawaraban/kawaraban/internal/note"
)

// TestNoLooseAttribution checks text that only mentions a pull request. It is not an entry in a
// note without entries, and not an attribution of an entry.
func TestNoLooseAttribution(t *testing.T) {
	const link = "[#115220](https://github.com/kubernetes/kubernetes/pull/115220)"
	for _, item := range []string{
		"参考: #115220", "See " + link, "詳細は" + link, "a regression of #115220", "変更 (see #115220)", "変更 (comment - k/k#115220)", "変更 k/k#115220",
		"#115220 も関係します", ":pencil: x (#115220, @x) y", "`#115220`: x", "issue #115220: x", "kubernetes/enhancements#115220: x",
		"x https://github.com/kubernetes/kubernetes/issues/115220", link + "の続き", "#115220 is fixed",
	} {
		for _, text := range []string{"# 話\n\n- " + item + "\n", "## Feature\n\n- 変更 (#115331, @mimowo)\n- " + item + "\n"} {
			n, _ := Parse(Input{Path: "content/1.27/x.ja.md", Bytes: []byte(text)}, testNames(), Options{})
			if got := prsOf(n); slices.Contains(got, "115220") {
				t.Errorf("%s: entries %v, kind %s", item, got, n.Kind)
			}
		}
	}
	for name, text := range map[string]string{
		"references":  "# 話\n\n## 参考\n\n- " + link + "\n",
		"talk":        "# 話\n\n## 一\n\nx\n\n## 二\n\nx\n\n- 変更 " + link + "\n",
		"one of many": "- a\n- b\n- 変更 " + link + "\n",
		"kind":        "---\nkind: talk\n---\n\n- #115220: 変更\n",
		"child":       "## Feature\n\n- 変更 (#115331, @mimowo)\n  - 変更 " + link + "\n",
		"remark":      "## Feature\n\n- 変更 (#115331, @mimowo)\n\n変更 " + link + "\n",
	} {
		n, _ := Parse(Input{Path: "content/1.27/x.ja.md", Bytes: []byte(text)}, testNames(), Options{})
		if got := prsOf(n); slices.Contains(got, "115220") {
			t.Errorf("%s: entries %v, kind %s", name, got, n.Kind)
		}
	}
}

func prsOf(n *note.Note) []string {
	var out []string
	for b := range n.Entries {
		out = append(out, b.Attr.PRs...)
	}
	return out
}

// TestLooseAttributionBelow parses loose attributions in groups, in paragraphs and within entries.
func TestLooseAttributionBelow(t *testing.T) {
	const text = `## Feature

- kubelet:
  - #115331: a
  - #115332: b

    more
- c (#115333, @x) [KEP](https://kep.k8s.io/127)
  - d (#115334, @x) 🎉
  - :pencil: #115335: e

#115336: f

g
`
	n, _ := Parse(Input{Path: "content/1.27/x.ja.md", Bytes: []byte(text)}, testNames(), Options{})
	if got := strings.Join(prsOf(n), " "); got != "115331 115332 115333 115334 115336" {
		t.Errorf("entries %s\n%s", got, describe(n, nil))
	}
	if got := describe(n, nil); strings.Count(got, "remark") != 3 || !strings.Contains(got, "attr=[115334]") {
		t.Error(got)
	}
}
