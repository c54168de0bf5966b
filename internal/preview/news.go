package preview

import (
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/kawaraban/kawaraban/internal/source"
	"github.com/kawaraban/kawaraban/internal/watch"
)

// imported is where upstream data stand.
const imported = source.Root + "_data/"

// news is what tabs hear of beside their pages: that there is another state, and which of
// the files that stand beside notes were replaced. It is told when a round is over, so that
// the pages on screen come first.
type news struct {
	began time.Time     // of earlier changes nothing is known
	over  atomic.Uint64 // the last state whose round is over

	mu     sync.Mutex
	files  map[string]replaced // by address
	forgot replaced            // the last that were forgotten
}

// replaced is when the bytes at an address became other ones.
type replaced struct {
	seq uint64
	at  time.Time
}

// mostReplaced bounds what is remembered of files.
const mostReplaced = 10_000

// filesFolder is where files that stand beside notes have their addresses.
const filesFolder = "files/"

// add remembers the files among what changed before a state.
func (n *news) add(seq uint64, paths []watch.Path, at time.Time) {
	n.mu.Lock()
	defer n.mu.Unlock()
	for _, p := range paths {
		name, ok := strings.CutPrefix(p.Name, source.Root)
		if !ok || source.IsNote(p.Name) || strings.HasPrefix(p.Name, imported) {
			continue
		}
		if n.files == nil || len(n.files) >= mostReplaced {
			if n.files != nil {
				n.forgot = replaced{seq, at}
			}
			n.files = map[string]replaced{}
		}
		n.files[filesFolder+name] = replaced{seq, at}
	}
}

// between lists the files that were replaced after one state and up to another; all is
// whether there are others that nobody knows any more.
func (n *news) between(after, upTo uint64) (files []string, all bool) {
	return n.list(func(r replaced) bool { return r.seq > after && r.seq <= upTo })
}

// clockSlip is how far apart the clocks of a browser and of the preview may be.
const clockSlip = 2 * time.Second

// missed lists what was replaced, up to a state, since a tab last heard anything.
func (n *news) missed(since time.Time, upTo uint64) (files []string, all bool) {
	files, all = n.list(func(r replaced) bool { return r.seq <= upTo && r.at.After(since.Add(-clockSlip)) })
	return files, all || since.Before(n.began)
}

func (n *news) list(is func(replaced) bool) (files []string, all bool) {
	n.mu.Lock()
	defer n.mu.Unlock()
	for name, r := range n.files {
		if is(r) {
			files = append(files, name)
		}
	}
	slices.Sort(files)
	return files, is(n.forgot)
}
