package preview

import (
	"crypto/sha256"
	"sync/atomic"

	"github.com/kawaraban/kawaraban/internal/watch"
)

// late is a Tree that notices when a file has other bytes by the time that it is read, or
// none. Where these turn back to what they were, no Change tells of it: an editor saves the
// same text twice, another program takes a file away and puts it back.
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

// readAgain sees to it that a Tree which was read too late is read once more, later and
// later, unless a Change comes before.
func (l *loop) readAgain(t *late) {
	l.tree = t.Tree
	if t.differs.Load() && l.wait <= lastAgain {
		l.again.Reset(l.wait)
		l.wait *= 2
	}
}

// changed takes a Change: what was to be read again is in it, and git may have made it.
func (l *loop) changed() {
	l.again.Stop()
	l.heads.Reset(lookSoon)
	l.wait = soonAgain
}
