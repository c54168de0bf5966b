package preview

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"sync"
	"sync/atomic"
	"time"

	"github.com/coder/websocket"

	"github.com/kawaraban/kawaraban/internal/build"
	"github.com/kawaraban/kawaraban/internal/config"
	"github.com/kawaraban/kawaraban/internal/diag"
	"github.com/kawaraban/kawaraban/internal/locale"
	"github.com/kawaraban/kawaraban/static"
)

// trouble is all that is wrong at a time. It does not change, and keeps nothing of the state
// that it was found in.
type trouble struct {
	list []problem // the worst first
	more int
	text string // the same for people, where no page can be shown
}

// complaint says why a page of a state could not be printed.
type complaint struct {
	sh  *shown
	err error
}

// warmth is what a site finds out about all of its notes when a page of a kind is first
// asked for, and keeps from edit to edit: on a site of 10,000 notes that takes half a second
// for a KEP and seconds for the home page. It is asked for before somebody waits for it.
type warmth struct {
	mu   sync.Mutex // held while a page is made: another state's is quick after it
	done map[string]bool
}

// round is one change on its way to the tabs: who has looked at it, what differed, and when
// it was painted.
type round struct {
	seq  uint64
	what string    // files that changed, as the terminal names them
	seen time.Time // when the first of them was noticed
	read time.Duration

	mu      sync.Mutex
	looking map[*tab]bool // on screen, and have not looked yet
	hidden  map[*tab]bool // not on screen, and have not looked yet
	paint   map[*tab]bool // on screen, and sent a page that is not painted yet
	open    int
	differ  int
	painted time.Time // the last of those that were painted
	first   chan struct{}
	done    chan struct{}
}

// tab is one open page. Its writer alone looks at what there is and sends; whoever has news
// wakes it.
type tab struct {
	p    *Preview
	conn *websocket.Conn
	wake chan struct{} // holds one: news that were not looked at yet are one news

	mu      sync.Mutex
	met     bool // it has said its hello
	visible bool
	shownAt time.Time // when it was last brought on screen
	goTo    string    // page that it is to be led to; empty: none
	kept    bool      // that is the same note under another name

	// What follows is set by the hello; the page does not change, the rest is the writer's.
	page    string // its path
	lost    bool   // there was no page at its address, which is therefore not known for certain
	sum     string // of what it shows
	missing bool   // it shows that there is no such page, or was told so
	seq     uint64 // of the state that it was last compared with
	told    *trouble
	words   *locale.Set // those of the interface that it was told
	hello   bool        // the next comparison answers its hello
	news    uint64      // the last state that it knows is over
	paged   uint64      // the last state that it was sent a page of
	drafted bool        // it was told that its note is a draft
	went    string      // where it was told that its page has gone
	since   *time.Time  // after a hello: when it had last heard anything
}

// tabs are all open pages.
type tabs struct {
	busy crowd // their goroutines

	mu     sync.Mutex
	all    map[*tab]bool
	closed bool
}

// Options says how a site is previewed.
type Options struct {
	Root   *os.Root      // the site's folder; closing it stays with the caller
	Base   string        // the path below which it is served, with a slash at both ends; empty: /
	Hosts  []string      // names, without a port, that a request may have as its Host beside those of loopback
	Drafts bool          // take notes marked as drafts too
	Poll   bool          // look for changes at intervals, where the system does not tell of them
	Follow bool          // lead the page on screen to what is being edited
	Editor config.Editor // opens places of problems; goes before that of the site's settings
	// BaseURL and Repository are where the site will stand and where its sources do, where its
	// own files do not say it, as for a build; empty: not known.
	BaseURL, Repository string
	Dates               bool // take dates of notes from git, unless the settings want none
	// Undated is told once why git says nothing of the notes, by the goroutine that tells Log;
	// nil: nobody.
	Undated func(error)
	// Log is told what happened, by one goroutine at a time; nil: nobody.
	Log func(Line)
}

// Line is what happened, for a terminal.
type Line struct {
	Text     string            // one line; empty where there are only problems
	Problems []diag.Diagnostic // that are new, sorted
	// Source returns the line of content that a problem is in, for an excerpt.
	Source func(diag.Position) string
	// Sum says after the problems how many there are in all; empty where nothing is to be said.
	Sum string
}

// ownFolder is where the preview's own addresses stand below the base: ws, and the scripts of
// static/preview.
const ownFolder = "_kawaraban/"

// Preview serves one site. The zero value is of no use: see [New].
type Preview struct {
	o       Options
	dir     string            // the site's folder, whole, with slashes
	scripts map[string][]byte // the preview's own, by name
	boot    string            // digest of them: pages with other ones reload
	builder *build.Builder
	dates   dates

	// life is that of the preview: what is made for a request, and for all who ask later, ends
	// with it, and not with the request.
	life context.Context
	end  context.CancelFunc

	ready   chan struct{} // closed when the first state was made or could not be
	readied sync.Once
	now     atomic.Pointer[shown]
	round   atomic.Pointer[round]
	trouble atomic.Pointer[trouble]
	moved   moves
	news    news
	kinds   kinds
	warmth  warmth
	tabs    tabs
	aside   crowd // who is at what nobody waits for

	complaints chan complaint // of pages that could not be printed
}

// New returns the preview of a site. Nothing is read before [Preview.Run]; until then
// requests wait. It fails where the program itself lacks a file.
func New(o Options) (*Preview, error) {
	if o.Base == "" {
		o.Base = "/"
	}
	if o.Log == nil {
		o.Log = func(Line) {}
	}
	dir, err := filepath.Abs(o.Root.Name())
	if err != nil {
		return nil, fmt.Errorf("finding the site's folder: %w", err)
	}
	p := &Preview{
		o: o, dir: filepath.ToSlash(dir), scripts: map[string][]byte{}, dates: dates{dir: dir},
		ready: make(chan struct{}), complaints: make(chan complaint, 1),
	}
	made := build.Options{Drafts: o.Drafts, Hold: true, Calm: true, BaseURL: o.BaseURL, Repository: o.Repository}
	if o.Dates {
		made.History = p.dates.history
	}
	p.builder = build.New(made)
	p.life, p.end = context.WithCancel(context.Background())
	if err := p.readScripts(); err != nil {
		return nil, fmt.Errorf("reading the preview's scripts: %w", err)
	}
	p.news.began = time.Now()
	p.trouble.Store(&trouble{list: []problem{}})
	return p, nil
}

// readScripts reads the preview's own scripts.
func (p *Preview) readScripts() error {
	names, err := fs.Glob(static.FS, "preview/*.js")
	if err != nil {
		return err
	}
	h := sha256.New()
	for _, name := range names {
		b, err := fs.ReadFile(static.FS, name)
		if err != nil {
			return err
		}
		p.scripts[path.Base(name)] = b
		fmt.Fprintf(h, "%s %d\n", name, len(b))
		h.Write(b)
	}
	p.boot = hex.EncodeToString(h.Sum(nil)[:8])
	return nil
}

// moves remembers where notes went whose files were renamed, for tabs that come back.
type moves struct {
	mu sync.Mutex
	to map[string]string // page below /{l}/ -> the same
}

// mostMoves bounds what is remembered.
const mostMoves = 10_000

func (m *moves) add(from, to string) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.to == nil || len(m.to) >= mostMoves {
		m.to = map[string]string{}
	}
	m.to[from] = to
	delete(m.to, to) // it is somewhere again
}

// target follows a page to where it is now; "" where nothing is known of it.
func (m *moves) target(from string) string {
	m.mu.Lock()
	defer m.mu.Unlock()
	to := ""
	for range mostMoves {
		next, ok := m.to[from]
		if !ok {
			break
		}
		to, from = next, next
	}
	return to
}
