package markdown

import (
	"bytes"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/renderer/html"

	"github.com/kawaraban/kawaraban/internal/note"
)

type example struct {
	Markdown, HTML, Section string
	Example                 int
}

// examples reads the examples of the specification from goldmark in the Go module cache.
func examples(t *testing.T) []example {
	t.Helper()
	dir, err := exec.Command("go", "list", "-m", "-f", "{{.Dir}}", "github.com/yuin/goldmark").Output()
	if err != nil {
		t.Fatalf("finding goldmark in the module cache: %v", err)
	}
	b, err := os.ReadFile(filepath.Join(strings.TrimSpace(string(dir)), "_test", "spec.json"))
	if err != nil {
		t.Fatal(err)
	}
	var out []example
	if err := json.Unmarshal(b, &out); err != nil {
		t.Fatal(err)
	}
	if len(out) != 652 {
		t.Fatalf("%d examples, want the 652 of CommonMark 0.31", len(out))
	}
	return out
}

func TestCommonMark(t *testing.T) {
	md := goldmark.New(goldmark.WithParser(parser.NewParser(core()...)),
		goldmark.WithRendererOptions(html.WithXHTML(), html.WithUnsafe()))
	passed := 0
	for _, e := range examples(t) {
		var b bytes.Buffer
		if err := md.Convert([]byte(e.Markdown), &b); err != nil {
			t.Fatal(err)
		}
		if b.String() == e.HTML {
			passed++
			continue
		}
		t.Errorf("example %d (%s) of %q:\n%s", e.Example, e.Section, e.Markdown, cmp.Diff(e.HTML, b.String()))
	}
	t.Logf("%d of 652 pass", passed)
}

// differing lists the examples that our renderer prints differently without a diagnostic.
var differing = map[int]string{
	177: "words behind a comment are a paragraph", 608: "GFM links bare addresses", 611: "GFM links bare addresses", 612: "GFM links bare addresses",
	623: "a closing tag is text", 625: "comments are dropped", 626: "comments are dropped",
}

func meant(d *Doc, got string) string {
	for _, x := range d.Diags {
		switch x.Code {
		case "markdown/raw-html", "markdown/unsafe-link", "markdown/empty-link", "markdown/unclosed-comment":
			return string(x.Code)
		}
	}
	for _, b := range d.Blocks {
		if b.Type == Comment || b.Type == Picture {
			return string(b.Type)
		}
	}
	if strings.Contains(got, `<span class="hl-`) {
		return "coloured code"
	}
	return ""
}

// TestCommonMarkRendered checks that the renderer differs from the specification only as intended:
// raw HTML, refused addresses, single pictures, highlighted code, and the list differing.
func TestCommonMarkRendered(t *testing.T) {
	same := 0
	for _, e := range examples(t) {
		d := Parse([]byte(e.Markdown), Options{})
		html := plain(d.RenderAll(d.Blocks, RenderOptions{}))
		got, want := normal(html), normal(e.HTML)
		why := differing[e.Example]
		switch {
		case got == want && why != "":
			t.Errorf("example %d does not differ any more (%s)", e.Example, why)
		case got == want:
			same++
		case why == "" && meant(d, html) == "":
			t.Errorf("example %d (%s) of %q:\n%s", e.Example, e.Section, e.Markdown, cmp.Diff(want, got))
		}
	}
	if same < 540 {
		t.Errorf("only %d of 652 are the same", same)
	}
	t.Logf("%d of 652 are the same", same)
}

func plain(t note.Text) string {
	var b strings.Builder
	for _, s := range t {
		if s.Ref != nil {
			b.WriteString(escape(s.Ref.Written))
			continue
		}
		b.WriteString(s.HTML)
	}
	return b.String()
}

// normal removes what our renderer always adds, and normalizes the end of tags.
func normal(s string) string {
	s = strings.NewReplacer(" />", ">", ` rel="external"`, "", ` tabindex="0"`, "", ` loading="lazy"`, "",
		"&quot;", `"`, "&#34;", `"`, "&#39;", "'").Replace(strings.TrimSpace(s))
	return strings.NewReplacer(">\n", ">", "\n<", "<").Replace(s)
}
