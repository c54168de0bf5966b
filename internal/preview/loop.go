package preview

import (
	"context"
	"sync"
	"time"

	"github.com/kawaraban/kawaraban/internal/diag"
	"github.com/kawaraban/kawaraban/internal/watch"
)

// hint identifies an info message on a file. It is shown once, because its text may differ after
// each save.
type hint struct {
	file string
	code diag.Code
}

// loop is the goroutine that makes states and logs.
type loop struct {
	p  *Preview
	wg sync.WaitGroup
	mu sync.Mutex // guards logging: the watcher also logs

	seq    uint64
	strict bool // of the current directory
	// templatesChanged reports whether templates may have changed since the last pages were
	// rendered.
	templatesChanged bool
	said             []diag.Diagnostic // problems last printed
	summed           string            // their summary
	hinted           map[hint]bool     // info messages that were printed
	found            []diag.Diagnostic // problems of the last check
	linked           []diag.Diagnostic // problems of reading and linking at that time
	faults           []diag.Diagnostic // of the state: pages that could not be rendered
	// told are the problems of reading and linking last sent to tabs; stale means that others were
	// sent since.
	told   []diag.Diagnostic
	stale  bool
	broken bool            // no state can be made of the current directory
	first  <-chan struct{} // closed when the round is over
	done   <-chan struct{}
	hidden []*tab // to wake when the visible tabs are updated

	checked  chan checkResult
	checking *shown             // state on which the rules run; nil: none
	cancel   context.CancelFunc // cancels the rules
	quiet    *time.Timer
	head     *time.Timer
	paint    *time.Timer

	heads   *time.Timer    // when to ask git again
	dated   chan *gitDates // new dates
	looking bool           // a query is running
	undated string         // last reported reason for missing dates

	again *time.Timer   // when to read tree again
	wait  time.Duration // delay before the next time
	tree  *watch.Tree   // the last tree
}

// Delays before a directory is read again that changed while it was read.
const (
	soonAgain = 100 * time.Millisecond
	lastAgain = 4 * time.Second // longer than a watcher takes to notice a change without an event
)

func (l *loop) log(line Line) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.p.o.Log(line)
}

func stopped() *time.Timer {
	t := time.NewTimer(time.Hour)
	t.Stop()
	return t
}

func newLoop(p *Preview) *loop {
	return &loop{
		p: p, checked: make(chan checkResult), wait: soonAgain, hinted: map[hint]bool{},
		quiet: stopped(), head: stopped(), paint: stopped(), again: stopped(),
		heads: time.NewTimer(lookAgain), dated: make(chan *gitDates),
	}
}
