package main

import (
	"math"
	"slices"
)

// series are figures of one kind, in the order in which they were measured.
type series []float64

// percentile is the smallest figure that at least so many in a hundred do not exceed (the
// nearest rank, so that it is one that was measured); NaN of none.
func (s series) percentile(p float64) float64 {
	if len(s) == 0 {
		return math.NaN()
	}
	sorted := slices.Sorted(slices.Values(s))
	rank := int(math.Ceil(p / 100 * float64(len(sorted))))
	return sorted[min(max(rank, 1), len(sorted))-1]
}

// never is how many of the figures are infinite: saves that were not painted.
func (s series) never() int {
	n := 0
	for _, v := range s {
		if math.IsInf(v, 1) {
			n++
		}
	}
	return n
}

// save is a save, and how it was seen.
type save struct {
	begun, written moment // before the write, and after its return
	found          sight
}

// add adds a save, painted or not.
func (r *row) add(s save, painted bool) {
	r.saves++
	if !painted {
		r.times = append(r.times, math.Inf(1))
		return
	}
	r.times = append(r.times, float64(s.found.Painted-s.written))
	r.painted = append(r.painted, s)
}

// steps are the moments on the way from the write to the screen, in their order, each with
// where it is told. A server that tells of itself does so in the message that the browser gets.
var steps = []struct {
	name string
	of   func(sight) moment
}{
	{"seen: first event of the write", func(s sight) moment { return s.Times["seen"] }},
	{"settled: the writer is done", func(s sight) moment { return s.Times["settled"] }},
	{"linked: the site is read and linked", func(s sight) moment { return s.Times["linked"] }},
	{"printed: the page on screen is made", func(s sight) moment { return s.Times["printed"] }},
	{"heard: the browser has the message", func(s sight) moment { return s.Heard }},
	{"loaded anew: the document has begun", sight.reloaded},
	{"changed: the document holds the text", func(s sight) moment { return s.Changed }},
	{"painted", func(s sight) moment { return s.Painted }},
}

// reloaded is when the document began, if that was on the way.
func (s sight) reloaded() moment {
	if s.Heard == 0 || s.Born < s.Heard {
		return 0
	}
	return s.Born
}

// steps are the milliseconds that led to each of the steps from the one before it that is
// known; NaN to one that is not told of.
func (s save) steps() []float64 {
	out := make([]float64, len(steps))
	last := s.written
	for i, step := range steps {
		out[i] = math.NaN()
		if when := step.of(s.found); when != 0 {
			out[i] = float64(when - last)
			last = when
		}
	}
	return out
}

// phases are the figures of each step, of all saves that tell of it.
func (r *row) phases() []series {
	out := make([]series, len(steps))
	for _, s := range r.painted {
		for i, ms := range s.steps() {
			if !math.IsNaN(ms) {
				out[i] = append(out[i], ms)
			}
		}
	}
	return out
}
