package build

import (
	"context"
	"io/fs"
	"slices"
	"strings"

	"github.com/kawaraban/kawaraban/internal/check"
	"github.com/kawaraban/kawaraban/internal/source"
)

// check runs the rules over all notes. A note that could not be read is among the files
// without a note, so that its comments are known.
func (b *Builder) check(ctx context.Context, in inputs, r *Result) error {
	for path, p := range b.notes {
		n := p.note
		if shown := b.linked.notes[path]; shown != nil {
			n = shown
		}
		r.Sources = append(r.Sources, check.NewFile(path, p.bytes, n))
	}
	slices.SortFunc(r.Sources, func(a, b *check.File) int { return strings.Compare(a.Path, b.Path) })
	ds, err := check.Run(&check.In{Site: r.Site, Names: in.names, Files: r.Sources}, func(n int, f func(int) error) error {
		return Each(ctx, n, f)
	})
	r.Diags = append(r.Diags, ds...)
	return err
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
