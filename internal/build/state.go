package build

import (
	"cmp"
	"context"
	"fmt"
	"io/fs"
	"runtime"
	"slices"
	"sync"

	"github.com/kawaraban/kawaraban/internal/check"
	"github.com/kawaraban/kawaraban/internal/config"
	"github.com/kawaraban/kawaraban/internal/diag"
	"github.com/kawaraban/kawaraban/internal/git"
	"github.com/kawaraban/kawaraban/internal/locale"
	"github.com/kawaraban/kawaraban/internal/note"
	"github.com/kawaraban/kawaraban/internal/outdir"
	"github.com/kawaraban/kawaraban/internal/output"
	"github.com/kawaraban/kawaraban/internal/page"
	"github.com/kawaraban/kawaraban/internal/ref"
	"github.com/kawaraban/kawaraban/internal/search"
	"github.com/kawaraban/kawaraban/internal/site"
)

// State is a site that is read and linked. Pages and problems are computed on demand. It is
// immutable. Its methods are safe for concurrent use, even while the Builder computes the next
// State.
type State struct {
	b       *Builder
	root    fs.FS
	in      inputs
	config  config.Config
	content *content
	site    *site.Site
	linking []diag.Diagnostic // problems that linking found
	history *git.Log          // dates of the notes in git; nil if unknown
	times   []Time
	diags   func() []diag.Diagnostic // problems of reading and linking, with their final severities

	own   own
	out   output.In // input of the outputs, without the index
	plan  page.Planner
	index lazy[*search.Index]
	check lazy[[]diag.Diagnostic]
	whole lazy[*Result]
}

func (s *State) planner() page.Planner {
	return page.NewPlanner(s.site, s.in.words, page.Options{
		Titles:       s.config.Title,
		Descriptions: s.config.Description,
		BaseURL:      s.config.BaseURL,
		Repository:   s.config.Repository,
		Licence:      s.config.Licence,
		Logo:         s.config.Logo,
		Footer:       s.config.Footer,
		Navigation:   s.config.Navigation,
		Languages:    s.config.Languages,
		Default:      s.config.Default,
		Names:        s.in.names,
		History:      s.history,
	})
}

type listing struct {
	page.Planner
	pages func() []page.Page
}

func newListing(p page.Planner) listing { return listing{p, sync.OnceValue(p.Pages)} }

func (l listing) Pages() []page.Page { return l.pages() }

// Site returns the linked site.
func (s *State) Site() *site.Site { return s.site }

// Config returns the settings. Its languages are only those that the interface has.
func (s *State) Config() config.Config { return s.config }

// Words returns the interface text.
func (s *State) Words() *locale.Set { return s.in.words }

// Names returns the names that identify references in text.
func (s *State) Names() *ref.Names { return s.in.names }

// Diags returns the problems of reading and linking, sorted. Their severities consider site.yaml
// and comments. [State.Check] also returns the problems that rules find.
func (s *State) Diags() []diag.Diagnostic { return slices.Clone(s.diags()) }

// Page returns the page at a path such as ja/1.27/sig-node/index.html. It returns false if there
// is none.
func (s *State) Page(path string) (page.Page, bool) { return s.out.Plan.Find(path) }

// File returns the file at a path, equal to that of [State.Whole]. It returns false if there is
// none. It lists all pages only for the sitemap and the index of notes. The first file of the
// search index builds the index, unless ctx ends. The error is [Broken] or a machine error. The
// same applies to errors of the file's Bytes.
func (s *State) File(ctx context.Context, path string) (outdir.File, bool, error) {
	in := s.out
	if p, ok := s.Page(path); ok {
		f, err := output.Print(in, p)
		return s.own.blaming(f, p), err == nil, s.own.blame(err)
	}
	if output.InIndex(path) {
		index, err := s.indexed(ctx)
		if err != nil {
			return outdir.File{}, false, err
		}
		in.Index = index
	}
	return output.Find(in, path)
}

func (s *State) indexed(ctx context.Context) (*search.Index, error) {
	return s.index.get(ctx, func() (*search.Index, error) { return s.b.index(ctx, s) })
}

// Whole returns the whole site, as [Builder.Build] does. The result is computed once.
func (s *State) Whole(ctx context.Context) (*Result, error) {
	made, err := s.whole.get(ctx, func() (*Result, error) { return s.makeWhole(ctx) })
	if err != nil {
		return nil, err
	}
	r := *made
	r.Diags, r.Times = slices.Clone(r.Diags), slices.Clone(r.Times)
	return &r, nil
}

func (s *State) makeWhole(ctx context.Context) (*Result, error) {
	clock := newStopwatch()
	r, err := s.resultWithProblems(ctx, clock)
	if err != nil {
		return nil, err
	}
	in := s.out
	if in.Index, err = s.indexed(ctx); err != nil {
		return nil, err
	}
	clock.lap(StageIndex)
	return r, s.list(r, in, clock)
}

// Begin is like [State.Whole], but [Result.Rest] returns the files of the search index. The index
// is built in parallel with the pages, which do not need it.
func (s *State) Begin(ctx context.Context) (*Result, error) {
	clock := newStopwatch()
	r, err := s.resultWithProblems(ctx, clock)
	if err != nil {
		return nil, err
	}
	if err := s.align(ctx); err != nil {
		return nil, err
	}
	wait, stop := s.indexBeside(ctx)
	r.Rest = func() ([]outdir.File, error) {
		defer stop()
		index, took, err := wait()
		if err != nil {
			return nil, err
		}
		r.Times = append(r.Times, took...)
		return index.Files(), nil
	}
	if err := s.list(r, s.out, clock); err != nil {
		stop()
		_, _, _ = wait()
		return nil, err
	}
	return r, nil
}

// indexBeside starts to build the search index in another goroutine. wait returns the index and
// its time, and stop cancels it.
func (s *State) indexBeside(ctx context.Context) (wait func() (*search.Index, []Time, error), stop func()) {
	ctx, stop = context.WithCancel(ctx)
	clock, made := newStopwatch(), make(chan struct{})
	var index *search.Index
	var err error
	go func() {
		defer close(made)
		index, err = s.indexed(ctx)
		clock.lap(StageIndex)
	}()
	return func() (*search.Index, []Time, error) {
		<-made
		return index, clock.times, err
	}, stop
}

// resultWithProblems returns a result with the problems of the state. It includes those of rules if
// Options.Check is set.
func (s *State) resultWithProblems(ctx context.Context, clock *stopwatch) (r *Result, err error) {
	r = s.result()
	if !s.b.opts.Check {
		r.Diags = s.Diags()
		return r, nil
	}
	if r.Diags, err = s.Check(ctx); err != nil {
		return nil, err
	}
	if r.Sources, err = s.sources(ctx); err != nil {
		return nil, err
	}
	clock.lap(StageCheck)
	return r, nil
}

func (s *State) list(r *Result, in output.In, clock *stopwatch) error {
	r.Pages = in.Plan.Pages()
	files, err := output.Files(in)
	if err != nil {
		return s.own.blame(err)
	}
	if err := s.own.tryTemplates(files, r.Pages); err != nil {
		return err
	}
	if r.Files, err = outdir.NewSet(files); err != nil {
		return fmt.Errorf("conflicting output paths: %w", err)
	}
	clock.lap(StagePlan)
	r.Times = append(r.Times, clock.times...)
	count(r)
	return nil
}

// result returns a result without problems, pages and files.
func (s *State) result() *Result {
	return &Result{Site: s.site, Config: s.config, Listed: s.in.config.Languages, Words: s.in.words, Times: slices.Clone(s.times)}
}

// Documents returns the sources of the search index. A source creates its documents again for
// each call.
func (s *State) Documents() []search.Source { return search.Sources(s.site, s.plan.Book) }

// Block returns the address of a block below /{l}/: see [page.Planner.Block].
func (s *State) Block(n *note.Note, b *note.Block) string { return s.plan.Block(n, b) }

// Held returns the front matter that Options.Hold kept, by the file of the note.
func (s *State) Held() map[string]string {
	held := map[string]string{}
	for p := range s.content.all {
		if p.head.Held && p.head.YAML != "" {
			held[p.path] = p.head.YAML
		}
	}
	return held
}

// Line returns a line of a file of the site without its line end, for an excerpt. It returns ""
// if the line does not exist. It reads the file if its content was not kept, so the line may be
// newer than the State.
func (s *State) Line(pos diag.Position) string {
	if !fs.ValidPath(pos.File) {
		return ""
	}
	f := s.source(pos.File)
	if f == nil {
		data, err := readNote(s.root, pos.File)
		if err != nil {
			return ""
		}
		f = check.NewFile(pos.File, data, nil)
	}
	return string(f.Line(pos.Line))
}

func (s *State) source(path string) *check.File {
	if p := s.content.note(path); p != nil {
		return p.source(s.root)
	}
	return nil
}

// allProblems adds the problems of reading and linking to ds, applies severities, and sorts. It also
// reports comments in the files in unused that ignore a problem which does not exist.
func (s *State) allProblems(ds []diag.Diagnostic, unused []*check.File) []diag.Diagnostic {
	weights, wrong := check.Settings(s.in.config.Checks)
	all := slices.Concat(s.in.diags, s.content.diags(), s.linking, unlisted(s.site, s.in.config.Languages), ds, wrong)
	return check.Filter(all, weights, s.source, unused)
}

// sources returns the files of all notes, sorted by path. It includes files of invalid notes,
// because they may contain comments that ignore a problem.
func (s *State) sources(ctx context.Context) ([]*check.File, error) {
	notes := slices.SortedFunc(s.content.all, func(a, b *parsedNote) int { return cmp.Compare(a.path, b.path) })
	files := make([]*check.File, len(notes))
	err := Each(ctx, len(notes), func(i int) error {
		files[i] = notes[i].source(s.root)
		return nil
	})
	return files, err
}

func (s *State) runChecks(ctx context.Context) ([]diag.Diagnostic, error) {
	files, err := s.sources(ctx)
	if err != nil {
		return nil, err
	}
	workers := runtime.GOMAXPROCS(0)
	if s.b.opts.Calm {
		workers = 1
	}
	all := &check.In{Site: s.site, Names: s.in.names, Files: files, Words: s.b.checked.vocabulary(s.in.data)}
	ds, left, err := check.RunSince(s.b.checked.left(), all, func(n int, f func(int) error) error { return each(ctx, workers, n, f) })
	s.b.checked.leave(left)
	if err != nil {
		return nil, err
	}
	return s.allProblems(ds, files), nil
}

// Check returns all problems of the content, sorted and with final severities: those of
// [State.Diags] and those of rules. The result is computed once. It reuses results of the last
// check of the Builder. If ctx ends, the next check reuses the results so far. It reads notes
// again whose content was not kept.
func (s *State) Check(ctx context.Context) ([]diag.Diagnostic, error) {
	ds, err := s.check.get(ctx, func() ([]diag.Diagnostic, error) { return s.runChecks(ctx) })
	return slices.Clone(ds), err
}

// align computes the anchors of notes with several versions, on all processors.
func (s *State) align(ctx context.Context) error {
	var several []note.ID
	for i, n := range s.site.Notes() {
		if i > 0 && s.site.Notes()[i-1].ID == n.ID && (len(several) == 0 || several[len(several)-1] != n.ID) {
			several = append(several, n.ID)
		}
	}
	return Each(ctx, len(several), func(i int) error {
		s.site.Place(several[i], "")
		return nil
	})
}

// index builds the search index. It reuses memos of sources with equal documents, unless the
// glossary has changed.
func (b *Builder) index(ctx context.Context, st *State) (*search.Index, error) {
	s, plan := st.site, st.plan.Book
	b.indexed.mu.Lock()
	defer b.indexed.mu.Unlock()
	concepts := search.ConceptsOf(s.Data().Glossary)
	if b.indexed.words != concepts.Sum() {
		b.indexed.chunks = nil
	}
	if err := st.align(ctx); err != nil {
		return nil, err
	}
	sources := search.Sources(s, plan)
	made := make([]digested, len(sources))
	err := Each(ctx, len(sources), func(i int) error {
		made[i] = b.digest(sources[i], concepts)
		b.progress(StageIndex, i+1, len(sources))
		return nil
	})
	if err != nil {
		return nil, err
	}
	chunks := make([]*search.Chunk, len(made))
	for i, d := range made {
		chunks[i] = d.chunk
	}
	index := search.New(chunks, concepts)
	if !b.opts.Once {
		b.keepIndexed(concepts, sources, made)
		return index, nil
	}
	for _, c := range chunks {
		c.Spend()
	}
	return index, nil
}

func (s *State) settled() []diag.Diagnostic { return s.allProblems(nil, nil) }
