package site

import (
	"iter"
	"slices"

	"github.com/kawaraban/kawaraban/internal/memo"
	"github.com/kawaraban/kawaraban/internal/note"
)

// related finds the entries of other notes on the same thing.
type related struct {
	keys      *keys
	citations *citations
	entries   *entries
	changelog *changelog
	memo      memo.Map[string, *tellers] // by number of the KEP
}

// said lists what other notes tell of the thing that an entry is about, the best for each
// language; with a language only in that one. An entry on the same pull request comes
// before one on the same KEP, changes notes before overviews and others, the same release
// before another.
func (s *related) said(n *note.Note, b *note.Block, lang note.Lang) []Counterpart {
	if b.Type != note.Entry || Waits(n, b) {
		return nil
	}
	own := TextLang(b)
	wanted := func(l note.Lang) bool { return l != own && l != n.Lang && (lang == "" || l == lang) }
	var best []telling // one for each language
	offer := func(t telling) {
		i := slices.IndexFunc(best, func(have telling) bool { return have.lang == t.lang })
		switch {
		case i < 0:
			best = append(best, t)
		case t.rank < best[i].rank:
			best[i] = t
		}
	}
	for _, pr := range b.Attr.PRs {
		s.tellOfPull(n, pr, wanted, offer)
	}
	if kep := s.entries.aboutKEP(n, b); kep != "" {
		s.tellOfKEP(n, b, kep, wanted, offer)
	}
	var out []Counterpart
	for _, t := range best {
		out = append(out, Counterpart{How: ByNote, Lang: t.lang, Note: t.note, Blocks: []*note.Block{t.entry}})
	}
	return out
}

// telling is an entry of another note on the same thing.
type telling struct {
	note  *note.Note
	entry *note.Block
	lang  note.Lang
	rank  int // the lower the better
}

// tellOfPull offers the entries that are attributed to a pull request, in languages that are
// wanted. Most are in others, and whether they say something is asked last.
func (s *related) tellOfPull(n *note.Note, pr string, wanted func(note.Lang) bool, offer func(telling)) {
	for m := range each(s.citations.named(note.Key{Kind: note.PR, ID: pr})) {
		if m.Entry() && wanted(tellingLang(m.Note, m.Block)) && m.Note.ID != n.ID && slices.Contains(m.Block.Attr.PRs, pr) && speaks(m) {
			offer(newTelling(n, m, 0))
		}
	}
}

// tellOfKEP offers the entries about a KEP: of a note that has several none, since they
// tell of different parts of it, and none that is attributed to other pull requests.
func (s *related) tellOfKEP(n *note.Note, b *note.Block, kep string, wanted func(note.Lang) bool, offer func(telling)) {
	about := s.entriesAbout(kep)
	of := about.alone
	if len(b.Attr.PRs) > 0 {
		of = about.free
	}
	for _, m := range of {
		if m.Note.ID != n.ID && wanted(tellingLang(m.Note, m.Block)) {
			offer(newTelling(n, m, 100))
		}
	}
}

// tellers are the entries of all notes that tell of a KEP, in order: the sum of what each note
// tells of it.
type tellers struct {
	all   []Mention
	alone []Mention // those that are the only one of their note
	free  []Mention // those of them without a pull request of their own
}

// entriesAbout lists the entries about a KEP, those that its pull requests lead to it among
// them. Every entry that is about it asks, in every language.
func (s *related) entriesAbout(kep string) *tellers {
	return s.memo.Make(kep, func() *tellers {
		return newTellers(s.entriesOn(kep, func(key note.Key) iter.Seq[Mention] { return each(s.citations.named(key)) }))
	})
}

// keysAbout are the keys by which an entry about a KEP names it: its own, and those of the
// pull requests that lead to it.
func (s *related) keysAbout(kep string) iter.Seq[note.Key] {
	return func(yield func(note.Key) bool) {
		if !yield(note.Key{Kind: note.KEP, ID: kep}) {
			return
		}
		for _, pr := range s.changelog.pulls()[kep] {
			if !yield(note.Key{Kind: note.PR, ID: pr}) {
				return
			}
		}
	}
}

// entriesOn lists the entries about a KEP, in order, among those that name what they are about.
func (s *related) entriesOn(kep string, naming func(note.Key) iter.Seq[Mention]) []Mention {
	var out []Mention
	seen := map[*note.Block]bool{}
	for key := range s.keysAbout(kep) {
		for m := range naming(key) {
			if seen[m.Block] || !speaks(m) || key.Kind == note.PR && !slices.Contains(m.Block.Attr.PRs, key.ID) {
				continue
			}
			seen[m.Block] = true
			if s.entries.aboutKEP(m.Note, m.Block) == kep {
				out = append(out, m)
			}
		}
	}
	slices.SortFunc(out, compareMentions)
	return out
}

func newTellers(all []Mention) *tellers {
	about := &tellers{all: all}
	for i, m := range all {
		if i > 0 && all[i-1].Note == m.Note || i+1 < len(all) && all[i+1].Note == m.Note {
			continue
		}
		about.alone = append(about.alone, m)
		if len(m.Block.Attr.PRs) == 0 {
			about.free = append(about.free, m)
		}
	}
	return about
}

// speaks reports whether a mention is an entry that says something.
func speaks(m Mention) bool { return m.Entry() && !m.Waits && Written(m.Block) }

func newTelling(n *note.Note, m Mention, rank int) telling {
	switch m.Note.Kind {
	case note.Changes:
	case note.Overview:
		rank += 10
	default:
		rank += 20
	}
	if !slices.ContainsFunc(m.Note.Releases, func(r note.Release) bool { return foreign(n, r) == 0 }) {
		rank++
	}
	return telling{m.Note, m.Block, tellingLang(m.Note, m.Block), rank}
}

// tellingLang is the language in which an entry tells of a thing: what stands under the
// English title of a KEP, however little, is what its author says.
func tellingLang(n *note.Note, b *note.Block) note.Lang {
	if b.Level > 0 && slices.ContainsFunc(b.Children, func(c note.Block) bool { return c.Type == note.Prose && c.Lang == n.Lang }) {
		return n.Lang
	}
	return TextLang(b)
}
