package main

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/kawaraban/kawaraban/internal/build"
	"github.com/kawaraban/kawaraban/internal/diag"
	"github.com/kawaraban/kawaraban/internal/diskcache"
	"github.com/kawaraban/kawaraban/internal/git"
	"github.com/kawaraban/kawaraban/internal/outdir"
)

// lookup hashes the inputs of a build. It returns nil with --no-cache.
func (a *app) lookup(ctx context.Context, site *os.Root, out string, f buildFlags) (*diskcache.Lookup, error) {
	if f.noCache {
		return nil, nil
	}
	return diskcache.Look(ctx, site, diskcache.Options{
		Files: filesOf(site), Out: abs(out), History: f.dates.known, Trusted: a.trustsState,
		Flags: fmt.Sprintf("%q %t %q %q %q", f.release, f.drafts, f.where.override, f.where.baseURL, f.where.repository),
	})
}

// trustsState reports whether the state directory is known not to be in git. Anyone who can
// commit to it could otherwise decide what a build reports.
func (a *app) trustsState() bool {
	tracked, err := git.Tracks(a.dir, diskcache.StateDir)
	if tracked {
		fmt.Fprintf(a.stderr, "info: ignoring the build cache: %s is tracked by git\n    hint: run git rm -r --cached %[1]s, and add it to .gitignore\n", diskcache.StateDir)
	}
	return !tracked && (err == nil || !inCheckout(abs(a.dir)))
}

// lastReport returns the report of the last build; false if a build would change something.
func (a *app) lastReport(ctx context.Context, l *diskcache.Lookup, out string, start time.Time) (report, bool) {
	if l == nil {
		return report{}, false
	}
	o, ok := l.Load(ctx)
	if !ok {
		return report{}, false
	}
	p := a.newProgress(start)
	defer p.end()
	comparing := time.Now()
	stats, ok, err := outdir.Intact(ctx, out, o.Files, a.outdirOptions(ctx, p))
	if err != nil || !ok {
		return report{}, false
	}
	times := []build.Time{lookTime(l), {Stage: build.StageWrite, Millis: milliseconds(time.Since(comparing))}}
	r := &build.Result{Counts: o.Counts, Diags: o.Diags, Times: times}
	return report{Result: r, Stats: &stats, Out: out, Total: time.Since(start)}, true
}

func lookTime(l *diskcache.Lookup) build.Time {
	return build.Time{Stage: diskcache.StageLook, Millis: milliseconds(l.Took())}
}

// store keeps the outcome of a build. An error is only reported: the next build starts from scratch.
func (a *app) store(ctx context.Context, l *diskcache.Lookup, r *build.Result, files outdir.Digest) {
	if l == nil {
		return
	}
	r.Times = append(r.Times, lookTime(l))
	if err := l.Store(ctx, r, files); err != nil {
		first, _, _ := strings.Cut(describeError(err), "\n")
		fmt.Fprintf(a.stderr, "info: cannot write the build cache: %s\n    hint: check %s/%s, or add --no-cache\n", diag.Visible(first), diskcache.Dir, diskcache.Built)
	}
}

// outdirOptions returns the options for writing or comparing an output directory.
func (a *app) outdirOptions(ctx context.Context, p *progress) outdir.Options {
	return outdir.Options{
		State: filepath.Join(a.dir, diskcache.StateDir),
		Each: func(n int, do func(int) error) error {
			return build.Each(ctx, n, func(i int) error {
				p.say(build.StageWrite, i+1, n)
				return do(i)
			})
		},
	}
}
