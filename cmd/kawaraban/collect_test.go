package main

import (
	"runtime"
	"runtime/debug"
	"testing"
	"testing/fstest"
	"time"
)

func TestCollectorPercent(t *testing.T) {
	for _, tt := range []struct {
		notes, live int64
		want        int
	}{
		{0, 0, heapOverLive},                // no notes: by what is needed alone
		{1 << 20, 4 << 20, 475},             // 23 MB may be taken, not quite six times as much as 4
		{1 << 20, 1 << 20, 475},             // less than a process begins with
		{10 << 20, 115 << 20, 100},          // 230 MB, twice as much
		{10 << 20, 200 << 20, heapOverLive}, // 230 MB is hardly more
		{10 << 20, 3 << 30, heapOverLive},   // more is needed than was thought
		{100 << 20, 1000 << 20, 130},        // ten times the notes
		{1 << 40, 4 << 20, 1 << 20},         // no number runs over
	} {
		c := collector{least: heapOfNotes * tt.notes}
		if got := c.percent(tt.live); got != tt.want {
			t.Errorf("%d bytes of notes, %d needed: %d, want %d", tt.notes, tt.live, got, tt.want)
		}
	}
}

// What is chosen is chosen anew after looks, and put back in the end; GOGC is obeyed.
func TestCollectFor(t *testing.T) {
	t.Setenv("GOGC", "")
	t.Setenv("GOMEMLIMIT", "")
	site := fstest.MapFS{
		"content/1.27/a.md":  {Data: make([]byte, 8<<20)},
		"content/1.27/a.png": {Data: make([]byte, 1<<20)},
	}
	if n := bytesOfNotes(site); n != 8<<20 {
		t.Errorf("%d bytes of notes", n)
	}
	was := debug.SetGCPercent(77)
	defer debug.SetGCPercent(was)
	c := collectFor(site)
	current := func() int {
		p := debug.SetGCPercent(100)
		debug.SetGCPercent(p)
		return p
	}
	if first := current(); first <= heapOverLive {
		t.Errorf("184 MB may be taken, and %d percent over what is needed", first)
	}
	debug.SetGCPercent(1)
	for range 100 { // a look in which the value that follows it is found
		runtime.GC()
		if time.Sleep(time.Millisecond); current() != 1 {
			break
		}
	}
	if current() == 1 {
		t.Error("nothing was chosen after a look")
	}
	c.stop()
	runtime.GC()
	if got := current(); got != 77 {
		t.Errorf("%d percent afterwards", got)
	}
	t.Setenv("GOGC", "50")
	c = collectFor(site)
	c.stop()
	if got := current(); got != 77 {
		t.Errorf("%d percent where GOGC says otherwise", got)
	}
}
