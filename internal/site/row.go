package site

import (
	"slices"

	"github.com/kawaraban/kawaraban/internal/note"
)

// How is the method by which a counterpart of a block was found.
type How string

// The values of How, in order of preference.
const (
	ByTranslation How = "translation" // a block of another version of the note
	ByComment     How = "comment"     // the source in the comment before the block
	ByOfficial    How = "official"    // the official release note of the pull request of the entry
	ByNote        How = "note"        // an entry of another note about the same pull request or KEP
	ByMachine     How = "machine"     // a block of another version that is machine-translated and not reviewed
)

var hows = []How{ByTranslation, ByComment, ByOfficial, ByNote, ByMachine}

// Counterpart is the text of a block in another language. Callers must not modify it.
type Counterpart struct {
	How    How
	Lang   note.Lang     // language of the text
	Note   *note.Note    // note of Blocks; nil for a comment
	Blocks []*note.Block // nil for a comment; for ByTranslation, their children are in Row.Children
	Text   note.Text     // text of a comment
	More   note.Text     // further paragraphs of a comment before an entry
}

func rankOf(h How) int { return slices.Index(hows, h) }

// Pairing is a note with the counterparts of its blocks. Callers must not modify it.
type Pairing struct {
	Note *note.Note
	Lang note.Lang // language of the other column; empty without counterparts
	Rows []Row
}

// Row is a block of the note with its counterparts.
type Row struct {
	Blocks   []*note.Block // blocks of the note; several if they share a counterpart; none if only the other version has the block
	Other    []Counterpart // the first has the language Pairing.Lang; one ByNote in the language of the reader may follow or be the only one
	Stale    *Stale        // set if the block or its counterpart is outdated
	Children []Row         // children of a single block, paired in the same way
}

// head returns the first block of a row: of the note, or of the other version if only that has
// blocks.
func (r Row) head() *note.Block {
	if len(r.Blocks) > 0 {
		return r.Blocks[0]
	}
	return r.Other[0].Blocks[0]
}

// insertSolos inserts blocks that only the other version has. Such a block gets a row in the
// section that corresponds to its own section. There it follows the nearest preceding block that
// has a counterpart.
func insertSolos(otherVersion *version, rows []Row, theirs []note.Block) []Row {
	o := soloInserter{rows, map[*note.Block]*note.Block{}, map[*note.Block]int{}}
	o.number(0)
	for _, row := range rows {
		for _, b := range row.Blocks {
			if _, otherVersion, ok := otherVersion.of(b); ok {
				for _, t := range otherVersion {
					o.first[t] = row.Blocks[0]
				}
			}
		}
	}
	for i := range theirs {
		t := &theirs[i]
		if otherVersion.has(t) || Waits(otherVersion.note, t) {
			continue
		}
		at := o.place(theirs, i)
		o.rows = slices.Insert(o.rows, at, Row{Other: []Counterpart{otherVersion.toCounterpart(t)}})
		o.number(at)
		o.first[t] = t
	}
	return o.rows
}

// soloInserter is the state of insertSolos.
type soloInserter struct {
	rows  []Row
	first map[*note.Block]*note.Block // first block of the row of each block of the other version
	index map[*note.Block]int         // index of the row of each first block
}

func (o soloInserter) number(from int) {
	for i, r := range o.rows[from:] {
		o.index[r.head()] = from + i
	}
}

// place returns the index of the row before which block i of the other version is inserted.
func (o soloInserter) place(theirs []note.Block, i int) int {
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

// placeHeading returns the index for a heading. It is inserted after the section of the previous
// heading of its level, or as the first section below its parent.
func (o soloInserter) placeHeading(before []note.Block, level int) int {
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

func (o soloInserter) behind(before []note.Block) int {
	for j := len(before) - 1; j >= 0; j-- {
		if at := o.at(&before[j]); at >= 0 {
			return at + 1
		}
	}
	return 0
}

// lastHeading returns the index of the last heading whose level is at most level, or -1.
func lastHeading(blocks []note.Block, level int) int {
	for i := len(blocks) - 1; i >= 0; i-- {
		if l := blocks[i].Level; l > 0 && l <= level {
			return i
		}
	}
	return -1
}

func (o soloInserter) at(t *note.Block) int {
	if first := o.first[t]; first != nil {
		return o.index[first]
	}
	return -1
}

func (o soloInserter) next(from, level int) int {
	for i := from; i < len(o.rows); i++ {
		if l := o.level(i); l > 0 && l <= level {
			return i
		}
	}
	return len(o.rows)
}

func (o soloInserter) level(i int) int { return o.rows[i].head().Level }

func (v version) toCounterpart(theirs ...*note.Block) Counterpart {
	c := Counterpart{How: ByTranslation, Lang: v.note.Lang, Note: v.note, Blocks: theirs}
	if slices.ContainsFunc(theirs, func(t *note.Block) bool { return t.Machine }) {
		c.How = ByMachine
	}
	return c
}
