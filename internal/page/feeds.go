package page

import (
	"strings"

	"github.com/kawaraban/kawaraban/internal/feed"
	"github.com/kawaraban/kawaraban/internal/locale"
	"github.com/kawaraban/kawaraban/internal/note"
	"github.com/kawaraban/kawaraban/internal/upstream"
	"github.com/kawaraban/kawaraban/internal/view"
)

func (p *planner) siteFeed() feed.Source { return feed.Source{Notes: p.noteIDs, Room: feed.SiteRoom} }

func (p *planner) releaseFeed(r note.Release) feed.Source {
	return feed.Source{
		Name: "Kubernetes " + string(r), Room: feed.NoteRoom,
		Notes: func() []note.ID { return p.s.NotesOf(r) },
	}
}

func (p *planner) groupFeed(key note.Key) feed.Source {
	g := note.SIG(key.ID)
	return feed.Source{
		Name: p.sigTitle(g), Room: feed.NoteRoom,
		Notes: func() []note.ID { return p.s.NotesOfSIG(g) },
	}
}

// feedAt returns how the feed of a page is made; nil where it would have nothing. Feeds need
// whole addresses, so that a site without an address has none.
func (p *planner) feedAt(l *locale.Language, r route) func() *feed.Feed {
	if r.feed == nil || p.o.BaseURL == "" {
		return nil
	}
	sh := p.sheet(l, r).whole()
	m, src := sh.feedMaker(), r.feed()
	if !m.Any(src) {
		return nil
	}
	return func() *feed.Feed { return m.Feed(src, sh.path) }
}

// feedMaker makes the feeds of this page's language. The addresses are those of the sheet.
func (sh *sheet) feedMaker() *feed.Maker {
	return &feed.Maker{
		Site: sh.s, Fragments: sh.fragments, Language: sh.l, Root: sh.root,
		Name: sh.siteName(sh.lang), Description: sh.siteDescription(sh.lang),
		Date: sh.day, Href: sh.mentionHref, Pull: sh.prLink, Person: sh.personLink, Group: sh.sigTitle,
	}
}

// feedLinks leads from the head and the foot of a page to its feeds.
func (sh *sheet) feedLinks() []view.FeedLink {
	if !sh.fed {
		return nil
	}
	return []view.FeedLink{{Href: feed.AtomName, Type: "application/atom+xml", Title: sh.feedMaker().Title(sh.source()).Text}}
}

// whole is the sheet of the same page on which every address is whole.
func (sh *sheet) whole() *sheet {
	w := *sh
	w.root = strings.TrimSuffix(sh.o.BaseURL, "/") + "/"
	w.up = w.root + string(sh.lang) + "/"
	w.notes = sh.notesAt(sh.lang, w.up, sh.grouped())
	return &w
}

// day is when a place was written: the day of the post, else the date of the note, else
// that of its original, else that of the newest release it is about, else the day on which git
// first has it. Empty where none of these is known.
func (p *planner) day(n *note.Note, b *note.Block) string {
	if b != nil && isDay(b.Date) {
		return b.Date
	}
	for _, date := range []string{n.Meta.Date, p.s.Original(n.ID).Meta.Date, p.release(upstream.Newest(n.Releases)).Date, p.firstSeen(n)} {
		if isDay(date) {
			return date
		}
	}
	return ""
}

// listNoteIDs lists all notes.
func (p *planner) listNoteIDs() []note.ID {
	var out []note.ID
	for _, n := range p.s.Notes() {
		if len(out) == 0 || out[len(out)-1] != n.ID {
			out = append(out, n.ID)
		}
	}
	return out
}
