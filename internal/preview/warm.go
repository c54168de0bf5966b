package preview

import (
	"context"

	"github.com/kawaraban/kawaraban/internal/note"
)

// warmed warms and returns when that is done or ctx is: a page that is being made cannot be
// stopped, and the next change is not to wait for it.
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

// warm makes a page of each kind whose first one takes long, unless that was done: those of
// a state that is no longer shown may have come too late for the next one. It ends with its
// context, after the page that it is at.
func (p *Preview) warm(ctx context.Context, sh *shown) {
	w := &p.warmth
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.done == nil {
		w.done = map[string]bool{}
	}
	for _, page := range sh.telling() {
		if w.done[page.kind] || ctx.Err() != nil {
			continue
		}
		sh.page(page.path)
		w.done[page.kind] = p.now.Load() == sh
	}
}

// telling lists a page of each kind that asks something of all notes, in the order in which
// somebody who begins to write looks at them.
func (sh *shown) telling() []kindPage {
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

// kindPage is a page and what it stands for.
type kindPage struct{ kind, path string }
