package align

import (
	"slices"
)

// Op says what became of a stretch of text.
type Op int

// The operations of an Edit.
const (
	Keep Op = iota
	Cut
	Add
)

// The bounds of what comparing two texts may cost: how many pieces may differ, and how many
// are compared in all.
const (
	maxDiffer   = 800
	maxCompared = 1 << 21
)

// shortest finds a shortest way to make q of p by cutting and adding pieces (E. W. Myers,
// "An O(ND) Difference Algorithm and Its Variations", 1986); false where that would cost
// too much. Of several ways it takes the one that cuts before it adds.
func shortest(p, q []string) ([]Op, bool) {
	head := 0
	for head < min(len(p), len(q)) && p[head] == q[head] {
		head++
	}
	tail := 0
	for tail < min(len(p), len(q))-head && p[len(p)-1-tail] == q[len(q)-1-tail] {
		tail++
	}
	m := myers{p: p[head : len(p)-tail], q: q[head : len(q)-tail], budget: maxCompared}
	if !m.search() {
		return nil, false
	}
	return slices.Concat(slices.Repeat([]Op{Keep}, head), m.way(), slices.Repeat([]Op{Keep}, tail)), true
}

// myers is one search. far[d] holds, for each diagonal k = x - y that d edits reach, the
// furthest x: that of k at place k+d.
type myers struct {
	p, q   []string
	far    [][]int32
	budget int
}

// search goes on until the ends meet; false when the bounds are hit.
func (m *myers) search() bool {
	for d := 0; d <= maxDiffer; d++ {
		row := make([]int32, 2*d+1)
		m.far = append(m.far, row)
		for k := -d; k <= d; k += 2 {
			x, ok := m.follow(m.begin(d, k), k)
			if !ok {
				return false
			}
			row[k+d] = int32(x)
			if x >= len(m.p) && x-k >= len(m.q) {
				return true
			}
		}
	}
	return false
}

// begin is where diagonal k is entered with the d-th edit.
func (m *myers) begin(d, k int) int {
	if d == 0 {
		return 0
	}
	if m.down(d, k) {
		return m.at(d-1, k+1)
	}
	return m.at(d-1, k-1) + 1
}

// down reports whether the d-th edit onto diagonal k adds a piece, rather than cutting one.
func (m *myers) down(d, k int) bool {
	return k == -d || k != d && m.at(d-1, k-1) < m.at(d-1, k+1)
}

func (m *myers) at(d, k int) int { return int(m.far[d][k+d]) }

// follow goes along equal pieces.
func (m *myers) follow(x, k int) (int, bool) {
	for x < len(m.p) && x-k < len(m.q) && x-k >= 0 && m.p[x] == m.q[x-k] {
		x++
		m.budget--
	}
	m.budget--
	return x, m.budget > 0
}

// way reads the edits back from the end.
func (m *myers) way() []Op {
	var back []Op
	x, y := len(m.p), len(m.q)
	for d := len(m.far) - 1; d >= 0; d-- {
		k := x - y
		from := m.begin(d, k)
		for x > from {
			back = append(back, Keep)
			x, y = x-1, y-1
		}
		if d == 0 {
			break
		}
		if m.down(d, k) {
			back = append(back, Add)
			y--
		} else {
			back = append(back, Cut)
			x--
		}
	}
	slices.Reverse(back)
	return back
}
