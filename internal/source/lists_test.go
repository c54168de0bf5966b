package source

import (
	"testing"

	"github.com/kawaraban/kawaraban/internal/note"
)

// listCases are notes with a comment before each item of a list. To Markdown a comment ends
// a list; what a note says must not hang on it.
var listCases = map[string]struct {
	file    string
	entries int
	sources map[string]string // by the words of a block, in HTML
}{
	"an entry without an attribution among others": {
		file: "---\ntitle: T\nrelease: \"1.27\"\nkind: changes\ntranslates: a.ja.md\n---\n\n## Feature\n\n" +
			"<!-- 一つ目です。 -->\n- The first. (#115331, @mimowo)\n\n<!-- 二つ目です。 -->\n- The second.\n\n" +
			"<!-- 三つ目です。 -->\n- The third. (#115332, @mimowo)\n\nA remark.\n",
		entries: 3,
		sources: map[string]string{"The first.": "一つ目です。", "The second.": "二つ目です。", "The third.": "三つ目です。"},
	},
	"details of an entry, one by one": {
		file: "---\ntitle: T\nkind: log\ntranslates: a.ja.md\n---\n\n## 2023-03-01\n\n" +
			"<!-- 話です。 -->\n- A story.\n  <!-- 一つ目です。 -->\n  - The first.\n  <!-- 二つ目です。 -->\n  - The second.\n\n" +
			"<!-- 別の話です。 -->\n- Another.\n  <!-- これだけです。 -->\n  - Only this.\n",
		entries: 2,
		sources: map[string]string{
			"A story.": "話です。", "Another.": "別の話です。",
			"<ul>\n<li>The first.</li>\n<li>The second.</li>\n</ul>": "<ul>\n<li>一つ目です。</li>\n<li>二つ目です。</li>\n</ul>",
			"<ul>\n<li>Only this.</li>\n</ul>":                       "<ul>\n<li>これだけです。</li>\n</ul>",
		},
	},
}

func TestListsGoOnBehindComments(t *testing.T) {
	for name, c := range listCases {
		t.Run(name, func(t *testing.T) {
			n, ds := Parse(Input{Path: "content/1.27/a.en.md", Bytes: []byte(c.file)}, testNames(), Options{})
			if len(ds) > 0 {
				t.Error(ds)
			}
			without(t, n, []byte(c.file))
			entries, got := 0, map[string]string{}
			for b := range n.All {
				if b.Type == note.Entry {
					entries++
				}
				if len(b.Source) > 0 {
					got[htmlOf(b.Text)] = htmlOf(b.Source)
				}
			}
			if entries != c.entries {
				t.Errorf("%d entries, want %d", entries, c.entries)
			}
			for text, source := range c.sources {
				if got[text] != source {
					t.Errorf("the source of %q is %q, want %q", text, got[text], source)
				}
			}
		})
	}
}
