package main

import (
	"fmt"
	"io"
	"os"
	"sync"
	"time"

	"github.com/kawaraban/kawaraban/internal/build"
)

// quiet is the delay before progress is shown. tick is the interval between updates.
const (
	quiet = time.Second
	tick  = 100 * time.Millisecond
)

// progress shows the progress of a long build on one line of a terminal. It prints nothing to a
// pipe.
type progress struct {
	w     io.Writer
	mu    sync.Mutex
	next  time.Time
	shown bool
}

func (a *app) newProgress(start time.Time) *progress {
	p := &progress{next: start.Add(quiet)}
	if f, ok := a.stderr.(*os.File); ok && isTerminal(f) {
		p.w = f
	}
	return p
}

func (p *progress) say(stage build.Stage, done, total int) {
	if p.w == nil {
		return
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	now := time.Now()
	if now.Before(p.next) {
		return
	}
	p.next = now.Add(tick)
	p.shown = true
	fmt.Fprintf(p.w, "\r\033[K%s %d of %d", stage, done, total)
}

func (p *progress) end() {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.shown {
		fmt.Fprint(p.w, "\r\033[K")
		p.shown = false
	}
}
