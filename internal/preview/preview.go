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
	"github.com/kawaraban/kawaraban/internal/note"
	"github.com/kawaraban/kawaraban/static"
)

// problemSet is the set of problems at a time. It is immutable and does not refer to a state.
type problemSet struct {
	list []problem // most severe first
	more int
	text string // problems as text, for when no page can be rendered
	lang string // language of the texts
}

type stateProblem struct {
	sh  *shown
	err error
}

// round is the update of all tabs after a change. It records which tabs were compared, how many
// differed, and when they were painted.
type round struct {
	seq  uint64
	what string    // changed files for the log
	seen time.Time // first event
	read time.Duration

	mu      sync.Mutex
	looking map[*tab]bool // visible tabs that were not compared yet
	hidden  map[*tab]bool // hidden tabs that were not compared yet
	paint   map[*tab]bool // visible tabs that have not painted the update yet
	open    int
	differ  int
	painted time.Time // time of the last paint
	first   chan struct{}
	done    chan struct{}
}

// tab is an open page. Only its writer goroutine compares and sends. Other goroutines wake it.
type tab struct {
	p    *Preview
	conn *websocket.Conn
	wake chan struct{} // has capacity 1, so that several signals count as one

	mu      sync.Mutex
	met     bool // whether the hello was received
	visible bool
	shownAt time.Time // time when it last became visible
	goTo    string    // page to which the tab is to be sent; empty for none
	kept    bool      // whether goTo is the same note with a new name

	// The hello sets the following fields. page does not change afterwards. The writer owns the
	// others.
	page    string // path of the page
	lost    bool   // whether the page was missing at first, so that its URL is uncertain
	sum     string // hash of the page that it shows
	missing bool   // whether it shows a 404 page or has received goneMessage
	seq     uint64 // number of the state with which it was last compared
	told    *problemSet
	words   *locale.Set // interface texts that it has received
	hello   bool        // whether the next comparison answers its hello
	news    uint64      // last complete state that it was informed about
	paged   uint64      // last state whose page it received
	drafted bool        // whether it was informed that its note is a draft
	went    string      // new URL that it has received
	since   *time.Time  // after a hello, time when it last received a message
}

type tabs struct {
	busy inFlight // goroutines of all tabs

	mu     sync.Mutex
	all    map[*tab]bool
	closed bool
}

// Options are the options of a preview.
type Options struct {
	Root   *os.Root      // directory of the site; the caller closes it
	Base   string        // URL path with a slash at both ends; by default /
	Hosts  []string      // accepted host names, without port, in addition to those of loopback
	Drafts bool          // include drafts
	Poll   bool          // poll instead of using file events, for systems without them
	Follow bool          // send the visible page to the edited note
	Editor config.Editor // editor for links to problems; takes precedence over site.yaml
	// Lang is the language of problems in the browser. By default it is the first language of the
	// site.
	Lang note.Lang
	// Terminal translates the lines for Log. nil means English.
	Terminal diag.Catalog
	// BaseURL and Repository are the URLs of the site and of its source, as in build.Options.
	// Files of the site take precedence. Empty means unknown.
	BaseURL, Repository string
	Dates               bool // read dates from git, unless site.yaml disables this
	// Undated is called once for each reason why there are no dates from git, in the goroutine
	// that calls Log. It may be nil.
	Undated func(error)
	// Log is called for events, by one goroutine at a time. It may be nil.
	Log func(Line)
}

// Line is an event for the terminal.
type Line struct {
	Text     string            // text on one line; empty if there are only problems
	Problems []diag.Diagnostic // new problems, sorted
	// Source returns the source line of a problem, for the excerpt.
	Source func(diag.Position) string
	// Sum is the number of problems in words, printed after them. It may be empty.
	Sum string
}

// ownFolder is the folder of the URLs of the preview itself: ws, and the scripts of
// static/preview.
const ownFolder = "_kawaraban/"

// Preview serves a site. The zero value is not usable: see [New].
type Preview struct {
	o       Options
	dir     string            // absolute path of the site, with slashes
	scripts map[string][]byte // scripts of the preview, by name
	boot    string            // hash of the scripts: pages with a different hash reload
	builder *build.Builder
	dates   dates

	// life is the context of the preview. Work that several requests share ends with it instead
	// of with a request.
	life context.Context
	end  context.CancelFunc

	ready   chan struct{} // closed when the first state was computed or has failed
	readied sync.Once
	now     atomic.Pointer[shown]
	round   atomic.Pointer[round]
	trouble atomic.Pointer[problemSet]
	moved   moves
	news    news
	kinds   kinds
	tabs    tabs

	complaints chan stateProblem // reports of pages that could not be rendered
}

// New returns the preview of a site. It reads no file of the site; [Preview.Run] does, and
// requests wait until then. The error is about a missing embedded file.
func New(o Options) (*Preview, error) {
	if o.Base == "" {
		o.Base = "/"
	}
	if o.Log == nil {
		o.Log = func(Line) {}
	}
	dir, err := filepath.Abs(o.Root.Name())
	if err != nil {
		return nil, fmt.Errorf("finding the site's directory: %w", err)
	}
	p := &Preview{
		o: o, dir: filepath.ToSlash(dir), scripts: map[string][]byte{}, dates: dates{dir: dir},
		ready: make(chan struct{}), complaints: make(chan stateProblem, 1),
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
	p.trouble.Store(&problemSet{list: []problem{}})
	return p, nil
}

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

// moves records the new pages of renamed notes, for tabs that reconnect.
type moves struct {
	mu sync.Mutex
	to map[string]string // new page by old page, relative to /{l}/
}

const maxMoves = 10_000

func (m *moves) add(from, to string) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.to == nil || len(m.to) >= maxMoves {
		m.to = map[string]string{}
	}
	m.to[from] = to
	delete(m.to, to) // the page exists again
}

// target returns the current page of a moved page, or "" if it is unknown.
func (m *moves) target(from string) string {
	m.mu.Lock()
	defer m.mu.Unlock()
	to := ""
	for range maxMoves {
		next, ok := m.to[from]
		if !ok {
			break
		}
		to, from = next, next
	}
	return to
}
