package site

import (
	"slices"

	"github.com/kawaraban/kawaraban/internal/memo"
	"github.com/kawaraban/kawaraban/internal/note"
)

// related finds entries of other notes about the same pull request or KEP.
type related struct {
	keys      *keys
	citations *citations
	entries   *entries
	changelog *changelog
	memo      memo.Map[string, []Mention] // entries by KEP number
}

// find returns the best related entry of another note for each language, or only for lang if that
// is not empty. An entry about the same pull request is better than one about the same KEP.
// Changes notes are better than overviews and other notes. Entries about the same release are
// better than others.
func (s *related) find(n *note.Note, b *note.Block, lang note.Lang) []Counterpart {
	if b.Type != note.Entry || Waits(n, b) {
		return nil
	}
	own := TextLang(b)
	wanted := func(l note.Lang) bool { return l != own && l != n.Lang && (lang == "" || l == lang) }
	var best []relatedEntry // one entry per language
	offer := func(t relatedEntry) {
		i := slices.IndexFunc(best, func(have relatedEntry) bool { return have.lang == t.lang })
		switch {
		case i < 0:
			best = append(best, t)
		case t.rank < best[i].rank:
			best[i] = t
		}
	}
	for _, pr := range b.Attr.PRs {
		s.offerByPull(n, pr, wanted, offer)
	}
	if kep := s.entries.aboutKEP(n, b); kep != "" {
		s.offerByKEP(n, b, kep, wanted, offer)
	}
	var out []Counterpart
	for _, t := range best {
		out = append(out, Counterpart{How: ByNote, Lang: t.lang, Note: t.note, Blocks: []*note.Block{t.entry}})
	}
	return out
}

type relatedEntry struct {
	note  *note.Note
	entry *note.Block
	lang  note.Lang
	rank  int // lower is better
}

// offerByPull offers the entries that are attributed to a pull request. It checks the language
// first, because that excludes most entries at low cost.
func (s *related) offerByPull(n *note.Note, pr string, wanted func(note.Lang) bool, offer func(relatedEntry)) {
	for m := range each(s.citations.named(note.Key{Kind: note.PR, ID: pr})) {
		if m.Entry() && wanted(entryLang(m.Note, m.Block)) && m.Note.ID != n.ID && slices.Contains(m.Block.Attr.PRs, pr) && hasWords(m) {
			offer(newRelatedEntry(n, m, 0))
		}
	}
}

// offerByKEP offers the entries about a KEP. If b has pull requests, it skips entries with other
// pull requests.
func (s *related) offerByKEP(n *note.Note, b *note.Block, kep string, wanted func(note.Lang) bool, offer func(relatedEntry)) {
	for _, m := range s.entriesAbout(kep) {
		attributed := len(b.Attr.PRs) > 0 && len(m.Block.Attr.PRs) > 0
		if !attributed && m.Note.ID != n.ID && wanted(entryLang(m.Note, m.Block)) {
			offer(newRelatedEntry(n, m, 100))
		}
	}
}

// entriesAbout returns the entries about a KEP in order, including entries about its pull
// requests. It skips notes with several such entries, because they describe different aspects of
// the KEP.
func (s *related) entriesAbout(kep string) []Mention {
	return s.memo.Make(kep, func() []Mention {
		all := s.listEntries(kep)
		var alone []Mention
		for i, m := range all {
			if (i == 0 || all[i-1].Note != m.Note) && (i+1 == len(all) || all[i+1].Note != m.Note) {
				alone = append(alone, m)
			}
		}
		return alone
	})
}

func (s *related) listEntries(kep string) []Mention {
	keys := []note.Key{{Kind: note.KEP, ID: kep}}
	for _, pr := range s.changelog.pulls()[kep] {
		keys = append(keys, note.Key{Kind: note.PR, ID: pr})
	}
	var out []Mention
	seen := map[*note.Block]bool{}
	for _, key := range keys {
		for m := range each(s.citations.named(key)) {
			if seen[m.Block] || !hasWords(m) || key.Kind == note.PR && !slices.Contains(m.Block.Attr.PRs, key.ID) {
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

func hasWords(m Mention) bool { return m.Entry() && !m.Waits && Written(m.Block) }

func newRelatedEntry(n *note.Note, m Mention, rank int) relatedEntry {
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
	return relatedEntry{m.Note, m.Block, entryLang(m.Note, m.Block), rank}
}

// entryLang returns the language of the text of an entry. If the title is a heading, any prose
// below it in the language of the note decides.
func entryLang(n *note.Note, b *note.Block) note.Lang {
	if b.Level > 0 && slices.ContainsFunc(b.Children, func(c note.Block) bool { return c.Type == note.Prose && c.Lang == n.Lang }) {
		return n.Lang
	}
	return TextLang(b)
}
