package page

import (
	"cmp"
	"iter"
	"slices"
	"strings"

	"github.com/kawaraban/kawaraban/internal/fragment"
	"github.com/kawaraban/kawaraban/internal/locale"
	"github.com/kawaraban/kawaraban/internal/note"
	"github.com/kawaraban/kawaraban/internal/site"
	"github.com/kawaraban/kawaraban/internal/upstream"
	"github.com/kawaraban/kawaraban/internal/view"
)

// AtomName is the name of the feed next to a page.
const AtomName = "feed.xml"

// maxItems is how many items a feed has: the newest.
const maxItems = 50

// How many bytes of HTML an item holds. A note stands in the feed of the site with its
// beginning, and with less in those of its releases and groups: of 1,000 notes these
// would else weigh as much as all pages of notes.
const (
	siteRoom = 8_000
	noteRoom = 1_500
)

// Feed is what a feed reader is given beside a page. All addresses are whole, all
// languages BCP 47 and set, all dates RFC 3339.
type Feed struct {
	Title    view.Text
	Subtitle view.Text // may be empty
	Lang     string    // of the interface
	Page     string    // address of the page; the feeds stand right below it
	Site     string    // name of the site, which is the author of what has no other
	SiteHome string    // address of the site's page in the language
	Updated  string    // the newest of its items'
	Items    []FeedItem
}

// FeedItem is a note, or an entry or passage of one.
type FeedItem struct {
	ID      string // the same whatever language the item is shown in, and whatever page it stands on
	Href    string
	Title   view.Text
	Lang    string // of the content
	Authors []FeedPerson
	Updated string
	HTML    string   // escaped and sanitised as on the page, every address whole; it says what a program wrote
	Tags    []string // releases and groups of the note
}

// FeedPerson is an author; Href may be empty.
type FeedPerson struct{ Name, Href string }

// told is a place that a feed has an item of: a note, or with a block a part of it.
type told struct {
	mention
	date string
}

// feedSource is what a feed tells of.
type feedSource struct {
	name   string // empty for the feed of the whole site
	places func(*sheet) iter.Seq[told]
	room   int // bytes of HTML for each place
}

func (p *planner) siteFeed() feedSource {
	return feedSource{places: func(sh *sheet) iter.Seq[told] { return sh.toldIn(sh.noteIDs()) }, room: siteRoom}
}

func (p *planner) releaseFeed(r note.Release) feedSource {
	return feedSource{
		name: "Kubernetes " + string(r), room: noteRoom,
		places: func(sh *sheet) iter.Seq[told] { return sh.toldIn(sh.s.NotesOf(r)) },
	}
}

func (p *planner) groupFeed(key note.Key) feedSource {
	g := note.SIG(key.ID)
	return feedSource{
		name: p.sigTitle(g), room: noteRoom,
		places: func(sh *sheet) iter.Seq[told] { return sh.toldIn(sh.s.NotesOfSIG(g)) },
	}
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

// toldIn returns notes as places; of a log, its posts.
func (sh *sheet) toldIn(ids []note.ID) iter.Seq[told] {
	return func(yield func(told) bool) {
		for _, id := range ids {
			n := sh.s.Pick(id, sh.lang)
			if n.Kind != note.Log {
				if !yield(told{mention{Note: n}, sh.day(n, nil)}) {
					return
				}
				continue
			}
			for i := range n.Blocks {
				if b := &n.Blocks[i]; b.Type == note.Entry && !yield(told{mention{Note: n, Block: b}, sh.day(n, b)}) {
					return
				}
			}
		}
	}
}

// day is when a place was written: the day of the post, else the date of the note, else
// that of its original, else that of the newest release it is about, else that on which git
// says that it came to the site. Empty where none of these is known: such a place is in no
// feed, since a feed demands a date and none is invented.
func (p *planner) day(n *note.Note, b *note.Block) string {
	if b != nil && isDay(b.Date) {
		return b.Date
	}
	for _, date := range []string{n.Meta.Date, p.s.Original(n.ID).Meta.Date, p.release(newest(n.Releases)).Date, p.firstSeen(n)} {
		if isDay(date) {
			return date
		}
	}
	return ""
}

// tellable returns what the feed of this page may have, in no order.
func (sh *sheet) tellable(src feedSource) iter.Seq[told] {
	return func(yield func(told) bool) {
		seen := map[string]bool{}
		for t := range src.places(sh) {
			if t.date == "" {
				continue
			}
			id := sh.itemPath(t)
			gone := seen[id] || sh.s.Unwritten(t.Note) || t.Block != nil && site.Waits(t.Note, t.Block)
			seen[id] = true
			if !gone && !yield(t) {
				return
			}
		}
	}
}

// listTold returns what the feed of this page has, the newest first.
func (sh *sheet) listTold(src feedSource) []told {
	all := slices.Collect(sh.tellable(src))
	slices.SortStableFunc(all, func(a, b told) int {
		return cmp.Or(cmp.Compare(b.date, a.date), upstream.CompareReleases(newest(b.Note.Releases), newest(a.Note.Releases)))
	})
	return all[:min(len(all), maxItems)]
}

// feedAt returns how the feed of a page is made; nil where it would have nothing. Feeds need
// whole addresses, so there are none where the site's own is not known.
func (p *planner) feedAt(l *locale.Language, r route) func() *Feed {
	if r.feed == nil || p.o.BaseURL == "" {
		return nil
	}
	sh := p.sheet(l, r)
	for range sh.tellable(r.feed()) {
		return sh.whole().feed
	}
	return nil
}

// feedLinks leads from the head and the foot of a page to its feeds.
func (sh *sheet) feedLinks() []view.FeedLink {
	if !sh.fed {
		return nil
	}
	return []view.FeedLink{{Href: AtomName, Type: "application/atom+xml", Title: sh.feedTitle().Text}}
}

// whole is the sheet of the same page on which every address is whole.
func (sh *sheet) whole() *sheet {
	w := *sh
	w.root = strings.TrimSuffix(sh.o.BaseURL, "/") + "/"
	w.up = w.root + string(sh.lang) + "/"
	w.notes = sh.notesAt(sh.lang, w.up, sh.grouped())
	return &w
}

// feed makes the feed of a page; its sheet is a whole one.
func (sh *sheet) feed() *Feed {
	f := &Feed{Lang: sh.l.Tag, Page: sh.up + fragment.EscapePath(sh.path), Site: sh.siteName(sh.lang), SiteHome: sh.up}
	src := sh.source()
	f.Title = sh.feedTitle()
	if src.name == "" {
		f.Subtitle = view.Text{Text: cmp.Or(sh.siteDescription(sh.lang), sh.l.T("home.description")), Lang: sh.l.Tag}
	}
	for _, t := range sh.listTold(src) {
		it := sh.feedItem(t, src.room)
		f.Updated = max(f.Updated, it.Updated)
		f.Items = append(f.Items, it)
	}
	return f
}

// feedTitle names the feed of this page: what it tells of, and the site.
func (sh *sheet) feedTitle() view.Text {
	title := sh.siteName(sh.lang)
	if name := sh.source().name; name != "" {
		title = name + " · " + title
	}
	return view.Text{Text: title, Lang: sh.l.Tag}
}

// itemPath is what tells the items of a language apart: the address of the note, and the
// place in it. It is that of no page where the note is a log, whose posts stand on their
// months: there another log can take an anchor away.
//
// The anchor is that of the original, so it stays when a translation comes.
func (sh *sheet) itemPath(t told) string {
	b := t.Block
	if b != nil && b.ID == "" {
		b = t.Heading
	}
	return fragment.EscapePath(fragment.NotePath(t.Note.ID)) + fragment.Hash(sh.anchor(t.Note, b))
}

// feedItem makes the item of a place.
func (sh *sheet) feedItem(t told, room int) FeedItem {
	n := t.Note
	it := FeedItem{
		ID: sh.up + sh.itemPath(t), Href: sh.mentionHref(t.mention),
		Lang: locale.Tag(n.Lang), Updated: t.date + "T00:00:00Z",
	}
	w := feedText{sh: sh, n: n, lang: n.Lang}
	if t.Block == nil {
		it.Title = view.Text{Text: n.Title, Lang: locale.Tag(cmp.Or(n.TitleLang, n.Lang))}
		w.blocks(blocksOf(n), room, it.Href)
	} else {
		w.lang = sh.s.LangOf(n, t.Block)
		it.Lang = locale.Tag(w.lang)
		it.Title = view.Text{Text: sh.itemTitle(t), Lang: it.Lang}
		w.blocks([]*note.Block{t.Block}, room, it.Href)
	}
	it.HTML = w.made.String()
	for _, a := range n.Meta.Authors {
		link := sh.personLink(string(a))
		it.Authors = append(it.Authors, FeedPerson{link.Text, link.Href})
	}
	for _, r := range n.Releases {
		it.Tags = append(it.Tags, "Kubernetes "+string(r))
	}
	for _, g := range n.SIGs {
		it.Tags = append(it.Tags, sh.sigTitle(g))
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
func (sh *sheet) itemTitle(t told) string {
	return cmp.Or(cut(t.Block.Text.Plain(), maxItemTitle), t.Note.Title)
}
