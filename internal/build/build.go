// Package build is the pipeline that turns a site's directory into the files of the built site. A
// [Builder] does it and keeps the memos between builds.
//
// The stages are settings and interface text; upstream data; parsing of each note; linking. The
// result is a [State]. [State.File] then renders a single page for the preview. [State.Whole]
// makes the rest at once: the search index, the plan of the pages, and the list of files. Files
// are lazy: the caller that writes or serves them renders them. [State.Begin] is for a caller that
// writes all files: it does not wait for the index.
//
// An invalid content file affects only itself, and is reported as a diagnostic. Only a template or
// script of the site can prevent a build: see [Broken].
//
// A Builder may build many times. Every build takes the same path, and memos of pure functions
// make it fast. The key of a memo is the hash of its inputs: for a note its bytes and everything
// else that parsing depends on, for upstream data, templates and assets their files. No record
// exists of what an edit affects. Files of a [Summed] file system are not read if their hash is
// known.
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

// upstreamData is upstream data with values derived from it.
type upstreamData struct {
	data  *upstream.Data
	names *ref.Names
}

// digested is the search digest of one source.
type digested struct {
	sum   [sha256.Size]byte // hash of the documents
	chunk *search.Chunk
}

// indexed is kept from the last search index of any State, for the next one.
type indexed struct {
	mu     sync.Mutex
	words  [sha256.Size]byte   // hash of the concepts in the documents
	chunks map[string]digested // by name of the source
}

// checked is kept from the last check of any State, for the next one.
type checked struct {
	mu    sync.Mutex
	data  *upstream.Data
	words *check.Vocabulary // vocabulary of data
	last  *check.Last
}

// dressed are the parsed templates, with the other inputs of parsing.
type dressed struct {
	words  *locale.Set
	assets *output.Assets
	set    cached[*fasttemplate.Set]
}

// linkCache is the last link, for the next one.
type linkCache struct {
	data     *upstream.Data
	fallback map[note.Lang][]note.Lang
	official []*note.Note // parsed from data
	site     *site.Site
}

const configFile = "site.yaml"

// Options are the options of a build.
type Options struct {
	Release note.Release // build only this release, as a site of its own; empty: everything
	Drafts  bool         // include drafts
	Check   bool         // run the rules of package check, and keep the notes' bytes in Result.Sources
	Hold    bool         // a note with broken front matter keeps that of the State before
	Once    bool         // build once: drop values that only the next build needs
	Calm    bool         // State.Check uses one processor and leaves the others to urgent work
	// BaseURL is the site's URL, with a slash at its end, if neither site.yaml nor static/CNAME
	// has one. Anyway takes precedence over these files. Repository is the URL of the directory
	// that contains content/, if site.yaml has none. Empty means unknown.
	BaseURL, Anyway, Repository string
	// History returns the dates of the notes in git, by path relative to the site; nil if unknown.
	// History may be nil. It is called at most once for each State, in another goroutine.
	History func() *git.Log
	// Progress, if not nil, is called with the progress of a stage, from any goroutine.
	Progress func(stage Stage, done, total int)
}

// Stage names a part of the pipeline, for progress and times.
type Stage string

// The stages of a build.
const (
	StageData  Stage = "data"  // settings, interface text and upstream data
	StageParse Stage = "parse" // notes
	StageLink  Stage = "link"
	StageCheck Stage = "check" // rules, if requested
	StageIndex Stage = "index" // search index
	StagePlan  Stage = "plan"  // pages and files
	StageWrite Stage = "write"
)

// Time is how long a stage took.
type Time struct {
	Stage  Stage
	Millis float64
}

// Counts are the numbers of a site's notes, pages and other parts.
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
	// Rest, if not nil, makes the files of the search index, which are not in Files and not
	// counted. The caller calls it once. It adds its stage to Times.
	Rest   func() ([]outdir.File, error)
	Pages  []page.Page
	Site   *site.Site
	Config config.Config
	Listed []note.Lang // the languages in site.yaml; empty if it lists none
	Words  *locale.Set // of the interface
	// Sources are the files of the notes, sorted by path, if Options.Check is set.
	Sources []*check.File
	Diags   []diag.Diagnostic // sorted
	Counts  Counts
	Times   []Time
}

// Builder builds the states of a site, one at a time.
type Builder struct {
	opts       Options
	config     cached[config.Config]
	domain     cached[string]
	robots     cached[[]byte]
	words      cached[*locale.Set]
	data       cached[upstreamData]
	assets     cached[*output.Assets]
	assetWords *locale.Set // the texts used in assets
	dressed    dressed
	content    *content
	colour     *markdown.Highlighter
	linked     linkCache
	indexed    indexed
	checked    checked
}

// New returns a Builder with empty memos.
func New(o Options) *Builder { return &Builder{opts: o, colour: markdown.NewHighlighter()} }

// history reads the git history in another goroutine, and returns a function that waits for it.
func (b *Builder) history(c config.Config) func() *git.Log {
	if b.opts.History == nil || c.Dates != config.FromGit {
		return func() *git.Log { return nil }
	}
	read := sync.OnceValue(b.opts.History)
	go read()
	return read
}

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

// builtIn returns the built-in files, overridden by the site's own.
func builtIn(root, embedded fs.FS, dir string) fs.FS {
	own, err := fs.Sub(root, dir)
	if err != nil {
		return embedded
	}
	return Overlay{Site: own, BuiltIn: embedded}
}

// Templates returns the templates: the built-in ones, overridden by those of the site at root.
func Templates(root fs.FS) fs.FS { return templatesOf(root) }

// templatesOf and staticOf return directories that a site may override.
func templatesOf(root fs.FS) fs.FS { return builtIn(root, templates.FS, templatesDir) }
func staticOf(root fs.FS) fs.FS    { return builtIn(root, static.FS, staticDir) }

const (
	templatesDir = "templates"
	staticDir    = "static"
)

// stopwatch measures the stages for the report. Times never reach a built file.
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
