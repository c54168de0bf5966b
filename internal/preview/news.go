package preview

import (
	"context"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/kawaraban/kawaraban/internal/source"
	"github.com/kawaraban/kawaraban/internal/watch"
)

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

// tellNews says that a round is over.
func (p *Preview) tellNews(seq uint64) {
	p.news.over.Store(seq)
	visible, hidden := p.tabs.list()
	for _, t := range slices.Concat(visible, hidden) {
		t.rouse()
	}
}

// catchUp tells the tab what there is beside its page, unless that came with the page.
func (t *tab) catchUp(ctx context.Context) error {
	over := t.p.news.over.Load()
	files, all := t.p.news.between(t.news, over)
	if t.since != nil {
		files, all = t.p.news.missed(*t.since, over)
	}
	quiet := t.since != nil || over <= max(t.news, t.paged)
	t.news, t.since = over, nil
	if quiet && len(files) == 0 && !all {
		return nil
	}
	m := changedMessage{Type: "changed", Files: make([]string, len(files)), All: all, Follow: t.p.o.Follow && !all}
	for i, name := range files {
		m.Files[i] = t.address(name)
	}
	return t.say(ctx, m)
}
