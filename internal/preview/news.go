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

const imported = source.Root + "_data/"

// news is the data that tabs receive in addition to their pages: the number of the last complete
// state, and the replaced assets. It is sent at the end of a round, after the visible pages.
type news struct {
	began time.Time     // start of the record; earlier changes are unknown
	over  atomic.Uint64 // number of the last state whose round is over

	mu     sync.Mutex
	files  map[string]replaced // last replacement of each asset, by URL
	forgot replaced            // last entry that was dropped from files
}

// replaced is the time of a replacement, and the number of the state.
type replaced struct {
	seq uint64
	at  time.Time
}

const maxReplaced = 10_000

// filesFolder is the folder of assets in URLs.
const filesFolder = "files/"

// add records the assets in a list of changed paths.
func (n *news) add(seq uint64, paths []watch.Path, at time.Time) {
	n.mu.Lock()
	defer n.mu.Unlock()
	for _, p := range paths {
		name, ok := strings.CutPrefix(p.Name, source.Root)
		if !ok || source.IsNote(p.Name) || strings.HasPrefix(p.Name, imported) {
			continue
		}
		if n.files == nil || len(n.files) >= maxReplaced {
			if n.files != nil {
				n.forgot = replaced{seq, at}
			}
			n.files = map[string]replaced{}
		}
		n.files[filesFolder+name] = replaced{seq, at}
	}
}

// between returns the assets replaced after one state, up to and including another. all reports
// whether the list may be incomplete.
func (n *news) between(after, upTo uint64) (files []string, all bool) {
	return n.list(func(r replaced) bool { return r.seq > after && r.seq <= upTo })
}

// clockSlip is the maximum difference of the clocks of the browser and the preview that missed
// accounts for.
const clockSlip = 2 * time.Second

// missed returns the assets replaced since a tab last received a message. all reports whether the
// list may be incomplete.
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
