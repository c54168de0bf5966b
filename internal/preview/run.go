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

var watched = []string{"content", "templates", "static", "site.yaml"}

// Delays and timeouts.
const (
	headStart  = 250 * time.Millisecond // delay of hidden tabs after visible tabs
	quiet      = 300 * time.Millisecond // quiet period before the rules run
	paintTime  = 2 * time.Second        // maximum time for which the log waits for browsers to paint
	partingEnd = 300 * time.Millisecond // timeout for running requests at the end
	lastEnd    = 2 * time.Second        // timeout for rendering a page at the end, which cannot be cancelled
)

// Serve serves on ln and keeps the preview up to date until ctx ends. It then closes all tabs,
// waits briefly for running requests, and returns nil. If a page is still being rendered, it
// waits for up to two seconds. The error is a machine error.
func (p *Preview) Serve(ctx context.Context, ln net.Listener) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	var answers inFlight
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
	answers.closeWithin(lastEnd)
	if served := <-ended; !errors.Is(served, http.ErrServerClosed) {
		err = errors.Join(err, fmt.Errorf("serving: %w", served))
	}
	return err
}

// Run watches the directory of the site and updates the tabs until ctx ends. It then closes all
// tabs, waits for its goroutines, and returns nil. Callers call it only once. The error is a
// machine error.
func (p *Preview) Run(ctx context.Context) error {
	ctx, cancel := context.WithCancel(ctx)
	l := newLoop(p)
	defer l.wg.Wait()
	defer cancel()
	defer p.tabs.close()
	defer p.end()
	defer p.setReady()
	w, err := watch.Open(p.o.Root, watch.Options{Poll: p.o.Poll, Names: watched, Notice: l.notice})
	if err != nil {
		return fmt.Errorf("watching the site's directory: %w", err)
	}
	changes := make(chan watch.Change)
	failed := make(chan error, 1)
	l.wg.Go(func() { failed <- pump(ctx, w, changes) })
	l.begin(ctx, w.Tree())
	err = l.run(ctx, changes, failed)
	cancel()
	return errors.Join(err, w.Close())
}

func (p *Preview) setReady() {
	p.readied.Do(func() { close(p.ready) })
}

func pump(ctx context.Context, w *watch.Watcher, to chan<- watch.Change) error {
	for {
		c, err := w.Next(ctx)
		if ctx.Err() != nil {
			return nil
		}
		if err != nil {
			return fmt.Errorf("watching the site's directory: %w", err)
		}
		select {
		case to <- c:
		case <-ctx.Done():
			return nil
		}
	}
}

func (l *loop) notice(text string) { l.log(Line{Text: stamp(time.Now()) + " " + text}) }

func (l *loop) begin(ctx context.Context, root *watch.Tree) {
	start := time.Now()
	l.strict, l.templatesChanged = strict(root), true
	sh, err := l.read(ctx, root)
	switch {
	case err == nil:
		l.p.now.Store(sh)
		l.log(Line{Text: stamp(start) + " " + l.p.o.Terminal.Sprintf("%s, read in %s", l.p.o.Terminal.Count(len(sh.state.Site().Notes()), "%d note", "%d notes"), inMillis(time.Since(start)))})
		l.quiet.Reset(0) // no tab is open yet, so the rules run at once
	case ctx.Err() == nil:
		l.fail(err, root)
	}
	l.p.setReady()
	l.logUndated()
}

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
		case r := <-l.checked:
			l.take(r)
		case c := <-l.p.complaints:
			l.fault(c)
		}
	}
}

// change computes the next state and updates the tabs. A Change without paths means that a
// directory is read again.
func (l *loop) change(ctx context.Context, c watch.Change) {
	l.stopCheck()
	l.rest()
	l.end()
	l.remember(c)
	start := time.Now()
	if len(c.Paths) == 0 || slices.ContainsFunc(c.Paths, func(p watch.Path) bool { return !strings.HasPrefix(p.Name, source.Root) }) {
		l.strict, l.templatesChanged = strict(c.Tree), true
	}
	sh, err := l.read(ctx, c.Tree)
	if err != nil {
		if ctx.Err() == nil {
			l.log(Line{Text: l.p.o.Terminal.Sprintf("%s %s: cannot show the new version", stamp(c.Seen), named(c.Paths, l.p.o.Terminal))})
			l.fail(err, c.Tree)
		}
		return
	}
	l.logDrafts(sh, c)
	l.p.news.add(sh.seq, c.Paths, time.Now())
	read := time.Now()
	sh.times = &times{Seen: millisOf(c.Seen), Settled: millisOf(start), Linked: millisOf(read)}
	before, r, visible, hidden := l.p.show(sh, c, read.Sub(start))
	l.first, l.done, l.hidden = r.first, r.done, hidden
	for _, t := range visible {
		t.notify()
	}
	l.head.Reset(headStart)
	l.paint.Reset(paintTime)
	l.quiet.Reset(quiet)
	if l.p.o.Follow {
		l.lead(before, sh, c, visible)
	}
}

func (l *loop) read(ctx context.Context, tree *watch.Tree) (*shown, error) {
	l.faults = nil
	l.broken = true
	root := &changeDetector{Tree: tree}
	state, err := l.p.builder.State(ctx, root)
	l.readAgain(root)
	if err != nil {
		return nil, err
	}
	l.seq++
	sh := newShown(l.seq, state, l.strict, l.p.o.Follow)
	if l.templatesChanged && !l.strict {
		if err := l.p.try(sh); err != nil {
			return nil, err
		}
	}
	l.templatesChanged, l.broken = false, false
	return sh, nil
}

func (l *loop) fail(err error, root fs.FS) {
	l.stale = true
	l.sendProblemsToTabs([]diag.Diagnostic{buildProblem(err)}, linesOf(root))
}

// sendProblemsToTabs sends problems to the tabs and prints new ones in the terminal.
func (l *loop) sendProblemsToTabs(ds []diag.Diagnostic, line func(diag.Position) string) {
	l.p.setTrouble(ds, line)
	l.say(ds, line)
}

// fault reports a page that could not be rendered. It ignores the report if there is a newer
// state, or if a newer state failed, because that problem is more important.
func (l *loop) fault(c stateProblem) {
	d := buildProblem(c.err)
	if c.sh != l.p.now.Load() || l.broken || slices.Contains(l.faults, d) {
		return
	}
	l.faults, l.stale = append(l.faults, d), true
	l.sendProblemsToTabs(l.known(c.sh), c.sh.state.Line)
}

// known returns the problems that are known without running the rules again.
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
	return diag.Sort(slices.Concat(dropUpstreamInfo(now), rules, l.faults))
}

func (l *loop) rest() {
	if l.first == nil {
		return
	}
	l.first = nil
	l.head.Stop()
	for _, t := range l.hidden {
		t.notify()
	}
	l.hidden = nil
}

// report logs the end of a round and sends the known problems. It runs after the tabs are
// updated, because these need the processor first.
func (l *loop) report() {
	if !l.end() {
		return
	}
	sh := l.p.now.Load()
	if ds := sh.state.Diags(); l.stale || !slices.Equal(ds, l.told) {
		l.p.setTrouble(l.known(sh), sh.state.Line)
		l.told, l.stale = ds, len(l.faults) > 0
	}
	l.p.announce(sh.seq)
}

// end ends the current round. It returns false if there is none.
func (l *loop) end() bool {
	if l.done == nil {
		return false
	}
	l.done = nil
	l.paint.Stop()
	l.log(Line{Text: l.p.round.Load().line(l.p.o.Terminal)})
	return true
}

// check starts the rules in another goroutine.
func (l *loop) check(ctx context.Context) {
	sh := l.p.now.Load()
	l.checking = sh
	ctx, l.cancel = context.WithCancel(ctx)
	l.wg.Go(func() {
		ds, err := sh.state.Check(ctx)
		select {
		case l.checked <- checkResult{sh, ds, err}:
		case <-ctx.Done():
		}
	})
}

func (l *loop) stopCheck() {
	l.quiet.Stop()
	if l.cancel != nil {
		l.cancel()
	}
	l.checking, l.cancel = nil, nil
}

// take handles the result of a check. It ignores cancelled checks and checks of an old state.
func (l *loop) take(r checkResult) {
	if r.sh != l.checking {
		return
	}
	l.stopCheck()
	switch {
	case errors.Is(r.err, context.Canceled):
		return
	case r.err != nil:
		l.fault(stateProblem{r.sh, r.err})
		return
	}
	l.found, l.linked = dropUpstreamInfo(r.diags), r.sh.state.Diags()
	l.sendProblemsToTabs(l.known(r.sh), r.sh.state.Line)
	l.told, l.stale = l.linked, len(l.faults) > 0
}

// withoutLine returns a problem without its line, because edits change line numbers.
func withoutLine(d diag.Diagnostic) diag.Diagnostic {
	d.Pos.Line, d.Pos.Col = 0, 0
	d.Fix.Start, d.Fix.End = 0, 0
	return d
}

// say prints new problems. It also prints the number of problems if it has changed.
func (l *loop) say(ds []diag.Diagnostic, line func(diag.Position) string) {
	if slices.Equal(ds, l.said) {
		return
	}
	before := map[diag.Diagnostic]int{}
	for _, d := range l.said {
		before[withoutLine(d)]++
	}
	news := Line{Sum: l.p.o.Terminal.Summary(ds), Source: line}
	for _, d := range ds {
		known := withoutLine(d)
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
		news.Sum = l.p.o.Terminal.Sprintf("no problems left")
	}
	same := len(news.Problems) == 0 && news.Sum == l.summed
	l.said, l.summed = ds, news.Sum
	if !same {
		l.log(news)
	}
}

// look asks git for the current HEAD, in another goroutine.
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

// logUndated reports the reason why notes have no dates, once for each reason.
func (l *loop) logUndated() {
	last := l.p.dates.last()
	if last == nil || last.err == nil || l.p.o.Undated == nil || last.err.Error() == l.undated {
		return
	}
	l.undated = last.err.Error()
	l.mu.Lock()
	defer l.mu.Unlock()
	l.p.o.Undated(last.err)
}

// show publishes a state and begins its round. It locks the list of tabs and stores the round
// first. Tabs that report on the state are therefore counted, a new tab gets the new state, and
// the round does not wait for closed tabs.
func (p *Preview) show(sh *shown, c watch.Change, read time.Duration) (before *shown, r *round, visible, hidden []*tab) {
	p.tabs.mu.Lock()
	defer p.tabs.mu.Unlock()
	visible, hidden = p.tabs.listed()
	r = newRound(sh.seq, named(c.Paths, p.o.Terminal), c.Seen, visible, hidden)
	r.read = read
	p.round.Store(r)
	return p.now.Swap(sh), r, visible, hidden
}

// try renders the open pages and one visited page of each kind. An error in a template of the
// site is therefore found before the last good pages are replaced.
func (p *Preview) try(sh *shown) error {
	paths := append(p.kinds.paths(), "index.html", notFound)
	for _, l := range sh.state.Config().Languages {
		paths = append(paths, string(l)+"/index.html")
	}
	visible, hidden := p.tabs.list()
	for _, t := range slices.Concat(visible, hidden) {
		paths = append(paths, t.shows())
	}
	slices.Sort(paths) // so that the first error is deterministic
	for _, path := range paths {
		if _, done, ok := sh.page(path); ok && done.err != nil {
			return done.err
		}
	}
	return nil
}

// setTrouble stores the problems, and wakes the tabs if they have changed.
func (p *Preview) setTrouble(ds []diag.Diagnostic, line func(diag.Position) string) {
	t := p.newTrouble(ds, line)
	if t.equal(p.trouble.Load()) {
		return
	}
	p.trouble.Store(t)
	visible, hidden := p.tabs.list()
	for _, tab := range slices.Concat(visible, hidden) {
		tab.notify()
	}
}

// date updates the tabs if there are new dates from git, and schedules the next query.
func (l *loop) date(ctx context.Context, now *gitDates) {
	l.looking = false
	l.heads.Reset(lookAgain)
	if now == nil {
		return
	}
	l.p.dates.take(now)
	l.logUndated()
	l.change(ctx, watch.Change{Tree: l.tree, Paths: []watch.Path{{Name: gitFolder}}, Seen: time.Now()})
}

// announce informs the tabs that a round is over.
func (p *Preview) announce(seq uint64) {
	p.news.over.Store(seq)
	visible, hidden := p.tabs.list()
	for _, t := range slices.Concat(visible, hidden) {
		t.notify()
	}
}
