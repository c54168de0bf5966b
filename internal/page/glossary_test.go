package page

import (
	"os"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"

	"github.com/kawaraban/kawaraban/internal/fragment"
	"github.com/kawaraban/kawaraban/internal/locale"
	"github.com/kawaraban/kawaraban/internal/note"
	"github.com/kawaraban/kawaraban/internal/site"
	"github.com/kawaraban/kawaraban/internal/upstream"
	"github.com/kawaraban/kawaraban/internal/view"
)

const terms = `terms:
  - id: sidecar
    names: {en: [sidecar container, sidecar], ja: サイドカー, zh: 边车容器, ko: [사이드카, 사이드카 컨테이너]}
    avoid: {ja: [横車]}
    about: {en: It runs beside., ja: 隣で動く。, zh: 在旁运行。}
  - id: taint
    names: {en: taint, ja: [Taint, テイント], ru: тейнт}
    about: {en: It keeps Pods away.}
  - id: pod
    names: {en: Pod}
    link: false
  - id: beta
    names: {en: beta, zh: 测试}
`

func planned(t *testing.T, file string, notes ...*note.Note) *plan {
	t.Helper()
	data := fstest.MapFS{}
	if file != "" {
		data["glossary.yaml"] = &fstest.MapFile{Data: []byte(file)}
	}
	d, ds, err := upstream.Load(data)
	if err != nil || len(ds) > 0 {
		t.Fatal(err, ds)
	}
	words, _, err := locale.Load(os.DirFS("../../templates/languages"))
	if err != nil {
		t.Fatal(err)
	}
	s, _ := site.Link(notes, d, site.Options{})
	return newPlan(s, words, Options{})
}

func spans(html ...string) note.Text {
	var out note.Text
	for _, s := range html {
		if word, ok := strings.CutPrefix(s, "@"); ok {
			out = append(out, note.Span{Ref: &note.Ref{Kind: note.PersonRef, ID: "nobody", Written: word}})
		} else {
			out = append(out, note.Span{HTML: s})
		}
	}
	return out
}

// TestTerms checks that only the first mention of each term in running text is linked.
func TestTerms(t *testing.T) {
	link := func(id, words string) string {
		return `<a class="term" href="../../glossary/#` + id + `">` + words + `</a>`
	}
	n := &note.Note{ID: "1.27/x", Lang: "ja", Kind: note.Talk, Title: "X", Releases: []note.Release{"1.27"}, Blocks: []note.Block{
		{Type: note.Heading, Level: 2, ID: "h", Lang: "ja", Text: spans("サイドカーと Taint")},
		{Type: note.Entry, Level: 3, ID: "e", Lang: "ja", Text: spans("サイドカー"), Children: []note.Block{
			{Type: note.Prose, Lang: "ja", Text: spans(`<p><a href="https://example.org/">サイドカー</a>、<code>taint</code> と `, "@サイドカー", ` の<em>サイドカー</em>、サイドカー</p>`)},
		}},
		{Type: note.Code, Lang: "ja", Text: spans("<pre>Taint</pre>")},
		{Type: note.Remark, Lang: "en", Text: spans("<p>Pods, a sidecar &amp; two <a ", `href="https://example.org/">taints`, "</a>: taints</p>")},
		{Type: note.Prose, Lang: "ja", Text: spans("<h3>beta</h3><p>テイントと beta &lt;beta&gt;</p>")},
	}}
	p := planned(t, terms, n)
	var got []string
	for b := range n.All {
		got = append(got, string(p.book.Fragments.Make(b.Text, fragment.At{Note: n, Up: "../../"})))
	}
	want := []string{
		"サイドカーと Taint", "サイドカー",
		`<p><a href="https://example.org/">サイドカー</a>、<code lang=en>taint</code> と <a href="https://github.com/nobody">サイドカー</a> の<em>` + link("sidecar", "サイドカー") + `</em>、サイドカー</p>`,
		"<pre>Taint</pre>",
		`<p>Pods, a sidecar &amp; two <a href="https://example.org/">taints</a>: ` + link("taint", "taints") + `</p>`,
		"<h3>beta</h3><p>テイントと " + link("beta", "beta") + " &lt;beta&gt;</p>",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	for b := range n.All {
		if quoted := p.book.Fragments.Make(b.Text, fragment.At{Note: n, Up: "../../", Quoted: true}); strings.Contains(string(quoted), "glossary") {
			t.Errorf("in a quote, terms are links: %s", quoted)
		}
	}
	plain := planned(t, "", n)
	for b := range n.All {
		if made := plain.book.Fragments.Make(b.Text, fragment.At{Note: n, Up: "../../"}); strings.Contains(string(made), "glossary") {
			t.Errorf("without a glossary there is a link to it: %s", made)
		}
	}
}

func TestGlossaryPage(t *testing.T) {
	p := planned(t, terms)
	if !p.exists("glossary/") || planned(t, "").exists("glossary/") {
		t.Error("the page must exist if and only if there are terms")
	}
	v := glossaryViews{p.shared.Page(p.book.Languages.Words.Get("ja"), fragment.GlossaryPath, "glossary", nil)}.glossary().(view.GlossaryView)
	for i := range v.Terms {
		v.Terms[i].Words = view.Words{}
	}
	want := []view.TermRow{
		{ID: "beta", Name: view.Text{Text: "beta", Lang: "en"}, Others: []view.TermNames{{Language: "简体中文", Lang: "zh-Hans", Names: "测试"}}},
		{ID: "pod", Name: view.Text{Text: "Pod", Lang: "en"}},
		{ID: "taint", Name: view.Text{Text: "Taint", Lang: ""}, Also: []string{"テイント"}, About: view.Text{Text: "It keeps Pods away.", Lang: "en"}, Others: []view.TermNames{
			{Language: "English", Lang: "en", Names: "taint"}, {Language: "Русский", Lang: "ru", Names: "тейнт"},
		}},
		{ID: "sidecar", Name: view.Text{Text: "サイドカー", Lang: ""}, Also: []string{}, Avoid: []string{"横車"}, About: view.Text{Text: "隣で動く。", Lang: ""}, Others: []view.TermNames{
			{Language: "English", Lang: "en", Names: "sidecar container, sidecar"}, {Language: "简体中文", Lang: "zh-Hans", Names: "边车容器"}, {Language: "ko", Lang: "ko", Names: "사이드카, 사이드카 컨테이너"},
		}},
	}
	if diff := cmp.Diff(want, v.Terms, cmp.Comparer(func(a, b view.Words) bool { return true })); diff != "" {
		t.Error(diff)
	}
	if f := v.Frame; f.Title != "用語集" || f.Description == "" {
		t.Errorf("title %q, description %q", f.Title, f.Description)
	}
	if i := len(v.More) - 1; i < 0 || v.More[i].Key != "glossary" || !v.More[i].Current || v.InMore != "用語集" {
		t.Errorf("below More is %v, current is %q", v.More, v.InMore)
	}
}
