package check

import (
	"slices"
	"strings"
)

// longestName is the length beyond which a word is no name: the longest gate has 52
// letters.
const longestName = 96

// most is the largest number of single edits that [nearIndex.find] looks for. Two letters
// in the wrong order are two of them there, and one in [edits].
const most = 3

// nearIndex finds the names that are a few edits away from a word without comparing it
// with each of them.
//
// Every name is cut into one piece more than there may be edits. Edits cannot reach all
// pieces, so one stands in the word whole, and not far from its place.
type nearIndex struct {
	names  []string // in lower case
	pieces map[piece][]int32
}

// piece is a part of a name: which one, of how long a name.
type piece struct {
	text   string
	number int8
	length int8 // of the name
}

// newNearIndex indexes names; the numbers that find returns are their places.
func newNearIndex(names []string) *nearIndex {
	x := &nearIndex{pieces: map[piece][]int32{}}
	for i, name := range names {
		name = strings.ToLower(name)
		x.names = append(x.names, name)
		if len(name) > longestName {
			continue
		}
		for k := range piecesOf(len(name)) {
			from, to := cut(len(name), k)
			p := piece{name[from:to], int8(k), int8(len(name))}
			x.pieces[p] = append(x.pieces[p], int32(i))
		}
	}
	return x
}

// piecesOf is into how many pieces a name of a length is cut. Short ones have room for
// two edits only.
func piecesOf(length int) int {
	if length < 9 {
		return most
	}
	return most + 1
}

// cut returns where piece k of a name of a length begins and ends.
func cut(length, k int) (from, to int) {
	n := piecesOf(length)
	return length * k / n, length * (k + 1) / n
}

// crowd is how many names may have a piece in common for it to lead to them. Of the
// names in this site's data eight at most do; a note full of names that begin alike would
// otherwise be compared with itself, word by word.
const crowd = 256

// find returns the numbers of the names that may be near a word, in order.
func (x *nearIndex) find(w string) []int32 {
	if len(w) > longestName {
		return nil
	}
	w = strings.ToLower(w)
	var out []int32
	for length := max(1, len(w)-most); length <= len(w)+most; length++ {
		for k := range piecesOf(length) {
			from, to := cut(length, k)
			for shift := -most; shift <= most; shift++ {
				if a, b := from+shift, to+shift; a >= 0 && b <= len(w) {
					if found := x.pieces[piece{w[a:b], int8(k), int8(length)}]; len(found) <= crowd {
						out = append(out, found...)
					}
				}
			}
		}
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// edits counts the letters put in, left out, taken for another or swapped with their
// neighbour between two words; more than limit are limit+1.
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
