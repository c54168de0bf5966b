package preview

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"log"
	"net"
	"net/http"
	"slices"
	"strings"
	"time"

	"github.com/kawaraban/kawaraban/internal/diag"
	"github.com/kawaraban/kawaraban/internal/source"
	"github.com/kawaraban/kawaraban/internal/watch"
)

// watched are the parts of a site's folder that a build reads.
var watched = []string{"content", "templates", "static", "site.yaml"}

// The times of the loop.
const (
	headStart  = 250 * time.Millisecond // that tabs on screen have at most before the others
	paintTime  = 2 * time.Second        // after which the terminal waits no longer for a browser
	partingEnd = 300 * time.Millisecond // that answers under way have when the preview ends
	lastEnd    = 2 * time.Second        // that a page being printed or a collection has then, which nothing ends
)

// Serve answers on a listener and keeps the preview up to date until ctx is done; then it
// ends all tabs, gives answers under way a moment, and returns nil. No goroutine of it is left but
// one that is still printing a page, or collecting garbage, after two seconds. The error is one of
// the machine.
func (p *Preview) Serve(ctx context.Context, ln net.Listener) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	var answers crowd
	server := &http.Server{
		Handler: answers.counted(p), ReadHeaderTimeout: helloTime, ErrorLog: log.New(io.Discard, "", 0),
		BaseContext: func(net.Listener) context.Context { return ctx },
	}
	ended := make(chan error, 1)
	go func() {
		ended <- server.Serve(ln)
		cancel()
	}()
	err := p.Run(ctx)
	parting, stop := context.WithTimeout(context.Background(), partingEnd)
	defer stop()
	if server.Shutdown(parting) != nil {
		err = errors.Join(err, server.Close())
	}
	answers.closeIn(lastEnd)
	if served := <-ended; !errors.Is(served, http.ErrServerClosed) {
		err = errors.Join(err, fmt.Errorf("serving: %w", served))
	}
	return err
}

// Run watches the site's folder and brings the tabs up to date until ctx is done; then it
// ends all tabs, waits for what it started, and returns nil. It is called once. The error is
// one of the machine.
func (p *Preview) Run(ctx context.Context) error {
	ctx, cancel := context.WithCancel(ctx)
	l := newLoop(p)
	defer p.aside.closeIn(lastEnd)
	defer l.wg.Wait()
	defer cancel()
	defer p.tabs.close()
	defer p.end()
	defer p.setReady()
	w, err := watch.Open(p.o.Root, watch.Options{Poll: p.o.Poll, Names: watched, Notice: l.notice})
	if err != nil {
		return fmt.Errorf("watching the site's folder: %w", err)
	}
	changes := make(chan watch.Change)
	failed := make(chan error, 1)
	l.wg.Go(func() { failed <- pump(ctx, w, changes) })
	l.begin(ctx, w.Tree())
	err = l.run(ctx, changes, failed)
	cancel()
	return errors.Join(err, w.Close())
}

// setReady lets requests through: there is a state, or there will be none.
func (p *Preview) setReady() {
	p.readied.Do(func() { close(p.ready) })
}

// pump takes changes from the watcher as they come.
func pump(ctx context.Context, w *watch.Watcher, to chan<- watch.Change) error {
	for {
		c, err := w.Next(ctx)
		if ctx.Err() != nil {
			return nil
		}
		if err != nil {
			return fmt.Errorf("watching the site's folder: %w", err)
		}
		select {
		case to <- c:
		case <-ctx.Done():
			return nil
		}
	}
}

// notice says what the watcher has to say.
func (l *loop) notice(text string) { l.log(Line{Text: stamp(time.Now()) + " " + text}) }

// begin makes the first state.
func (l *loop) begin(ctx context.Context, root *watch.Tree) {
	start := time.Now()
	l.strict, l.doubtful = strict(root), true
	sh, err := l.read(ctx, root)
	switch {
	case err == nil:
		l.p.now.Store(sh)
		l.log(Line{Text: fmt.Sprintf("%s %s, read in %s", stamp(start), amount(len(sh.state.Site().Notes()), "note"), inMillis(time.Since(start)))})
		l.quiet.Reset(0) // nobody has anything open yet
	case ctx.Err() == nil:
		l.fail(err, root)
	}
	l.p.setReady()
	l.tellUndated()
}

// run goes on with every change until ctx is done.
func (l *loop) run(ctx context.Context, changes <-chan watch.Change, failed <-chan error) error {
	defer l.stopCheck()
	for {
		select {
		case <-ctx.Done():
			return nil
		case err := <-failed:
			return err
		case c := <-changes:
			l.changed()
			l.change(ctx, c)
		case <-l.again.C:
			l.change(ctx, watch.Change{Tree: l.tree, Seen: time.Now()})
		case <-l.heads.C:
			l.look(ctx)
		case now := <-l.dated:
			l.date(ctx, now)
		case <-l.first:
			l.rest()
		case <-l.head.C:
			l.rest()
		case <-l.done:
			l.report()
		case <-l.paint.C:
			l.report()
		case <-l.quiet.C:
			l.check(ctx)
		case <-l.idle.C:
			l.p.aside.do(collect)
		case r := <-l.checked:
			l.take(r)
		case c := <-l.p.complaints:
			l.fault(c)
		}
	}
}

// change brings the tabs from one state to the next. A Change without paths is of a folder
// that is read again.
func (l *loop) change(ctx context.Context, c watch.Change) {
	l.stopCheck()
	l.rest()
	l.end()
	l.remember(c)
	start := time.Now()
	if len(c.Paths) == 0 || slices.ContainsFunc(c.Paths, func(p watch.Path) bool { return !strings.HasPrefix(p.Name, source.Root) }) {
		l.strict, l.doubtful = strict(c.Tree), true
	}
	sh, err := l.read(ctx, c.Tree)
	if err != nil {
		if ctx.Err() == nil {
			l.log(Line{Text: fmt.Sprintf("%s %s: nothing new can be shown", stamp(c.Seen), named(c.Paths))})
			l.fail(err, c.Tree)
		}
		return
	}
	l.tellDrafts(sh, c)
	l.p.news.add(sh.seq, c.Paths, time.Now())
	read := time.Now()
	sh.times = &times{Seen: millisOf(c.Seen), Settled: millisOf(start), Linked: millisOf(read)}
	before, r, visible, hidden := l.p.show(sh, c, read.Sub(start))
	l.first, l.done, l.hidden = r.first, r.done, hidden
	for _, t := range visible {
		t.rouse()
	}
	l.head.Reset(headStart)
	l.paint.Reset(paintTime)
	l.quiet.Reset(quietFor(l.took))
	if l.p.o.Follow {
		l.lead(before, sh, c, visible)
	}
}

// read makes a state. The error says why none can be made.
func (l *loop) read(ctx context.Context, tree *watch.Tree) (*shown, error) {
	l.faults = nil
	l.broken = true
	root := &late{Tree: tree}
	state, err := l.p.builder.State(ctx, root)
	l.readAgain(root)
	if err != nil {
		return nil, err
	}
	l.seq++
	sh := newShown(l.seq, state, l.strict, l.p.o.Follow)
	if l.doubtful && !l.strict {
		if err := l.p.try(sh); err != nil {
			return nil, err
		}
	}
	l.doubtful, l.broken = false, false
	return sh, nil
}

// fail says why no state could be made. The last good one stays.
func (l *loop) fail(err error, root fs.FS) {
	l.stale = true
	l.tell([]diag.Diagnostic{unmade(err)}, linesOf(root))
}

// tell says what is wrong to the tabs and the terminal.
func (l *loop) tell(ds []diag.Diagnostic, line func(diag.Position) string) {
	l.p.setTrouble(ds, line)
	l.say(ds, line)
}

// fault says why a page of the state could not be printed. Where there is a later state it
// says nothing, and where that could not be made, this is what is wrong.
func (l *loop) fault(c complaint) {
	d := unmade(c.err)
	if c.sh != l.p.now.Load() || l.broken || slices.Contains(l.faults, d) {
		return
	}
	l.faults, l.stale = append(l.faults, d), true
	l.tell(l.known(c.sh), c.sh.state.Line)
}

// known is what is wrong as far as it is known without running the rules again.
func (l *loop) known(sh *shown) []diag.Diagnostic {
	now := sh.state.Diags()
	if slices.Equal(now, l.linked) && len(l.faults) == 0 {
		return l.found
	}
	known := map[diag.Diagnostic]bool{}
	for _, d := range l.linked {
		known[d] = true
	}
	rules := slices.DeleteFunc(slices.Clone(l.found), func(d diag.Diagnostic) bool { return known[d] })
	return diag.Sort(slices.Concat(ofNotes(now), rules, l.faults))
}

// rest wakes the tabs that are not on screen.
func (l *loop) rest() {
	if l.first == nil {
		return
	}
	l.first = nil
	l.head.Stop()
	for _, t := range l.hidden {
		t.rouse()
	}
	l.hidden = nil
}

// report says how a round ended. What is wrong, as far as it is known without the rules,
// comes then: before, the browser and the tabs need the machine.
func (l *loop) report() {
	if !l.end() {
		return
	}
	sh := l.p.now.Load()
	if ds := sh.state.Diags(); l.stale || !slices.Equal(ds, l.told) {
		l.p.setTrouble(l.known(sh), sh.state.Line)
		l.told, l.stale = ds, len(l.faults) > 0
	}
	l.p.tellNews(sh.seq)
}

// end says how a round ended, where one is under way.
func (l *loop) end() bool {
	if l.done == nil {
		return false
	}
	l.done = nil
	l.paint.Stop()
	l.log(Line{Text: l.p.round.Load().line()})
	return true
}

// check runs the rules, beside everything else, after what people wait for more.
func (l *loop) check(ctx context.Context) {
	sh := l.p.now.Load()
	l.checking, l.began = sh, time.Now()
	ctx, l.cancel = context.WithCancel(ctx)
	l.wg.Go(func() {
		l.p.warmed(ctx, sh)
		ds, err := sh.state.Check(ctx)
		select {
		case l.checked <- checkResult{sh, ds, err}:
		case <-ctx.Done():
		}
	})
}

func (l *loop) stopCheck() {
	l.quiet.Stop()
	l.idle.Stop()
	if l.cancel != nil {
		l.cancel()
	}
	l.checking, l.cancel = nil, nil
}

// take says what a check found. One that was ended may have found something at the same
// time: that is of a state that is no more, or of a folder that is another by now.
func (l *loop) take(r checkResult) {
	if r.sh != l.checking {
		return
	}
	l.stopCheck()
	switch {
	case errors.Is(r.err, context.Canceled):
		return
	case r.err != nil:
		l.fault(complaint{r.sh, r.err})
		return
	}
	l.took = time.Since(l.began)
	l.idle.Reset(idle)
	l.found, l.linked = ofNotes(r.diags), r.sh.state.Diags()
	l.tell(l.known(r.sh), r.sh.state.Line)
	l.told, l.stale = l.linked, len(l.faults) > 0
}

// unplaced is a problem of a file wherever it stands there: the lines before it come and go.
func unplaced(d diag.Diagnostic) diag.Diagnostic {
	d.Pos.Line, d.Pos.Col = 0, 0
	d.Fix.Start, d.Fix.End = 0, 0
	return d
}

// say prints the problems that are new, and how many there are, when they are others than
// last time.
func (l *loop) say(ds []diag.Diagnostic, line func(diag.Position) string) {
	if slices.Equal(ds, l.said) {
		return
	}
	before := map[diag.Diagnostic]int{}
	for _, d := range l.said {
		before[unplaced(d)]++
	}
	news := Line{Sum: sum(ds), Source: line}
	for _, d := range ds {
		known := unplaced(d)
		if before[known]--; before[known] < 0 && !(d.Severity == diag.Info && l.hinted[hint{d.Pos.File, d.Code}]) {
			news.Problems = append(news.Problems, d)
		}
	}
	for _, d := range news.Problems {
		if d.Severity == diag.Info {
			l.hinted[hint{d.Pos.File, d.Code}] = true
		}
	}
	if len(ds) == 0 {
		news.Sum = "mended: no problems"
	}
	same := len(news.Problems) == 0 && news.Sum == l.summed
	l.said, l.summed = ds, news.Sum
	if !same {
		l.log(news)
	}
}

// look asks, beside everything else, whether HEAD is another commit.
func (l *loop) look(ctx context.Context) {
	if l.looking || l.p.dates.last() == nil {
		l.heads.Reset(lookAgain)
		return
	}
	l.looking = true
	l.wg.Go(func() {
		now := l.p.dates.moved()
		select {
		case l.dated <- now:
		case <-ctx.Done():
		}
	})
}

// tellUndated says why notes have no dates, once for each reason.
func (l *loop) tellUndated() {
	last := l.p.dates.last()
	if last == nil || last.err == nil || l.p.o.Undated == nil || last.err.Error() == l.undated {
		return
	}
	l.undated = last.err.Error()
	l.mu.Lock()
	defer l.mu.Unlock()
	l.p.o.Undated(last.err)
}

// show makes a state the one that is shown and begins its round. No tab comes or goes
// meanwhile, and the round is there before the state: what tabs say of the state counts, who
// comes sees the state, and nobody waits for who has gone.
func (p *Preview) show(sh *shown, c watch.Change, read time.Duration) (before *shown, r *round, visible, hidden []*tab) {
	p.tabs.mu.Lock()
	defer p.tabs.mu.Unlock()
	visible, hidden = p.tabs.listed()
	r = newRound(sh.seq, named(c.Paths), c.Seen, visible, hidden)
	r.read = read
	p.round.Store(r)
	return p.now.Swap(sh), r, visible, hidden
}

// try prints the pages that are open, and one of each kind that somebody has looked at. What
// is wrong with a template of the site shows then, and before the last good pages are gone.
func (p *Preview) try(sh *shown) error {
	paths := append(p.kinds.paths(), "index.html", notFound)
	for _, l := range sh.state.Config().Languages {
		paths = append(paths, string(l)+"/index.html")
	}
	visible, hidden := p.tabs.list()
	for _, t := range slices.Concat(visible, hidden) {
		paths = append(paths, t.shows())
	}
	slices.Sort(paths) // the same problem every time
	for _, path := range paths {
		if _, done, ok := sh.page(path); ok && done.err != nil {
			return done.err
		}
	}
	return nil
}

// setTrouble makes the problems those of ds and tells the tabs, unless they have them.
func (p *Preview) setTrouble(ds []diag.Diagnostic, line func(diag.Position) string) {
	t := p.newTrouble(ds, line)
	if t.equal(p.trouble.Load()) {
		return
	}
	p.trouble.Store(t)
	visible, hidden := p.tabs.list()
	for _, tab := range slices.Concat(visible, hidden) {
		tab.rouse()
	}
}

// date brings the tabs what git says now, where that is something else, and sees to it that
// it is asked again.
func (l *loop) date(ctx context.Context, now *said) {
	l.looking = false
	l.heads.Reset(lookAgain)
	if now == nil {
		return
	}
	l.p.dates.take(now)
	l.tellUndated()
	l.change(ctx, watch.Change{Tree: l.tree, Paths: []watch.Path{{Name: gitFolder}}, Seen: time.Now()})
}

// tellNews says that a round is over.
func (p *Preview) tellNews(seq uint64) {
	p.news.over.Store(seq)
	visible, hidden := p.tabs.list()
	for _, t := range slices.Concat(visible, hidden) {
		t.rouse()
	}
}
