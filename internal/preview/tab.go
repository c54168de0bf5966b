package preview

import (
	"cmp"
	"context"
	"encoding/json"
	"net/http"
	"path"
	"strings"
	"sync"
	"time"

	"github.com/coder/websocket"

	"github.com/kawaraban/kawaraban/internal/view"
)

// Timeouts of a tab.
const (
	helloTime = 10 * time.Second // timeout for the hello
	writeTime = 10 * time.Second // timeout for a message; a sleeping tab reconnects
	pingEvery = 20 * time.Second
)

// add registers a tab. It returns false after the end of the preview.
func (ts *tabs) add(t *tab) bool {
	ts.mu.Lock()
	defer ts.mu.Unlock()
	if ts.closed {
		return false
	}
	if ts.all == nil {
		ts.all = map[*tab]bool{}
	}
	ts.all[t] = true
	return true
}

func (ts *tabs) list() (visible, hidden []*tab) {
	ts.mu.Lock()
	defer ts.mu.Unlock()
	return ts.listed()
}

// listed is list for callers that have locked mu.
func (ts *tabs) listed() (visible, hidden []*tab) {
	for t := range ts.all {
		switch met, shown := t.state(); {
		case met && shown:
			visible = append(visible, t)
		case met:
			hidden = append(hidden, t)
		}
	}
	return visible, hidden
}

func (ts *tabs) close() {
	ts.mu.Lock()
	ts.closed = true
	var open []*tab
	for t := range ts.all {
		open = append(open, t)
	}
	ts.mu.Unlock()
	for _, t := range open {
		_ = t.conn.CloseNow() // it may already be closed
	}
	ts.busy.close()
}

// state reports whether a tab has sent its hello, and whether it is visible.
func (t *tab) state() (met, visible bool) {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.met, t.visible
}

func (t *tab) setVisible(v bool) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if v && !t.visible {
		t.shownAt = time.Now()
	}
	t.visible = v
}

func (t *tab) shows() string {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.page
}

func (t *tab) shownSince() time.Time {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.shownAt
}

// send sends the tab to another page. kept reports whether that is the same note with a new name.
func (t *tab) send(to string, kept bool) {
	t.mu.Lock()
	t.goTo, t.kept = to, kept
	t.mu.Unlock()
	t.notify()
}

func (t *tab) notify() {
	select {
	case t.wake <- struct{}{}:
	default: // a signal is pending
	}
}

func (p *Preview) serveTab(w http.ResponseWriter, r *http.Request) {
	if !p.tabs.busy.enter() {
		plain(w, r, http.StatusServiceUnavailable, "the preview has ended")
		return
	}
	defer p.tabs.busy.leave()
	conn, err := websocket.Accept(w, r, nil) // Accept writes the error response
	if err != nil {
		return
	}
	defer conn.CloseNow()
	t := &tab{p: p, conn: conn, wake: make(chan struct{}, 1)}
	if !p.tabs.add(t) {
		return
	}
	defer p.leave(t)
	ctx, cancel := context.WithCancel(context.Background())
	var mine sync.WaitGroup
	defer mine.Wait()
	defer cancel()
	if !t.meet(ctx) {
		return
	}
	mine.Go(func() { t.write(ctx) })
	mine.Go(func() { t.ping(ctx) })
	t.read(ctx)
	p.leave(t) // the writer of the tab may still be running
}

func (t *tab) meet(ctx context.Context) bool {
	ctx, cancel := context.WithTimeout(ctx, helloTime)
	defer cancel()
	said, err := t.readMessage(ctx)
	if err != nil || said.Type != saidHello {
		return false
	}
	t.applyHello(said)
	if said.Boot != t.p.boot {
		return t.say(ctx, reloadMessage{"reload"}) == nil
	}
	select {
	case <-t.p.ready:
	case <-ctx.Done(): // the tab reconnects
		return false
	}
	t.notify()
	return true
}

func (t *tab) applyHello(said TabMessage) {
	t.setVisible(said.Visible)
	t.p.tabs.mu.Lock()
	defer t.p.tabs.mu.Unlock()
	t.mu.Lock()
	defer t.mu.Unlock()
	t.page, t.sum, t.hello, t.met = said.Page, said.Sum, true, true
	t.lost = strings.HasPrefix(said.Sum, missingSum)
	t.missing = t.lost
	since := time.Now() // default if the tab sends no time
	if said.Since > 0 {
		since = time.UnixMilli(int64(said.Since))
	}
	t.since = &since
}

// readMessage reads the next message. An invalid message is an error, after which the tab is
// closed.
func (t *tab) readMessage(ctx context.Context) (TabMessage, error) {
	var said TabMessage
	_, b, err := t.conn.Read(ctx)
	if err == nil {
		err = json.Unmarshal(b, &said)
	}
	return said, err
}

func (t *tab) read(ctx context.Context) {
	for {
		said, err := t.readMessage(ctx)
		if err != nil {
			return
		}
		switch said.Type {
		case saidVisible:
			t.setVisible(said.Visible)
			if !said.Visible {
				t.p.unpaint(t)
			}
		case saidPatched:
			t.p.painted(t, said.Seq)
		}
	}
}

func (t *tab) write(ctx context.Context) {
	for {
		select {
		case <-ctx.Done():
			return
		case <-t.wake:
		}
		if err := t.sendUpdates(ctx); err != nil {
			_ = t.conn.CloseNow() // ends the reader; the tab reconnects
			return
		}
	}
}

func (t *tab) ping(ctx context.Context) {
	tick := time.NewTicker(pingEvery)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
		alive, cancel := context.WithTimeout(ctx, writeTime)
		err := t.conn.Ping(alive)
		cancel()
		if err != nil {
			_ = t.conn.CloseNow()
			return
		}
	}
}

func (t *tab) say(ctx context.Context, m any) error {
	ctx, cancel := context.WithTimeout(ctx, writeTime)
	defer cancel()
	return t.conn.Write(ctx, websocket.MessageText, encode(m))
}

// sendUpdates sends all that the tab does not have: its page, the problems, and the page to go
// to.
func (t *tab) sendUpdates(ctx context.Context) error {
	if sh := t.p.now.Load(); sh != nil && sh.seq != t.seq {
		t.seq = sh.seq
		m, differs := t.compare(sh)
		if differs { // before sending, because the page may answer at once
			_, paints := m.(pageMessage)
			if paints {
				t.paged = sh.seq
			}
			t.p.sending(t, sh.seq, paints)
		}
		for _, m := range []any{m, t.draftMessage(sh, m)} {
			if m == nil {
				continue
			}
			if err := t.say(ctx, m); err != nil {
				return err
			}
		}
		t.p.brought(t, sh.seq)
	}
	if err := t.sendProblems(ctx); err != nil {
		return err
	}
	if err := t.catchUp(ctx); err != nil {
		return err
	}
	t.mu.Lock()
	to, kept := t.goTo, t.kept
	t.goTo = ""
	t.mu.Unlock()
	if to == "" || to == t.page {
		return nil
	}
	return t.say(ctx, gotoMessage{"goto", t.address(to), kept})
}

// sendProblems sends the problems if they or the interface texts have changed.
func (t *tab) sendProblems(ctx context.Context) error {
	now, words := t.p.trouble.Load(), t.p.words()
	if now == t.told && words == t.words {
		return nil
	}
	t.told, t.words = now, words
	return t.say(ctx, now.message(t.p.wordsFor(t.page)))
}

// compare compares the tab with a state. It returns the message that updates the tab, or nil if
// the tab is up to date.
func (t *tab) compare(sh *shown) (m any, differs bool) {
	hello := t.hello
	t.hello = false
	pg, done, ok := sh.page(t.page)
	sum := ""
	switch {
	case t.sum == noneSum && ok && done.err != nil: // the tab already shows the problems
		t.p.complain(sh, done.err)
		return nil, false
	case t.sum == noneSum:
		return reloadMessage{"reload"}, true
	case !ok && (!t.missing || t.p.hasMovedAgain(sh, t)):
		t.drafted = sh.drafted(t.page)
		return t.part(t.p.movedTo(sh, t)), true
	case !ok && t.sum == "": // the tab already knows that the page is missing
		return nil, false
	case !ok:
		if done, ok = sh.missing(t.p.o.Base); !ok {
			return nil, false
		}
		sum = missingSum
	case t.lost && done.err == nil: // the URL may lack a slash, which relative links depend on
		return reloadMessage{"reload"}, true
	case pg.Kind == movedKind && t.sum != "" && t.sum != done.sum:
		if v, ok := pg.View().(view.MovedView); ok { // the redirect in the head works only when the page is loaded
			return t.part(v.Target.Href), true
		}
	}
	if done.err != nil {
		t.p.complain(sh, done.err) // the tab keeps the last good page
		return nil, false
	}
	sum += done.sum
	switch {
	case sum == t.sum && hello:
		return sameMessage{"same", sh.seq}, false
	case sum == t.sum:
		return nil, false
	}
	t.went = ""
	t.sum, t.missing = sum, strings.HasPrefix(sum, missingSum)
	whole := pageMessage{Type: "page", Seq: sh.seq, Sum: sum, HTML: string(done.html), Follow: sh.follow && !hello}
	if !hello { // the change caused the message, instead of a reconnect
		whole.Times = sh.times.printed(time.Now())
	}
	return whole, true
}

// part returns a goneMessage, and records it.
func (t *tab) part(to string) goneMessage {
	t.missing, t.sum, t.went = true, "", to
	return goneMessage{Type: "gone", To: to, Draft: t.drafted, Words: t.p.wordsFor(t.page)}
}

const movedKind = "moved"

// address returns the URL of a page relative to the tab. If the page of the tab was missing at
// first, its own URL is uncertain, so the result begins with the base.
func (t *tab) address(to string) string {
	root := t.p.o.Base
	if !t.lost {
		root = cmp.Or(strings.Repeat("../", strings.Count(t.page, "/")), "./")
	}
	return root + escapedPath(strings.TrimSuffix(to, "index.html"))
}

// movedTo returns the new URL of the page of a tab, relative to the tab. It returns "" if the URL
// is unknown.
func (p *Preview) movedTo(sh *shown, t *tab) string {
	lang, rest, _ := strings.Cut(t.page, "/")
	to := p.moved.target(rest)
	if to == "" {
		return ""
	}
	to = path.Join(lang, to)
	if _, ok := sh.state.Page(to); !ok {
		return ""
	}
	return t.address(to)
}

// hasMovedAgain reports whether the note of a missing page was renamed again after the tab
// received its new URL.
func (p *Preview) hasMovedAgain(sh *shown, t *tab) bool {
	to := p.movedTo(sh, t)
	return to != "" && to != t.went
}

// catchUp sends the list of changed assets, unless the tab received them with its page.
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
