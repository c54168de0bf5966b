package source

import (
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/kawaraban/kawaraban/internal/note"
)

// TestAnchors holds that no id stands twice on the page of a note, be it the page's own,
// a footnote's, one within raw HTML, an entry's or a heading's.
func TestAnchors(t *testing.T) {
	const text = "---\ntitle: x\nkind: overview\n---\n\n## Main\n\n## fn 1\n\n## main {#main}\n\n" +
		"- a {#a}\n  - b {#b}\n- c {#b}\n\n## a\n\n<p id=\"b\">x</p>\n\n<p id=\"main\">y</p>\n\n#### T\n\n#127\n\n本文[^1]\n\n## kep 127\n\n[^1]: あ\n"
	n, ds := Parse(Input{Path: "content/1.27/x.ja.md", Bytes: []byte(text)}, nil, Options{RawHTML: true})
	if n == nil {
		t.Fatal(ds)
	}
	got := []string{"main"} // the page's own
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
	var said []string
	for _, d := range ds {
		said = append(said, d.Pos.String()+" "+d.Text)
	}
	for _, want := range []string{
		"content/1.27/x.ja.md:10:1 reserved id \"main\": every page of the site has it", "content/1.27/x.ja.md:12:1 duplicate id \"b\"",
		"content/1.27/x.ja.md:18:1 duplicate id \"b\"", "content/1.27/x.ja.md:20:1 reserved id \"main\": every page of the site has it",
	} {
		if !slices.Contains(said, want) {
			t.Errorf("%s is missing in\n%s", want, strings.Join(said, "\n"))
		}
	}
}

// htmlOf is a text without its references.
func htmlOf(t note.Text) string {
	var b strings.Builder
	for _, s := range t {
		b.WriteString(s.HTML)
	}
	return b.String()
}
