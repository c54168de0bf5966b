package page_test

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/rogpeppe/go-internal/txtar"

	"github.com/kawaraban/kawaraban/internal/note"
	"github.com/kawaraban/kawaraban/internal/page"
	"github.com/kawaraban/kawaraban/internal/site"
	"github.com/kawaraban/kawaraban/internal/source"
	"github.com/kawaraban/kawaraban/internal/view"
)

var update = flag.Bool("update", false, "write what the cases of testdata print")

func TestRows(t *testing.T) {
	cases, err := filepath.Glob("testdata/rows/*.txtar")
	if err != nil || len(cases) == 0 {
		t.Fatal("no cases", err)
	}
	for _, name := range cases {
		t.Run(strings.TrimSuffix(filepath.Base(name), ".txtar"), func(t *testing.T) { rowsCase(t, name) })
	}
}

func rowsCase(t *testing.T, name string) {
	a, err := txtar.ParseFile(name)
	if err != nil {
		t.Fatal(err)
	}
	d := world(t)
	var notes []*note.Note
	for _, r := range d.ReleaseList {
		if len(r.Notes) > 0 {
			notes = append(notes, source.Official(r, d.Names()))
		}
	}
	fallback := map[note.Lang][]note.Lang{}
	var want *txtar.File
	var shown []string
	for i := range a.Files {
		switch f := &a.Files[i]; f.Name {
		case "pages":
			shown = strings.Fields(string(f.Data))
		case "fallback": // a language and its fallback languages
			fields := strings.Fields(string(f.Data))
			for _, l := range fields[1:] {
				fallback[note.Lang(fields[0])] = append(fallback[note.Lang(fields[0])], note.Lang(l))
			}
		case "want":
			want = f
		default:
			n, ds := source.Parse(source.Input{Path: f.Name, Bytes: f.Data}, d.Names(), source.Options{})
			if n == nil || len(ds) > 0 {
				t.Fatal(f.Name, ds)
			}
			notes = append(notes, n)
		}
	}
	s, ds := site.Link(notes, d, site.Options{Fallback: fallback})
	if len(ds) > 0 {
		t.Fatal(ds)
	}
	pages := page.Plan(s, words(t), page.Options{})
	follow(t, pages)
	var got strings.Builder
	for _, p := range shown {
		fmt.Fprintf(&got, "%s\n", p)
		for _, made := range pages {
			if made.Path != p+"/index.html" {
				continue
			}
			switch v := made.View().(type) {
			case view.NoteView:
				printNote(&got, v)
			case view.LogView:
				printLog(&got, v)
			}
		}
	}
	if *update {
		want.Data = []byte(got.String())
		if err := os.WriteFile(name, txtar.Format(a), 0o666); err != nil {
			t.Fatal(err)
		}
		return
	}
	if diff := cmp.Diff(string(want.Data), got.String()); diff != "" {
		t.Error(diff)
	}
}

type printer struct {
	*strings.Builder
	indent string
}

func printNote(b *strings.Builder, v view.NoteView) {
	p := printer{b, "  "}
	p.line("title %s", text2(v.Heading, v.HeadingB))
	if v.Machine != "" {
		p.line("made by a machine: %s", v.Machine)
	}
	if v.Notice != nil {
		p.line("notice: shown in %s", v.Notice.Shown.Text)
	}
	p.two(v.Two)
	for _, o := range v.Outline {
		p.line("outline %s %s", o.ID, text2(view.Text{Text: o.Text, Lang: o.Lang}, &o.B))
	}
	for _, it := range v.Items {
		p.item(it)
	}
}

func printLog(b *strings.Builder, v view.LogView) {
	p := printer{b, "  "}
	p.two(v.Two)
	p.line("pairs %v", v.Pairs)
	for _, d := range v.Days {
		p.line("day %s", d.ID)
		for _, e := range d.Entries {
			p.deeper().entry(e)
		}
	}
}

func (p printer) two(two *view.Two) {
	if two == nil {
		return
	}
	by := ""
	for _, l := range two.By {
		by += " " + l.Text
	}
	p.line("two %s|%s %s%s remarks=%v", two.A.Value, two.B.Value, two.From, by, two.Remarks)
}

func (p printer) line(format string, args ...any) {
	p.WriteString(p.indent + strings.Join(strings.Fields(fmt.Sprintf(format, args...)), " ") + "\n")
}

func (p printer) deeper() printer { return printer{p.Builder, p.indent + "  "} }

func text2(a view.Text, b *view.Text) string {
	out := fmt.Sprintf("%q%s", a.Text, lang(a.Lang))
	if b != nil && b.Text != "" {
		out += fmt.Sprintf(" | %q%s", b.Text, lang(b.Lang))
	}
	return out
}

func lang(tag string) string {
	if tag == "" {
		return ""
	}
	return "@" + tag
}

var (
	tags   = regexp.MustCompile(`<[^>]*>`)
	inPage = regexp.MustCompile(`<a href="([^"]*(?:#|guide/)[^"]*)">`)
)

func rich(r view.Rich) string {
	html := inPage.ReplaceAllString(string(r.HTML), "{$1}")
	words := strings.Join(strings.Fields(tags.ReplaceAllString(html, " ")), " ")
	if words == "" {
		return "-"
	}
	return words + lang(r.Lang)
}

func (p printer) item(it view.Item) {
	switch {
	case it.Heading != nil:
		h := it.Heading
		b := ""
		if h.B != nil {
			b = "| " + rich(*h.B)
		}
		p.line("h%d #%s %s: %s %s", h.Level, h.ID, h.Mark.State, rich(h.Rich), b)
		p.mark(h.Mark)
	case it.Entry != nil:
		p.entry(*it.Entry)
	case it.Remark != nil:
		p.remark(*it.Remark)
	default:
		p.line("%s %s: %s", it.Type, it.Mark.State, beside(it.Rich, it.Pair))
		p.mark(it.Mark)
	}
}

func (p printer) entry(e view.Entry) {
	words := beside(e.Text, e.Pair)
	if e.TextB != nil {
		words += " | " + rich(*e.TextB)
	}
	p.line("entry #%s %s: %s", e.ID, e.Mark.State, words)
	p.mark(e.Mark)
	if e.Official != nil {
		p.deeper().line("official %s", rich(*e.Official))
	}
	for _, it := range e.Details {
		p.deeper().item(it)
	}
	for _, r := range e.Remarks {
		p.deeper().remark(r)
	}
	for _, n := range e.Nested {
		p.deeper().entry(n)
	}
}

func (p printer) remark(r view.Remark) {
	p.line("remark %s: %s", r.Mark.State, beside(r.Rich, r.Pair))
	p.mark(r.Mark)
}

func beside(own view.Rich, pair *view.Pair) string {
	if pair == nil {
		return rich(own)
	}
	out := rich(pair.A)
	if pair.Machine != "" {
		out += " (machine)"
	}
	for _, b := range pair.B {
		out += " | "
		if b.By != nil {
			out += "[" + b.By.Text + lang(b.By.Lang) + " " + b.By.Href + "] "
		}
		out += rich(b.Rich)
		if b.From != "" {
			out += " (" + b.From + ")"
		}
		if b.Machine != "" {
			out += " (machine)"
		}
	}
	return out
}

func (p printer) mark(m view.Mark) {
	if m.Cap != "" {
		p.deeper().line("cap %s", m.Cap)
	}
	if m.Machine != "" {
		p.deeper().line("machine")
	}
	if m.Stale == nil {
		return
	}
	out := ""
	for _, e := range m.Stale.Edits {
		switch e.Op {
		case "del":
			out += "[-" + e.Text + "-]"
		case "ins":
			out += "{+" + e.Text + "+}"
		default:
			out += e.Text
		}
	}
	p.deeper().line("stale%s %s", lang(m.Stale.Lang), out)
}
