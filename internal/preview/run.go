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
	"sync"
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

// loop is the one goroutine that makes states and says what happens.
type loop struct {
	p  *Preview
	wg sync.WaitGroup
	mu sync.Mutex // guards what is said: the watcher has notices of its own

	seq    uint64
	strict bool // of the folder as it is
	// doubtful is whether templates may be others than those that the last pages were printed
	// with.
	doubtful bool
	said     []diag.Diagnostic // what the terminal was told last
	summed   string            // how many these were
	hinted   map[hint]bool     // what is only worth knowing that the terminal has told
	found    []diag.Diagnostic // what the last check found
	linked   []diag.Diagnostic // what reading and linking had found then
	faults   []diag.Diagnostic // of the state: why pages of it could not be printed
	// told is what reading and linking had found when the tabs were told last; stale is that
	// they were told something else since.
	told   []diag.Diagnostic
	stale  bool
	broken bool            // no state could be made of the folder as it is
	first  <-chan struct{} // of the round, until it is over
	done   <-chan struct{}
	hidden []*tab // to be woken when the first have their pages

	checked  chan checkResult
	checking *shown             // which state the rules are run on; nil: none
	cancel   context.CancelFunc // ends that
	quiet    *time.Timer
	idle     *time.Timer
	began    time.Time     // when the check that runs was begun
	took     time.Duration // that the last one took that came to its end
	head     *time.Timer
	paint    *time.Timer

	heads   *time.Timer // when git is asked again
	dated   chan *said  // what it says, where that is something else
	looking bool        // it is being asked
	undated string      // why it says nothing, as was told last

	again *time.Timer   // when tree is to be read again
	wait  time.Duration // up to then, the next time
	tree  *watch.Tree   // that was read last
}

// checkResult is what a check of a state found.
type checkResult struct {
	sh    *shown
	diags []diag.Diagnostic
	err   error
}

func newLoop(p *Preview) *loop {
	return &loop{
		p: p, checked: make(chan checkResult), wait: soonAgain, hinted: map[hint]bool{},
		quiet: stopped(), idle: stopped(), head: stopped(), paint: stopped(), again: stopped(),
		heads: time.NewTimer(lookAgain), dated: make(chan *said),
	}
}

func stopped() *time.Timer {
	t := time.NewTimer(time.Hour)
	t.Stop()
	return t
}

// notice says what the watcher has to say.
func (l *loop) notice(text string) { l.log(Line{Text: stamp(time.Now()) + " " + text}) }

func (l *loop) log(line Line) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.p.o.Log(line)
}

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

// hint is what is only worth knowing of a file. It is told once: of a note that its
// translations fall behind it says another number after each save.
type hint struct {
	file string
	code diag.Code
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

// named is how a line names the files of a change.
func named(paths []watch.Path) string {
	if len(paths) == 0 {
		return "the folder"
	}
	name := diag.Visible(paths[0].Name)
	if n := len(paths) - 1; n > 0 {
		name += fmt.Sprintf(" and %d more", n)
	}
	return name
}
