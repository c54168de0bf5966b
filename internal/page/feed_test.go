package page_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/kawaraban/kawaraban/internal/note"
	"github.com/kawaraban/kawaraban/internal/page"
	"github.com/kawaraban/kawaraban/internal/site"
	"github.com/kawaraban/kawaraban/internal/source"
)

func fed(t *testing.T, src string) string {
	t.Helper()
	d := world(t)
	n, ds := source.Parse(source.Input{Path: "content/1.27/guide.en.md", Bytes: []byte("---\ntitle: Guide\nsigs: [node]\n---\n" + src)}, d.Names(), source.Options{})
	if n == nil || len(ds) > 0 {
		t.Fatal(ds)
	}
	n.Assets = []note.Asset{{Path: "1.27/a.png"}}
	s, _ := site.Link([]*note.Note{n}, d, site.Options{})
	for _, p := range page.Plan(s, words(t), page.Options{BaseURL: "https://example.org/k"}) {
		if p.Path == "en/index.html" {
			f := p.Feed()
			if len(f.Items) != 1 || f.Items[0].ID != "https://example.org/k/en/1.27/guide/" {
				t.Fatalf("items %+v", f.Items)
			}
			return strings.TrimSpace(strings.NewReplacer("<h", "\n<h", "<p", "\n<p", "<div", "\n<div", "<blockq", "\n<blockq").Replace(f.Items[0].HTML))
		}
	}
	t.Fatal("no home")
	return ""
}

func TestFeedText(t *testing.T) {
	const more = `<p><a href="https://example.org/k/en/1.27/guide/">Read more</a></p>`
	for _, c := range []struct{ name, src, want string }{
		{"headings over headings stay, those over nothing go",
			"## A\n\n### B\n\nText.\n\n## C\n\n### D\n\n## E\n\n### F\n\nMore.\n",
			"<h3>A</h3>\n<h4>B</h4>\n<div>\n<p>Text.</p></div>\n<h3>E</h3>\n<h4>F</h4>\n<div>\n<p>More.</p></div>"},
		{"an entry that waits for its words leaves no heading",
			"## Nodes\n\n- (#100001, @alice) [SIG Node]\n", more},
		{"nothing but headings", "## A\n\n## B\n", more},
		{"an entry with its pull request and remark",
			"- Words. (#100001, @alice) [SIG Node]\n  - :pencil: Mine.\n",
			`<p>Words. (<a href="https://example.org/k/en/prs/100001/">#100001</a>)</p>` + "\n<blockquote>\n<p>Mine.</p></blockquote>"},
		{"a file stands outside of languages, and words that look like its address stay",
			"![x](a.png) at `href=\"https://example.org/k/en/../x\"`\n",
			`<div>
<p><img src="https://example.org/k/files/1.27/a.png" alt="x" loading="lazy"> at <code>href=<wbr>&#34;https://<wbr>example.<wbr>org/<wbr>k/<wbr>en/<wbr>../<wbr>x&#34;</code></p></div>`},
		{"an address without a scheme has one", "[x](//example.com/y)\n", `<div>` + "\n" + `<p><a href="https://example.com/y" rel="external">x</a></p></div>`},
		{"a word in another language says so", "日本語で書かれた段落である。\n", `<div lang="ja">` + "\n<p>日本語で書かれた段落である。</p></div>"},
	} {
		t.Run(c.name, func(t *testing.T) {
			if diff := cmp.Diff(c.want, fed(t, c.src)); diff != "" {
				t.Error(diff)
			}
		})
	}
}

// TestFeedTextIsCut checks that a block is in the feed completely or not at all, and that a heading
// without content is omitted.
func TestFeedTextIsCut(t *testing.T) {
	got := fed(t, "## A\n\n"+strings.Repeat("a ", 1000)+"\n\n## B\n\n"+strings.Repeat("b ", 4000)+"\n\n## C\n\nShort.\n")
	if !strings.Contains(got, "A</h3>") || !strings.HasSuffix(got, "Read more</a></p>") || strings.Contains(got, "B</h3>") || strings.Contains(got, "Short") {
		t.Error(got)
	}
}

// TestBegunIsInNoFeed checks that the feed has the original instead of an unwritten translation. An
// unwritten original is included unchanged.
func TestBegunIsInNoFeed(t *testing.T) {
	d := world(t)
	var notes []*note.Note
	for path, text := range map[string]string{
		"1.27/a.ja.md": "title: 題\nkind: changes\nsigs: [node]\n---\n\n## 所感\n\n- 消えました。(#100001, @alice) [SIG Node]\n",
		"1.27/a.ru.md": "title: 題\nkind: changes\nsigs: [node]\ntranslates: a.ja.md\n---\n\n<!-- ## 所感 -->\n## 所感\n\n<!-- 消えました。 -->\n- (#100001, @alice) [SIG Node]\n",
		"1.27/b.ru.md": "title: Новое\nkind: changes\nsigs: [node]\n---\n\n- (#100002, @alice) [SIG Node]\n",
	} {
		n, ds := source.Parse(source.Input{Path: "content/" + path, Bytes: []byte("---\n" + text)}, d.Names(), source.Options{})
		if n == nil || len(ds) > 0 {
			t.Fatal(path, ds)
		}
		notes = append(notes, n)
	}
	s, _ := site.Link(notes, d, site.Options{})
	got := map[string]string{}
	for _, p := range page.Plan(s, words(t), page.Options{BaseURL: "https://example.org"}) {
		if p.Feed == nil {
			continue
		}
		for _, it := range p.Feed().Items {
			got[p.Path] += it.Lang + ":" + it.Title.Text + " "
		}
	}
	for path, want := range map[string]string{
		"ru/index.html": "ja:題 ru:Новое ", "ja/index.html": "ja:題 ru:Новое ",
	} {
		if got[path] != want {
			t.Errorf("%s: %q, want %q", path, got[path], want)
		}
	}
}

// TestLeftInFeed checks that untranslated text in a translation is marked with the source's
// language, also in titles.
func TestLeftInFeed(t *testing.T) {
	d := world(t)
	var notes []*note.Note
	for path, text := range map[string]string{
		"1.27/a.ja.md": "kind: changes\nsigs: [node]\n---\n\n## 所感\n\n- 変更点 (#100001, @alice) [SIG Node]\n- 話です。(#100002, @bob) [SIG Node]\n",
		"1.27/a.ru.md": "kind: changes\nsigs: [node]\ntranslates: a.ja.md\n---\n\n## 所感\n\n- 変更点 (#100001, @alice) [SIG Node]\n- Слово. (#100002, @bob) [SIG Node]\n",
	} {
		n, ds := source.Parse(source.Input{Path: "content/" + path, Bytes: []byte("---\ntitle: 1.27\n" + text)}, d.Names(), source.Options{})
		if n == nil || len(ds) > 0 {
			t.Fatal(path, ds)
		}
		notes = append(notes, n)
	}
	s, _ := site.Link(notes, d, site.Options{})
	got := map[string]string{}
	for _, p := range page.Plan(s, words(t), page.Options{BaseURL: "https://example.org"}) {
		if p.Feed == nil {
			continue
		}
		for _, it := range p.Feed().Items {
			made, _, _ := strings.Cut(it.HTML, " (")
			got[p.Path] += it.Lang + " " + it.Title.Lang + " " + it.Title.Text + ": " + made
		}
	}
	for path, want := range map[string]string{
		"ru/index.html": `ru ru 1.27: <h3 lang="ja">所感</h3><p lang="ja">変更点`,
	} {
		if got[path] != want {
			t.Errorf("%s: %q, want %q", path, got[path], want)
		}
	}
}
