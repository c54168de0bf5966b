package preview

import (
	"sync"
	"time"

	"github.com/kawaraban/kawaraban/internal/git"
	"github.com/kawaraban/kawaraban/internal/source"
)

// When the preview asks git whether HEAD is another commit, which git answers in a few
// milliseconds: a commit changes no file that is watched, a pull changes some.
const (
	lookAgain = 5 * time.Second // after the last time
	lookSoon  = time.Second     // after a Change
)

// gitFolder is how a change of what git says is named.
const gitFolder = ".git"

// said is what git said of a repository in one state.
type said struct {
	state string // that it was in, or why it has none
	log   *git.Log
	err   error
}

// dates are what git says of the notes.
type dates struct {
	dir string

	mu  sync.Mutex
	now *said // nil before it is asked for
}

// history returns what git says of the notes; it is read when it is asked for first.
func (d *dates) history() *git.Log {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.now == nil {
		d.now = d.ask(d.state())
	}
	return d.now.log
}

// ask reads what git says of a repository that was in a state: a commit in between is seen
// the next time.
func (d *dates) ask(state string) *said {
	log, err := git.History(d.dir, source.Root[:len(source.Root)-1])
	return &said{state, log, err}
}

// state is that of the repository, or why it has none.
func (d *dates) state() string {
	state, err := git.State(d.dir)
	if err != nil {
		return err.Error()
	}
	return state
}

// last is what git said last; nil where nobody asked.
func (d *dates) last() *said {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.now
}

// moved returns what git says where the repository is in another state than when it was read;
// nil where it is not, or nobody asked. What was read before serves until that is taken.
func (d *dates) moved() *said {
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

func (d *dates) take(now *said) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.now = now
}
