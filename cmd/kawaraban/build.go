package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"github.com/spf13/cobra"

	"github.com/kawaraban/kawaraban/internal/artifact"
	"github.com/kawaraban/kawaraban/internal/build"
	"github.com/kawaraban/kawaraban/internal/diag"
	"github.com/kawaraban/kawaraban/internal/note"
)

// stateDir keeps what a build has to remember, below the site's folder.
const stateDir = ".kawaraban"

// buildFlags are the flags of build and check.
type buildFlags struct {
	out     string
	release string
	format  string
	strict  bool
	drafts  bool
}

func (a *app) buildCommand() *cobra.Command {
	var f buildFlags
	cmd := &cobra.Command{
		Use:   "build",
		Short: "Build the site",
		Long: `Build reads content/ and writes the site. Only files that differ are written, files that
are gone are removed, and a build that fails or is interrupted leaves the last site whole.

A note that cannot be read costs no other note: the site is written all the same, and the
exit status is 1. With --strict a warning counts as well.`,
		Example: unindent(`
			kawaraban build
			kawaraban build --release 1.27 --out public-1.27
			kawaraban build --format json | jq .counts
			kawaraban -C ../my-notes build`),
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error { return a.build(cmd.Context(), f) },
	}
	cmd.Flags().StringVarP(&f.out, "out", "o", "public", "the output `folder`, relative to the site's")
	cmd.Flags().StringVar(&f.release, "release", "", "build one `release` as a site of its own")
	cmd.Flags().StringVar(&f.format, "format", "text", "print the report as text or json")
	cmd.Flags().BoolVar(&f.strict, "strict", false, "exit with 1 for warnings too")
	cmd.Flags().BoolVar(&f.drafts, "drafts", false, "build notes marked as drafts too")
	return cmd
}

func (a *app) checkCommand() *cobra.Command {
	var f buildFlags
	cmd := &cobra.Command{
		Use:   "check",
		Short: "Say what is wrong in the notes",
		Long: `Check reads everything that build reads and writes nothing. Each problem is said with
file, line and column, a code, and the next step.`,
		Example: unindent(`
			kawaraban check
			kawaraban check --format json`),
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error { return a.check(cmd.Context(), f) },
	}
	cmd.Flags().StringVar(&f.format, "format", "text", "print the problems as text or json")
	cmd.Flags().BoolVar(&f.strict, "strict", false, "exit with 1 for warnings too")
	cmd.Flags().BoolVar(&f.drafts, "drafts", false, "read notes marked as drafts too")
	return cmd
}

// build reads, renders and writes the site.
func (a *app) build(ctx context.Context, f buildFlags) error {
	start := time.Now()
	site, err := a.open(f)
	if err != nil {
		return err
	}
	defer site.Close()
	out := f.out
	if !filepath.IsAbs(out) {
		out = filepath.Join(a.dir, out)
	}
	if err := a.checkOut(out); err != nil {
		return err
	}
	progress := a.newProgress(start)
	result, err := a.read(ctx, site, f, progress)
	if err != nil {
		return err
	}
	writing := time.Now()
	stats, err := artifact.WriteDir(ctx, out, result.Files, artifact.Options{
		State: filepath.Join(a.dir, stateDir),
		Each: func(n int, do func(int) error) error {
			return build.Each(ctx, n, func(i int) error {
				progress.say(build.StageWrite, i+1, n)
				return do(i)
			})
		},
	})
	progress.end()
	if err != nil {
		return machine(fmt.Errorf("writing %s: %w", out, err))
	}
	result.Times = append(result.Times, build.Time{Stage: build.StageWrite, Millis: millis(time.Since(writing))})
	r := report{Result: result, Stats: &stats, Out: out, Total: time.Since(start)}
	if err := a.print(r, f); err != nil {
		return err
	}
	return verdict(result.Diags, f.strict)
}

// check reads the site and says what is wrong.
func (a *app) check(ctx context.Context, f buildFlags) error {
	start := time.Now()
	site, err := a.open(f)
	if err != nil {
		return err
	}
	defer site.Close()
	progress := a.newProgress(start)
	result, err := a.read(ctx, site, f, progress)
	progress.end()
	if err != nil {
		return err
	}
	if err := a.print(report{Result: result, Total: time.Since(start)}, f); err != nil {
		return err
	}
	return verdict(result.Diags, f.strict)
}

// open checks the flags and opens the site's folder. What is read below it goes
// through os.Root, so that no link leads out of it.
func (a *app) open(f buildFlags) (*os.Root, error) {
	if f.format != "text" && f.format != "json" {
		return nil, usage("--format is text or json, not %q", f.format)
	}
	if f.release != "" && !releaseForm.MatchString(f.release) {
		return nil, usage("%q is no release; write it as 1.27", f.release)
	}
	root, err := os.OpenRoot(a.dir)
	if err != nil {
		return nil, usage("the site's folder cannot be opened: %w", err)
	}
	if info, err := root.Stat("content"); err != nil || !info.IsDir() {
		root.Close()
		return nil, usage("there is no folder content in %s; go to a site's folder, or name it with -C", a.dir)
	}
	return root, nil
}

// read runs the pipeline up to the list of files.
func (a *app) read(ctx context.Context, root *os.Root, f buildFlags, p *progress) (*build.Result, error) {
	result, err := build.New(build.Options{
		Release:  note.Release(f.release),
		Drafts:   f.drafts,
		Progress: p.say,
	}).Build(ctx, root.FS())
	if err != nil {
		p.end()
		return nil, machine(err)
	}
	if f.release != "" && !result.Site.HasRelease(note.Release(f.release)) {
		p.end()
		return nil, exitError{exitContent, fmt.Errorf("no note and no upstream data of release %s; releases here: %v",
			f.release, result.Site.Releases())}
	}
	return result, nil
}

// checkOut refuses an output folder that holds the site itself.
func (a *app) checkOut(out string) error {
	dir, err := filepath.Abs(a.dir)
	if err != nil {
		return machine(err)
	}
	abs, err := filepath.Abs(out)
	if err != nil {
		return machine(err)
	}
	for _, own := range []string{".", "content", "templates", "static", stateDir, ".git"} {
		path := filepath.Join(dir, own)
		if abs == path || own != "." && within(abs, path) || within(dir, abs) {
			return usage("the site cannot be built into %s, which holds its sources; choose another folder with --out", out)
		}
	}
	if info, err := os.Stat(out); err == nil && !info.IsDir() {
		return usage("%s is a file; choose a folder with --out", out)
	} else if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return machine(err)
	}
	return nil
}

// within reports whether path is dir or lies below it.
func within(path, dir string) bool {
	rel, err := filepath.Rel(dir, path)
	return err == nil && rel != ".." && !startsWithParent(rel)
}

func startsWithParent(rel string) bool {
	return len(rel) > 2 && rel[:3] == ".."+string(filepath.Separator)
}

// verdict turns what was found into the exit status.
func verdict(ds []diag.Diagnostic, strict bool) error {
	errs, warnings, _ := diag.Count(ds)
	if errs > 0 || strict && warnings > 0 {
		return exitError{status: exitContent}
	}
	return nil
}

func millis(d time.Duration) float64 { return float64(d.Microseconds()) / 1000 }
