package builder

import (
	"github.com/kawaraban/kawaraban/internal/fragment"
	"github.com/kawaraban/kawaraban/internal/memo"
	"github.com/kawaraban/kawaraban/internal/note"
	"github.com/kawaraban/kawaraban/internal/page/address"
	"github.com/kawaraban/kawaraban/internal/site"
	"github.com/kawaraban/kawaraban/internal/upstream"
	"github.com/kawaraban/kawaraban/internal/view"
)

// NoteLinks builds links to notes and to blocks in them.
type NoteLinks struct {
	pg    *Page
	links *Links
	memo  *memo.Map[*note.Note, *shownNote] // shared by pages of the same depth and language
}

// Preferred returns the mention of the thing in the version of the note that readers of this page
// see. first is a mention in any version.
func (nl *NoteLinks) Preferred(key note.Key, first site.Mention) site.Mention {
	if nl.at(first.Note).picked {
		return first
	}
	return nl.pickedOf(key, first)
}

func (nl *NoteLinks) pickedOf(key note.Key, first site.Mention) site.Mention {
	want := nl.pg.Site.Pick(first.Note.ID, nl.pg.Lang)
	for m := range nl.pg.Site.EachMention(key) {
		if m.Note == want {
			return m
		}
	}
	return first
}

// NamedMention links to a mention. The text of the link is the name of the note.
func (nl *NoteLinks) NamedMention(m site.Mention) view.Link {
	self, name := nl.pg.Book.Languages.Self(m.Note.Lang), nl.nameOf(m.Note)
	return view.Link{Href: nl.Mention(m), Text: name.Text, Lang: name.Lang, Note: self.Text, NoteLang: self.Lang}
}

// nameOf returns the name of a note in a list. That is its SIG for a note about one SIG, else its
// title. The release precedes the SIG if it differs from the release of the page.
func (nl *NoteLinks) nameOf(n *note.Note) view.Text {
	if !byGroup(n) {
		return nl.pg.Title(n)
	}
	name := nl.pg.Book.SIGTitle(n.SIGs[0])
	if r := upstream.Newest(n.Releases); r != "" && r != nl.pg.releaseOf() {
		name = string(r) + " · " + name
	}
	return view.Text{Text: name}
}

// From returns the source of a quote. Callers must not modify the result, which is shared.
func (nl *NoteLinks) From(n *note.Note) *view.From { return &nl.at(n).from }

func (nl *NoteLinks) newFrom(n *note.Note, href string) view.From {
	f := view.From{Title: nl.pg.Title(n), Href: href}
	if r := upstream.Newest(n.Releases); r != "" && !nl.pg.grouped() {
		f.Release, f.RelHref = string(r), nl.links.Release(r).Href
	}
	if n.Kind != note.Changes {
		f.KindWord = nl.pg.L.T("shape." + string(n.Kind))
	} else if byGroup(n) {
		f.SIGs = nl.pg.Book.SIGTitle(n.SIGs[0])
	}
	return f
}

const maxTitle = 30

// shortTitle names a note on a page where a heading already names the release. It returns the SIG
// of a note with one SIG, else the title.
func (nl *NoteLinks) shortTitle(n *note.Note) view.Text {
	if len(n.SIGs) == 1 {
		return view.Text{Text: nl.pg.Book.SIGTitle(n.SIGs[0])}
	}
	return nl.pg.Text(fragment.Shorten(n.Title, maxTitle), n.Lang)
}

// Note returns the address of the version of a note, for links on this page.
func (nl *NoteLinks) Note(n *note.Note) string { return nl.at(n).from.Href }

// shownNote is the data about a version of a note that pages of the same language and depth
// share.
type shownNote struct {
	base   string // path to the /{l}/ of the page that shows it: see newShownNote
	picked bool   // readers of the language see this version
	from   view.From
}

func (nl *NoteLinks) at(n *note.Note) *shownNote {
	return nl.memo.Make(n, func() *shownNote { return nl.newShownNote(n) })
}

// newShownNote finds a page that shows a version of a note. Without one in the language of this
// page, it uses the page in the language of the version.
func (nl *NoteLinks) newShownNote(n *note.Note) *shownNote {
	made := &shownNote{base: nl.pg.Up, picked: nl.pg.Site.Pick(n.ID, nl.pg.Lang) == n}
	if !made.picked && nl.pg.Book.Languages.Has(n.Lang) {
		made.base = nl.pg.Root + string(n.Lang) + "/"
	}
	made.from = nl.newFrom(n, made.base+fragment.EscapePath(fragment.NotePath(n.ID)))
	return made
}

// Block returns the address of an entry or a heading on the page of its note. For blocks of logs,
// it returns the address on the page of the month.
func (nl *NoteLinks) Block(n *note.Note, b *note.Block) string {
	at := nl.at(n)
	if n.Kind == note.Log && address.IsDay(b.Date) {
		return at.base + nl.pg.Book.Log.Month(b.Date[:7], nl.shownIn(n)).PathOf(b.Date, n.ID, nl.pg.Book.Log.Anchor(n, b))
	}
	if n.Kind == note.Log && b.Type == note.Heading && address.HeadingDay(b) != "" {
		return at.base + nl.pg.Book.Log.DayPath(address.HeadingDay(b), nl.shownIn(n))
	}
	anchor := nl.pg.Book.Log.Anchor(n, b)
	if at.base == nl.pg.Up && !at.picked {
		if _, ok := nl.pg.Book.Fragments.Everywhere(n.ID, anchor); !ok {
			anchor = ""
		}
	}
	if anchor == "" {
		return at.from.Href
	}
	return at.from.Href + "#" + anchor
}

func (nl *NoteLinks) shownIn(n *note.Note) note.Lang {
	if nl.at(n).base != nl.pg.Up {
		return n.Lang
	}
	return nl.pg.Lang
}

// Mention returns the address of the block of a mention, or of the heading above it if the block
// has no anchor.
func (nl *NoteLinks) Mention(m site.Mention) string {
	switch {
	case m.Block == nil:
		return nl.Note(m.Note)
	case m.Entry() || m.Heading == nil:
		return nl.Block(m.Note, m.Block)
	case m.Note.Kind == note.Log && address.HeadingDay(m.Heading) != "":
		return nl.Block(m.Note, m.Heading)
	case m.Block.ID != "":
		return nl.Block(m.Note, m.Block)
	}
	return nl.Block(m.Note, m.Heading)
}
