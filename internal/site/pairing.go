package site

import (
	"slices"

	"github.com/kawaraban/kawaraban/internal/memo"
	"github.com/kawaraban/kawaraban/internal/note"
)

// Counterparts returns the best counterpart of a block in each language. It also searches other
// notes, in all languages.
func (s *pairings) Counterparts(n *note.Note, b *note.Block) map[note.Lang]Counterpart {
	p := s.newPairer(n)
	out := map[note.Lang]Counterpart{}
	keep := func(c Counterpart) {
		if have, ok := out[c.Lang]; !ok || rankOf(c.How) < rankOf(have.How) {
			out[c.Lang] = c
		}
	}
	for _, c := range p.found(b) {
		keep(c)
	}
	for _, c := range s.related.find(n, b, "") {
		keep(c)
	}
	delete(out, n.Lang)
	return out
}

// keptPairings is the minimum size of the cache. It is enough for a few hundred notes in each
// interface language and for logs by month.
const keptPairings = 512

func newPairings(x *index, o *official, t *translations, r *related) *pairings {
	return &pairings{x, o, t, r, memo.Bounded[pairingKey, *Pairing](keptPairings)}
}

// Pairing returns a published note with its counterparts, for a reader of a language. It chooses
// the language of the other column in this order:
//
//   - the language of the reader, if only a machine translation has it;
//   - the language of the original, English, then those of the other versions, if a translation,
//     a comment or an official note has it;
//   - the language of the reader, if other notes in it are about the same things;
//   - the language of a machine translation.
func (s *pairings) Pairing(n *note.Note, reader note.Lang) *Pairing {
	return s.memo.Make(pairingKey{n, reader}, func() *Pairing { return s.newPairing(n, reader) })
}

func (s *pairings) newPairing(n *note.Note, reader note.Lang) *Pairing {
	p := s.newPairer(n)
	p.findRelated(reader)
	if reader != "" && len(p.byNote) == 0 && !p.onlyByMachine(reader) {
		return s.Pairing(n, "")
	}
	p.lang = p.column(reader)
	for _, v := range p.versions {
		if v.note.Lang == p.lang {
			p.otherVersion = &v
		}
	}
	var theirs []note.Block
	if p.otherVersion != nil {
		theirs = p.otherVersion.note.Blocks
	}
	return &Pairing{Note: n, Lang: p.lang, Rows: p.rows(n.Blocks, theirs)}
}

func (p *pairer) findRelated(reader note.Lang) {
	if reader == "" || reader == p.note.Lang {
		return
	}
	for b := range p.note.Entries {
		for _, c := range p.related.find(p.note, b, reader) {
			if p.byNote == nil {
				p.byNote = map[*note.Block]Counterpart{}
			}
			p.byNote[b] = c
		}
	}
}

// onlyByMachine reports whether the note has only a machine translation in the language of the
// reader. Readers then see the human text with the machine translation next to it.
func (p *pairer) onlyByMachine(reader note.Lang) bool {
	return slices.ContainsFunc(p.versions, func(v version) bool { return v.note.Lang == reader && p.translations.ByMachine(v.note) })
}

// column chooses the language of the other column, as Pairing describes.
func (p *pairer) column(reader note.Lang) note.Lang {
	if p.onlyByMachine(reader) {
		return reader
	}
	langs := p.columns()
	human, machine := map[note.Lang]bool{}, map[note.Lang]bool{}
	for b := range p.note.All {
		for _, c := range p.found(b) {
			switch {
			case c.How == ByMachine:
				machine[c.Lang] = true
			case c.Lang == langs[0]:
				return c.Lang
			default:
				human[c.Lang] = true
			}
		}
	}
	first := func(of map[note.Lang]bool) note.Lang {
		i := slices.IndexFunc(langs, func(l note.Lang) bool { return of[l] })
		if i < 0 {
			return ""
		}
		return langs[i]
	}
	switch l := first(human); {
	case l != "":
		return l
	case len(p.byNote) > 0:
		return reader
	}
	return first(machine)
}

// columns returns the possible languages of the other column, best first: those of the original,
// English, the other versions, and comments.
func (p *pairer) columns() []note.Lang {
	langs := []note.Lang{"en"}
	if o := p.index.Original(p.note.ID); o != nil {
		langs = with([]note.Lang{o.Lang}, "en")
	}
	for _, v := range p.versions {
		langs = with(langs, v.note.Lang)
	}
	for b := range p.note.All {
		if b.SourceLang != "" {
			langs = with(langs, b.SourceLang)
		}
	}
	langs = slices.DeleteFunc(langs, func(l note.Lang) bool { return l == p.note.Lang })
	if len(langs) == 0 {
		return []note.Lang{""}
	}
	return langs
}

// rows pairs sibling blocks with their counterparts. theirs are the corresponding siblings in the
// other version.
func (p *pairer) rows(blocks, theirs []note.Block) []Row {
	var out []Row
	for i := 0; i < len(blocks); {
		row, taken := p.row(blocks[i:])
		out = append(out, row)
		i += taken
	}
	if p.otherVersion == nil || len(theirs) == 0 {
		return out
	}
	return insertSolos(p.otherVersion, out, theirs)
}

// row returns the row of the first block, and the number of blocks in the row. Further blocks
// with the same counterpart are in the same row.
func (p *pairer) row(blocks []note.Block) (Row, int) {
	b := &blocks[0]
	row := Row{Blocks: []*note.Block{b}}
	first := true
	if p.otherVersion != nil {
		if own, _, ok := p.otherVersion.of(b); ok {
			row.Blocks = together(blocks, own)
			first = own[0] == b
		}
	}
	if first {
		row.Other = p.others(b)
	}
	if len(row.Blocks) == 1 && len(row.Other) > 0 && row.Other[0].How == ByComment {
		row.Blocks = withThoseBelow(blocks)
	}
	row.Stale = p.staleIn(row)
	if len(row.Blocks) == 1 && len(b.Children) > 0 {
		row.Children = p.rows(b.Children, p.childrenBeside(row))
	}
	return row, len(row.Blocks)
}

// together returns the first blocks of the list that are all in own. It returns only the first
// block if the blocks of own are not contiguous.
func together(blocks []note.Block, own []*note.Block) []*note.Block {
	out := make([]*note.Block, 0, len(own))
	for i, b := range own {
		if i >= len(blocks) || b != &blocks[i] {
			return []*note.Block{&blocks[0]}
		}
		out = append(out, b)
	}
	return out
}

func withThoseBelow(blocks []note.Block) []*note.Block {
	out := []*note.Block{&blocks[0]}
	for i := 1; i < len(blocks) && blocks[i].SourceAbove; i++ {
		out = append(out, &blocks[i])
	}
	return out
}

// others returns the counterparts to show: the best one in the language of the column, and one
// from another note in the language of the reader.
func (p *pairer) others(b *note.Block) []Counterpart {
	var out []Counterpart
	waits := Waits(p.note, b)
	for _, c := range p.found(b) {
		if c.Lang != p.lang || waits && c.How != ByTranslation && c.How != ByMachine {
			continue
		}
		if len(out) == 0 || rankOf(c.How) < rankOf(out[0].How) {
			out = []Counterpart{c}
		}
	}
	byNote, ok := p.byNote[b]
	switch {
	case !ok:
	case byNote.Lang != p.lang:
		out = append(out, byNote)
	case len(out) == 0 || out[0].How == ByMachine:
		out = []Counterpart{byNote}
	}
	return out
}

// childrenBeside returns the children of the counterpart of a row. It returns nil unless the
// counterpart is a single block of the other version.
func (p *pairer) childrenBeside(row Row) []note.Block {
	if len(row.Other) > 0 && (row.Other[0].How == ByTranslation || row.Other[0].How == ByMachine) && len(row.Other[0].Blocks) == 1 {
		return row.Other[0].Blocks[0].Children
	}
	return nil
}

// staleIn returns the outdated block of a row. A block of the note takes precedence over a block
// of the other version. It returns nil if no block is outdated.
func (p *pairer) staleIn(row Row) *Stale {
	for _, b := range row.Blocks {
		if st := p.translations.StaleOf(p.note, b); st != nil {
			return st
		}
	}
	if len(row.Other) > 0 && p.otherVersion != nil && row.Other[0].Note == p.otherVersion.note {
		for _, b := range row.Other[0].Blocks {
			if st := p.translations.StaleOf(p.otherVersion.note, b); st != nil {
				return st
			}
		}
	}
	return nil
}
