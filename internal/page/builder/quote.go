package builder

import (
	"html"
	"html/template"
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/kawaraban/kawaraban/internal/fragment"
	"github.com/kawaraban/kawaraban/internal/note"
	"github.com/kawaraban/kawaraban/internal/site"
	"github.com/kawaraban/kawaraban/internal/view"
)

// Quotes quotes citations on the page of the cited thing.
type Quotes struct {
	pg      *Page
	notes   *NoteLinks
	entries *Entries
}

// Quote quotes a mention. It quotes the whole of an entry, and of prose the passage with the
// heading above it.
func (qs *Quotes) Quote(m site.Mention) view.Entry {
	in := Place{N: m.Note, Quoted: true}
	if m.Entry() {
		return qs.entries.Entry(m.Block, in)
	}
	e := view.Entry{Words: qs.pg.Say(), LineLinks: &view.LineLinks{}, Href: qs.notes.Mention(m), From: qs.notes.From(m.Note)}
	switch {
	case m.Block == nil:
	case m.Block.Type == note.Heading:
		e.Text = qs.pg.rich(m.Block.Text, qs.pg.Site.LangOf(m.Note, m.Block), m.Note, true)
	default:
		if m.Heading != nil {
			e.Area = qs.pg.Text(m.Heading.Text.Plain(), qs.pg.Site.LangOf(m.Note, m.Heading))
		}
		qs.passage(&e, m, in)
	}
	return e
}

// maxPassage is the maximum length in characters of prose that is quoted completely. Of longer
// prose and of tables, only an excerpt is quoted.
const maxPassage = 320

func (qs *Quotes) passage(e *view.Entry, m site.Mention, in Place) {
	words := m.Block.Text.Plain()
	if utf8.RuneCountInString(words) <= maxPassage && !holdsTable(m.Block.Text) {
		e.Details = []view.Item{qs.entries.Item(m.Block, in)}
		return
	}
	if row := rowOf(m.Block.Text, m.Words); row != "" {
		words = row
	}
	e.Text = view.Rich{HTML: template.HTML(template.HTMLEscapeString(excerpt(words, m.Words))), Lang: qs.pg.Tag(qs.pg.Site.LangOf(m.Note, m.Block))}
}

func holdsTable(t note.Text) bool {
	return slices.ContainsFunc(t, func(s note.Span) bool { return strings.Contains(s.HTML, "<table") || strings.Contains(s.HTML, "<pre") })
}

var (
	tableRow = regexp.MustCompile(`(?s)<tr[^>]*>(.*?)</tr>`)
	cellEdge = regexp.MustCompile(`</t[dh]>\s*<t[dh][^>]*>`)
	anyTag   = regexp.MustCompile(`<[^>]*>`)
)

func rowOf(t note.Text, name string) string {
	var made strings.Builder
	for _, s := range t {
		made.WriteString(s.HTML)
		if s.Ref != nil {
			made.WriteString(html.EscapeString(s.Ref.Written))
		}
	}
	for _, m := range tableRow.FindAllStringSubmatch(made.String(), -1) {
		row := anyTag.ReplaceAllString(cellEdge.ReplaceAllString(m[1], " · "), "")
		row = strings.Join(strings.Fields(html.UnescapeString(row)), " ")
		if strings.Contains(row, name) {
			return row
		}
	}
	return ""
}

// excerpt returns the text around a name, cut at nearby spaces or punctuation.
func excerpt(words, name string) string {
	const before, after = 80, 160
	at := max(strings.Index(words, name), 0)
	head, tail := []rune(words[:at]), []rune(words[at:])
	if len(head) > before {
		head = head[len(head)-before:]
		if i := slices.IndexFunc(head, isBreak); i >= 0 {
			head = head[i+1:]
		} else if rest := strings.TrimLeftFunc(string(head), fragment.InWord); rest != "" {
			head = []rune(rest)
		}
		head = append([]rune("…"), head...)
	}
	if len(tail) > after {
		end := after - 1
		for end > after/2 && !isBreak(tail[end]) {
			end--
		}
		if end == after/2 {
			return string(head) + fragment.Shorten(string(tail), after+1)
		}
		tail = append(tail[:end], '…')
	}
	return string(head) + string(tail)
}

func isBreak(r rune) bool { return unicode.IsSpace(r) || strings.ContainsRune("。、，；！？", r) }

// Quoted applies quote to all mentions. It returns nil if there are none.
func Quoted(all []site.Mention, quote func(site.Mention) view.Entry) []view.Entry {
	if len(all) == 0 {
		return nil
	}
	out := make([]view.Entry, len(all)) // preallocated: entries are large
	for i, m := range all {
		out[i] = quote(m)
	}
	return out
}
