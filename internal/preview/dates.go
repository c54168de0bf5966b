package preview

import (
	"context"
	"sync"
	"time"

	"github.com/kawaraban/kawaraban/internal/git"
	"github.com/kawaraban/kawaraban/internal/source"
	"github.com/kawaraban/kawaraban/internal/watch"
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

// look asks, beside everything else, whether HEAD is another commit.
func (l *loop) look(ctx context.Context) {
	if l.looking || l.p.dates.last() == nil {
		l.heads.Reset(lookAgain)
		return
	}
	l.looking = true
	l.wg.Go(func() {
		now := l.p.dates.moved()
		select {
		case l.dated <- now:
		case <-ctx.Done():
		}
	})
}

// date brings the tabs what git says now, where that is something else, and sees to it that
// it is asked again.
func (l *loop) date(ctx context.Context, now *said) {
	l.looking = false
	l.heads.Reset(lookAgain)
	if now == nil {
		return
	}
	l.p.dates.take(now)
	l.tellUndated()
	l.change(ctx, watch.Change{Tree: l.tree, Paths: []watch.Path{{Name: gitFolder}}, Seen: time.Now()})
}

// tellUndated says why notes have no dates, once for each reason.
func (l *loop) tellUndated() {
	last := l.p.dates.last()
	if last == nil || last.err == nil || l.p.o.Undated == nil || last.err.Error() == l.undated {
		return
	}
	l.undated = last.err.Error()
	l.mu.Lock()
	defer l.mu.Unlock()
	l.p.o.Undated(last.err)
}
