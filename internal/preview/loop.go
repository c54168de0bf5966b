package preview

import (
	"context"
	"sync"
	"time"

	"github.com/kawaraban/kawaraban/internal/diag"
	"github.com/kawaraban/kawaraban/internal/watch"
)

// hint identifies an info message about a file. It is printed once, although its text may differ
// after each save.
type hint struct {
	file string
	code diag.Code
}

// loop is the goroutine that computes states and writes the log.
type loop struct {
	p  *Preview
	wg sync.WaitGroup
	mu sync.Mutex // for logging, because the watcher also logs

	seq    uint64
	strict bool // result of strict for the current directory
	// templatesChanged reports whether templates may have changed since pages were last rendered.
	templatesChanged bool
	said             []diag.Diagnostic // problems at the last output
	summed           string            // summary at the last output
	hinted           map[hint]bool     // info messages that were printed
	found            []diag.Diagnostic // problems of the last check
	linked           []diag.Diagnostic // problems of reading and linking at the last check
	faults           []diag.Diagnostic // problems of pages that could not be rendered in the current state
	// told are the problems of reading and linking that were last sent to tabs. stale is set if
	// other problems were sent since.
	told   []diag.Diagnostic
	stale  bool
	broken bool            // whether no state can be computed from the current directory
	first  <-chan struct{} // first is closed when the visible tabs are updated, done when the round is over
	done   <-chan struct{}
	hidden []*tab // tabs to wake when the visible tabs are updated

	checked  chan checkResult
	checking *shown             // state that the rules are checking; nil for none
	cancel   context.CancelFunc // cancels the running rules
	quiet    *time.Timer
	head     *time.Timer
	paint    *time.Timer

	heads   *time.Timer    // fires when git is to be asked
	dated   chan *gitDates // new dates
	looking bool           // whether a query of git is running
	undated string         // last reported reason why there are no dates

	again *time.Timer   // fires when tree is to be read again
	wait  time.Duration // next delay of again
	tree  *watch.Tree
}

// Delays before a directory that changed during a read is read again.
const (
	soonAgain = 100 * time.Millisecond
	lastAgain = 4 * time.Second // longer than the watcher needs to detect a change without an event
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
