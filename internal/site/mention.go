package site

import (
	"cmp"
	"iter"
	"slices"

	"github.com/kawaraban/kawaraban/internal/note"
)

func (r *noteMentions) words() int {
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

// gather groups mentions by key. They must be in reading order. It keeps only the first mention
// of a thing in a block.
func gather(ks []keyed) []noteMentions {
	index := map[note.Key]int{}
	var runs []noteMentions
	for _, k := range ks {
		i, ok := index[k.key]
		if !ok {
			i = len(runs)
			index[k.key], runs = i, append(runs, noteMentions{key: k.key})
		}
		have := runs[i].mentions
		if len(have) == 0 || have[len(have)-1].seq != k.seq {
			runs[i].mentions = append(have, k.Mention)
		}
	}
	return runs
}

// Mention is a block of a note, or its front matter, that names a thing.
type Mention struct {
	Note    *note.Note
	Block   *note.Block // top-level block (usually an entry); nil for the front matter
	Heading *note.Block // nearest heading above Block, or nil
	Written string      // ID as spelled here
	Words   string      // text that names the thing; empty in an attribution and in front matter
	seq     int32       // position in the note
	Waits   bool        // Block is prepared but not yet written: see Waits
}

// Entry reports whether the mention is in an entry.
func (m Mention) Entry() bool { return m.Block != nil && m.Block.Type == note.Entry }

// noteMentions is the list of mentions of a thing in one note, in reading order. It is never
// empty. The contribution of the note owns it, and citations refers to it.
type noteMentions struct {
	key      note.Key
	mentions []Mention
}

func (r *noteMentions) note() *note.Note { return r.mentions[0].Note }

func compareMentions(a, b Mention) int {
	return cmp.Or(compareNotes(a.Note, b.Note), cmp.Compare(a.seq, b.seq))
}

// mentionIn returns a mention in the top-level block with index i. The caller sets Written and
// Words.
func mentionIn(n *note.Note, i int, heading *note.Block) Mention {
	b := &n.Blocks[i]
	return Mention{Note: n, Block: b, Heading: heading, seq: int32(i + 1), Waits: Waits(n, b)}
}

func frontRefs(n *note.Note) []note.Ref {
	return slices.Concat(refsTo(note.KEP, n.Meta.KEPs), refsTo(note.PR, n.Meta.PRs), refsTo(note.Gate, n.Meta.Gates))
}

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

func each(runs []*noteMentions) iter.Seq[Mention] {
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

func flat(runs []*noteMentions) []Mention {
	n := 0
	for _, r := range runs {
		n += len(r.mentions)
	}
	return slices.AppendSeq(make([]Mention, 0, n), each(runs))
}

// byID splits runs into one slice per note ID, which has all versions. The runs must be sorted by
// note.
func byID(runs []*noteMentions) iter.Seq[[]*noteMentions] {
	return func(yield func([]*noteMentions) bool) {
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
