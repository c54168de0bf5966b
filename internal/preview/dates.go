package preview

import (
	"sync"
	"time"

	"github.com/kawaraban/kawaraban/internal/git"
	"github.com/kawaraban/kawaraban/internal/source"
)

// When to ask git for the current HEAD, which takes a few milliseconds. A commit changes no
// watched file; a pull does.
const (
	lookAgain = 5 * time.Second // after the last time
	lookSoon  = time.Second     // after a Change
)

// gitFolder names a change of the git history.
const gitFolder = ".git"

// gitDates are the dates from git in one state of the repository.
type gitDates struct {
	state string // the commit, or why there is none
	log   *git.Log
	err   error
}

// dates reads the notes' dates from git.
type dates struct {
	dir string

	mu  sync.Mutex
	now *gitDates // nil before the first use
}

func (d *dates) history() *git.Log {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.now == nil {
		d.now = d.ask(d.state())
	}
	return d.now.log
}

// ask reads the dates for a known state. A commit in between is noticed the next time.
func (d *dates) ask(state string) *gitDates {
	log, err := git.History(d.dir, source.Root[:len(source.Root)-1])
	return &gitDates{state, log, err}
}

// state returns the repository's state, or why it has none.
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

// moved returns new dates if the repository has changed since the last read, else nil. history
// returns the old dates until the caller stores the new ones.
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
