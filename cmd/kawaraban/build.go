package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime/debug"
	"slices"
	"strings"
	"syscall"
	"time"

	"github.com/spf13/cobra"

	"github.com/kawaraban/kawaraban/internal/build"
	"github.com/kawaraban/kawaraban/internal/diag"
	"github.com/kawaraban/kawaraban/internal/diskcache"
	"github.com/kawaraban/kawaraban/internal/note"
	"github.com/kawaraban/kawaraban/internal/outdir"
	"github.com/kawaraban/kawaraban/internal/site"
	"github.com/kawaraban/kawaraban/internal/upstream"
)

func (a *app) buildCommand() *cobra.Command {
	var f buildFlags
	cmd := &cobra.Command{
		Use:   "build",
		Short: "Build the site",
		Long: `Build reads content/ and writes the site. Only files that differ are written, files that
are gone are removed, and a build that fails or is interrupted leaves the last site whole:
what a killed build left half done, the next one completes.

A note that cannot be read costs no other note: the site is written all the same, and the
exit status is 1. With --strict a warning counts as well. A template or script of the
site's own that is broken leaves nothing to write: the last site stays, the status is 1.

With --release only that release's notes are read into the site, with every page that
their pages link to: a whole site of its own, for one folder or one archive.

Links within the site work wherever it stands. Feeds, the sitemap and what search engines
and messages are told need its address: that of --base-url, else base_url of site.yaml,
else the domain in static/CNAME, else where GitHub Pages puts the remote origin.

If no input has changed since the last build, and the output folder is as that build left it,
nothing is built. Inputs are compared by content, not by time. What the last build reported is
kept in .kawaraban/cache, which may be deleted; --no-cache does without it.

A build that takes over a second says on a terminal how far it is. --format json prints
one object: counts, milliseconds of each stage, what was written, and every problem.`,
		Example: unindent(`
			kawaraban build
			kawaraban build --release 1.27 --out public-1.27
			kawaraban build --strict --format json | jq .counts
			kawaraban build --base-url https://example.org/notes/
			kawaraban -C ../my-notes build --out /srv/www/notes`),
		Args: noArgs,
		RunE: func(cmd *cobra.Command, _ []string) error { return a.build(cmd.Context(), f) },
	}
	cmd.Flags().StringVarP(&f.out, "out", "o", "public", "the output `folder`, relative to the site's")
	cmd.Flags().StringVar(&f.release, "release", "", "build one `release` as a site of its own")
	f.common(cmd)
	a.langFlag(cmd)
	cmd.Flags().BoolVar(&f.noCache, "no-cache", false, "build even if nothing has changed, and keep nothing for the next build")
	complete(cmd, "out", folders)
	complete(cmd, "release", a.releases)
	return cmd
}

func (a *app) releases(*cobra.Command, []string, string) ([]cobra.Completion, cobra.ShellCompDirective) {
	entries, _ := os.ReadDir(filepath.Join(a.dir, "content"))
	var out []cobra.Completion
	for _, e := range entries {
		if e.IsDir() && upstream.IsRelease(e.Name()) {
			out = append(out, e.Name())
		}
	}
	return out, cobra.ShellCompDirectiveNoFileComp
}

func (a *app) build(ctx context.Context, f buildFlags) error {
	start := time.Now()
	site, err := a.open(f)
	if err != nil {
		return err
	}
	defer site.Close()
	if err := a.chooseMessages(site); err != nil {
		return err
	}
	if os.Getenv("GOGC") == "" {
		// The default of 100 makes a build 5 % faster and needs 20 % more memory.
		defer debug.SetGCPercent(debug.SetGCPercent(50))
	}
	out, err := a.outFolder(f)
	if err != nil {
		return err
	}
	if f.where, err = a.locate(f.baseURL, origin); err != nil {
		return err
	}
	f.dates = &dates{dir: a.dir}
	l, err := a.lookup(ctx, site, out, f)
	if err != nil {
		return machine(err)
	}
	r, done := a.lastReport(ctx, l, out, start)
	if !done {
		if r, err = a.rebuild(ctx, site, l, out, f, start); err != nil {
			return a.stopped(err, f, start)
		}
	}
	a.reportNoDates(f.dates.err)
	if err := a.print(r, f); err != nil {
		return err
	}
	return verdict(r.Diags, f.strict)
}

func (a *app) outFolder(f buildFlags) (string, error) {
	out := f.out
	if !filepath.IsAbs(out) {
		out = filepath.Join(a.dir, out)
	}
	return out, a.checkOut(out)
}

// write makes the directory contain exactly files, and adds the time to result.
func (a *app) write(ctx context.Context, out string, result *build.Result, files *outdir.Set, p *progress) (outdir.Stats, error) {
	return a.writeKnown(ctx, out, result, files, nil, p)
}

// writeKnown is like write and also sets digest.
func (a *app) writeKnown(ctx context.Context, out string, result *build.Result, files *outdir.Set, digest *outdir.Digest, p *progress) (outdir.Stats, error) {
	writing := time.Now()
	options := a.folderOptions(ctx, p)
	options.Digest, options.Together, options.Rest = digest, result.Together, result.Rest
	stats, err := outdir.WriteDir(ctx, out, files, options)
	p.end()
	if stats.Aside != "" {
		fmt.Fprintf(a.stderr, "kawaraban: the list of files that earlier builds wrote into %s was missing or damaged\n"+
			"    hint: copies of the files that were replaced or removed are in %s: look for your own, then delete it\n", out, stats.Aside)
	}
	if err != nil {
		return stats, fmt.Errorf("writing %s: %w", out, err)
	}
	if result.Rest != nil {
		result.Counts.Files = stats.Written + stats.Unchanged
	}
	result.Times = append(result.Times, build.Time{Stage: build.StageWrite, Millis: millis(time.Since(writing))})
	return stats, nil
}

// stopped ends a build or check without a result. A broken template or script of the site is
// reported like any other content problem.
func (a *app) stopped(err error, f buildFlags, start time.Time) error {
	broken, ok := errors.AsType[build.Broken](err)
	if !ok {
		if _, done := errors.AsType[exitError](err); done {
			return err
		}
		return machine(err)
	}
	r := report{Result: &build.Result{Diags: []diag.Diagnostic{broken.Diag}}, Total: time.Since(start), Stopped: true}
	if err := a.print(r, f); err != nil {
		return err
	}
	return exitError{status: exitContent}
}

// open checks the flags and opens the site's directory. Reading through os.Root keeps symbolic
// links inside.
func (a *app) open(f buildFlags) (*os.Root, error) {
	if formats := f.formats(); !slices.Contains(formats, f.format) {
		return nil, usage("--format is %q, and can be %s", f.format, alternatives(formats)).
			withHint("without it the report is text")
	}
	if f.release != "" && !upstream.IsRelease(f.release) {
		return nil, usage("%q is no release", f.release).withHint("write it as 1.27")
	}
	root, err := os.OpenRoot(a.dir)
	switch {
	case a.dir == "":
		return nil, usage("-C names no folder").withHint("name the site's folder")
	case errors.Is(err, fs.ErrNotExist):
		return nil, usage("there is no folder %s", a.dir).withHint("name the site's folder with -C")
	case isFile(a.dir):
		return nil, usage("%s is no folder", a.dir).withHint("name the site's folder with -C")
	case err != nil:
		return nil, machine(fmt.Errorf("opening the site's folder: %w", err))
	}
	info, err := root.Stat("content")
	switch {
	case errors.Is(err, fs.ErrNotExist) || err == nil && !info.IsDir():
		err = noSite(a.dir)
	case err != nil:
		err = machine(fmt.Errorf("opening the site's folder: %w", err))
	default:
		return root, nil
	}
	return nil, errors.Join(err, root.Close())
}

// noSite returns an error for a directory without content/, with the parent directory that is a
// site, if any.
func noSite(dir string) error {
	refused := usage("%s is no site: it has no folder content", dir)
	above := dir
	for range strings.Count(filepath.ToSlash(abs(dir)), "/") {
		above = filepath.Join(above, "..")
		if info, err := os.Stat(filepath.Join(above, "content")); err == nil && info.IsDir() {
			return refused.withHint("the site is in %s: name it with -C %s", above, above)
		}
	}
	return refused.withHint("go to a site's folder or name it with -C; kawaraban init begins a new site")
}

// read builds the list of files.
func (a *app) read(ctx context.Context, root *os.Root, f buildFlags, p *progress) (*build.Result, error) {
	result, err := f.builder(p).Build(ctx, filesOf(root))
	return f.sure(result, err, p)
}

// begin is like read, but without the search index, which result.Rest adds while pages are
// written.
func (a *app) begin(ctx context.Context, files fs.FS, f buildFlags, p *progress) (*build.Result, error) {
	state, err := f.builder(p).State(ctx, files)
	if err != nil {
		p.end()
		return nil, err
	}
	result, err := state.Begin(ctx)
	return f.sure(result, err, p)
}

// sure ends the progress line if there is an error or if the requested release is unknown.
func (f *buildFlags) sure(result *build.Result, err error, p *progress) (*build.Result, error) {
	if err == nil {
		err = f.checkRelease(result)
	}
	if err != nil {
		p.end()
		return nil, err
	}
	return result, nil
}

func (f *buildFlags) checkRelease(r *build.Result) error {
	if f.release == "" || hasRelease(r.Site, note.Release(f.release)) {
		return nil
	}
	return usage("no note and no upstream data is of release %s", f.release).
		withHint("kawaraban build without --release builds what there is")
}

func (f *buildFlags) builder(p *progress) *build.Builder {
	o := build.Options{
		Release: note.Release(f.release), Drafts: f.drafts, Check: f.check, Once: !f.check, Progress: p.say,
		BaseURL: f.where.baseURL, Anyway: f.where.override, Repository: f.where.repository,
	}
	if f.dates != nil {
		o.History = f.dates.known
	}
	return build.New(o)
}

// hasRelease reports whether notes or upstream data exist for a release.
func hasRelease(s *site.Site, r note.Release) bool {
	return len(s.NotesOf(r)) > 0 || s.Data().Releases[r] != nil
}

// ownNames are the files and directories of a site that must not be used as the output directory.
var ownNames = []string{
	"content", "templates", "static", "site.yaml", diskcache.StateDir,
	".git", ".gitignore", ".gitattributes", ".mailmap", ".github", "go.mod", "go.sum",
}

// checkOut refuses an output directory that is, or contains, a source of the site.
func (a *app) checkOut(out string) error {
	dir, err := filepath.Abs(a.dir)
	if err != nil {
		return machine(err)
	}
	abs, err := filepath.Abs(out)
	if err != nil {
		return machine(err)
	}
	inside := func(own string) bool { return within(abs, filepath.Join(dir, own)) }
	if within(dir, abs) || slices.ContainsFunc(ownNames, inside) {
		return usage("invalid output folder %q: it holds sources of the site", out).withHint("choose another folder with --out, as in --out public")
	}
	if info, err := os.Stat(out); err == nil && !info.IsDir() {
		return usage("%s is a file", out).withHint("choose a folder with --out")
	} else if errors.Is(err, syscall.ENOTDIR) {
		return usage("%s lies in a file", out).withHint("choose a folder with --out")
	} else if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return machine(err)
	}
	return nil
}

// verdict returns the exit status for the problems found.
func verdict(ds []diag.Diagnostic, strict bool) error {
	errs, warnings, _ := diag.Count(ds)
	if errs > 0 || strict && warnings > 0 {
		return exitError{status: exitContent}
	}
	return nil
}

func (a *app) rebuild(ctx context.Context, site *os.Root, l *diskcache.Lookup, out string, f buildFlags, start time.Time) (report, error) {
	p := a.newProgress(start)
	files := filesOf(site)
	if l != nil {
		files = l.Files()
	}
	result, err := a.begin(ctx, files, f, p)
	if err != nil {
		return report{}, err
	}
	var digest outdir.Digest
	stats, err := a.writeKnown(ctx, out, result, result.Files, &digest, p)
	if err != nil {
		return report{}, err
	}
	a.store(ctx, l, result, digest)
	return report{Result: result, Stats: &stats, Out: out, Total: time.Since(start)}, nil
}
