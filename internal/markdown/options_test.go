package markdown

import (
	"strings"
	"testing"

	"github.com/kawaraban/kawaraban/internal/diag"
)

func TestOptions(t *testing.T) {
	o := Options{
		File: "content/a.md", Line: 7, Prefix: "log-",
		Word: func(key string) string { return map[string]string{"alert.warning": "警告 & 注意"}[key] },
		Link: func(dest string, image bool) string {
			if image {
				return "../files/" + dest
			}
			return "../" + strings.TrimSuffix(dest, ".md") + "/"
		},
	}
	d := Parse([]byte("> [!WARNING]\n> [a](b.md) ![図](c.png) x[^1]\n\n> [!TIP]\n\n[^1]: y\n"), o)
	got := show(d.RenderAll(d.Blocks, RenderOptions{}))
	for _, want := range []string{
		`<span aria-hidden="true">⚠</span> 警告 &amp; 注意</p>`, `<p class="alert-title">✦</p>`,
		`<a href="../b/">a</a>`, `<img src="../files/c.png" alt="図" loading="lazy">`,
		`href="#log-fn-1" id="log-fnref-1"`, `<li id="log-fn-1">`, `href="#log-fnref-1"`,
	} {
		if !strings.Contains(got, want) {
			t.Errorf("%s is not in\n%s", want, got)
		}
	}
	if at, want := d.Blocks[0].Children[0].Pos, (diag.Position{File: "content/a.md", Line: 9, Col: 3}); at != want {
		t.Errorf("the paragraph stands at %v, want %v", at, want)
	}
	if len(d.Links) != 2 || d.Links[0].Dest != "b.md" || !d.Links[1].Image || d.Links[1].Pos.Col != 13 {
		t.Errorf("links: %v", d.Links)
	}
}

func TestRawAddresses(t *testing.T) {
	o := Options{
		File: "n.md", RawHTML: true,
		Link:  func(dest string, image bool) string { return "../" + dest },
		Image: func(string) (int, int, bool) { return 37, 21, true },
	}
	d := Parse([]byte("本文 <img src=\"a&amp;b.png\" alt=\"図\"> <a href='b.md' title=' src=\"x\"'>b</a>\n\n<p><img src=c.png width=5></p>\n"), o)
	got := show(d.RenderAll(d.Blocks, RenderOptions{}))
	want := "<p>本文 <img src=\"../a&amp;b.png\" width=\"37\" height=\"21\" alt=\"図\"> <a href=\"../b.md\" title=\" src=&#34;x&#34;\">b</a></p>\n" +
		"<p><img src=\"../c.png\" width=\"5\"></p>"
	if got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	if len(d.Links) != 3 || d.Links[0].Dest != "a&b.png" || !d.Links[0].Image || d.Links[1].Dest != "b.md" || d.Links[1].Image || d.Links[2].Dest != "c.png" {
		t.Errorf("links: %v", d.Links)
	}
	if len(d.Diags) != 1 || d.Diags[0].Code != "markdown/no-alternative" || d.Diags[0].Pos.Line != 3 {
		t.Errorf("diagnostics: %v", d.Diags)
	}
}

func TestMailbox(t *testing.T) {
	d := Parse([]byte("a@example.org <b@example.org> <mailto:c@example.org>\n"), Options{})
	var got []string
	for _, l := range d.Links {
		got = append(got, l.Dest)
	}
	if want := "mailto:a@example.org mailto:b@example.org mailto:c@example.org"; strings.Join(got, " ") != want {
		t.Errorf("links %q, want %s", got, want)
	}
}

func TestRenderIDs(t *testing.T) {
	d := Parse([]byte("- a {#a}\n  - b {#b}\n"), Options{})
	item := d.Blocks[0].Children[0]
	if got, want := show(d.Render(item, RenderOptions{})), "<li>a\n<ul>\n<li id=\"b\">b</li>\n</ul>\n</li>"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	if got := show(d.Render(item, RenderOptions{Inline: true})); item.ID != "a" || got != "a" {
		t.Errorf("id %q, own content %q", item.ID, got)
	}
}
