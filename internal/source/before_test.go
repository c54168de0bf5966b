package source

import (
	"testing"

	"github.com/kawaraban/kawaraban/internal/note"
)

// TestEnglishBeforeEntries checks that the comment before an unwritten entry is its source text,
// wherever the entry is.
func TestEnglishBeforeEntries(t *testing.T) {
	const entry = "<!--\nAdded `x` --&gt; y.\n\n- more\n-->\n- KEP-127: (#115331, @mimowo) [SIG Node]\n"
	for name, before := range map[string]string{
		"heading":     "## Feature\n\n",
		"entry":       "## Feature\n\n- 訳 (#115332, @x)\n  - :pencil: 補足\n\n",
		"no gap":      "## Feature\n- 訳 (#115332, @x)\n",
		"remarks":     "## Feature\n\n:pencil:\n\n所感。\n\n",
		"word":        "## Feature\n\n補足\n\n",
		"code":        "## Feature\n\n```\ncode\n```\n\n",
		"another one": "## Feature\n\n<!-- English -->\n- (#115332, @x)\n\n",
		"own comment": "## Feature\n\n<!-- kawaraban-skip #1 -->\n",
	} {
		n, ds := Parse(Input{Path: "content/1.27/sig-node.ja.md", Bytes: []byte("---\ntitle: x\n---\n" + before + entry)}, nil, Options{})
		if n == nil {
			t.Fatal(ds)
		}
		var last *note.Block
		for e := range n.Entries {
			last = e
		}
		if last == nil || len(last.Attr.PRs) == 0 || last.Attr.PRs[0] != "115331" || last.Source.Plain() != "Added x --> y." || !last.Text.Blank() || last.Kind != note.Feature {
			t.Errorf("%s: %+v, %v", name, last, ds)
		}
	}
}
