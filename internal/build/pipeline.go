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

// read is what every build begins with: settings, words and data, notes, the link of all.
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
	s.config = b.opts.settle(in.config, in.host.Domain).Speaking(in.words.Codes(), func(l note.Lang) bool {
		return slices.ContainsFunc(linked.Notes(), func(n *note.Note) bool { return n.Lang == l })
	})
	s.diags = sync.OnceValue(s.settled)
	clock.lap(StageLink)
	s.times = clock.times
	return s, nil
}

// State reads and links the site whose folder is root. Problems of the content are in
// [State.Diags]. The error is [Broken] where a template or script of the site itself leaves
// nothing to print, else that of a machine that failed; the Builder is then as it was, and
// so is every State.
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
		Attachment: func(path string) ([]byte, error) { return besideNow(root, path) },
	}
	s.index, s.check, s.whole = newLazily[*search.Index](), newLazily[[]diag.Diagnostic](), newLazily[*Result]()
	return s, nil
}

// Build builds the site whose folder is root: it is [Builder.State], and [State.Whole] of
// that. Problems of the content are in the result. The error is [Broken] where a template or
// script of the site itself leaves nothing to write, else that of a machine that failed.
func (b *Builder) Build(ctx context.Context, root fs.FS) (*Result, error) {
	s, err := b.State(ctx, root)
	if err != nil {
		return nil, err
	}
	return s.Whole(ctx)
}

// Link reads and links the site whose folder is root, for those who ask it and build no
// page: the result has no files and no pages, and no template is looked at.
func (b *Builder) Link(ctx context.Context, root fs.FS) (*Result, error) {
	s, err := b.read(ctx, root)
	if err != nil {
		return nil, err
	}
	r := s.result()
	r.Diags = s.Diags()
	return r, nil
}
