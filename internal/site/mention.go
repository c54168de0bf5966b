package site

import (
	"cmp"
	"iter"
	"slices"

	"github.com/kawaraban/kawaraban/internal/note"
)

// words counts the mentions that do not wait for theirs.
func (r *run) words() int {
	n := 0
	for _, m := range r.mentions {
		if !m.Waits {
			n++
		}
	}
	return n
}

// keyed is a mention with the key of the thing that it names.
type keyed struct {
	key note.Key
	Mention
}

// gather groups the mentions of a note, which are in reading order, by key. Of the mentions of one
// thing in one block only the first counts.
func gather(ks []keyed) []run {
	index := map[note.Key]int{}
	var runs []run
	for _, k := range ks {
		i, ok := index[k.key]
		if !ok {
			i = len(runs)
			index[k.key], runs = i, append(runs, run{key: k.key})
		}
		have := runs[i].mentions
		if len(have) == 0 || have[len(have)-1].seq != k.seq {
			runs[i].mentions = append(have, k.Mention)
		}
	}
	return runs
}

// Mention is a place in a note that names something.
type Mention struct {
	Note    *note.Note
	Block   *note.Block // the top-level block (mostly an entry); nil when the front matter names it
	Heading *note.Block // the nearest heading above Block, nil when there is none
	Written string      // the ID of the thing as this place spells it
	Words   string      // the words that name it here; empty in an attribution and in front matter
	seq     int32       // place in the note
	Waits   bool        // Block was begun for its author and is not yet written: see Waits
}

// Entry reports whether an entry names the thing.
func (m Mention) Entry() bool { return m.Block != nil && m.Block.Type == note.Entry }

// run is the mentions of a thing in one note, in reading order; never empty. A note keeps its
// own, and the index of all mentions holds where they are.
type run struct {
	key      note.Key
	mentions []Mention
}

func (r *run) note() *note.Note { return r.mentions[0].Note }

func compareMentions(a, b Mention) int {
	return cmp.Or(compareNotes(a.Note, b.Note), cmp.Compare(a.seq, b.seq))
}

// mentionIn begins a mention in the block of a note that has number i, under a heading.
func mentionIn(n *note.Note, i int, heading *note.Block) Mention {
	b := &n.Blocks[i]
	return Mention{Note: n, Block: b, Heading: heading, seq: int32(i + 1), Waits: Waits(n, b)}
}

// frontRefs are the things that the front matter says the whole note is about.
func frontRefs(n *note.Note) []note.Ref {
	return slices.Concat(refsTo(note.KEP, n.Meta.KEPs), refsTo(note.PR, n.Meta.PRs), refsTo(note.Gate, n.Meta.Gates))
}

// attributed are the things that an attribution names.
func attributed(a *note.Attribution) []note.Ref {
	return slices.Concat(refsTo(note.PR, a.PRs), refsTo(note.Thread, a.Threads), refsTo(note.PersonRef, a.People), refsTo(note.SIGRef, a.SIGs))
}

func refsTo[T ~string](kind note.RefKind, ids []T) []note.Ref {
	var out []note.Ref
	for _, id := range ids {
		out = append(out, note.Ref{Kind: kind, ID: string(id)})
	}
	return out
}

// each are the mentions of runs.
func each(runs []*run) iter.Seq[Mention] {
	return func(yield func(Mention) bool) {
		for _, r := range runs {
			for _, m := range r.mentions {
				if !yield(m) {
					return
				}
			}
		}
	}
}

// flat lists the mentions of runs.
func flat(runs []*run) []Mention { return slices.Collect(each(runs)) }

// byID cuts runs into those of the versions of one note each.
func byID(runs []*run) iter.Seq[[]*run] {
	return func(yield func([]*run) bool) {
		for len(runs) > 0 {
			end := 1
			for end < len(runs) && runs[end].note().ID == runs[0].note().ID {
				end++
			}
			if !yield(runs[:end]) {
				return
			}
			runs = runs[end:]
		}
	}
}
