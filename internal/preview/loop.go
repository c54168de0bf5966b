package preview

import (
	"context"
	"sync"
	"time"

	"github.com/kawaraban/kawaraban/internal/diag"
	"github.com/kawaraban/kawaraban/internal/watch"
)

// hint is what is only worth knowing of a file. It is told once: of a note that its
// translations fall behind it says another number after each save.
type hint struct {
	file string
	code diag.Code
}

// loop is the one goroutine that makes states and says what happens.
type loop struct {
	p  *Preview
	wg sync.WaitGroup
	mu sync.Mutex // guards what is said: the watcher has notices of its own

	seq    uint64
	strict bool // of the folder as it is
	// doubtful is whether templates may be others than those that the last pages were printed
	// with.
	doubtful bool
	said     []diag.Diagnostic // what the terminal was told last
	summed   string            // how many these were
	hinted   map[hint]bool     // what is only worth knowing that the terminal has told
	found    []diag.Diagnostic // what the last check found
	linked   []diag.Diagnostic // what reading and linking had found then
	faults   []diag.Diagnostic // of the state: why pages of it could not be printed
	// told is what reading and linking had found when the tabs were told last; stale is that
	// they were told something else since.
	told   []diag.Diagnostic
	stale  bool
	broken bool            // no state could be made of the folder as it is
	first  <-chan struct{} // of the round, until it is over
	done   <-chan struct{}
	hidden []*tab // to be woken when the first have their pages

	checked  chan checkResult
	checking *shown             // which state the rules are run on; nil: none
	cancel   context.CancelFunc // ends that
	quiet    *time.Timer
	idle     *time.Timer
	began    time.Time     // when the check that runs was begun
	took     time.Duration // that the last one took that came to its end
	head     *time.Timer
	paint    *time.Timer

	heads   *time.Timer // when git is asked again
	dated   chan *said  // what it says, where that is something else
	looking bool        // it is being asked
	undated string      // why it says nothing, as was told last

	again *time.Timer   // when tree is to be read again
	wait  time.Duration // up to then, the next time
	tree  *watch.Tree   // that was read last
}

// The times after which a folder is read again that was written to while it was read.
const (
	soonAgain = 100 * time.Millisecond
	lastAgain = 4 * time.Second // longer than a watcher takes to find what no event told
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
		quiet: stopped(), idle: stopped(), head: stopped(), paint: stopped(), again: stopped(),
		heads: time.NewTimer(lookAgain), dated: make(chan *said),
	}
}
