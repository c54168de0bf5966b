package site

import (
	"slices"

	"github.com/kawaraban/kawaraban/internal/align"
	"github.com/kawaraban/kawaraban/internal/memo"
	"github.com/kawaraban/kawaraban/internal/note"
)

// pairingKey is a note and the language of its reader.
type pairingKey struct {
	note   *note.Note
	reader note.Lang
}

// pairings finds the counterparts of a note's blocks in other languages.
type pairings struct {
	index        *index
	official     *official
	translations *translations
	related      *related
	memo         *memo.Map[pairingKey, *Pairing] // bounded: the pages of a note are rendered one after another
}

// found lists the counterparts of a block from other versions, its comment and the official notes,
// in no particular order.
func (p *pairer) found(b *note.Block) []Counterpart {
	var out []Counterpart
	for _, v := range p.versions {
		if c, ok := v.counterpart(b); ok {
			out = append(out, c)
		}
	}
	official, published := p.pairings.officialCounterpart(p.note, b)
	if len(b.Source) > 0 && b.SourceLang != p.note.Lang && !(published && copies(b, official)) {
		out = append(out, Counterpart{How: ByComment, Lang: b.SourceLang, Text: b.Source, More: b.SourceMore})
	}
	if published {
		out = append(out, official)
	}
	return out
}

// copies reports whether the comment before an entry is a copy of its official note. Then the
// official note is shown, because it has links and possibly more paragraphs.
func copies(b *note.Block, official Counterpart) bool {
	if len(official.Blocks) != 1 {
		return false
	}
	return slices.ContainsFunc(wordings(nil, b, official.Blocks[0]), func(t note.Text) bool {
		return align.Same(t, joinTexts(b.Source, b.SourceMore))
	})
}

// counterpart returns the corresponding text of another version. It returns false if that text is
// not written yet.
func (v version) counterpart(b *note.Block) (Counterpart, bool) {
	_, theirs, ok := v.of(b)
	if !ok || !slices.ContainsFunc(theirs, func(t *note.Block) bool { return !Waits(v.note, t) }) {
		return Counterpart{}, false
	}
	return v.toCounterpart(theirs...), true
}

// officialCounterpart returns the official English of an entry in another language. For each pull request it
// uses the note's own release, otherwise the first release that published it. Note is the official
// note of the first pull request.
func (s *pairings) officialCounterpart(n *note.Note, b *note.Block) (Counterpart, bool) {
	if b.Type != note.Entry || len(b.Attr.PRs) == 0 || TextLang(b) == "en" && !b.Text.Blank() {
		return Counterpart{}, false
	}
	all := s.official.officialOf(n, b)
	c := Counterpart{How: ByOfficial, Lang: "en"}
	for _, pr := range b.Attr.PRs {
		i := slices.IndexFunc(all, func(o OfficialNote) bool { return o.Text != nil && slices.Contains(o.Text.Attr.PRs, pr) })
		if i < 0 {
			continue
		}
		if c.Note == nil {
			c.Note = s.official.Official(all[i].Release)
		}
		c.Blocks = with(c.Blocks, all[i].Text)
	}
	return c, c.Note != nil
}

// pairer pairs the blocks of one note with their counterparts.
type pairer struct {
	*pairings
	note         *note.Note
	versions     []version // the other versions, the original first
	lang         note.Lang // language of the other column
	otherVersion *version  // the version in that language, or nil
	byNote       map[*note.Block]Counterpart
}

func (s *pairings) newPairer(n *note.Note) *pairer {
	p := &pairer{pairings: s, note: n}
	for _, v := range s.index.Versions(n.ID) {
		if v != n && !s.translations.Unwritten(v) {
			p.versions = append(p.versions, s.translations.facing(n, v))
		}
	}
	return p
}
