package preview

import (
	"sync"
	"time"

	"github.com/kawaraban/kawaraban/internal/git"
	"github.com/kawaraban/kawaraban/internal/source"
)

// Delays before git is asked for the current HEAD, which takes a few milliseconds. A commit
// changes no watched file, but a pull does.
const (
	lookAgain = 5 * time.Second // after the last query
	lookSoon  = time.Second     // after a Change
)

// gitFolder is the path in a Change of the git history.
const gitFolder = ".git"

// gitDates are the dates from git at a state of the repository.
type gitDates struct {
	state string // commit, or the reason why there is none
	log   *git.Log
	err   error
}

// dates reads the dates of the notes from git.
type dates struct {
	dir string

	mu  sync.Mutex
	now *gitDates // nil before the first read
}

func (d *dates) history() *git.Log {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.now == nil {
		d.now = d.ask(d.state())
	}
	return d.now.log
}

// ask reads the dates at a known state. If a commit is made meanwhile, the next query finds it.
func (d *dates) ask(state string) *gitDates {
	log, err := git.History(d.dir, source.Root[:len(source.Root)-1])
	return &gitDates{state, log, err}
}

// state returns the commit of the repository, or the reason why there is none.
func (d *dates) state() string {
	state, err := git.State(d.dir)
	if err != nil {
		return err.Error()
	}
	return state
}

func (d *dates) last() *gitDates {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.now
}

// moved returns new dates if the repository has changed since the last read. Otherwise it returns
// nil. history returns the old dates until the caller stores the new ones.
func (d *dates) moved() *gitDates {
	last := d.last()
	if last == nil {
		return nil
	}
	state := d.state()
	if state == last.state {
		return nil
	}
	return d.ask(state)
}

func (d *dates) take(now *gitDates) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.now = now
}
