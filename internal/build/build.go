// Package build turns the folder of a site into the files of the built site. [Builder] is the
// entry point, and keeps memos between builds.
//
// The stages are: settings and interface text, upstream data, parsing of notes, and linking. The
// result is a [State]. [State.File] renders a single page for the preview. [State.Whole] returns
// the whole site: the search index, all pages and the list of files. Files are lazy: the caller
// that writes or serves a file renders it. [State.Begin] is for callers that write all files, and
// does not wait for the index.
//
// An invalid content file affects only itself and is reported as a diagnostic. Only a template or
// a script of the site can prevent a build: see [Broken].
//
// All builds of a Builder take the same path. Memos of pure functions make later builds fast. The
// key of a memo is the hash of all its inputs. No record exists of what an edit affects. Files of
// a [Summed] file system are not read if their hash did not change.
//
// The package writes no files; package outdir does.
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

// upstreamData is the upstream data, with values derived from them.
type upstreamData struct {
	data  *upstream.Data
	names *ref.Names
}

// digested is the memo of one source of search documents.
type digested struct {
	sum   [sha256.Size]byte // hash of the documents of the source
	chunk *search.Chunk
}

// indexed has values of the last search index of any State, for reuse.
type indexed struct {
	mu     sync.Mutex
	words  [sha256.Size]byte   // hash of the glossary terms that documents may contain
	chunks map[string]digested // by name of the source
}

// checked has values of the last check of any State, for reuse.
type checked struct {
	mu    sync.Mutex
	data  *upstream.Data
	words *check.Vocabulary // vocabulary of data
	last  *check.Last
}

// parsedTemplates has the parsed templates, with the other values on which parsing depends.
type parsedTemplates struct {
	words  *locale.Set
	assets *output.Assets
	set    cached[*fasttemplate.Set]
}

// linkCache has the result of the last link, for reuse.
type linkCache struct {
	data     *upstream.Data
	fallback map[note.Lang][]note.Lang
	official []*note.Note // official notes parsed from data
	site     *site.Site
}

const configFile = "site.yaml"

// Options are the settings of a [Builder] that do not come from the site.
type Options struct {
	Release note.Release // build a site that has only this release; empty for all releases
	Drafts  bool         // include drafts
	Check   bool         // run the rules of package check, and keep the files of notes in Result.Sources
	Hold    bool         // use the front matter of the previous State for notes whose front matter is invalid
	Once    bool         // build only once: do not keep values for the next build
	Calm    bool         // State.Check uses only one processor, so that urgent work is not delayed
	// BaseURL is the URL of the site, with a slash at its end. It is used if neither site.yaml
	// nor static/CNAME has one. Anyway takes precedence over these files. Repository is the URL
	// of the folder that contains content/. It is used if site.yaml has none. Empty means
	// unknown.
	BaseURL, Anyway, Repository string
	// History returns the dates of the notes in git, by path relative to the site. It may be nil,
	// and may return nil. It is called at most once for each State, in another goroutine.
	History func() *git.Log
	// Progress, if not nil, is called when a stage makes progress, from any goroutine.
	Progress func(stage Stage, done, total int)
}

// Stage is the name of a stage of the pipeline, for progress and times.
type Stage string

// The stages of a build.
const (
	StageData  Stage = "data"  // settings, interface text and upstream data
	StageParse Stage = "parse" // notes
	StageLink  Stage = "link"
	StageCheck Stage = "check" // rules, if Options.Check is set
	StageIndex Stage = "index" // search index
	StagePlan  Stage = "plan"  // pages and files
	StageWrite Stage = "write"
)

// Time is the duration of a stage in milliseconds.
type Time struct {
	Stage  Stage
	Millis float64
}

// Counts are the numbers of notes, pages and so on of a site.
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
	// Rest returns the files of the search index, which Files and Counts do not include. It is
	// nil if Files includes them. Callers call it at most once. It appends its stage to Times.
	Rest   func() ([]outdir.File, error)
	Pages  []page.Page
	Site   *site.Site
	Config config.Config
	Listed []note.Lang // languages in site.yaml; empty if it lists none
	Words  *locale.Set // interface text
	// Sources are the files of the notes, sorted by path. They are set if Options.Check is.
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
	assetWords *locale.Set // interface text that assets contains
	parsed     parsedTemplates
	content    *content
	colour     *markdown.Highlighter
	linked     linkCache
	indexed    indexed
	checked    checked
}

// New returns a Builder with empty memos.
func New(o Options) *Builder { return &Builder{opts: o, colour: markdown.NewHighlighter()} }

// history reads the git history in another goroutine. It returns a function that waits for the
// result.
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

// builtIn returns the embedded files, overridden by those in the folder dir of the site.
func builtIn(root, embedded fs.FS, dir string) fs.FS {
	own, err := fs.Sub(root, dir)
	if err != nil {
		return embedded
	}
	return Overlay{Site: own, BuiltIn: embedded}
}

// Templates returns the built-in templates, overridden by those of the site at root.
func Templates(root fs.FS) fs.FS { return templatesOf(root) }

// templatesOf and staticOf return built-in folders that a site may override.
func templatesOf(root fs.FS) fs.FS { return builtIn(root, templates.FS, templatesDir) }
func staticOf(root fs.FS) fs.FS    { return builtIn(root, static.FS, staticDir) }

const (
	templatesDir = "templates"
	staticDir    = "static"
)

// stopwatch measures the duration of stages, for the report. No built file contains it.
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
