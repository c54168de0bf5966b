package build

import (
	"cmp"
	"context"
	"crypto/sha256"
	"io/fs"
	"runtime"
	"slices"
	"sync"

	"github.com/kawaraban/kawaraban/internal/check"
	"github.com/kawaraban/kawaraban/internal/diag"
	"github.com/kawaraban/kawaraban/internal/upstream"
)

// Check returns all problems of the content: those of [State.Diags], and those that the
// rules find, settled together and sorted, as a build with Options.Check says them. It is
// made once, of what the last check of any State of the Builder has left where nothing has
// changed, and ends with its context; what it has found by then is left to the next one. The bytes of notes are read for it anew where they are
// not kept.
func (s *State) Check(ctx context.Context) ([]diag.Diagnostic, error) {
	ds, err := s.check.get(ctx, func() ([]diag.Diagnostic, error) { return s.judge(ctx) })
	return slices.Clone(ds), err
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

// checked is what checks leave to the next one, whichever State asks for it.
type checked struct {
	mu    sync.Mutex
	data  *upstream.Data
	words *check.Vocabulary // of data
	last  *check.Last
}

func (c *checked) left() *check.Last {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.last
}

func (c *checked) leave(last *check.Last) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.last = last
}

func (c *checked) vocabulary(data *upstream.Data) *check.Vocabulary {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.data != data {
		c.data, c.words = data, check.NewVocabulary(data)
	}
	return c.words
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

// source returns the file of a note at a path; nil where there is none.
func (s *State) source(path string) *check.File {
	if p := s.content.note(path); p != nil {
		return p.source(s.root)
	}
	return nil
}

// source returns the file of a note, the same value each time, with what was found out about
// its bytes. Where these are not kept it reads them; those of a file that is another by now
// are not kept either.
func (p *parsedNote) source(root fs.FS) *check.File {
	if f := p.file.Load(); f != nil {
		return f
	}
	data := p.bytes
	if data == nil && p.read {
		data, _ = readNote(root, p.path)
	}
	f := check.NewFile(p.path, data, p.shown)
	if p.read && sha256.Sum256(data) == p.sum && !p.file.CompareAndSwap(nil, f) {
		return p.file.Load()
	}
	return f
}

// settled are the problems of reading and linking.
func (s *State) settled() []diag.Diagnostic { return s.settle(nil, nil) }

// settle adds the problems of reading and linking, gives all the weight that site.yaml and
// comments give them, and puts them in order. Comments of the files in unused that silence
// nothing are problems too.
func (s *State) settle(ds []diag.Diagnostic, unused []*check.File) []diag.Diagnostic {
	weights, wrong := check.Settings(s.in.config.Checks)
	all := slices.Concat(s.in.diags, s.content.diags(), s.linking, s.unlisted(), ds, wrong)
	return check.Settle(all, weights, s.source, unused)
}
