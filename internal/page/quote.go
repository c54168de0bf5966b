package page

import (
	"cmp"
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
	"github.com/kawaraban/kawaraban/internal/upstream"
	"github.com/kawaraban/kawaraban/internal/view"
)

// noteHref leads to a note as the reader of this page is shown it.
func (sh *sheet) noteHref(n *note.Note) string { return sh.at(n).from.Href }

// seenNote is what pages of one language and depth say of a version of a note.
type seenNote struct {
	base   string // the way to the /{l}/ in which it is shown: see newSeen
	picked bool   // readers of the language are shown it
	from   view.From
}

// at returns what the page says of a version of a note. Nobody writes into it: pages share it.
func (sh *sheet) at(n *note.Note) *seenNote {
	return sh.notes.Make(n, func() *seenNote { return sh.newSeen(n) })
}

// newSeen leads to the /{l}/ in which a version of a note is what is shown: this one where
// possible, else that of the version's own language.
func (sh *sheet) newSeen(n *note.Note) *seenNote {
	made := &seenNote{base: sh.up, picked: sh.s.Pick(n.ID, sh.lang) == n}
	if !made.picked && sh.has(n.Lang) {
		made.base = sh.root + string(n.Lang) + "/"
	}
	made.from = sh.newFrom(n, made.base+fragment.EscapePath(fragment.NotePath(n.ID)))
	return made
}

// blockHref leads to an entry or heading of a note: on the note's page, or on the
// month of the log that it stands in.
func (sh *sheet) blockHref(n *note.Note, b *note.Block) string {
	at := sh.at(n)
	if n.Kind == note.Log && isDay(b.Date) {
		return at.base + sh.month(b.Date[:7], sh.shownIn(n)).pathOf(b.Date, n.ID, sh.anchor(n, b))
	}
	if n.Kind == note.Log && b.Type == note.Heading && headingDay(b) != "" {
		return at.base + sh.dayPath(headingDay(b), sh.shownIn(n))
	}
	anchor := sh.anchor(n, b)
	if at.base == sh.up && !at.picked {
		if _, ok := sh.fragments.Everywhere(n.ID, anchor); !ok {
			anchor = ""
		}
	}
	if anchor == "" {
		return at.from.Href
	}
	return at.from.Href + "#" + anchor
}

// shownIn is the language of the interface in which noteHref shows a note.
func (sh *sheet) shownIn(n *note.Note) note.Lang {
	if sh.at(n).base != sh.up {
		return n.Lang
	}
	return sh.lang
}

// mentionHref leads to a mention, or to the nearest anchor above it.
func (sh *sheet) mentionHref(m site.Mention) string {
	switch {
	case m.Block == nil:
		return sh.noteHref(m.Note)
	case m.Entry() || m.Heading == nil:
		return sh.blockHref(m.Note, m.Block)
	case m.Note.Kind == note.Log && headingDay(m.Heading) != "":
		return sh.blockHref(m.Note, m.Heading)
	case m.Block.ID != "":
		return sh.blockHref(m.Note, m.Block)
	}
	return sh.blockHref(m.Note, m.Heading)
}

// quote shows a mention on the page of what it mentions: the entry, else the passage
// under its heading.
func (sh *sheet) quote(m site.Mention) view.Entry {
	in := place{n: m.Note, quoted: true}
	if m.Entry() {
		return sh.entry(m.Block, in)
	}
	e := view.Entry{Words: sh.say(), LineLinks: &view.LineLinks{}, Href: sh.mentionHref(m), From: sh.from(m.Note)}
	switch {
	case m.Block == nil:
	case m.Block.Type == note.Heading:
		e.Text = sh.rich(m.Block.Text, sh.s.LangOf(m.Note, m.Block), m.Note, true)
	default:
		if m.Heading != nil {
			e.Area = sh.text(m.Heading.Text.Plain(), sh.s.LangOf(m.Note, m.Heading))
		}
		sh.passage(&e, m, in)
	}
	return e
}

// maxPassage is how many characters of prose are quoted whole; of longer passages, and
// of tables, the page shows the words around the mention.
const maxPassage = 320

// passage quotes prose that names a thing.
func (sh *sheet) passage(e *view.Entry, m site.Mention, in place) {
	words := m.Block.Text.Plain()
	if utf8.RuneCountInString(words) <= maxPassage && !holdsTable(m.Block.Text) {
		e.Details = []view.Item{sh.item(m.Block, in)}
		return
	}
	if row := rowOf(m.Block.Text, m.Words); row != "" {
		words = row
	}
	e.Text = view.Rich{HTML: template.HTML(template.HTMLEscapeString(excerpt(words, m.Words))), Lang: sh.tag(sh.s.LangOf(m.Note, m.Block))}
}

func holdsTable(t note.Text) bool {
	return slices.ContainsFunc(t, func(s note.Span) bool { return strings.Contains(s.HTML, "<table") || strings.Contains(s.HTML, "<pre") })
}

// The parts of a rendered table that rowOf reads.
var (
	tableRow = regexp.MustCompile(`(?s)<tr[^>]*>(.*?)</tr>`)
	cellEdge = regexp.MustCompile(`</t[dh]>\s*<t[dh][^>]*>`)
	anyTag   = regexp.MustCompile(`<[^>]*>`)
)

// rowOf returns the words of the table row that names a thing, cell by cell; "" where
// none does.
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

// excerpt returns the words around what names the thing, cut at spaces and full
// stops where there are some near.
func excerpt(words, name string) string {
	const before, after = 80, 160
	at := max(strings.Index(words, name), 0)
	head, tail := []rune(words[:at]), []rune(words[at:])
	if len(head) > before {
		head = head[len(head)-before:]
		if i := slices.IndexFunc(head, isBreak); i >= 0 {
			head = head[i+1:]
		}
		head = append([]rune("…"), head...)
	}
	if len(tail) > after {
		tail = tail[:after]
		for i := len(tail) - 1; i > after/2; i-- {
			if isBreak(tail[i]) {
				tail = tail[:i]
				break
			}
		}
		tail = append(tail, '…')
	}
	return string(head) + string(tail)
}

func isBreak(r rune) bool { return unicode.IsSpace(r) || strings.ContainsRune("。、，；！？", r) }

// said groups what all notes say about a thing by release, newest first, logs last,
// and returns how many places there are and in which languages. Where these are too
// many for one page, older releases have only a link (see maxSaid).
func (sh *sheet) said(key note.Key) (groups []view.EntryGroup, count int, langs []view.Text) {
	known := sh.named(key)
	for _, c := range known.langs() {
		langs = append(langs, sh.self(c))
	}
	fill := func(g *view.EntryGroup, part []site.Mention) {
		told, rows := sh.changesOf(key, part)
		g.Entries, g.Rows = quoted(told, sh.quote), rows
	}
	if len(sh.partsSaid(key)) > 0 {
		return sh.bounded(known.places(), sh.saidPath(key), fill), len(known.digest()), langs
	}
	all := known.news()
	return sh.groups(all, fill), len(all), langs
}

// byNews orders mentions by the newest release of their note, newest first; those of
// a log by their date.
func byNews(a, b site.Mention) int {
	return cmp.Or(upstream.CompareReleases(upstream.Newest(b.Note.Releases), upstream.Newest(a.Note.Releases)), cmp.Compare(dateOf(b), dateOf(a)))
}

func dateOf(m site.Mention) string {
	if m.Block == nil {
		return ""
	}
	return m.Block.Date
}

// quoted quotes mentions; nil for none.
func quoted(all []site.Mention, quote func(site.Mention) view.Entry) []view.Entry {
	if len(all) == 0 {
		return nil
	}
	out := make([]view.Entry, len(all)) // entries are large: no growing
	for i, m := range all {
		out[i] = quote(m)
	}
	return out
}

// groups puts mentions, sorted by release, under their releases.
func (sh *sheet) groups(all []site.Mention, fill func(*view.EntryGroup, []site.Mention)) []view.EntryGroup {
	var out []view.EntryGroup
	for len(all) > 0 {
		r, end := upstream.Newest(all[0].Note.Releases), 1
		for end < len(all) && upstream.Newest(all[end].Note.Releases) == r {
			end++
		}
		g := sh.emptyGroup(r)
		fill(&g, all[:end])
		out, all = append(out, g), all[end:]
	}
	return out
}

// emptyGroup is the group of a release; of the log, where r is empty.
func (sh *sheet) emptyGroup(r note.Release) view.EntryGroup {
	if r != "" {
		return view.EntryGroup{ID: "r-" + string(r), Title: string(r), Href: sh.releaseLink(r).Href}
	}
	g := view.EntryGroup{ID: "log", Title: sh.l.T("nav.log")}
	if sh.exists("log/") {
		g.Href = sh.href("log/")
	}
	return g
}
