package builder

import (
	"cmp"
	"slices"
	"sync"

	"github.com/kawaraban/kawaraban/internal/memo"
	"github.com/kawaraban/kawaraban/internal/note"
	"github.com/kawaraban/kawaraban/internal/page/address"
	"github.com/kawaraban/kawaraban/internal/site"
	"github.com/kawaraban/kawaraban/internal/upstream"
	"github.com/kawaraban/kawaraban/internal/view"
)

// Citations finds the citations of a KEP or another thing. It searches the versions of notes that
// readers of the page see.
type Citations struct {
	pg   *Page
	memo *citationMemo
}

type citationMemo struct {
	cited   *memo.Map[citedKey, *Cited]
	counted *memo.Map[citedKey, int]
}

// CountIn returns the number of citations of a thing and the languages of their notes.
func (cs *Citations) CountIn(key note.Key) (int, []view.Text) {
	named := cs.Of(key)
	var langs []view.Text
	for _, c := range named.langs() {
		langs = append(langs, cs.pg.Book.Languages.Self(c))
	}
	return len(named.all), langs
}

func (cs *Citations) perRelease(key note.Key) map[note.Release]int {
	if key.ID == "" {
		return nil
	}
	return cs.Of(key).perRelease()
}

// citedKey identifies the citations of a thing for readers of a language, or for all readers if
// the language is empty.
type citedKey struct {
	key  note.Key
	lang note.Lang
}

// Cited is the citations of a thing. It caches what is derived from them, because every page that
// lists a KEP or a gate needs this. Callers must not modify it.
type Cited struct {
	all []site.Mention // without those in unwritten entries

	digesting sync.Once
	short     []site.Mention
	ordering  sync.Once
	recent    []site.Mention
	placing   sync.Once
	placed    *address.Places
	speaking  sync.Once
	languages []note.Lang
	counting  sync.Once
	counts    map[note.Release]int
}

// Of returns the citations of a thing for readers of this page. Readers of all languages share
// the result, unless a note names the thing in two languages.
func (cs *Citations) Of(key note.Key) *Cited {
	if known, ok := cs.memo.cited.Get(citedKey{key, ""}); ok {
		return known
	}
	id := citedKey{key, cs.pg.Lang}
	if known, ok := cs.memo.cited.Get(id); ok {
		return known
	}
	if !cs.pg.Site.Translated(key) {
		id.lang = ""
	}
	return cs.memo.cited.Make(id, func() *Cited { return &Cited{all: written(cs.pg.Site.MentionsFor(key, cs.pg.Lang))} })
}

// All returns the citations of a thing, without those in unwritten entries.
func (cs *Citations) All(key note.Key) []site.Mention { return cs.Of(key).all }

// Count returns the number of citations of a thing. Counts have a larger cache than citations,
// because a thousand pull requests list the same few KEPs.
func (cs *Citations) Count(key note.Key) int {
	return cs.memo.counted.Make(citedKey{key, cs.pg.Lang}, func() int { return len(cs.All(key)) })
}

// written removes the mentions in unwritten entries. It does not modify the given slice, which is
// shared.
func written(all []site.Mention) []site.Mention {
	waits := func(m site.Mention) bool { return m.Waits }
	if slices.ContainsFunc(all, waits) {
		return slices.DeleteFunc(slices.Clone(all), waits)
	}
	return all
}

// Digest keeps one mention per section of prose.
func (d *Cited) Digest() []site.Mention {
	d.digesting.Do(func() { d.short = address.Digest(d.all) })
	return d.short
}

func (d *Cited) news() []site.Mention {
	d.ordering.Do(func() {
		d.recent = d.Digest()
		if !slices.IsSortedFunc(d.recent, ByNews) {
			d.recent = slices.Clone(d.recent)
			slices.SortStableFunc(d.recent, ByNews)
		}
	})
	return d.recent
}

func (d *Cited) langs() []note.Lang {
	d.speaking.Do(func() {
		for _, m := range d.all {
			if !slices.Contains(d.languages, m.Note.Lang) {
				d.languages = append(d.languages, m.Note.Lang)
			}
		}
		slices.Sort(d.languages)
	})
	return d.languages
}

// Places groups the digest in the order in which pages quote it.
func (d *Cited) Places() *address.Places {
	d.placing.Do(func() { d.placed = address.NewPlaces(d.Digest()) })
	return d.placed
}

func (d *Cited) perRelease() map[note.Release]int {
	d.counting.Do(func() {
		d.counts = map[note.Release]int{}
		for _, m := range d.Digest() {
			if r := upstream.Newest(m.Note.Releases); r != "" {
				d.counts[r]++
			}
		}
	})
	return d.counts
}

type Mention = site.Mention

// ByNews compares mentions by the newest release of their note, then by the date of their log
// post. The newest comes first.
func ByNews(a, b site.Mention) int {
	return cmp.Or(upstream.CompareReleases(upstream.Newest(b.Note.Releases), upstream.Newest(a.Note.Releases)), cmp.Compare(address.DateOf(b), address.DateOf(a)))
}

// OfPull returns the entries attributed to the pull request of a change.
func (cs *Citations) OfPull(c *site.Change) []site.Mention {
	if c.PR == "" {
		return nil
	}
	var out []site.Mention
	for _, m := range cs.All(note.Key{Kind: note.PR, ID: c.PR}) {
		if m.Entry() && slices.Contains(m.Block.Attr.PRs, c.PR) {
			out = append(out, m)
		}
	}
	return out
}

// EntryOn returns the entry that explains a change in the language of the page. It prefers an
// entry of a note of kind changes. It returns nil without such an entry, or if the official text
// is in this language. It ignores entries that are headings, because they only name the change.
func (cs *Citations) EntryOn(c *site.Change, entries []site.Mention) *site.Mention {
	official := note.Lang("en")
	if c.Text != nil {
		official = c.Text.Lang
	}
	if official == cs.pg.Lang {
		return nil
	}
	var first *site.Mention
	for i := range entries {
		m := &entries[i]
		if m.Note.Lang != cs.pg.Lang || m.Block.Lang != cs.pg.Lang || m.Block.Level > 0 || len(m.Block.Text) == 0 {
			continue
		}
		if m.Note.Kind == note.Changes {
			found := *m
			return &found
		}
		if first == nil {
			found := *m
			first = &found
		}
	}
	return first
}
