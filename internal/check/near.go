package check

import (
	"slices"
	"strings"
)

// longestName is the maximum length of names that are compared. The longest gate has 52 letters.
const longestName = 96

// maxEdits is the maximum edit distance that [nearIndex.find] supports. There, a transposition
// counts as two edits. In [edits] it counts as one.
const maxEdits = 3

// nearIndex finds the names within a small edit distance of a word. It does not compare the word
// with all names.
//
// A name is split into one more piece than the number of edits. A word within that distance
// therefore contains at least one unchanged piece, near its original position.
type nearIndex struct {
	names  []string // in lower case
	pieces map[namePart][]int32
}

// namePart is a piece of a name, with its number and the length of the name.
type namePart struct {
	text   string
	number int8
	length int8 // length of the name
}

func newNearIndex(names []string) *nearIndex {
	x := &nearIndex{pieces: map[namePart][]int32{}}
	for i, name := range names {
		name = strings.ToLower(name)
		x.names = append(x.names, name)
		if len(name) > longestName {
			continue
		}
		for k := range piecesOf(len(name)) {
			from, to := cut(len(name), k)
			p := namePart{name[from:to], int8(k), int8(len(name))}
			x.pieces[p] = append(x.pieces[p], int32(i))
		}
	}
	return x
}

// piecesOf returns the number of pieces of a name with a length. Short names allow only two
// edits.
func piecesOf(length int) int {
	if length < 9 {
		return maxEdits
	}
	return maxEdits + 1
}

func cut(length, k int) (from, to int) {
	n := piecesOf(length)
	return length * k / n, length * (k + 1) / n
}

// maxShared is the maximum number of names that share a piece. Pieces that more names share are
// not used. In the data of this site, at most eight names share a piece. Without this limit, many
// names with the same beginning would take quadratic time.
const maxShared = 256

func (x *nearIndex) find(w string) []int32 {
	if len(w) > longestName {
		return nil
	}
	w = strings.ToLower(w)
	var out []int32
	for length := max(1, len(w)-maxEdits); length <= len(w)+maxEdits; length++ {
		for k := range piecesOf(length) {
			from, to := cut(length, k)
			for shift := -maxEdits; shift <= maxEdits; shift++ {
				if a, b := from+shift, to+shift; a >= 0 && b <= len(w) {
					if found := x.pieces[namePart{w[a:b], int8(k), int8(length)}]; len(found) <= maxShared {
						out = append(out, found...)
					}
				}
			}
		}
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// edits returns the edit distance including transpositions. It returns limit+1 if the distance
// exceeds limit.
func edits(a, b string, limit int) int {
	if len(a) > longestName || len(b) > longestName || max(len(a)-len(b), len(b)-len(a)) > limit {
		return limit + 1
	}
	var rows [3][longestName + 1]int16
	for j := range len(b) + 1 {
		rows[0][j] = int16(j)
	}
	for i := 1; i <= len(a); i++ {
		before, last, row := &rows[(i+1)%3], &rows[(i-1)%3], &rows[i%3]
		row[0] = int16(i)
		best := row[0]
		for j := 1; j <= len(b); j++ {
			d := last[j-1]
			if a[i-1] != b[j-1] {
				d++
			}
			d = min(d, last[j]+1, row[j-1]+1)
			if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
				d = min(d, before[j-2]+1)
			}
			row[j] = d
			best = min(best, d)
		}
		if int(best) > limit+1 {
			return limit + 1
		}
	}
	return min(int(rows[len(a)%3][len(b)]), limit+1)
}
