package markdown

import (
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"
	"unicode/utf8"

	"github.com/kawaraban/kawaraban/internal/diag"
	"github.com/kawaraban/kawaraban/internal/note"
)

// hostile maps names to inputs of about n bytes that make a naive parser quadratic.
var hostile = map[string]func(n int) string{
	"quotes":         func(n int) string { return strings.Repeat(">", n) },
	"quotes, lines":  func(n int) string { return strings.Repeat(strings.Repeat("> ", 200)+"a\n", n/400) },
	"lists":          func(n int) string { return strings.Repeat("- ", n/2) },
	"lists, blank":   func(n int) string { return strings.Repeat("- ", n/4) + "a" + strings.Repeat("\n", n/2) },
	"containers":     func(n int) string { return strings.Repeat(":::message\n", n/11) },
	"brackets":       func(n int) string { return strings.Repeat("[", n) },
	"links":          func(n int) string { return strings.Repeat("[a](", n/4) },
	"link ends":      func(n int) string { return strings.Repeat("[a](b", n/5) },
	"link titles":    func(n int) string { return strings.Repeat("[a](b \"", n/7) },
	"nested links":   func(n int) string { return strings.Repeat("[", n/5) + "a" + strings.Repeat("](b)", n/5) },
	"images":         func(n int) string { return strings.Repeat("![", n/2) },
	"emphasis":       func(n int) string { return strings.Repeat("*a_ ", n/4) },
	"emphasis, wide": func(n int) string { return strings.Repeat("**「a」_", n/12) },
	"stars":          func(n int) string { return strings.Repeat("*a **a ", n/7) },
	"strikes":        func(n int) string { return strings.Repeat("~a~~b ", n/6) },
	"backticks":      func(n int) string { return strings.Repeat("`a``b```c````", n/13) },
	"tags":           func(n int) string { return strings.Repeat("<a ", n/3) },
	"comments":       func(n int) string { return strings.Repeat("a <!-- ", n/7) },
	"comments, line": func(n int) string { return strings.Repeat("<!--a-->", n/8) },
	"comments, html": func(n int) string { return "<div>" + strings.Repeat("<!--a-->b\n", n/10) },
	"instructions":   func(n int) string { return strings.Repeat("a <?x ", n/6) },
	"entities":       func(n int) string { return strings.Repeat("&a", n/2) },
	"footnotes":      func(n int) string { return "[^1]" + strings.Repeat("\n[^1]: a [^1]", n/13) },
	"many footnotes": func(n int) string { return numbered(n/24, "[^%d]: a [^%d]\n\n") },
	"references":     func(n int) string { return strings.Repeat("#115331 k/k#1 ", n/14) },
	"references, lines": func(n int) string {
		return strings.Repeat(strings.Repeat("#115331 ", 500)+"\n\n", n/4000)
	},
	"attributions":             func(n int) string { return strings.Repeat("- a (#115331, @a) [SIG Node]\n", n/29) },
	"parentheses":              func(n int) string { return strings.Repeat("(", n/2) + strings.Repeat(")", n/2) },
	"cells":                    func(n int) string { return "|a|b|\n|-|-|\n" + strings.Repeat("|`x\\|y`|", n/8) },
	"rows":                     func(n int) string { return "|a|b|\n|-|-|\n" + strings.Repeat("|`x\\|y`|#115331|\n", n/17) },
	"definitions":              func(n int) string { return strings.Repeat("a\n: b\n\n", n/7) },
	"link defs":                func(n int) string { return numbered(n/20, "[a%d]: b\n[a%d]\n\n") },
	"link defs, one paragraph": func(n int) string { return strings.Repeat("[a]: b\n", n/7) },
	"footnotes of nothing":     func(n int) string { return strings.Repeat("[^1]:\n", n/6) },
	"raw elements":             func(n int) string { return strings.Repeat("<b>", n/7) + strings.Repeat("</i>", n/7) },
	"heading":                  func(n int) string { return "# " + strings.Repeat("*a_ [", n/5) },
	"setext":                   func(n int) string { return strings.Repeat("a\n", n/2) + "===" },
	"ids":                      func(n int) string { return strings.Repeat("a {#b}\n", n/7) },
	"html":                     func(n int) string { return strings.Repeat("<div>\n\n", n/7) },
	"details":                  func(n int) string { return strings.Repeat("<details>\n\n", n/11) },
	"fences":                   func(n int) string { return strings.Repeat("```\na\n", n/6) },
	"urls":                     func(n int) string { return strings.Repeat("https://a.b/((((", n/16) },
	"mails":                    func(n int) string { return strings.Repeat("a@a.", n/4) },
}

func numbered(n int, format string) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, format, i, i)
	}
	return b.String()
}

func TestHostile(t *testing.T) {
	for name, make := range hostile {
		t.Run(name, func(t *testing.T) {
			d := Parse([]byte(make(160<<10)), Options{Names: names(), RawHTML: true})
			html := show(d.RenderAll(d.Blocks, RenderOptions{}))
			if bad := unbalanced(html); bad != "" {
				t.Error(bad)
			}
			if bad := forbidden.FindString(html); bad != "" {
				t.Errorf("%q in the HTML", bad)
			}
		})
	}
}

func TestBoundsReported(t *testing.T) {
	for code, src := range map[diag.Code]string{
		"markdown/too-deep":           strings.Repeat("> ", 500) + "a",
		"markdown/too-many-footnotes": numbered(1200, "[^%d]: a%d\n\n"),
		"markdown/too-long":           strings.Repeat("語", maxLeaf),
	} {
		n := 0
		for _, x := range Parse([]byte(src), Options{}).Diags {
			if x.Code == code {
				n++
			}
		}
		if n != 1 {
			t.Errorf("%s: reported %d times", code, n)
		}
	}
}

func TestBoundsOfLinks(t *testing.T) {
	for _, c := range []struct {
		src, want string
		diags     int
	}{
		{strings.Repeat("[a]: b\n", maxDefined) + "\n[a]\n", `<p><a href="b">a</a></p>`, 0},
		{strings.Repeat("[a]: b\n", maxDefined+1) + "\n[a]\n", `<p>[a]</p>`, 1},
		{"[a](" + strings.Repeat("b", maxAddress) + ")", `<p><a href="` + strings.Repeat("b", maxAddress) + `">a</a></p>`, 0},
		{"[a](" + strings.Repeat("b", maxAddress+1) + ")", `<p>[a](` + strings.Repeat("b", maxAddress+1) + `)</p>`, 0},
		{strings.Repeat("<i>", maxRaw) + "<b>x</b></i>", `<p>` + strings.Repeat("<i>", maxRaw) + "x" + strings.Repeat("</i>", maxRaw) + `</p>`, 0},
	} {
		d := Parse([]byte(c.src), Options{RawHTML: true})
		html := strings.TrimSpace(show(d.RenderAll(d.Blocks, RenderOptions{})))
		if !strings.HasSuffix(html, c.want) || len(d.Diags) != c.diags {
			t.Errorf("%.20s…: %.60s…, %v", c.src, html[max(0, len(html)-60):], d.Diags)
		}
	}
}

func TestPlainWhenLong(t *testing.T) {
	src := strings.Repeat("語 <b> ", maxLeaf/7) + "{#x}"
	d := Parse([]byte(src), Options{})
	if got, want := show(d.Render(d.Blocks[0], RenderOptions{})), "<p>"+escape(d.Blocks[0].Plain)+"</p>"; got != want {
		t.Errorf("rendered %d bytes, want %d", len(got), len(want))
	}
	if d.Blocks[0].ID != "x" || len(d.Blocks[0].Plain) < maxLeaf {
		t.Errorf("id %q, %d bytes", d.Blocks[0].ID, len(d.Blocks[0].Plain))
	}
}

func TestBadBytes(t *testing.T) {
	for _, src := range []string{"", "\x00", "\xff\xfe", "\ufeff# a", "a\r\nb\r\n\r\n# c\r\n", "\xe3\x81", "- \x00 `\x00`", "{#}", ":::", "[^]: a"} {
		d := Parse([]byte(src), Options{Names: names()})
		if html := show(d.RenderAll(d.Blocks, RenderOptions{})); strings.Contains(html, "\x00") || !utf8.ValidString(html) {
			t.Errorf("%q gave %q", src, html)
		}
	}
}

// TestShared checks that documents with a shared Highlighter can be rendered concurrently.
func TestShared(t *testing.T) {
	src := []byte("```go\npackage a\n```\n\n```yaml\na: b\n```\n\n**「a」**です #115331\n")
	h := NewHighlighter()
	out := make([]string, 8)
	var wg sync.WaitGroup
	for i := range out {
		wg.Go(func() {
			d := Parse(src, Options{Names: names(), Highlighter: h})
			out[i] = show(d.RenderAll(d.Blocks, RenderOptions{}))
		})
	}
	wg.Wait()
	for _, s := range out {
		if s != out[0] || s == "" {
			t.Errorf("%q\nis not\n%q", s, out[0])
		}
	}
}

// TestReferencesAreShared checks that all texts and lists share one value of a reference.
func TestReferencesAreShared(t *testing.T) {
	d := Parse([]byte("Words on KEP-127 (#115331, @mimowo)\n"), Options{Names: names()})
	b := d.Blocks[0]
	if len(b.Refs) != 1 || len(b.AttrRefs) != 2 || len(b.Named()) != 3 || cap(b.Named()) != 3 {
		t.Fatalf("%v, %v, %v", b.Refs, b.AttrRefs, b.Named())
	}
	for i := range b.Named() {
		found := &b.Named()[i]
		if i == 0 && found != &b.Refs[0] || i > 0 && found != &b.AttrRefs[i-1] {
			t.Errorf("%v is there twice", found)
		}
		for range 2 {
			text := d.RenderAll(d.Blocks, RenderOptions{})
			if !slices.ContainsFunc(text, func(s note.Span) bool { return s.Ref == found }) {
				t.Errorf("no hole of %v leads to %v", text, found)
			}
		}
	}
}

// TestQuotesEscaped checks that text and code never look like attributes: other packages search the
// HTML of a Text for href, src and id.
func TestQuotesEscaped(t *testing.T) {
	src := " a href=\"x\" ` id=\"y\"` &quot;\n\n```\n href=\"x\"\n```\n\n```html\n<a href=\"x\">\n```\n\n<p id=\"x\">\n\nb <i id=\"x\"> :::\n\n:::details href=\"x\"\n:::\n"
	d := Parse([]byte(src), Options{})
	html := show(d.RenderAll(d.Blocks, RenderOptions{}))
	for _, attr := range []string{` href="`, ` id="`, ` src="`} {
		if strings.Contains(html, attr) {
			t.Errorf("%q in %s", attr, html)
		}
	}
}

func TestBlankLines(t *testing.T) {
	for blanks, lists := range map[int]int{1: 1, maxBlanks: 1, maxBlanks + 10: 2} {
		d := Parse([]byte("- a\n"+strings.Repeat("\n", blanks)+"- b\n"), Options{})
		if len(d.Blocks) != lists {
			t.Errorf("%d blank lines: %d lists, want %d", blanks, len(d.Blocks), lists)
		}
	}
}
