package main

import (
	"testing"
	"time"
)

func TestMedian(t *testing.T) {
	for _, c := range []struct {
		in   []float64
		want float64
	}{{[]float64{3}, 3}, {[]float64{9, 1, 5}, 5}, {[]float64{4, 2, 8, 6, 10}, 6}} {
		if got := median(c.in); got != c.want {
			t.Errorf("median(%v) = %v, want %v", c.in, got, c.want)
		}
	}
}

// A machine that is twice as slow in its second round must not change the ratio.
func TestRatioIsTakenRunByRun(t *testing.T) {
	fast, slow := &generator{}, &generator{}
	for _, factor := range []time.Duration{1, 2, 1} {
		fast.seen = append(fast.seen, sample{wall: factor * time.Second})
		slow.seen = append(slow.seen, sample{wall: factor * 4 * time.Second})
	}
	if got := ratio([]*generator{fast, slow}, sample.wallSeconds); got != 4 {
		t.Errorf("ratio = %v, want 4", got)
	}
}
