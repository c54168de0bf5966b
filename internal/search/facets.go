package search

import (
	"encoding/binary"
	"slices"
	"strings"

	"github.com/kawaraban/kawaraban/internal/note"
	"github.com/kawaraban/kawaraban/internal/token"
)

// facets are the columns by which documents are counted and filtered, but for those
// that the root tells.
type facets struct {
	SIGs   []note.SIG       `json:"sigs"`
	Sets   [][]int          `json:"sets"` // of indexes into SIGs
	Kinds  []note.EntryKind `json:"kinds"`
	Stages []note.Stage     `json:"stages"`
}

// facets writes the names and the columns: SIGs, kind, stage.
func (x *Index) facets() []byte {
	f := facets{SIGs: x.sigs(), Sets: [][]int{}, Kinds: []note.EntryKind{}, Stages: []note.Stage{}}
	sets := map[string]int{}
	var columns [3][]byte
	for i := range x.docs {
		d := x.docs[i].digested()
		set := f.set(d.sigs)
		key := string(appendInts(nil, set))
		n, ok := sets[key]
		if !ok {
			n = len(f.Sets)
			sets[key] = n
			f.Sets = append(f.Sets, set)
		}
		columns[0] = binary.AppendUvarint(columns[0], uint64(n))
		columns[1] = binary.AppendUvarint(columns[1], column(&f.Kinds, d.kind))
		columns[2] = binary.AppendUvarint(columns[2], column(&f.Stages, d.stage))
	}
	b := headed(f)
	for _, c := range columns {
		b = append(b, c...)
	}
	return b
}

// sigs returns all SIGs that documents have, sorted.
func (x *Index) sigs() []note.SIG {
	seen := map[note.SIG]bool{}
	all := []note.SIG{}
	for i := range x.docs {
		for _, s := range x.docs[i].digested().sigs {
			if !seen[s] {
				seen[s] = true
				all = append(all, s)
			}
		}
	}
	slices.Sort(all)
	return all
}

// set returns the indexes of the SIGs, ascending, each once.
func (f *facets) set(sigs []note.SIG) []int {
	set := make([]int, 0, len(sigs))
	for _, s := range sigs {
		n, _ := slices.BinarySearch(f.SIGs, s)
		set = append(set, n)
	}
	slices.Sort(set)
	return slices.Compact(set)
}

// column returns the index of a value in the list plus one, adding it where it is new;
// 0 for no value.
func column[T ~string](list *[]T, v T) uint64 {
	if v == "" {
		return 0
	}
	n := slices.Index(*list, v)
	if n < 0 {
		n = len(*list)
		*list = append(*list, v)
	}
	return uint64(n) + 1
}

func appendInts(b []byte, list []int) []byte {
	for _, n := range list {
		b = binary.AppendUvarint(b, uint64(n))
	}
	return b
}

// hanVariants lists the characters that are one another's forms, a group on a line.
func hanVariants() []byte { return []byte(strings.Join(token.Han, "\n")) }
