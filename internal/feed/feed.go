// Package feed makes the feeds beside pages: the home page, those of releases, those of groups.
//
// A [Feed] is what any format of feeds needs; package output writes it as Atom. A [Maker]
// makes the feeds of one language. It knows the notes and their texts, and asks its caller for
// addresses and names, so that feeds do not depend on how pages are made.
//
// An item is a note; of a log, a post. It holds the beginning of its text as plain HTML in which
// every address is whole: see [Maker.Feed]. A feed demands dates and none is invented, so that
// a place without a date is in no feed.
package feed

import (
	"cmp"
	"iter"
	"slices"

	"github.com/kawaraban/kawaraban/internal/fragment"
	"github.com/kawaraban/kawaraban/internal/locale"
	"github.com/kawaraban/kawaraban/internal/note"
	"github.com/kawaraban/kawaraban/internal/site"
	"github.com/kawaraban/kawaraban/internal/upstream"
	"github.com/kawaraban/kawaraban/internal/view"
)

// AtomName is the file of a feed, in the folder of its page.
const AtomName = "feed.xml"

// maxItems is how many items a feed has: the newest.
const maxItems = 50

// Bytes of HTML that an item holds. A note stands in the feed of the site with its
// beginning, and with less in those of its releases and groups: of 1,000 notes these
// would else weigh as much as all pages of notes.
const (
	SiteRoom = 8_000
	NoteRoom = 1_500
)

// Feed is what a feed reader is given beside a page. All addresses are whole, all
// languages BCP 47 and set, all dates RFC 3339.
type Feed struct {
	Title    view.Text
	Subtitle view.Text // may be empty
	Lang     string    // of the interface
	Page     string    // address of the page; the feed is in the same folder
	Site     string    // name of the site, which is the author of what has no other
	SiteHome string    // address of the site's page in the language
	Updated  string    // the newest of its items'
	Items    []Item
}

// Item is a note, or an entry or passage of one.
type Item struct {
	ID      string // the same whatever language the item is shown in, and whatever page it stands on
	Href    string
	Title   view.Text
	Lang    string // of the content
	Authors []Person
	Updated string
	HTML    string   // escaped and sanitised as on the page, every address whole; it says what a program wrote
	Tags    []string // releases and groups of the note
}

// Person is an author; Href may be empty.
type Person struct{ Name, Href string }

// Source is what a feed tells of.
type Source struct {
	Name  string           // what the notes are about; empty for the feed of the whole site
	Notes func() []note.ID // of a log, its posts are meant
	Room  int              // bytes of HTML for each item: [SiteRoom] or [NoteRoom]
}

// Maker makes the feeds of one language of a site.
type Maker struct {
	Site      *site.Site
	Fragments *fragment.Maker
	Language  *locale.Language // of the interface

	Name, Description string // of the site
	Root              string // address of the site: https://example.org/notes/

	Date   func(*note.Note, *note.Block) string // day on which a note or one of its posts was written; empty where unknown
	Href   func(site.Mention) string            // address of a place in a note
	Pull   func(number string) view.Link
	Person func(id string) view.Link
	Group  func(note.SIG) string // name of a group
}

// up returns the address of /{l}/.
func (m *Maker) up() string { return m.Root + string(m.Language.Code) + "/" }

// place is a note, or with a block a post of one.
type place struct {
	site.Mention
	date string
}

// places returns the notes of a source, and the posts of its logs.
func (m *Maker) places(src Source) iter.Seq[place] {
	return func(yield func(place) bool) {
		for _, id := range src.Notes() {
			n := m.Site.Pick(id, m.Language.Code)
			if n.Kind != note.Log {
				if !yield(place{site.Mention{Note: n}, m.Date(n, nil)}) {
					return
				}
				continue
			}
			for i := range n.Blocks {
				if b := &n.Blocks[i]; b.Type == note.Entry && !yield(place{site.Mention{Note: n, Block: b}, m.Date(n, b)}) {
					return
				}
			}
		}
	}
}

// items returns the places that a feed may have, in no order.
func (m *Maker) items(src Source) iter.Seq[place] {
	return func(yield func(place) bool) {
		seen := map[string]bool{}
		for t := range m.places(src) {
			if t.date == "" {
				continue
			}
			id := m.itemPath(t)
			gone := seen[id] || m.Site.Unwritten(t.Note) || t.Block != nil && site.Waits(t.Note, t.Block)
			seen[id] = true
			if !gone && !yield(t) {
				return
			}
		}
	}
}

// Any reports whether the feed of a source has an item. It stops at the first one.
func (m *Maker) Any(src Source) bool {
	for range m.items(src) {
		return true
	}
	return false
}

// newest returns the newest items of a feed, the newest first.
func (m *Maker) newest(src Source) []place {
	all := slices.Collect(m.items(src))
	slices.SortStableFunc(all, func(a, b place) int {
		return cmp.Or(cmp.Compare(b.date, a.date), upstream.CompareReleases(upstream.Newest(b.Note.Releases), upstream.Newest(a.Note.Releases)))
	})
	return all[:min(len(all), maxItems)]
}

// Feed makes the feed of a source. It stands beside the page at a path below /{l}/.
func (m *Maker) Feed(src Source, path string) *Feed {
	f := &Feed{Title: m.Title(src), Lang: m.Language.Tag, Page: m.up() + fragment.EscapePath(path), Site: m.Name, SiteHome: m.up()}
	if src.Name == "" {
		f.Subtitle = view.Text{Text: cmp.Or(m.Description, m.Language.T("home.description")), Lang: m.Language.Tag}
	}
	for _, t := range m.newest(src) {
		it := m.item(t, src.Room)
		f.Updated = max(f.Updated, it.Updated)
		f.Items = append(f.Items, it)
	}
	return f
}

// Title names the feed of a source: what it tells of, and the site.
func (m *Maker) Title(src Source) view.Text {
	title := m.Name
	if src.Name != "" {
		title = src.Name + " · " + title
	}
	return view.Text{Text: title, Lang: m.Language.Tag}
}

// itemPath identifies an item in its language: the address of the note, and the place in it. No
// page has that address where the note is a log, because posts are on the pages of months,
// where another log can have the same anchor.
//
// The anchor is that of the original, so that it stays when a translation is added.
func (m *Maker) itemPath(t place) string {
	b := t.Block
	if b != nil && b.ID == "" {
		b = t.Heading
	}
	return fragment.EscapePath(fragment.NotePath(t.Note.ID)) + fragment.Hash(string(m.Site.Anchor(t.Note, b)))
}

// item makes the item of a place.
func (m *Maker) item(t place, room int) Item {
	n := t.Note
	it := Item{
		ID: m.up() + m.itemPath(t), Href: m.Href(t.Mention),
		Lang: locale.Tag(n.Lang), Updated: t.date + "T00:00:00Z",
	}
	w := text{Maker: m, n: n, lang: n.Lang}
	if t.Block == nil {
		it.Title = view.Text{Text: n.Title, Lang: locale.Tag(cmp.Or(n.TitleLang, n.Lang))}
		w.blocks(blocksOf(n), room, it.Href)
	} else {
		w.lang = m.Site.LangOf(n, t.Block)
		it.Lang = locale.Tag(w.lang)
		it.Title = view.Text{Text: itemTitle(t), Lang: it.Lang}
		w.blocks([]*note.Block{t.Block}, room, it.Href)
	}
	it.HTML = w.made.String()
	for _, a := range n.Meta.Authors {
		link := m.Person(string(a))
		it.Authors = append(it.Authors, Person{link.Text, link.Href})
	}
	for _, r := range n.Releases {
		it.Tags = append(it.Tags, "Kubernetes "+string(r))
	}
	for _, g := range n.SIGs {
		it.Tags = append(it.Tags, m.Group(g))
	}
	return it
}

func blocksOf(n *note.Note) []*note.Block {
	out := make([]*note.Block, len(n.Blocks))
	for i := range n.Blocks {
		out[i] = &n.Blocks[i]
	}
	return out
}

// maxItemTitle is how many characters of an entry are its title in a feed.
const maxItemTitle = 100

// itemTitle is the first words of an entry or passage; those of the note's title where it
// has none.
func itemTitle(t place) string {
	return cmp.Or(fragment.Shorten(t.Block.Text.Plain(), maxItemTitle), t.Note.Title)
}
