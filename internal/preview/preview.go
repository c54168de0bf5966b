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

// trouble holds all problems at one time. It is immutable and does not refer to the state.
type trouble struct {
	list []problem // most severe first
	more int
	text string // as text, for when no page can be shown
	lang string // of the texts
}

type complaint struct {
	sh  *shown
	err error
}

// round is one change on its way to the tabs. It records which tabs have compared, what differed,
// and the paint time.
type round struct {
	seq  uint64
	what string    // changed files for the log
	seen time.Time // first event
	read time.Duration

	mu      sync.Mutex
	looking map[*tab]bool // visible tabs that have not compared yet
	hidden  map[*tab]bool // hidden tabs that have not compared yet
	paint   map[*tab]bool // visible tabs that have not painted the update yet
	open    int
	differ  int
	painted time.Time // last paint
	first   chan struct{}
	done    chan struct{}
}

// tab is one open page. Only its writer goroutine compares and sends; others wake it.
type tab struct {
	p    *Preview
	conn *websocket.Conn
	wake chan struct{} // capacity 1: several wake-ups count as one

	mu      sync.Mutex
	met     bool // the hello has arrived
	visible bool
	shownAt time.Time // when it last became visible
	goTo    string    // page to send it to; empty: none
	kept    bool      // goTo is the same note with a new name

	// Set by the hello. page does not change; the writer owns the rest.
	page    string // path of the page
	lost    bool   // the page was missing, so its URL is uncertain
	sum     string // hash of what it shows
	missing bool   // it shows a 404 page or was sent goneMessage
	seq     uint64 // state it was last compared with
	told    *trouble
	words   *locale.Set // texts it was sent
	hello   bool        // the next comparison answers its hello
	news    uint64      // last complete state that it was sent
	paged   uint64      // last state of which it was sent a page
	drafted bool        // it was sent that its note is a draft
	went    string      // new URL that it was sent
	since   *time.Time  // after a hello: when it last received a message
}

type tabs struct {
	busy inFlight // goroutines of tabs

	mu     sync.Mutex
	all    map[*tab]bool
	closed bool
}

// Options are the options of a preview.
type Options struct {
	Root   *os.Root      // the site's directory; the caller closes it
	Base   string        // URL path with a slash at both ends; empty: /
	Hosts  []string      // host names, without port, to accept besides those of loopback
	Drafts bool          // include drafts
	Poll   bool          // poll, for systems without file events
	Follow bool          // send the visible page to the edited note
	Editor config.Editor // opens problems; takes precedence over the site's settings
	// Lang is the language of problems in the browser; empty: the site's first language.
	Lang note.Lang
	// Terminal translates the lines for Log; nil: English.
	Terminal diag.Catalog
	// BaseURL and Repository are the URLs of the site and its source if its own files have none,
	// as in a build; empty: unknown.
	BaseURL, Repository string
	Dates               bool // read dates from git, unless the settings disable it
	// Undated is called once for each reason why there are no dates from git, in the goroutine
	// that calls Log. It may be nil.
	Undated func(error)
	// Log receives events, from one goroutine at a time. It may be nil.
	Log func(Line)
}

// Line is an event for the terminal.
type Line struct {
	Text     string            // one line; empty if there are only problems
	Problems []diag.Diagnostic // new problems, sorted
	// Source returns the source line of a problem, for an excerpt.
	Source func(diag.Position) string
	// Sum is the number of problems, printed after them; may be empty.
	Sum string
}

// ownFolder is the directory of the preview's own URLs: ws, and the scripts of static/preview.
const ownFolder = "_kawaraban/"

// Preview serves one site. Use [New]: the zero value is not usable.
type Preview struct {
	o       Options
	dir     string            // absolute path of the site, with slashes
	scripts map[string][]byte // the preview's scripts, by name
	boot    string            // their hash: pages with another one reload
	builder *build.Builder
	dates   dates

	// life is the context of the preview. Work started by a request that later requests share ends
	// with it, not with the request.
	life context.Context
	end  context.CancelFunc

	ready   chan struct{} // closed when the first state was made or has failed
	readied sync.Once
	now     atomic.Pointer[shown]
	round   atomic.Pointer[round]
	trouble atomic.Pointer[trouble]
	moved   moves
	news    news
	kinds   kinds
	tabs    tabs

	complaints chan complaint // pages that could not be rendered
}

// New returns the preview of a site. It reads nothing before [Preview.Run]; until then requests
// wait. It fails if an embedded file is missing.
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

// moves stores the new pages of renamed notes, for tabs that reconnect.
type moves struct {
	mu sync.Mutex
	to map[string]string // old page -> new page, relative to /{l}/
}

// maxMoves limits the entries.
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

// target returns the current page of a moved page; "" if unknown.
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
