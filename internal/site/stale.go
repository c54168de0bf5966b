package site

import (
	"slices"

	"github.com/kawaraban/kawaraban/internal/align"
	"github.com/kawaraban/kawaraban/internal/note"
	"github.com/kawaraban/kawaraban/internal/source"
	"github.com/kawaraban/kawaraban/internal/upstream"
)

// StaleOf returns the outdated source of a block. It returns nil if the block is up to date or
// its source is not recorded. A block is outdated if a comment keeps an old source, or if the
// recorded source differs from the current one. The current source is the block in another
// version. If no version has the block, it is the official note of the only pull request of the
// entry.
func (s *translations) StaleOf(n *note.Note, b *note.Block) *Stale {
	if len(b.Source) == 0 && len(b.Was) == 0 || Waits(n, b) {
		return nil
	}
	stale := &Stale{Block: b, Note: n, Lang: b.SourceLang, Was: b.Was, Now: b.Source}
	recorded, today := s.sourceToday(n, b)
	switch {
	case len(b.Was) > 0:
		if len(today) > 0 {
			stale.Now = today[0]
		}
		return stale
	case len(today) == 0 || slices.ContainsFunc(today, func(t note.Text) bool { return align.Same(t, recorded) }):
		return nil
	}
	stale.Was, stale.Now = recorded, today[0]
	return stale
}

// sourceToday returns the recorded source of a block, and its current source. If there are
// several current texts, the recorded source may match any of them. The list is empty if the
// current source is unknown.
func (s *translations) sourceToday(n *note.Note, b *note.Block) (recorded note.Text, today []note.Text) {
	if src := s.SourceOf(n); src != nil {
		own, theirs := s.sourcesOf(n, src, b)
		if len(theirs) > 0 && records(b, theirs) {
			return recordedIn(own), []note.Text{joined(theirs)}
		}
		if b.SourceLang == src.Lang {
			return b.Source, nil
		}
	}
	if n.Kind != note.Changes || len(b.Attr.PRs) != 1 || len(b.Attr.Threads) > 0 || b.SourceLang != "en" {
		return b.Source, nil
	}
	recorded = joinTexts(b.Source, b.SourceMore)
	return recorded, s.officialWordings(n, b)
}

// sourcesOf returns the source blocks of a block, and all blocks that translate them. It includes
// blocks that share the source comment of b.
func (s *translations) sourcesOf(n, src *note.Note, b *note.Block) (own, theirs []*note.Block) {
	v := s.facing(n, src)
	shared := []*note.Block{b}
	if part := s.citations.bases[n]; part != nil {
		shared = append(shared, part.shared[b]...)
	}
	for _, x := range shared {
		mine, of, _ := v.of(x)
		own, theirs = with(own, mine...), with(theirs, of...)
	}
	return own, theirs
}

// records reports whether the comment of a block may contain these source blocks. The comment
// must have the language of one of them, or the same text.
func records(b *note.Block, theirs []*note.Block) bool {
	return slices.ContainsFunc(theirs, func(t *note.Block) bool { return t.Lang == b.SourceLang }) || align.Same(b.Source, joined(theirs))
}

// recordedIn concatenates the recorded sources of blocks.
func recordedIn(blocks []*note.Block) note.Text {
	var out note.Text
	for _, b := range blocks {
		out = joinTexts(out, b.Source)
	}
	return out
}

// officialWordings returns the texts of the pull request of an entry in official notes. These are
// the notes of the release of the note, else of the first release that published it. A text has
// only its first paragraph if the comment before the entry has only one.
func (s *translations) officialWordings(n *note.Note, b *note.Block) []note.Text {
	for _, o := range s.official.officialOf(n, b) {
		if o.Text == nil {
			continue
		}
		out := wordings(nil, b, o.Text)
		for _, again := range o.Note.Wordings()[1:] {
			other := *o.Note
			other.Text, other.Published = again, true
			read := source.Official(&upstream.Release{Release: o.Release, Notes: []upstream.ReleaseNote{other}}, s.data.Names())
			for e := range read.Entries {
				out = wordings(out, b, e)
			}
		}
		return out
	}
	return nil
}

func wordings(out []note.Text, b, e *note.Block) []note.Text {
	whole := e.Text
	for i := range e.Children {
		whole = joinTexts(whole, e.Children[i].Text)
	}
	if len(b.SourceMore) > 0 || len(e.Children) == 0 {
		return append(out, whole)
	}
	return append(out, whole, e.Text)
}
