package preview

import (
	"crypto/sha256"
	"sync/atomic"

	"github.com/kawaraban/kawaraban/internal/watch"
)

// late is a Tree that notices if a file changes or vanishes before it is read. If the old content
// then returns, there is no Change for it: an editor saves the same text twice, or a program
// replaces a file and restores it.
type late struct {
	*watch.Tree
	differs atomic.Bool
}

// ReadFile implements fs.ReadFileFS.
func (l *late) ReadFile(name string) ([]byte, error) {
	data, err := l.Tree.ReadFile(name)
	if sum, ok := l.Sum(name); ok && (err != nil || sha256.Sum256(data) != sum) {
		l.differs.Store(true)
	}
	return data, err
}

// readAgain schedules another read of an outdated Tree with increasing delay, unless a Change
// comes first.
func (l *loop) readAgain(t *late) {
	l.tree = t.Tree
	if t.differs.Load() && l.wait <= lastAgain {
		l.again.Reset(l.wait)
		l.wait *= 2
	}
}

// changed handles the timers at a Change: it includes what was to be read again, and git may be
// its cause.
func (l *loop) changed() {
	l.again.Stop()
	l.heads.Reset(lookSoon)
	l.wait = soonAgain
}
