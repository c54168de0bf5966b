package align

import (
	"slices"
)

// Op is the operation of an Edit.
type Op int

const (
	Keep Op = iota
	Cut
	Add
)

// maxDiffer is the maximum number of pieces that may differ. maxCompared is the maximum number of
// comparisons.
const (
	maxDiffer   = 800
	maxCompared = 1 << 21
)

// shortest returns a shortest edit script from p to q (E. W. Myers, "An O(ND) Difference
// Algorithm and Its Variations", 1986). It removes before it adds, if possible. It returns false
// if the search exceeds a limit.
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
	return slices.Concat(slices.Repeat([]Op{Keep}, head), m.path(), slices.Repeat([]Op{Keep}, tail)), true
}

// myers is the state of a search. far[d][k+d] is the furthest x on diagonal k = x - y after d
// edits.
type myers struct {
	p, q   []string
	far    [][]int32
	budget int
}

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

// begin returns x at the start of diagonal k after the d-th edit.
func (m *myers) begin(d, k int) int {
	if d == 0 {
		return 0
	}
	if m.down(d, k) {
		return m.at(d-1, k+1)
	}
	return m.at(d-1, k-1) + 1
}

// down reports whether the d-th edit, which ends on diagonal k, adds a piece instead of removing
// one.
func (m *myers) down(d, k int) bool {
	return k == -d || k != d && m.at(d-1, k-1) < m.at(d-1, k+1)
}

func (m *myers) at(d, k int) int { return int(m.far[d][k+d]) }

func (m *myers) follow(x, k int) (int, bool) {
	for x < len(m.p) && x-k < len(m.q) && x-k >= 0 && m.p[x] == m.q[x-k] {
		x++
		m.budget--
	}
	m.budget--
	return x, m.budget > 0
}

func (m *myers) path() []Op {
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
