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

// The times that a tab has.
const (
	helloTime = 10 * time.Second // to say which page it shows
	writeTime = 10 * time.Second // to take a message; a tab that sleeps comes back by itself
	pingEvery = 20 * time.Second
)

// add takes a tab in; false when the preview has ended.
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

// list returns the tabs, those on screen apart.
func (ts *tabs) list() (visible, hidden []*tab) {
	ts.mu.Lock()
	defer ts.mu.Unlock()
	return ts.listed()
}

// listed is list for who holds mu.
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

// close ends all tabs and waits for their goroutines.
func (ts *tabs) close() {
	ts.mu.Lock()
	ts.closed = true
	var open []*tab
	for t := range ts.all {
		open = append(open, t)
	}
	ts.mu.Unlock()
	for _, t := range open {
		_ = t.conn.CloseNow() // it may have closed itself just now
	}
	ts.busy.close()
}

// state says whether a tab has said its hello, and whether it is on screen.
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

// shows is the page of a tab that has said its hello.
func (t *tab) shows() string {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.page
}

// shownSince is when a tab was last brought on screen.
func (t *tab) shownSince() time.Time {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.shownAt
}

// send leads the tab to another page; kept is whether it is the same note under another name.
func (t *tab) send(to string, kept bool) {
	t.mu.Lock()
	t.goTo, t.kept = to, kept
	t.mu.Unlock()
	t.rouse()
}

// rouse tells the writer that there is news.
func (t *tab) rouse() {
	select {
	case t.wake <- struct{}{}:
	default: // it has not looked yet
	}
}

// serveTab is a tab from its first word to its last.
func (p *Preview) serveTab(w http.ResponseWriter, r *http.Request) {
	if !p.tabs.busy.enter() {
		plain(w, r, http.StatusServiceUnavailable, "the preview has ended")
		return
	}
	defer p.tabs.busy.leave()
	conn, err := websocket.Accept(w, r, nil) // which says what is wrong
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
	p.leave(t) // its writer may still be busy
}

// meet waits for the hello.
func (t *tab) meet(ctx context.Context) bool {
	ctx, cancel := context.WithTimeout(ctx, helloTime)
	defer cancel()
	said, err := t.hear(ctx)
	if err != nil || said.Type != saidHello {
		return false
	}
	t.greet(said)
	if said.Boot != t.p.boot {
		return t.say(ctx, reloadMessage{"reload"}) == nil
	}
	select {
	case <-t.p.ready:
	case <-ctx.Done(): // it will come again
		return false
	}
	t.rouse()
	return true
}

// greet takes down what the hello says.
func (t *tab) greet(said Said) {
	t.setVisible(said.Visible)
	t.p.tabs.mu.Lock()
	defer t.p.tabs.mu.Unlock()
	t.mu.Lock()
	defer t.mu.Unlock()
	t.page, t.sum, t.hello, t.met = said.Page, said.Sum, true, true
	t.lost = strings.HasPrefix(said.Sum, missingSum)
	t.missing = t.lost
	since := time.Now() // of who does not say it
	if said.Since > 0 {
		since = time.UnixMilli(int64(said.Since))
	}
	t.since = &since
}

// hear reads the next message of the page. One that is none is an error, which ends the tab.
func (t *tab) hear(ctx context.Context) (Said, error) {
	var said Said
	_, b, err := t.conn.Read(ctx)
	if err == nil {
		err = json.Unmarshal(b, &said)
	}
	return said, err
}

// read listens until the connection ends.
func (t *tab) read(ctx context.Context) {
	for {
		said, err := t.hear(ctx)
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

// write brings the tab up to date whenever it is woken.
func (t *tab) write(ctx context.Context) {
	for {
		select {
		case <-ctx.Done():
			return
		case <-t.wake:
		}
		if err := t.bring(ctx); err != nil {
			_ = t.conn.CloseNow() // ends the reader; the page comes again
			return
		}
	}
}

// ping finds connections that are dead, as after sleep.
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

// say sends a message.
func (t *tab) say(ctx context.Context, m any) error {
	ctx, cancel := context.WithTimeout(ctx, writeTime)
	defer cancel()
	return t.conn.Write(ctx, websocket.MessageText, encode(m))
}

// bring sends what the tab does not have yet: its page, the problems, the way to another
// page.
func (t *tab) bring(ctx context.Context) error {
	if sh := t.p.now.Load(); sh != nil && sh.seq != t.seq {
		t.seq = sh.seq
		m, differs := t.compare(sh)
		if differs { // before it is sent: the page may answer at once
			_, paints := m.(pageMessage)
			if paints {
				t.paged = sh.seq
			}
			t.p.sending(t, sh.seq, paints)
		}
		for _, m := range []any{m, t.tellDraft(sh, m)} {
			if m == nil {
				continue
			}
			if err := t.say(ctx, m); err != nil {
				return err
			}
		}
		t.p.brought(t, sh.seq)
	}
	if err := t.tellTrouble(ctx); err != nil {
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

// tellTrouble says what is wrong where that is another than the tab was told, or other words.
func (t *tab) tellTrouble(ctx context.Context) error {
	now, words := t.p.trouble.Load(), t.p.words()
	if now == t.told && words == t.words {
		return nil
	}
	t.told, t.words = now, words
	return t.say(ctx, now.message(t.p.wordsFor(t.page)))
}

// compare compares what the tab shows with a state, and makes the message that brings it up
// to date; nil where there is none to send.
func (t *tab) compare(sh *shown) (m any, differs bool) {
	hello := t.hello
	t.hello = false
	pg, done, ok := sh.page(t.page)
	sum := ""
	switch {
	case t.sum == noneSum && ok && done.err != nil: // still
		t.p.complain(sh, done.err)
		return nil, false
	case t.sum == noneSum:
		return reloadMessage{"reload"}, true
	case !ok && (!t.missing || t.p.hasGoneOn(sh, t)):
		t.drafted = sh.drafted(t.page)
		return t.part(t.p.whereTo(sh, t)), true
	case !ok && t.sum == "": // it was told
		return nil, false
	case !ok:
		if done, ok = sh.missing(t.p.o.Base); !ok {
			return nil, false
		}
		sum = missingSum
	case t.lost && done.err == nil: // its address may lack a slash, by which links are read
		return reloadMessage{"reload"}, true
	case pg.Kind == movedKind && t.sum != "" && t.sum != done.sum:
		if v, ok := pg.View().(view.MovedView); ok { // what its head says leads on only when it is loaded
			return t.part(v.Target.Href), true
		}
	}
	if done.err != nil {
		t.p.complain(sh, done.err) // the last good page stays
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
	if !hello { // which comes when it comes, and not with a change
		whole.Times = sh.times.printed(time.Now())
	}
	return whole, true
}

// part makes the message that the page has gone.
func (t *tab) part(to string) goneMessage {
	t.missing, t.sum, t.went = true, "", to
	return goneMessage{Type: "gone", To: to, Draft: t.drafted, Words: t.p.wordsFor(t.page)}
}

// movedKind is the kind of the pages that lead on.
const movedKind = "moved"

// address leads from the tab to a page. Where there is no page the tab's own address is not
// known for certain.
func (t *tab) address(to string) string {
	root := t.p.o.Base
	if !t.lost {
		root = cmp.Or(strings.Repeat("../", strings.Count(t.page, "/")), "./")
	}
	return root + escapedPath(strings.TrimSuffix(to, "index.html"))
}

// whereTo is where the page of a tab went, relative to it; "" where that is not known.
func (p *Preview) whereTo(sh *shown, t *tab) string {
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

// hasGoneOn reports whether the page of a tab which has none is known to be elsewhere than the
// tab was told: a file that is renamed once more, or while a browser is on its way to the page.
func (p *Preview) hasGoneOn(sh *shown, t *tab) bool {
	to := p.whereTo(sh, t)
	return to != "" && to != t.went
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
