package build

import (
	"context"
	"io/fs"
	"slices"
	"sync"

	"github.com/kawaraban/kawaraban/internal/diag"
	"github.com/kawaraban/kawaraban/internal/note"
	"github.com/kawaraban/kawaraban/internal/output"
	"github.com/kawaraban/kawaraban/internal/search"
)

// read runs the stages that every build needs: settings, interface text, data, notes and linking.
func (b *Builder) read(ctx context.Context, root fs.FS) (*State, error) {
	clock := newStopwatch()
	in, err := b.load(root)
	if err != nil {
		return nil, err
	}
	clock.lap(StageData)
	history := b.history(in.config)
	read, err := b.parse(ctx, root, in)
	if err != nil {
		return nil, err
	}
	clock.lap(StageParse)
	linked, ds := b.link(read, in)
	s := &State{b: b, root: root, in: in, content: read, site: linked, linking: ds, history: history()}
	s.config = b.opts.setDefaults(in.config, in.host.Domain).WithLanguages(in.words.Codes(), func(l note.Lang) bool {
		return slices.ContainsFunc(linked.Notes(), func(n *note.Note) bool { return n.Lang == l })
	})
	s.diags = sync.OnceValue(s.settled)
	clock.lap(StageLink)
	s.times = clock.times
	return s, nil
}

// State reads and links the site in root. [State.Diags] returns content problems. The error is
// [Broken] for a template or script of the site, else a machine error. After an error, the
// Builder and its earlier States are unchanged.
func (b *Builder) State(ctx context.Context, root fs.FS) (*State, error) {
	s, err := b.read(ctx, root)
	if err != nil {
		return nil, err
	}
	templates, err := b.loadTemplates(root, s.in)
	if err != nil {
		return nil, err
	}
	s.own, s.plan = ownOf(root), s.planner()
	s.out = output.In{
		Site: s.site, Plan: newListing(s.plan), Words: s.in.words, Config: s.config,
		Templates: templates, Assets: s.in.assets, Host: s.in.host, History: s.history,
		Attachment: func(path string) ([]byte, error) { return readAsset(root, path) },
	}
	s.index, s.check, s.whole = newLazy[*search.Index](), newLazy[[]diag.Diagnostic](), newLazy[*Result]()
	return s, nil
}

// Build builds the site in root, by [Builder.State] and [State.Whole]. Content problems are in
// the result. The error is [Broken] for a template or script of the site, else a machine error.
func (b *Builder) Build(ctx context.Context, root fs.FS) (*Result, error) {
	s, err := b.State(ctx, root)
	if err != nil {
		return nil, err
	}
	return s.Whole(ctx)
}

// Link reads and links the site in root, for callers that need no pages. The result has no files
// and no pages. Templates are not parsed.
func (b *Builder) Link(ctx context.Context, root fs.FS) (*Result, error) {
	s, err := b.read(ctx, root)
	if err != nil {
		return nil, err
	}
	r := s.result()
	r.Diags = s.Diags()
	return r, nil
}
