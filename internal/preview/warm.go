package preview

import (
	"context"

	"github.com/kawaraban/kawaraban/internal/note"
)

// warmed runs warm and returns when it or ctx is done: rendering cannot be cancelled, and the next
// change must not wait for it.
func (p *Preview) warmed(ctx context.Context, sh *shown) {
	done := make(chan struct{})
	p.aside.do(func() {
		defer close(done)
		p.warm(ctx, sh)
	})
	select {
	case <-done:
	case <-ctx.Done():
	}
}

// warm renders a page of each slow kind, unless that was done. A result that comes after the state
// was replaced may be lost. It stops after the current page if ctx is done.
func (p *Preview) warm(ctx context.Context, sh *shown) {
	w := &p.warmth
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.done == nil {
		w.done = map[string]bool{}
	}
	for _, page := range sh.expensivePages() {
		if w.done[page.kind] || ctx.Err() != nil {
			continue
		}
		sh.page(page.path)
		w.done[page.kind] = p.now.Load() == sh
	}
}

// expensivePages lists a page of each kind that reads all notes, those that an author looks at
// first in front.
func (sh *shown) expensivePages() []kindPage {
	root := string(sh.state.Config().Default) + "/"
	out := []kindPage{{"home", root + "index.html"}, {"status", root + "status/index.html"}}
	s := sh.state.Site()
	for _, r := range s.Releases() {
		ids := s.NotesOf(r)
		if len(ids) == 0 {
			continue
		}
		out = append(out, kindPage{"release", root + string(r) + "/index.html"}, kindPage{"note", root + notePage(ids[0])})
		for _, n := range s.Versions(ids[0]) {
			for ref := range n.Refs {
				if ref.Kind == note.KEP {
					return append(out, kindPage{"kep", root + "keps/" + ref.ID + "/index.html"})
				}
			}
		}
	}
	return out
}

type kindPage struct{ kind, path string }
