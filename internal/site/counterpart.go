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

// pairings finds the counterparts of the blocks of a note in other languages.
type pairings struct {
	index        *index
	official     *official
	translations *translations
	related      *related
	memo         *memo.Map[pairingKey, *Pairing] // bounded, because all pages of a note are rendered one after another
}

// found returns the counterparts of a block in other versions, in its comment and in the official
// notes. Their order has no meaning.
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

// copies reports whether the comment before an entry is a copy of its official note. Pages then
// show the official note, because it has links and possibly more paragraphs.
func copies(b *note.Block, official Counterpart) bool {
	if len(official.Blocks) != 1 {
		return false
	}
	return slices.ContainsFunc(wordings(nil, b, official.Blocks[0]), func(t note.Text) bool {
		return align.Same(t, joinTexts(b.Source, b.SourceMore))
	})
}

// counterpart returns the corresponding text of the other version. It returns false if there is
// none or if it is not yet written.
func (v version) counterpart(b *note.Block) (Counterpart, bool) {
	_, theirs, ok := v.of(b)
	if !ok || !slices.ContainsFunc(theirs, func(t *note.Block) bool { return !Waits(v.note, t) }) {
		return Counterpart{}, false
	}
	return v.toCounterpart(theirs...), true
}

// officialCounterpart returns the official English text of an entry in another language. For each
// pull request, it uses the official notes of the release of the note. Without them it uses the
// first release that published the pull request. The Note of the result is the official note of
// the first pull request.
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
	versions     []version // other versions of the note, the original first
	lang         note.Lang // language of the other column
	otherVersion *version  // version in that language, or nil
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
