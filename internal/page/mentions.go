package page

import (
	"slices"
	"sync"

	"github.com/kawaraban/kawaraban/internal/note"
	"github.com/kawaraban/kawaraban/internal/site"
	"github.com/kawaraban/kawaraban/internal/upstream"
)

// mentionKey identifies what a reader of a language is shown of a thing; without a
// language, what all readers are shown.
type mentionKey struct {
	key  note.Key
	lang note.Lang
}

// mentioned is what notes say of a thing, for readers of one language or of all. What is
// made of it is made once: every page that lists a KEP or a gate counts its places, and
// every part of what is said of a thing asks for all of them. Nobody writes into it.
type mentioned struct {
	all []site.Mention // that say something of the thing

	digesting sync.Once
	short     []site.Mention
	ordering  sync.Once
	recent    []site.Mention
	placing   sync.Once
	placed    *places
	speaking  sync.Once
	spoken    []note.Lang
	counting  sync.Once
	counts    map[note.Release]int
}

// named returns the places that name a thing, for a reader of this page. Where no note
// names it in two languages, which is the rule, they are the same for all readers.
func (sh *sheet) named(key note.Key) *mentioned {
	if known, ok := sh.mentioned.Get(mentionKey{key, ""}); ok {
		return known
	}
	id := mentionKey{key, sh.lang}
	if known, ok := sh.mentioned.Get(id); ok {
		return known
	}
	if !sh.s.Translated(key) {
		id.lang = ""
	}
	return sh.mentioned.Make(id, func() *mentioned { return &mentioned{all: spoken(sh.s.MentionsFor(key, sh.lang))} })
}

// mentions returns the places that name a thing and say something of it, for a reader of
// this page.
func (sh *sheet) mentions(key note.Key) []site.Mention { return sh.named(key).all }

// notedIn counts the places that name a thing and say something of it, for a reader of this
// page. The number is kept for longer than the places: each of a thousand pull requests lists
// the same few KEPs, and between two of them their places have been let go of.
func (sh *sheet) notedIn(key note.Key) int {
	return sh.counted.Make(mentionKey{key, sh.lang}, func() int { return len(sh.mentions(key)) })
}

// spoken leaves out the mentions in entries that wait for their words. The slice is shared.
func spoken(all []site.Mention) []site.Mention {
	waits := func(m site.Mention) bool { return m.Waits }
	if slices.ContainsFunc(all, waits) {
		return slices.DeleteFunc(slices.Clone(all), waits)
	}
	return all
}

// digest keeps one mention for each section of prose, since a passage that goes on
// about a thing names it again and again.
func (d *mentioned) digest() []site.Mention {
	d.digesting.Do(func() { d.short = digest(d.all) })
	return d.short
}

// digest returns the slice that it was given where nothing is left out.
func digest(all []site.Mention) []site.Mention {
	if !slices.ContainsFunc(all, func(m site.Mention) bool { return !m.Entry() }) {
		return all
	}
	seen := map[*note.Block]bool{}
	var out []site.Mention
	for _, m := range all {
		under := m.Heading
		if m.Block != nil && m.Block.Type == note.Heading {
			under = m.Block
		}
		if !m.Entry() && under != nil {
			if seen[under] {
				continue
			}
			seen[under] = true
		}
		out = append(out, m)
	}
	return out
}

// news are those that digest keeps, in the order of byNews.
func (d *mentioned) news() []site.Mention {
	d.ordering.Do(func() {
		d.recent = d.digest()
		if !slices.IsSortedFunc(d.recent, byNews) {
			d.recent = slices.Clone(d.recent)
			slices.SortStableFunc(d.recent, byNews)
		}
	})
	return d.recent
}

// langs are the languages of the notes, in order.
func (d *mentioned) langs() []note.Lang {
	d.speaking.Do(func() {
		for _, m := range d.all {
			if !slices.Contains(d.spoken, m.Note.Lang) {
				d.spoken = append(d.spoken, m.Note.Lang)
			}
		}
		slices.Sort(d.spoken)
	})
	return d.spoken
}

// places puts them into the order in which pages quote them.
func (d *mentioned) places() *places {
	d.placing.Do(func() { d.placed = newPlaces(d.digest()) })
	return d.placed
}

// perRelease counts the places of each release's notes.
func (d *mentioned) perRelease() map[note.Release]int {
	d.counting.Do(func() {
		d.counts = map[note.Release]int{}
		for _, m := range d.digest() {
			if r := upstream.Newest(m.Note.Releases); r != "" {
				d.counts[r]++
			}
		}
	})
	return d.counts
}
