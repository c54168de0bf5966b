// Package feed builds the feeds of pages: the home page, releases and SIGs. A [Maker] builds the
// feeds of one language, and a [Source] selects the items. A [Feed] is independent of the format;
// package output writes it as Atom.
//
// An item is a note, a post of a log, or a result of [Source].Items. It has the beginning of the
// text as simple HTML with absolute addresses. Items require a date, so undated notes are omitted.
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

// AtomName is the file name of a feed in the folder of its page.
const AtomName = "feed.xml"

const maxItems = 50

// Maximum size of an item in bytes of HTML. Feeds of releases and SIGs have shorter items, because
// with 1,000 notes these feeds would otherwise be as large as all pages of notes.
const (
	SiteRoom = 8_000
	NoteRoom = 1_500
)

// Feed is the feed of a page. All addresses are absolute, languages are BCP 47 tags, and dates are
// RFC 3339.
type Feed struct {
	Title    view.Text
	Subtitle view.Text // may be empty
	Lang     string    // of the interface
	Page     string    // address of the page; the feed is in the same folder
	Site     string    // name of the site, and default author
	SiteHome string    // address of the site's home page in the language
	Updated  string    // the newest date of the items
	Items    []Item
}

// Item is a note, or an entry or passage of one.
type Item struct {
	ID      string // does not depend on the version shown or the page
	Href    string
	Title   view.Text
	Lang    string // of the content
	Authors []Person
	Updated string
	HTML    string   // escaped and sanitized as on the page, with absolute addresses; includes the machine translation label
	Tags    []string // releases and SIGs of the note
}

// Person is an author; Href may be empty.
type Person struct{ Name, Href string }

// Source selects the content of a feed.
type Source struct {
	Name  string              // topic; empty for the feed of the whole site
	Word  string              // instead of Name: the key of the topic in the interface text
	Notes func() []note.ID    // a log contributes its posts
	Room  int                 // maximum bytes of HTML per item: [SiteRoom] or [NoteRoom]
	Items func(*Maker) []Item // instead of Notes: the items, newest first
}

// Maker builds the feeds of one language of a site.
type Maker struct {
	Site      *site.Site
	Fragments *fragment.Maker
	Language  *locale.Language // of the interface

	Name, Description string // of the site
	Root              string // address of the site: https://example.org/notes/

	Date   func(*note.Note, *note.Block) string // day of a note or post; "" if unknown
	Href   func(site.Mention) string            // address of a block of a note
	Pull   func(number string) view.Link
	Person func(id string) view.Link
	Group  func(note.SIG) string // name of a SIG
}

// up returns the address of /{l}/.
func (m *Maker) up() string { return m.Root + string(m.Language.Code) + "/" }

// datedMention is a note, or a post if Block is set.
type datedMention struct {
	site.Mention
	date string
}

func (m *Maker) places(src Source) iter.Seq[datedMention] {
	return func(yield func(datedMention) bool) {
		for _, id := range src.Notes() {
			n := m.Site.Pick(id, m.Language.Code)
			if n.Kind != note.Log {
				if !yield(datedMention{site.Mention{Note: n}, m.Date(n, nil)}) {
					return
				}
				continue
			}
			for i := range n.Blocks {
				if b := &n.Blocks[i]; b.Type == note.Entry && !yield(datedMention{site.Mention{Note: n, Block: b}, m.Date(n, b)}) {
					return
				}
			}
		}
	}
}

func (m *Maker) items(src Source) iter.Seq[datedMention] {
	return func(yield func(datedMention) bool) {
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
	if src.Items != nil {
		return len(src.Items(m)) > 0
	}
	for range m.items(src) {
		return true
	}
	return false
}

func (m *Maker) newest(src Source) []datedMention {
	all := slices.Collect(m.items(src))
	slices.SortStableFunc(all, func(a, b datedMention) int {
		return cmp.Or(cmp.Compare(b.date, a.date), upstream.CompareReleases(upstream.Newest(b.Note.Releases), upstream.Newest(a.Note.Releases)))
	})
	return all[:min(len(all), maxItems)]
}

// Feed builds the feed of a source for the page at a path below /{l}/.
func (m *Maker) Feed(src Source, path string) *Feed {
	f := &Feed{Title: m.Title(src), Lang: m.Language.Tag, Page: m.up() + fragment.EscapePath(path), Site: m.Name, SiteHome: m.up()}
	if src.Name == "" && src.Word == "" {
		f.Subtitle = view.Text{Text: cmp.Or(m.Description, m.Language.T("home.description")), Lang: m.Language.Tag}
	}
	if src.Items != nil {
		f.Items = src.Items(m)
		f.Items = f.Items[:min(len(f.Items), maxItems)]
	} else {
		for _, t := range m.newest(src) {
			f.Items = append(f.Items, m.item(t, src.Room))
		}
	}
	for _, it := range f.Items {
		f.Updated = max(f.Updated, it.Updated)
	}
	return f
}

// Title returns the title of a feed: its topic and the site.
func (m *Maker) Title(src Source) view.Text {
	topic, title := src.Name, m.Name
	if src.Word != "" {
		topic = m.Language.T(src.Word)
	}
	if topic != "" {
		title = topic + " · " + title
	}
	return view.Text{Text: title, Lang: m.Language.Tag}
}

// itemPath identifies an item in its language: the path of the note and the anchor of the original.
// For a post, no page has this address: posts are on the pages of months, where several logs can
// have the same anchor. Adding a translation does not change it.
func (m *Maker) itemPath(t datedMention) string {
	b := t.Block
	if b != nil && b.ID == "" {
		b = t.Heading
	}
	return fragment.EscapePath(fragment.NotePath(t.Note.ID)) + fragment.Hash(string(m.Site.Anchor(t.Note, b)))
}

func (m *Maker) item(t datedMention, room int) Item {
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

const maxItemTitle = 100

func itemTitle(t datedMention) string {
	return cmp.Or(fragment.Shorten(t.Block.Text.Plain(), maxItemTitle), t.Note.Title)
}
