package preview

import (
	"bytes"
	"errors"
	"flag"
	"fmt"
	"maps"
	"math/rand/v2"
	"net/http"
	"os"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/kawaraban/kawaraban/internal/build"
)

// Flags for a long run: go test ./internal/preview -run TestRandomEdits -preview.for 2m
var (
	longRun = flag.Duration("preview.for", 0, "how long TestRandomEdits goes on; 0: for a few steps")
	runSeed = flag.Uint64("preview.seed", 1, "of the edits of TestRandomEdits")
)

// shownTab is a tab that shows the pages it receives.
type shownTab struct {
	s    *server
	t    *testing.T
	page string
	b    *browser
	html string
	gone bool
}

var ownScript = regexp.MustCompile(`<script type="module" src="[^"]*_kawaraban/preview\.js"[^>]*></script>`)

func (s *server) shownTab(t *testing.T, page string, visible bool) *shownTab {
	t.Helper()
	x := &shownTab{s: s, t: t, page: page}
	x.load(visible)
	return x
}

// load loads the page and connects.
func (x *shownTab) load(visible bool) {
	x.t.Helper()
	_, html := x.s.get(x.t, x.page)
	m := scriptData.FindStringSubmatch(html)
	if m == nil {
		x.t.Fatalf("%s has no script: %.300s", x.page, html)
	}
	x.b = x.s.connect(x.t, TabMessage{Type: saidHello, Page: m[1], Sum: m[2], Boot: m[3], Visible: visible})
	x.html, x.gone = ownScript.ReplaceAllString(html, ""), false
}

// take handles received messages, and reports whether the tab must reload its page.
func (x *shownTab) take() (reload bool) {
	x.t.Helper()
	for {
		select {
		case h, ok := <-x.b.got:
			switch {
			case !ok:
				x.t.Fatalf("the tab of %s was cut off", x.page)
			case h.Type == "page":
				x.html, x.gone = h.HTML, false
			case h.Type == "gone":
				x.gone = true
			case h.Type == "reload":
				return true
			}
		default:
			return false
		}
	}
}

// builtRoot matches the common prefix of links in the page for missing addresses.
var builtRoot = regexp.MustCompile(`="?([^" >]*/)assets/`)

// withBase returns that page with the base of a preview as the prefix.
func withBase(html []byte, base string) []byte {
	m := builtRoot.FindSubmatch(html)
	if m == nil {
		return html
	}
	leads := regexp.MustCompile(`( (?:href|src|action|data-search|data-root)="?)` + regexp.QuoteMeta(string(m[1])))
	return leads.ReplaceAll(html, []byte("${1}"+base))
}

// shows waits until the tab shows the page of a clean build.
func (x *shownTab) shows(want built) {
	x.t.Helper()
	if want.err != nil || want.kinds[x.page] == movedKind {
		return
	}
	is, there := want.files[x.page]
	if !there {
		is = withBase(want.files[notFound], x.s.o.Base)
	}
	await(x.t, "the tab of "+x.page+" to show what is built", func() bool {
		if x.take() {
			_ = x.b.conn.CloseNow()
			x.load(true)
		}
		return !there && x.gone || !x.gone && x.html == string(is)
	})
}

// TestRandomEdits edits a site that is served and open in tabs. When no edit is in progress, the
// served files and the tabs must equal a clean build. At the end the preview must not use more
// resources than at the start.
func TestRandomEdits(t *testing.T) {
	for _, c := range []struct {
		title       string
		o           Options
		comparisons int
	}{
		{"events", Options{}, 16},
		{"polling", Options{Poll: true, Drafts: true, Base: "/any/prefix/"}, 5},
	} {
		t.Run(c.title, func(t *testing.T) { randomEdits(t, c.o, c.comparisons) })
	}
}

func randomEdits(t *testing.T, o Options, comparisons int) {
	r := &randomRun{e: newEditor(t, *runSeed), once: map[string]bool{}}
	r.s = serve(t, r.e.dir, o)
	r.s.settled(t, r.e.dir, r.once)
	for i, page := range []string{"ja/1.27/sig-node/index.html", "ja/index.html", "en/1.27/sig-node/index.html", "ja/keps/1287/index.html"} {
		r.tabs = append(r.tabs, r.s.shownTab(t, page, i < 2))
	}
	r.steps(8, 0) // fills permanent caches
	before := r.beginning()
	start := time.Now()
	end := r.readers()
	if *longRun > 0 {
		r.steps(0, *longRun)
	} else {
		r.steps(comparisons, 0)
	}
	end()
	t.Logf("seed %d: %d edits, %d comparisons, %d of them with a broken file, %d notes with their earlier front matter, in %v", *runSeed, r.edits, r.comparisons, r.broken, r.kept, time.Since(start).Round(time.Millisecond))
	r.beginning()
	checkGrowth(t, r.e.dir, before, 2<<20)
}

// randomRun is the state of a run.
type randomRun struct {
	e                          *editor
	s                          *server
	tabs                       []*shownTab
	once                       map[string]bool
	edits, comparisons, broken int
	kept                       int // notes that keep an earlier front matter
}

// readers request pages continuously, as browsers do while the site changes, until end is called.
func (r *randomRun) readers() (end func()) {
	var wg sync.WaitGroup
	over := make(chan struct{})
	pages := slices.Sorted(maps.Keys(r.once))
	for n := range 2 {
		rng := rand.New(rand.NewPCG(*runSeed, uint64(n)))
		wg.Go(func() {
			for {
				select {
				case <-over:
					return
				case <-time.After(time.Duration(rng.IntN(20)) * time.Millisecond):
				}
				resp := r.s.request("GET", r.s.o.Base+escapedPath(pages[rng.IntN(len(pages))]))
				switch resp.StatusCode {
				case http.StatusOK, http.StatusNotFound, http.StatusFound, http.StatusInternalServerError:
				default:
					r.e.t.Errorf("a page has status %d", resp.StatusCode)
				}
			}
		})
	}
	return func() {
		close(over)
		wg.Wait()
	}
}

// steps runs n rounds of edits, or for a duration.
func (r *randomRun) steps(n int, d time.Duration) {
	var did []string
	defer func() {
		if r.e.t.Failed() {
			r.e.t.Logf("seed %d, the last edits:\n%s", *runSeed, strings.Join(did[max(0, len(did)-30):], "\n"))
		}
	}()
	for end := time.Now().Add(d); n > 0 || time.Now().Before(end); n-- {
		for range 1 + r.e.IntN(4) {
			did = append(did, r.e.edit())
			r.edits++
			if r.e.IntN(2) == 0 {
				time.Sleep(time.Duration(r.e.IntN(25)) * time.Millisecond)
			}
		}
		did = append(did, fmt.Sprintf("comparison %d", r.comparisons))
		if err := r.rest(); err != nil {
			did = append(did, err.Error())
		}
		if r.e.t.Failed() {
			return
		}
	}
}

// rest compares everything. The error is that of a clean build. A broken file may be removed then.
func (r *randomRun) rest() error {
	want := r.s.settled(r.e.t, r.e.dir, r.once)
	r.comparisons++
	if broken, ok := errors.AsType[build.Broken](want.err); ok {
		r.broken++
		if r.e.IntN(3) > 0 {
			if err := os.Remove(r.e.at(broken.Diag.Pos.File)); err != nil { // then the built-in file is used
				r.e.t.Errorf("the broken file is not named: %v", err)
			}
		}
	}
	if want.err == nil && r.e.IntN(10) == 0 {
		r.problemsMatch()
	}
	for name, yaml := range r.s.keptFrontMatter() {
		if want.err == nil && !r.e.wrote(yaml) {
			r.e.t.Errorf("%s has front matter that it never had:\n%s", name, yaml)
		}
		r.kept++
	}
	for _, x := range r.tabs {
		x.shows(want)
		switch r.e.IntN(8) {
		case 0:
			_ = x.b.conn.CloseNow()
			x.load(r.e.IntN(2) == 0)
		case 1:
			x.b.say(TabMessage{Type: saidVisible, Visible: r.e.IntN(2) == 0})
		}
	}
	return want.err
}

// problemsMatch waits until the problems equal those of a clean build with rules.
func (r *randomRun) problemsMatch() {
	want := buildClean(r.e.t, r.e.dir, build.Options{Drafts: r.s.o.Drafts, Check: true}, r.s.keptFrontMatter())
	is := r.s.newTrouble(want.diags, r.s.now.Load().state.Line)
	await(r.e.t, "the problems of a clean build", func() bool { return r.s.trouble.Load().equal(is) })
	if now := r.s.trouble.Load(); !now.equal(is) {
		r.e.t.Errorf("the problems are\n%s\nwant\n%s", now.text, is.text)
	}
}

// beginning restores the site to its state at the start, and counts the resources in use.
func (r *randomRun) beginning() resources {
	r.e.t.Helper()
	r.e.reset()
	if err := r.rest(); err != nil {
		r.e.t.Fatal(err)
	}
	r.problemsMatch()
	http.DefaultClient.CloseIdleConnections()
	return countResources(r.e.t, r.e.dir)
}

// TestManySaves checks that a thousand saves of a note use no more resources than a hundred.
func TestManySaves(t *testing.T) {
	dir := folder(t, sample(t))
	s := serve(t, dir, Options{})
	x := s.shownTab(t, "ja/1.27/sig-node/index.html", true)
	text := sample(t)[noteOfTail]
	save := func(from, to int) {
		for i := from; i < to; i++ {
			words := fmt.Sprintf("%d 回目の文", i)
			put(t, dir, noteOfTail, text+"\n- "+words+" (#115331, @octo)\n")
			x.b.waitFor("the page", with(words))
		}
	}
	save(0, 100)
	s.settled(t, dir, map[string]bool{})
	before := countResources(t, dir)
	save(100, 1000)
	want := s.settled(t, dir, map[string]bool{})
	if !bytes.Contains(want.files[x.page], []byte("999 回目の文")) {
		t.Error("the last save is not in the page")
	}
	checkGrowth(t, dir, before, before.heap/20)
}

// noteOfTail is the note that is saved repeatedly.
const noteOfTail = "content/1.27/sig-node.ja.md"
