package main

import (
	"context"
	"io"
	"os"
	"path/filepath"
	"time"

	"github.com/spf13/cobra"

	"github.com/kawaraban/kawaraban/internal/build"
)

func (a *app) checkCommand() *cobra.Command {
	f := buildFlags{check: true}
	cmd := &cobra.Command{
		Use:   "check",
		Short: "Say what is wrong in the notes",
		Long: `Check reads everything that build reads, joins the notes with upstream's data and with each
other, and writes nothing. Each problem is said in the same form, with its place, its code
and the next step:

  content/1.27/sig-node.ja.md:24:18: no feature gate PodDistruptionConditions [gate/unknown]
      hint: did you mean PodDisruptionConditions?

A problem without a word before it is an error. Warnings make the exit status 1 only with
--strict, and what is marked info never does. site.yaml says what a code weighs, and a
comment silences one place: <!-- kawaraban-ignore gate/unknown -->

With --fix what is certain is mended in the notes: words only, never code, addresses or
front matter. What is left is reported, and decides the exit status. --dry-run prints
instead, as a diff, what --fix would write; the report is the same.

--format github prints annotations for a workflow of GitHub Actions.`,
		Example: unindent(`
			kawaraban check
			kawaraban check --fix --dry-run
			kawaraban check --strict --format github
			kawaraban check --format json | jq '.diagnostics[].code'`),
		Args: noArgs,
		RunE: func(cmd *cobra.Command, _ []string) error { return a.check(cmd.Context(), f) },
	}
	cmd.Flags().BoolVar(&f.fix, "fix", false, "mend what is certain")
	cmd.Flags().BoolVar(&f.dryRun, "dry-run", false, "with --fix: print a diff, write nothing")
	f.common(cmd)
	return cmd
}

// check reads the site and says what is wrong.
func (a *app) check(ctx context.Context, f buildFlags) error {
	start := time.Now()
	switch {
	case f.dryRun && !f.fix:
		return usage("--dry-run goes with --fix").withHint("check alone writes nothing anyway")
	case f.dryRun && f.format != "text":
		return usage("--dry-run prints a diff, which is no %s", f.format).withHint("leave --format out")
	}
	site, err := a.open(f)
	if err != nil {
		return err
	}
	defer site.Close()
	progress := a.newProgress(start)
	result, fixes, err := a.examine(ctx, site, f, progress)
	progress.end()
	if err != nil {
		return a.stopped(err, f, start)
	}
	if err := a.print(report{Result: result, Mended: fixes, Total: time.Since(start)}, f); err != nil {
		return err
	}
	return verdict(result.Diags, f.strict)
}

// examine reads the site, and mends it where that is asked for.
func (a *app) examine(ctx context.Context, site *os.Root, f buildFlags, p *progress) (*build.Result, *mended, error) {
	if !f.fix {
		result, err := a.read(ctx, site, f, p)
		return result, nil, err
	}
	unlock, err := lockNotes(ctx, site)
	if err != nil {
		return nil, nil, err
	}
	defer unlock()
	over := &overlay{under: site.FS(), files: map[string][]byte{}}
	result, fixes, err := a.mend(ctx, over, f.builder(p))
	if err != nil {
		return nil, nil, err
	}
	p.end()
	if f.dryRun {
		_, err = io.WriteString(a.stdout, fixes.diff())
		return result, fixes, machine(err)
	}
	return result, fixes, machine(fixes.write(site))
}

// inRepository is the site's folder as annotations name it: below the folder that check
// was called in, which a workflow calls it in the repository's root.
func (a *app) inRepository() string {
	dir := filepath.ToSlash(filepath.Clean(a.dir))
	if dir == "." || filepath.IsAbs(a.dir) {
		return ""
	}
	return dir
}
