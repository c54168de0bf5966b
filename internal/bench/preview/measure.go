package main

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"time"

	"github.com/chromedp/chromedp"

	"github.com/kawaraban/kawaraban/internal/corpus"
)

// bench measures one number of notes.
type bench struct {
	options
	notes   int
	browser context.Context
}

// result is what was measured of one server at one number of notes.
type result struct {
	server string
	notes  int
	ready  series // seconds from its start to the first page
	rows   []*row
	memory []memory // of the last run
}

// row is what was measured of one kind of saves.
type row struct {
	kind    string
	saves   int
	times   series // from the write's return to the text painted, in milliseconds; never: +Inf
	painted []save // in the order in which they were made
}

// typing is how long after each other an editor saves that saves while its user types.
const typing = 100 * time.Millisecond

// measure measures each server in each run. With an error it returns what was measured before
// it; one server that fails does not keep the other from being measured.
func (b *bench) measure() ([]*result, error) {
	dir, err := workDir()
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	servers, err := b.servers(dir)
	if err != nil {
		return nil, err
	}
	var results []*result
	for _, s := range servers {
		r := &result{server: s.name, notes: b.notes}
		for range b.runs {
			if failed := b.once(s, r); failed != nil {
				err = errors.Join(err, fmt.Errorf("%s: %w", s.name, failed))
				break
			}
		}
		results = append(results, r)
	}
	return results, err
}

// servers makes the sites of those servers that are there.
func (b *bench) servers(dir string) ([]*server, error) {
	var out []*server
	if bin := absolute(b.kawaraban); bin != "" {
		s := &server{name: "Kawaraban", dir: filepath.Join(dir, "kawaraban"), args: []string{bin, "serve", "--addr", "127.0.0.1:{port}"}}
		out = append(out, s)
	}
	if bin := absolute(b.hugo); bin != "" {
		// Without --noHTTPCache the second save of a second is never seen: the page says when it
		// was changed in whole seconds, and the browser is told that it has it.
		s := &server{name: "Hugo", dir: filepath.Join(dir, "hugo"), args: []string{bin, "server", "--renderToMemory", "--noHTTPCache", "--bind", "127.0.0.1", "--port", "{port}"}}
		out = append(out, s)
	}
	dialects := map[string]corpus.Dialect{"Kawaraban": corpus.Kawaraban, "Hugo": corpus.Hugo}
	for _, s := range out {
		var err error
		if s.scene, err = makeSite(s.dir, b.notes, dialects[s.name], b.data); err != nil {
			return nil, err
		}
	}
	return out, nil
}

// once starts the server, opens the page and measures all kinds of saves.
func (b *bench) once(s *server, r *result) error {
	fmt.Fprintf(os.Stderr, "%d notes, %s: starting\n", b.notes, s.name)
	took, err := s.start(b.start)
	defer s.stop()
	if err != nil {
		return err
	}
	r.ready = append(r.ready, took.Seconds())
	page, err := open(b.browser, s.url+s.scene.page)
	if err != nil {
		return err
	}
	defer page.close()
	w := &writer{bench: b, server: s, screen: page, pauses: newPauses(), last: s.scene.latest()}
	if err := w.settle(); err != nil {
		return err
	}
	err = w.all(r)
	s.collected(w.memory, forced)
	r.memory = w.memory
	return err
}

// writer saves the note of a scene and waits for it to be on screen.
type writer struct {
	*bench
	server *server
	screen *screen
	pauses *pauses
	last   int           // the last save
	most   time.Duration // that one has taken until it was on screen
	done   int           // how many saves there were
	memory []memory
}

// settle brings the places that are edited into the middle of the window, and lets the server
// come to rest after its start: whoever begins to write has opened the page some time ago.
func (w *writer) settle() error {
	if err := w.screen.center(w.scene().said); err != nil {
		return err
	}
	w.server.rest(w.start)
	w.memory = append(w.memory, w.server.held(0, w.rest))
	return nil
}

func (w *writer) scene() *scene { return w.server.scene }

// all measures all kinds of saves, and saves on, as soon as the last one is on screen, until
// memory can be read for the last time.
func (w *writer) all(r *result) error {
	for _, m := range manners {
		if err := w.row(r, m.name, m, w.saves, w.paced); err != nil {
			return err
		}
	}
	kind := fmt.Sprintf("each %d ms, in turn", typing.Milliseconds())
	if err := w.row(r, kind, inTurn(), w.saves, w.typed); err != nil {
		return err
	}
	if rest := w.upTo - w.done; rest > 0 {
		return w.row(r, "as soon as painted, in turn", inTurn(), rest, w.hurried)
	}
	return nil
}

// row measures one kind of saves.
func (w *writer) row(r *result, kind string, m manner, saves int, how func(*row, manner, int, time.Time) error) error {
	fmt.Fprintf(os.Stderr, "%d notes, %s: %s\n", w.notes, w.server.name, kind)
	into := r.row(kind)
	return how(into, m, saves, time.Now().Add(w.bound))
}

// row is the row of a kind of saves, of all runs.
func (r *result) row(kind string) *row {
	for _, had := range r.rows {
		if had.kind == kind {
			return had
		}
	}
	r.rows = append(r.rows, &row{kind: kind})
	return r.rows[len(r.rows)-1]
}

// paced saves, waits for the text, pauses, and so on.
func (w *writer) paced(into *row, m manner, saves int, until time.Time) error {
	for range saves {
		if time.Now().After(until) {
			return nil
		}
		if err := w.one(into, m); err != nil {
			return err
		}
		time.Sleep(w.pauses.next())
	}
	return nil
}

// hurried saves as soon as the last text is on screen.
func (w *writer) hurried(into *row, m manner, saves int, until time.Time) error {
	for range saves {
		if time.Now().After(until) {
			return nil
		}
		if err := w.one(into, m); err != nil {
			return err
		}
	}
	return nil
}

// one saves once and waits for the text.
func (w *writer) one(into *row, m manner) error {
	s, err := w.write(m)
	if err != nil {
		return err
	}
	found, ok := w.screen.await(w.last, w.waits())
	s.found = found
	into.add(s, ok)
	if ok {
		w.most = max(w.most, time.Duration(float64(found.Painted-s.written)*float64(time.Millisecond)))
	} else {
		if err := w.reload(); err != nil {
			return err
		}
	}
	return w.count(w.rest)
}

// waits is how long is waited for a save: not for minutes where none has taken a second.
func (w *writer) waits() time.Duration {
	if w.most == 0 {
		return w.patience
	}
	return min(w.patience, 10*time.Second+20*w.most)
}

// reload loads the page anew, as its reader does in the end, so that a tab that its server has
// lost does not lose what is saved later as well.
func (w *writer) reload() error {
	ctx, cancel := context.WithTimeout(w.screen.tab, w.patience)
	defer cancel()
	if err := chromedp.Do(ctx, chromedp.Reload()); err != nil {
		return fmt.Errorf("loading the page anew: %w", err)
	}
	return nil
}

// typed saves at a steady pace, whatever is on screen, and then waits for the last text.
func (w *writer) typed(into *row, m manner, saves int, until time.Time) error {
	first := w.last + 1
	var all []save
	for next := time.Now(); len(all) < saves && time.Now().Before(until); next = next.Add(typing) {
		time.Sleep(time.Until(next))
		s, err := w.write(m)
		if err != nil {
			return err
		}
		all = append(all, s)
		if err := w.count(0); err != nil {
			return err
		}
	}
	_, shown := w.screen.await(w.last, w.waits())
	for i, s := range all {
		found, ok := w.screen.sightOf(first + i)
		s.found = found
		into.add(s, ok)
	}
	if !shown {
		return w.reload()
	}
	return nil
}

// write saves once.
func (w *writer) write(m manner) (save, error) {
	w.last++
	data := w.scene().next(w.last)
	begun := now()
	err := m.save(w.scene().path, data)
	return save{begun: begun, written: now()}, err
}

// count counts a save, and reads the server's memory after the hundredth and the last one, when
// it has had some rest. A server that has ended is an error: what it did not show is no measure
// of it.
func (w *writer) count(rest time.Duration) error {
	w.done++
	if w.server.ended() {
		return fmt.Errorf("the server has ended:\n%s", w.server.words())
	}
	if w.done == 100 || w.done == w.upTo {
		w.memory = append(w.memory, w.server.held(w.done, rest))
	}
	return nil
}

// pauses are those that somebody makes between saves: always the same ones, of 150 to 400 ms.
type pauses struct{ rng *rand.Rand }

func newPauses() *pauses { return &pauses{rand.New(rand.NewPCG(1, 1))} }

func (p *pauses) next() time.Duration {
	return 150*time.Millisecond + time.Duration(p.rng.Int64N(int64(250*time.Millisecond)))
}
