package site

import (
	"slices"

	"github.com/kawaraban/kawaraban/internal/note"
)

// How says by which way a text in another language was found beside a block.
type How string

// The ways, the best first: where several lead to a text in one language, the first does.
const (
	ByTranslation How = "translation" // another version of the note has it
	ByComment     How = "comment"     // the block's source, in the comment before it
	ByOfficial    How = "official"    // the official release note of the entry's pull request
	ByNote        How = "note"        // an entry of another note on the same pull request or KEP
	ByMachine     How = "machine"     // another version has it, made by a program and read by nobody
)

// hows lists the ways in the order of preference.
var hows = []How{ByTranslation, ByComment, ByOfficial, ByNote, ByMachine}

// Counterpart is what stands beside a block in another language. Nobody writes into it.
type Counterpart struct {
	How    How
	Lang   note.Lang     // of the version, the comment, the official note, the other note's text
	Note   *note.Note    // whose Blocks these are; nil for a comment
	Blocks []*note.Block // none for a comment. By translation their children stand in Row.Children, else they belong to them
	Text   note.Text     // of a comment
	More   note.Text     // of a comment before an entry: the paragraphs behind Text
}

func rankOf(h How) int { return slices.Index(hows, h) }

// Pairing is a note with what stands beside its blocks in another language. Nobody writes
// into it.
type Pairing struct {
	Note *note.Note
	Lang note.Lang // of the other column; empty when nothing has a counterpart
	Rows []Row
}

// Row is a block of the note, with what stands beside it.
type Row struct {
	Blocks   []*note.Block // of the note; several where they stand for one of the other; none where only the other version has it: then Other has it, in the order of the trail
	Other    []Counterpart // none: no counterpart. The first is in Pairing.Lang; one ByNote in the reader's language may follow, or stand alone, where that is neither
	Stale    *Stale        // the block, or its counterpart, is behind its source
	Children []Row         // of a single block: its children in order, paired in the same way
}

// head is the first block of a row, of the note or else of the other version.
func (r Row) head() *note.Block {
	if len(r.Blocks) > 0 {
		return r.Blocks[0]
	}
	return r.Other[0].Blocks[0]
}

// What only the other version has is put where it would stand: in the section whose
// heading stands for its own, behind the nearest block before it that stands there too.

// insertSolos puts the blocks that only the other version has among the rows.
func insertSolos(beside *version, rows []Row, theirs []note.Block) []Row {
	o := soloer{rows, map[*note.Block]*note.Block{}, map[*note.Block]int{}}
	o.number(0)
	for _, row := range rows {
		for _, b := range row.Blocks {
			if _, beside, ok := beside.of(b); ok {
				for _, t := range beside {
					o.first[t] = row.Blocks[0]
				}
			}
		}
	}
	for i := range theirs {
		t := &theirs[i]
		if beside.has(t) || Waits(beside.note, t) {
			continue
		}
		at := o.place(theirs, i)
		o.rows = slices.Insert(o.rows, at, Row{Other: []Counterpart{beside.says(t)}})
		o.number(at)
		o.first[t] = t
	}
	return o.rows
}

// soloer is the state of insertSolos.
type soloer struct {
	rows  []Row
	first map[*note.Block]*note.Block // of the other version: the first block of the row that it is in
	index map[*note.Block]int         // the number of the row that begins with a block
}

// number notes the numbers of the rows from one on.
func (o soloer) number(from int) {
	for i, r := range o.rows[from:] {
		o.index[r.head()] = from + i
	}
}

// place returns the number of the row before which a block of the other version goes.
func (o soloer) place(theirs []note.Block, i int) int {
	if level := theirs[i].Level; level > 0 {
		return o.placeHeading(theirs[:i], level)
	}
	head := lastHeading(theirs[:i], 9)
	begin := 0
	if head >= 0 {
		at := o.at(&theirs[head])
		if at < 0 {
			return o.behind(theirs[:i])
		}
		begin = at + 1
	}
	end := o.next(begin, 9)
	for j := i - 1; j > head; j-- {
		if at := o.at(&theirs[j]); at >= begin && at < end {
			return at + 1
		}
	}
	return begin
}

// placeHeading is the place of a heading of a level: behind the section of the one before
// it, or as the first section of the one above it.
func (o soloer) placeHeading(before []note.Block, level int) int {
	for head := lastHeading(before, level); head >= 0; head = lastHeading(before[:head], level) {
		at := o.at(&before[head])
		switch {
		case at < 0:
		case before[head].Level == level:
			return o.next(at+1, o.level(at))
		default:
			return o.next(at+1, 9)
		}
	}
	return o.next(0, level)
}

// behind is the place behind the last of some blocks that has one; else the first place.
func (o soloer) behind(before []note.Block) int {
	for j := len(before) - 1; j >= 0; j-- {
		if at := o.at(&before[j]); at >= 0 {
			return at + 1
		}
	}
	return 0
}

// lastHeading is the number of the last heading of up to a level; -1 where there is none.
func lastHeading(blocks []note.Block, level int) int {
	for i := len(blocks) - 1; i >= 0; i-- {
		if l := blocks[i].Level; l > 0 && l <= level {
			return i
		}
	}
	return -1
}

// at is the number of the row that a block of the other version is in; -1 where none is.
func (o soloer) at(t *note.Block) int {
	if first := o.first[t]; first != nil {
		return o.index[first]
	}
	return -1
}

// next is the number of the first row from a place on that is a heading of up to a level,
// or of the end.
func (o soloer) next(from, level int) int {
	for i := from; i < len(o.rows); i++ {
		if l := o.level(i); l > 0 && l <= level {
			return i
		}
	}
	return len(o.rows)
}

func (o soloer) level(i int) int { return o.rows[i].head().Level }

// says makes blocks of another version a counterpart.
func (v version) says(theirs ...*note.Block) Counterpart {
	c := Counterpart{How: ByTranslation, Lang: v.note.Lang, Note: v.note, Blocks: theirs}
	if slices.ContainsFunc(theirs, func(t *note.Block) bool { return t.Machine }) {
		c.How = ByMachine
	}
	return c
}
