package build

import (
	"bytes"
	"context"
	"io/fs"
	"maps"
	"slices"
	"strings"

	"github.com/kawaraban/kawaraban/internal/check"
	"github.com/kawaraban/kawaraban/internal/source"
	"github.com/kawaraban/kawaraban/internal/upstream"
)

// check runs the rules over all notes. A note that could not be read is among the files
// without a note, so that its comments are known.
func (b *Builder) check(ctx context.Context, in inputs, r *Result) error {
	r.Sources = b.sources()
	if b.checked.data != in.data {
		b.checked.data, b.checked.words = in.data, check.NewVocabulary(in.data)
	}
	all := &check.In{Site: r.Site, Names: in.names, Files: r.Sources, Words: b.checked.words}
	ds, err := check.Run(all, func(n int, f func(int) error) error { return Each(ctx, n, f) })
	r.Diags = append(r.Diags, ds...)
	return err
}

// checked is what the last check leaves to the next one.
type checked struct {
	data  *upstream.Data
	words *check.Vocabulary      // of data
	files map[string]*check.File // by path
}

// sources lists the files of the notes by path. One that did not change is the same value
// as last time, with what was found out about its bytes.
func (b *Builder) sources() []*check.File {
	files := make(map[string]*check.File, len(b.notes))
	for path, p := range b.notes {
		n := p.note
		if shown := b.linked.notes[path]; shown != nil {
			n = shown
		}
		f := b.checked.files[path]
		if f == nil || f.Note != n || !bytes.Equal(f.Bytes, p.bytes) {
			f = check.NewFile(path, p.bytes, n)
		}
		files[path] = f
	}
	b.checked.files = files
	return slices.SortedFunc(maps.Values(files), func(a, b *check.File) int { return strings.Compare(a.Path, b.Path) })
}

// settle gives the problems the weight that site.yaml and comments give them, and puts
// them in order.
func (b *Builder) settle(root fs.FS, r *Result) {
	weights, ds := check.Settings(r.Config.Checks)
	all := &check.In{Files: r.Sources}
	file := func(path string) *check.File {
		if f := all.File(path); f != nil || b.opts.Check || !source.IsNote(path) {
			return f
		}
		data, err := readNote(root, path)
		if err != nil {
			return nil
		}
		return check.NewFile(path, data, nil)
	}
	r.Diags = check.Settle(append(r.Diags, ds...), weights, file, r.Sources)
}
