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

// State is a site that is read and linked, of which nothing is listed or printed before it is
// asked for. It does not change. Its methods may be called from any goroutine, also while its
// Builder makes the next State, which needs this one no more.
type State struct {
	b       *Builder
	root    fs.FS
	in      inputs
	config  config.Config
	content *content
	site    *site.Site
	linking []diag.Diagnostic // what linking found
	history *git.Log          // of the notes; nil where that is not known
	times   []Time
	diags   func() []diag.Diagnostic // of reading and linking, settled

	own   own
	out   output.In // but for the index
	plan  page.Planner
	index lazily[*search.Index]
	check lazily[[]diag.Diagnostic]
	whole lazily[*Result]
}

// planner prepares the plan of the pages.
func (s *State) planner() page.Planner {
	return page.NewPlanner(s.site, s.in.words, page.Options{
		Titles:       s.config.Title,
		Descriptions: s.config.Description,
		BaseURL:      s.config.BaseURL,
		Repository:   s.config.Repository,
		Languages:    s.config.Languages,
		Default:      s.config.Default,
		Names:        s.in.names,
		History:      s.history,
	})
}

// listing is the plan of the pages, which lists them once, when that is needed.
type listing struct {
	page.Planner
	pages func() []page.Page
}

func newListing(p page.Planner) listing { return listing{p, sync.OnceValue(p.Pages)} }

// Pages implements output.Plan.
func (l listing) Pages() []page.Page { return l.pages() }

// Site returns the linked site.
func (s *State) Site() *site.Site { return s.site }

// Config returns the settings, with the languages that the interface has here.
func (s *State) Config() config.Config { return s.config }

// Words returns the words of the interface.
func (s *State) Words() *locale.Set { return s.in.words }

// Names returns what references are recognised by knowing.
func (s *State) Names() *ref.Names { return s.in.names }

// Diags returns the problems that reading and linking found, in the weight that site.yaml
// and comments give them, sorted. Those of the rules are not among them: see [State.Check].
func (s *State) Diags() []diag.Diagnostic { return slices.Clone(s.diags()) }

// Page returns the page at a path, ja/1.27/sig-node/index.html; false where there is none.
func (s *State) Page(path string) (page.Page, bool) { return s.out.Plan.Find(path) }

// File returns the file at a path, the same that [State.Whole] has there; false where it has
// none. No page is listed for it, but for the sitemap and the overview of all notes. The index of the
// search is made when the first of its files is asked for, and no longer than ctx lasts. The
// error is [Broken], or the machine's; the file's Bytes fail in the same way.
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

// indexed returns the search index.
func (s *State) indexed(ctx context.Context) (*search.Index, error) {
	return s.index.get(ctx, func() (*search.Index, error) { return s.b.index(ctx, s) })
}

// Whole returns everything, as [Builder.Build] does. It is made once.
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
	r, err := s.judged(ctx, clock)
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

// Begin returns everything as [State.Whole] does, but for the files of the search index: these
// [Result.Rest] waits for. Pages do not need them, so that they are made beside all else, from
// before there is a list of it.
func (s *State) Begin(ctx context.Context) (*Result, error) {
	clock := newStopwatch()
	r, err := s.judged(ctx, clock)
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

// indexBeside begins to make the search index beside whatever else is done, and returns what waits
// for it, with how long it took, and what ends it before it is made.
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

// judged returns a result that has the problems of a state, those of the rules where they are
// wanted.
func (s *State) judged(ctx context.Context, clock *stopwatch) (r *Result, err error) {
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

// list adds pages and files to a result.
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
		return fmt.Errorf("two parts of the site want one address: %w", err)
	}
	clock.lap(StagePlan)
	r.Times = append(r.Times, clock.times...)
	count(r)
	return nil
}

// result returns what a result has of a state, its problems left out.
func (s *State) result() *Result {
	return &Result{Site: s.site, Config: s.config, Words: s.in.words, Times: slices.Clone(s.times)}
}

// Documents lists the sources of what the search finds, each of which makes its documents anew.
func (s *State) Documents() []search.Source { return search.Sources(s.site, s.plan.Book) }

// Block is where a block of a note stands below every /{l}/: see [page.Planner.Block].
func (s *State) Block(n *note.Note, b *note.Block) string { return s.plan.Block(n, b) }

// Held returns the notes whose front matter is broken and that say, by Options.Hold, what it said
// before: that, by their files.
func (s *State) Held() map[string]string {
	held := map[string]string{}
	for p := range s.content.all {
		if p.head.Held && p.head.YAML != "" {
			held[p.path] = p.head.YAML
		}
	}
	return held
}

// Line returns a line of a file of the site without its end, to be shown with a problem;
// empty where there is none. It is read anew where its bytes are not kept, and may then be
// younger than the State.
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

// source returns the file of a note at a path; nil where there is none.
func (s *State) source(path string) *check.File {
	if p := s.content.note(path); p != nil {
		return p.source(s.root)
	}
	return nil
}

// settle adds the problems of reading and linking, gives all the weight that site.yaml and
// comments give them, and puts them in order. Comments of the files in unused that silence
// nothing are problems too.
func (s *State) settle(ds []diag.Diagnostic, unused []*check.File) []diag.Diagnostic {
	weights, wrong := check.Settings(s.in.config.Checks)
	all := slices.Concat(s.in.diags, s.content.diags(), s.linking, unlisted(s.site, s.in.config.Languages), ds, wrong)
	return check.Settle(all, weights, s.source, unused)
}

// sources lists the files of the notes by path. A note that could not be read is among them
// without a note, so that its comments are known.
func (s *State) sources(ctx context.Context) ([]*check.File, error) {
	notes := slices.SortedFunc(s.content.all, func(a, b *parsedNote) int { return cmp.Compare(a.path, b.path) })
	files := make([]*check.File, len(notes))
	err := Each(ctx, len(notes), func(i int) error {
		files[i] = notes[i].source(s.root)
		return nil
	})
	return files, err
}

func (s *State) judge(ctx context.Context) ([]diag.Diagnostic, error) {
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
	return s.settle(ds, files), nil
}

// Check returns all problems of the content: those of [State.Diags], and those that the
// rules find, settled together and sorted, as a build with Options.Check says them. It is
// made once, of what the last check of any State of the Builder has left where nothing has
// changed, and ends with its context; what it has found by then is left to the next one. The bytes of notes are read for it anew where they are
// not kept.
func (s *State) Check(ctx context.Context) ([]diag.Diagnostic, error) {
	ds, err := s.check.get(ctx, func() ([]diag.Diagnostic, error) { return s.judge(ctx) })
	return slices.Clone(ds), err
}

// align makes the anchors of the notes in several languages, on all processors.
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

// index makes the search index. Documents that equal those of the last index are not digested
// again. Another glossary finds other concepts in the same documents, so nothing is kept then.
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

// settled are the problems of reading and linking.
func (s *State) settled() []diag.Diagnostic { return s.settle(nil, nil) }
