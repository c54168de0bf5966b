package source

import (
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/kawaraban/kawaraban/internal/note"
)

// TestAnchors checks that ids are unique on the page of a note: ids of the page, of footnotes, in
// raw HTML, of entries and of headings.
func TestAnchors(t *testing.T) {
	const text = "---\ntitle: x\nkind: overview\n---\n\n## Main\n\n## fn 1\n\n## main {#main}\n\n" +
		"- a {#a}\n  - b {#b}\n- c {#b}\n\n## a\n\n<p id=\"b\">x</p>\n\n<p id=\"main\">y</p>\n\n#### T\n\n#127\n\n本文[^1]\n\n## kep 127\n\n[^1]: あ\n"
	n, ds := Parse(Input{Path: "content/1.27/x.ja.md", Bytes: []byte(text)}, nil, Options{RawHTML: true})
	if n == nil {
		t.Fatal(ds)
	}
	got := []string{"main"} // id of the page
	for b := range n.All {
		if b.ID != "" {
			got = append(got, string(b.ID))
		}
		for _, m := range regexp.MustCompile(` id="([^"]*)"`).FindAllStringSubmatch(htmlOf(b.Text), -1) {
			got = append(got, m[1])
		}
	}
	slices.Sort(got)
	if want := "a a-2 b fn-1 fn-1-2 fnref-1 kep-127 kep-127-2 main main-2 main-3"; strings.Join(got, " ") != want {
		t.Errorf("ids %v, want %s", got, want)
	}
	var messages []string
	for _, d := range ds {
		messages = append(messages, d.Pos.String()+" "+d.Text)
	}
	for _, want := range []string{
		"content/1.27/x.ja.md:10:1 reserved id \"main\": every page of the site has it", "content/1.27/x.ja.md:12:1 duplicate id \"b\"",
		"content/1.27/x.ja.md:18:1 duplicate id \"b\"", "content/1.27/x.ja.md:20:1 reserved id \"main\": every page of the site has it",
	} {
		if !slices.Contains(messages, want) {
			t.Errorf("%s is missing in\n%s", want, strings.Join(messages, "\n"))
		}
	}
}

// htmlOf returns a text without its references.
func htmlOf(t note.Text) string {
	var b strings.Builder
	for _, s := range t {
		b.WriteString(s.HTML)
	}
	return b.String()
}
