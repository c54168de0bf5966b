package builder

import (
	"strings"

	"github.com/kawaraban/kawaraban/internal/feed"
	"github.com/kawaraban/kawaraban/internal/locale"
	"github.com/kawaraban/kawaraban/internal/memo"
	"github.com/kawaraban/kawaraban/internal/note"
	"github.com/kawaraban/kawaraban/internal/page/address"
	"github.com/kawaraban/kawaraban/internal/site"
	"github.com/kawaraban/kawaraban/internal/view"
)

// Builder has one builder of each kind, for one page.
type Builder struct {
	*Page
	Links       *Links
	Notes       *NoteLinks
	Citations   *Citations
	Attribution *Attribution
	Outcomes    *Outcomes
	Entries     *Entries
	Quotes      *Quotes
	Groups      *Groups
	Filters     *Filters
	Lines       *Lines
	Rows        *Rows
	Changes     *Changes
	Frames      *Frames
	Pairs       *Pairs

	shared *Shared
}

// Shared has the caches that all pages of a site share.
type Shared struct {
	Book      *address.Book
	tagCaches map[note.Lang]*tagCache
	targets   *memo.Map[targetKey, target]
	shown     memo.Map[shownKey, *memo.Map[*note.Note, *shownNote]]
	citations citationMemo
	entries   *memo.Map[entryKey, *sharedEntry]
	rows      rowMemo
	navs      memo.Map[string, []view.NavItem]
	pairs     pairMemo
}

// shownKey is all that links to notes depend on. Pages with the same key share these links.
type shownKey struct {
	lang    note.Lang
	up      string
	grouped bool
}

// Minimum sizes of the caches, in entries. A page is rendered in all languages before the next
// page, so texts of a few pages are enough. Links and counts are small, and nearly all pages need
// them.
const (
	keptTexts  = 1024
	keptThings = 512
	keptGates  = 128
	keptSmall  = 4096
)

// NewShared returns empty caches for the pages of a site.
func NewShared(book *address.Book) *Shared {
	sd := &Shared{
		Book: book, tagCaches: map[note.Lang]*tagCache{},
		targets:   memo.Bounded[targetKey, target](keptSmall),
		citations: citationMemo{memo.Bounded[citedKey, *Cited](keptThings), memo.Bounded[citedKey, int](keptSmall)},
		entries:   memo.Bounded[entryKey, *sharedEntry](keptTexts),
	}
	sd.rows.gates = memo.Bounded[gateKey, view.GateRow](keptGates)
	sd.pairs.edits = memo.Bounded[*note.Block, []view.Edit](keptThings)
	for _, l := range book.Languages.All {
		sd.tagCaches[l.Code] = newTagCache(l)
	}
	return sd
}

// Page returns the builders for the page at a path below /{l}/.
func (sd *Shared) Page(l *locale.Language, path, kind string, source func() feed.Source) *Builder {
	up := address.Depth(path)
	pg := &Page{
		Book: sd.Book, Site: sd.Book.Site, Data: sd.Book.Data, L: l, Lang: l.Code, Path: path, Kind: kind, Up: up, Root: up + "../",
		Source: source, tagCache: sd.tagCaches[l.Code],
	}
	pg.About = pg.own()
	return sd.builder(pg)
}

// Whole returns the builders for the same page with absolute addresses, for feeds.
func (b *Builder) Whole() *Builder {
	pg := *b.Page
	pg.Root = strings.TrimSuffix(pg.Book.Options.BaseURL, "/") + "/"
	pg.Up = pg.Root + string(pg.Lang) + "/"
	return b.shared.builder(&pg)
}

func (sd *Shared) builder(pg *Page) *Builder {
	b := &Builder{Page: pg, shared: sd}
	b.Links = &Links{pg, sd.targets}
	shown := sd.shown.Make(shownKey{pg.Lang, pg.Up, pg.grouped()}, func() *memo.Map[*note.Note, *shownNote] {
		return new(memo.Map[*note.Note, *shownNote])
	})
	b.Notes = &NoteLinks{pg, b.Links, shown}
	b.Citations = &Citations{pg, &sd.citations}
	b.Attribution = &Attribution{pg, b.Links, b.Notes, sd.entries}
	b.Outcomes = &Outcomes{pg, b.Links}
	b.Entries = &Entries{pg, b.Links, b.Notes, b.Attribution, b.Outcomes}
	b.Quotes = &Quotes{pg, b.Notes, b.Entries}
	b.Groups = &Groups{pg, b.Links, b.Notes, b.Citations, b.Quotes}
	b.Filters = &Filters{pg}
	b.Lines = &Lines{pg, b.Links, b.Citations}
	b.Rows = &Rows{pg, b.Links, b.Notes, b.Citations, b.Lines, &sd.rows}
	b.Changes = &Changes{pg, b.Links, b.Notes, b.Citations, b.Attribution, b.Entries}
	b.Frames = &Frames{pg, b.Links, b.Notes, &sd.navs}
	b.Pairs = &Pairs{pg, b.Links, b.Notes, b.Entries, &sd.pairs}
	return b
}

// APIHref returns the address of the entry that reports a change of an API resource, else of the
// resource in the list of API resources.
func (b *Builder) APIHref(c site.APIChange) string {
	if c.Mention.Note == nil {
		return b.Href("apis/") + "#" + address.APIID(c.Resource.Key())
	}
	return b.Notes.Mention(b.Notes.Preferred(c.Resource.Key(), c.Mention))
}
