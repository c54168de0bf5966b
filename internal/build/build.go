// Package build is the pipeline: a [Builder] reads a site's folder and turns it into
// the files of the built site, a [Result]. It holds the memos and starts the
// only goroutines.
//
// The stages, each a pure function of a room below: config and words; upstream data;
// notes, parsed one by one; the link of them all. That is a [State], and all that who looks
// at a few pages need wait for: [State.File] makes what is asked of it. The rest is made at
// once for [State.Whole]: the search index, of which each note has its part; the plan of
// pages; the list of files. The files are lazy: whoever writes or serves them makes their
// bytes. Who writes them all need not wait for the index: see [State.Begin].
//
// A file of content that is wrong costs itself and no other, and is a diagnostic. Only
// a template or script of the site itself can leave nothing to build: see [Broken].
//
// A Builder may build again and again. Each build takes the same path as the first; memos of
// pure functions make it fast: a note is kept under the hash of its bytes and of everything
// else that its parsing depends on, upstream data, words, templates and assets under the hash
// of their files, a part of the index while its documents are the same, what the rules found
// in a note while the note and the versions beside it are the same. It holds no record of what
// an edit can affect. Of a file system that is [Summed], what is known to be
// the same is not read either.
package build

import (
	"crypto/sha256"
	"io/fs"
	"sync"
	"time"

	"github.com/kawaraban/kawaraban/internal/check"
	"github.com/kawaraban/kawaraban/internal/config"
	"github.com/kawaraban/kawaraban/internal/diag"
	"github.com/kawaraban/kawaraban/internal/fasttemplate"
	"github.com/kawaraban/kawaraban/internal/git"
	"github.com/kawaraban/kawaraban/internal/locale"
	"github.com/kawaraban/kawaraban/internal/markdown"
	"github.com/kawaraban/kawaraban/internal/note"
	"github.com/kawaraban/kawaraban/internal/outdir"
	"github.com/kawaraban/kawaraban/internal/output"
	"github.com/kawaraban/kawaraban/internal/page"
	"github.com/kawaraban/kawaraban/internal/ref"
	"github.com/kawaraban/kawaraban/internal/search"
	"github.com/kawaraban/kawaraban/internal/site"
	"github.com/kawaraban/kawaraban/internal/upstream"
	"github.com/kawaraban/kawaraban/static"
	"github.com/kawaraban/kawaraban/templates"
)

// upstreamData is the upstream data with what is made of it once.
type upstreamData struct {
	data  *upstream.Data
	names *ref.Names
}

// digested is the digest of the documents of one source.
type digested struct {
	sum   [sha256.Size]byte // of the documents
	chunk *search.Chunk
}

// indexed is what is kept of the last index that somebody asked a State for, for the next
// one to start from, whichever State that is of.
type indexed struct {
	mu     sync.Mutex
	words  [sha256.Size]byte   // of the concepts that documents name
	chunks map[string]digested // by the name of their source
}

// checked is what checks leave to the next one, whichever State asks for it.
type checked struct {
	mu    sync.Mutex
	data  *upstream.Data
	words *check.Vocabulary // of data
	last  *check.Last
}

// dressed are the parsed templates, and what else they were made of.
type dressed struct {
	words  *locale.Set
	assets *output.Assets
	set    cached[*fasttemplate.Set]
}

// linked is the last link, for the next one to take from.
type linked struct {
	data     *upstream.Data
	fallback map[note.Lang][]note.Lang
	official []*note.Note // read from data
	site     *site.Site
}

// configFile is the site's settings, beside content/.
const configFile = "site.yaml"

// Options says what to build.
type Options struct {
	Release note.Release // that release as a whole site of its own; empty for everything
	Drafts  bool         // notes marked as drafts too
	Check   bool         // run the rules of package check, and keep the notes' bytes in Result.Sources
	Hold    bool         // a note whose front matter is broken goes on to say what that said in the State before
	Once    bool         // nothing is built after the first State: what only the next one would take is let go
	Calm    bool         // State.Check takes one processor and leaves the others to what cannot wait
	// BaseURL is where the site stands, with a slash at its end, where neither its site.yaml nor
	// its static/CNAME says so; Anyway where it stands whatever they say. Repository is the
	// address of the folder that holds content/ where site.yaml says none. Empty: not known.
	BaseURL, Anyway, Repository string
	// History, when set, returns what git says of the notes, by their paths from the site's
	// folder; nil where that is not known. It is asked once for each State, unless the settings
	// want none, from a goroutine of its own.
	History func() *git.Log
	// Progress, when set, is told how far a stage is. It may be called from several
	// goroutines.
	Progress func(stage Stage, done, total int)
}

// Stage names a part of the pipeline, for progress and times.
type Stage string

// The stages of a build.
const (
	StageData  Stage = "data"  // settings, words and upstream data
	StageParse Stage = "parse" // notes
	StageLink  Stage = "link"
	StageCheck Stage = "check" // the rules, where they are asked for
	StageIndex Stage = "index" // of the search
	StagePlan  Stage = "plan"  // pages and files
	StageWrite Stage = "write"
)

// Time is how long a stage took.
type Time struct {
	Stage  Stage
	Millis float64
}

// Counts says how much of everything a site has.
type Counts struct {
	Notes    int `json:"notes"`
	Entries  int `json:"entries"`
	Remarks  int `json:"remarks"`
	Releases int `json:"releases"`
	Pages    int `json:"pages"`
	Files    int `json:"files"`
}

// Result is a built site.
type Result struct {
	Files *outdir.Set
	// Rest, where it is set, makes the files of the search index, which are then not among Files
	// and are not counted. It is called once, and adds its stage to Times.
	Rest   func() ([]outdir.File, error)
	Pages  []page.Page
	Site   *site.Site
	Config config.Config
	Words  *locale.Set // of the interface
	// Sources are the files of the notes, by path, where the options ask for checks.
	Sources []*check.File
	Diags   []diag.Diagnostic // sorted
	Counts  Counts
	Times   []Time
}

// Builder makes the states of a site, again and again, one at a time.
type Builder struct {
	opts    Options
	config  cached[config.Config]
	domain  cached[string]
	robots  cached[[]byte]
	words   cached[*locale.Set]
	data    cached[upstreamData]
	assets  cached[*output.Assets]
	spoken  *locale.Set // whose words are in assets
	dressed dressed
	content *content
	colour  *markdown.Highlighter
	linked  linked
	indexed indexed
	checked checked
}

// New returns a Builder with nothing cached.
func New(o Options) *Builder { return &Builder{opts: o, colour: markdown.NewHighlighter()} }

// history begins to read what git says of the notes, beside everything else, and returns
// what waits for that.
func (b *Builder) history(c config.Config) func() *git.Log {
	if b.opts.History == nil || c.Dates != config.FromGit {
		return func() *git.Log { return nil }
	}
	read := sync.OnceValue(b.opts.History)
	go read()
	return read
}

// count fills in the counts of a result.
func count(r *Result) {
	c := Counts{Releases: len(r.Site.Releases()), Pages: len(r.Pages), Files: r.Files.Len()}
	for _, n := range r.Site.Notes() {
		c.Notes++
		for e := range n.Entries {
			c.Entries++
			c.Remarks += len(e.Remarks())
		}
	}
	r.Counts = c
}

// builtIn returns the folder of the built-in files with the site's own laid over it.
func builtIn(root, embedded fs.FS, dir string) fs.FS {
	own, err := fs.Sub(root, dir)
	if err != nil {
		return embedded
	}
	return Overlay{Site: own, BuiltIn: embedded}
}

// The folders that a site may have of its own.
func templatesOf(root fs.FS) fs.FS { return builtIn(root, templates.FS, templatesDir) }
func staticOf(root fs.FS) fs.FS    { return builtIn(root, static.FS, staticDir) }

const (
	templatesDir = "templates"
	staticDir    = "static"
)

// stopwatch measures the stages for the report; no clock reaches a built file.
type stopwatch struct {
	last  time.Time
	times []Time
}

func newStopwatch() *stopwatch { return &stopwatch{last: time.Now()} }

func (s *stopwatch) lap(stage Stage) {
	now := time.Now()
	s.times = append(s.times, Time{stage, float64(now.Sub(s.last).Microseconds()) / 1000})
	s.last = now
}
