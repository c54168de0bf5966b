package preview

import (
	"crypto/sha256"
	"sync/atomic"

	"github.com/kawaraban/kawaraban/internal/watch"
)

// changeDetector is a Tree that detects whether a file changes or is deleted before it is read. If
// the old content is restored later, there is no Change. This happens if an editor saves the same
// text twice, or if a program replaces a file temporarily.
type changeDetector struct {
	*watch.Tree
	differs atomic.Bool
}

// ReadFile reads a file and compares it with the snapshot. It implements fs.ReadFileFS.
func (l *changeDetector) ReadFile(name string) ([]byte, error) {
	data, err := l.Tree.ReadFile(name)
	if sum, ok := l.Sum(name); ok && (err != nil || sha256.Sum256(data) != sum) {
		l.differs.Store(true)
	}
	return data, err
}

// readAgain schedules another read if a Tree was outdated. The delay increases each time. A
// Change makes the read unnecessary.
func (l *loop) readAgain(t *changeDetector) {
	l.tree = t.Tree
	if t.differs.Load() && l.wait <= lastAgain {
		l.again.Reset(l.wait)
		l.wait *= 2
	}
}

// changed resets the timers after a Change. The Change includes the files that were to be read
// again, and git may have caused it.
func (l *loop) changed() {
	l.again.Stop()
	l.heads.Reset(lookSoon)
	l.wait = soonAgain
}
