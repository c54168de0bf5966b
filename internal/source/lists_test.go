package source

import (
	"slices"
	"strings"
	"testing"

	"github.com/kawaraban/kawaraban/internal/note"
)

// listCases are notes with a comment before each item of a list. In Markdown a comment ends a list,
// which must not affect the note.
var listCases = map[string]struct {
	file    string
	entries int
	sources map[string]string // sources by the text of a block, in HTML
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

// proseCases are notes with lists without entries. The expected result is listed by block.
var proseCases = map[string]struct {
	body string
	want []string // lines "text ← source"
}{
	"a comment before each item": {
		"<!-- 始めに。 -->\nFirst of all.\n\n<!-- 一つ目。 -->\n* The first.\n\n<!-- 二つ目。 -->\n* The second.\n  More on it.\n\n<!-- 三つ目。 -->\n* The third.\n\n<!-- 終わりです。 -->\nThe end.\n",
		[]string{"First of all. ← 始めに。", "The first. The second. More on it. The third. ← 一つ目。 二つ目。 三つ目。", "The end. ← 終わりです。"},
	},
	"lists in the comments, one of two items, numbered": {
		"<!--\n1. 一つ目。\n2. 二つ目。\n-->\n1. The first.\n2. The second.\n\n<!--\n3. 三つ目。\n-->\n3. The third.\n",
		[]string{"The first. The second. The third. ← 一つ目。 二つ目。 三つ目。"},
	},
	"a comment on two items of which the source has one": {
		"<!--\n- 一つ目。\n-->\n- The first.\n- My own.\n\n<!-- 二つ目。 -->\n- The second.\n",
		[]string{"The first. My own. ← 一つ目。", "The second. ← 二つ目。"},
	},
	"one numbered, one not": {
		"<!-- 一つ目。 -->\n1. The first.\n\n<!-- 二つ目。 -->\n- The second.\n",
		[]string{"The first. ← 一つ目。", "The second. ← 二つ目。"},
	},
	"marks alone": {
		"- The first.\n\n<!-- kawaraban-machine -->\n- The second.\n",
		[]string{"The first. The second. ← "},
	},
	"API resources are never among other items": {
		"### Added APIs\n\n- Some more:\n\n<!-- 二つ目。 -->\n- resource.k8s.io/v1alpha2/podschedulings\n",
		[]string{"Added APIs ← ", "Some more: ← ", "resource.k8s.io/v1alpha2/podschedulings ← "},
	},
}

func TestProseListsGoOnBehindComments(t *testing.T) {
	for name, c := range proseCases {
		t.Run(name, func(t *testing.T) {
			file := "---\ntitle: T\nrelease: \"1.27\"\nkind: talk\ntranslates: a.ja.md\n---\n\n" + c.body
			n, ds := Parse(Input{Path: "content/1.27/a.en.md", Bytes: []byte(file)}, testNames(), Options{})
			if len(ds) > 0 {
				t.Error(ds)
			}
			var got []string
			for b := range n.All {
				got = append(got, flat(b.Text)+" ← "+flat(b.Source))
			}
			if !slices.Equal(got, c.want) {
				t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(c.want, "\n"))
			}
		})
	}
}

func flat(t note.Text) string { return strings.Join(strings.Fields(t.Plain()), " ") }

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
