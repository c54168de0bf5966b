package preview

import (
	"fmt"
	"time"

	"github.com/kawaraban/kawaraban/internal/diag"
)

func newRound(seq uint64, what string, seen time.Time, visible, hidden []*tab) *round {
	r := &round{
		seq: seq, what: what, seen: seen, looking: map[*tab]bool{}, hidden: map[*tab]bool{}, paint: map[*tab]bool{},
		open: len(visible) + len(hidden), first: make(chan struct{}), done: make(chan struct{}),
	}
	for _, t := range visible {
		r.looking[t] = true
	}
	for _, t := range hidden {
		r.hidden[t] = true
	}
	r.check()
	return r
}

// check closes the channels whose condition is met. The caller must have locked mu or be the only
// user.
func (r *round) check() {
	over := func(c chan struct{}) {
		select {
		case <-c:
		default:
			close(c)
		}
	}
	if len(r.looking) == 0 {
		over(r.first)
	}
	if len(r.looking)+len(r.hidden)+len(r.paint) == 0 {
		over(r.done)
	}
}

// sending records that an update is sent to a tab. paints reports whether a visible tab will
// answer that it has painted.
func (r *round) sending(t *tab, paints bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if !r.looking[t] && !r.hidden[t] {
		return
	}
	r.differ++
	if paints && r.looking[t] {
		r.paint[t] = true
	}
}

// brought records that a tab was compared and has received its update.
func (r *round) brought(t *tab) {
	r.mu.Lock()
	defer r.mu.Unlock()
	delete(r.looking, t)
	delete(r.hidden, t)
	r.check()
}

func (r *round) paintedBy(t *tab, at time.Time) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if !r.paint[t] {
		return
	}
	delete(r.paint, t)
	r.painted = at
	r.check()
}

func (r *round) unpaint(t *tab) {
	r.mu.Lock()
	defer r.mu.Unlock()
	delete(r.paint, t)
	r.check()
}

func (r *round) leave(t *tab) {
	r.mu.Lock()
	defer r.mu.Unlock()
	delete(r.looking, t)
	delete(r.hidden, t)
	delete(r.paint, t)
	r.check()
}

func (r *round) line(c diag.Catalog) string {
	r.mu.Lock()
	defer r.mu.Unlock()
	what := stamp(r.seen) + " " + r.what + ": "
	switch {
	case r.open == 0:
		return what + c.Sprintf("read in %s", inMillis(r.read))
	case r.differ == 0 && r.open == 1:
		return what + c.Sprintf("open page unchanged, read in %s", inMillis(r.read))
	case r.differ == 0:
		return what + c.Sprintf("%d open pages unchanged, read in %s", r.open, inMillis(r.read))
	case r.painted.IsZero():
		return what + c.Sprintf("%d of %d open pages changed, read in %s", r.differ, r.open, inMillis(r.read))
	}
	return what + c.Sprintf("%d of %d open pages changed, patched in %s", r.differ, r.open, inMillis(r.painted.Sub(r.seen)))
}

func stamp(t time.Time) string { return t.Format(time.TimeOnly) }

func inMillis(d time.Duration) string {
	return fmt.Sprintf("%d ms", d.Round(time.Millisecond).Milliseconds())
}

// sending and the following methods call the method of the current round with the same name.
func (p *Preview) sending(t *tab, seq uint64, paints bool) {
	if r := p.round.Load(); r != nil && r.seq == seq {
		r.sending(t, paints)
	}
}

func (p *Preview) brought(t *tab, seq uint64) {
	if r := p.round.Load(); r != nil && r.seq == seq {
		r.brought(t)
	}
}

func (p *Preview) painted(t *tab, seq uint64) {
	if r := p.round.Load(); r != nil && r.seq == seq {
		r.paintedBy(t, time.Now())
	}
}

func (p *Preview) unpaint(t *tab) {
	if r := p.round.Load(); r != nil {
		r.unpaint(t)
	}
}

func (p *Preview) leave(t *tab) {
	p.tabs.remove(t)
	if r := p.round.Load(); r != nil {
		r.leave(t)
	}
}

func (ts *tabs) remove(t *tab) {
	ts.mu.Lock()
	defer ts.mu.Unlock()
	delete(ts.all, t)
}
