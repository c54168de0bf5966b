package main

import (
	"context"
	"io"
	"os"
	"path/filepath"
	"time"

	"github.com/spf13/cobra"

	"github.com/kawaraban/kawaraban/internal/build"
	"github.com/kawaraban/kawaraban/internal/check"
)

func (a checkCmd) command() *cobra.Command {
	f, built := buildFlags{check: true}, siteFlags{}
	var least string
	cmd := &cobra.Command{
		Use:   "check [path]...",
		Short: "Check notes for problems",
		Long: `Check reads the same files as build, links the notes with upstream data and with each
other, and writes nothing. It reports each problem with its place, code and next step:

  content/1.27/sig-node.ja.md:24:18: unknown feature gate "PodDistruptionConditions" [gate/unknown]
      hint: did you mean PodDisruptionConditions?

A problem without a severity is an error. Warnings set the exit status to 1 only with
--strict, and infos never do. site.yaml sets severities, and a comment silences one place:
<!-- kawaraban-ignore gate/unknown -->

--fix applies safe fixes to the notes. It changes words only: no code, addresses or front
matter. The report and the exit status describe what remains. --fix --dry-run prints the
fixes as a diff instead.

With paths, only problems in these notes or directories are reported and fixed. The rest of
the site is still read, because notes are checked against each other. --code and --severity
select problems too. Without any of these, at most 10 problems are printed in full, and a
table counts the others. Contradictions within upstream data are reported only with the path
content/_data.

With --site it checks the output of a build instead of the notes: links, fragments,
resources, security policy, languages, copied files, names and sizes. It sends no requests.

Both forms report pages of the last published site that are gone. That site is gh-pages of
origin, as the clone knows it. --published names another branch, a directory, or a list that
--addresses wrote.

--format github prints annotations for GitHub Actions, at most ten of each severity. Those
in files that the pull request or the last commit changed are first.`,
		Example: unindent(`
			kawaraban check
			kawaraban check content/1.29/sig-node.ja.md
			kawaraban check --code gate --severity warning
			kawaraban check --fix --dry-run
			kawaraban check --strict --format github
			kawaraban check --site public --base /notes/
			kawaraban check --format json | jq '.diagnostics[].code'`),
		RunE: func(cmd *cobra.Command, args []string) error {
			f.only.Paths = args
			if err := f.selectSeverity(least); err != nil {
				return err
			}
			if !f.only.IsAll() && !cmd.Flags().Changed("limit") {
				a.listing.Full = 0
			}
			if cmd.Flags().Changed("site") {
				return a.checkSite(cmd.Context(), f, built)
			}
			return a.check(cmd.Context(), f, built)
		},
	}
	cmd.Flags().BoolVar(&f.fix, "fix", false, "apply safe fixes")
	cmd.Flags().BoolVar(&f.dryRun, "dry-run", false, "with --fix: print a diff instead of writing")
	cmd.Flags().StringSliceVar(&f.only.Codes, "code", nil, "report only problems with this `code`, or of a family such as gate")
	cmd.Flags().StringVar(&least, "severity", "info", "report only problems that are at least this `severity`: error, warning or info")
	completeFrom(cmd, "severity", severities...)
	f.common(cmd)
	a.langFlag(cmd)
	a.listingFlags(cmd)
	built.define(cmd)
	return cmd
}

func (a checkCmd) check(ctx context.Context, f buildFlags, s siteFlags) error {
	start := time.Now()
	switch {
	case s.base != "":
		return usage("--base requires --site").withHint("run kawaraban build, then kawaraban check --site public")
	case f.dryRun && !f.fix:
		return usage("--dry-run requires --fix").withHint("omit --dry-run: without --fix nothing is written")
	case f.dryRun && f.format != "text":
		return usage("--dry-run does not support --format %s", f.format).withHint("omit --format")
	}
	site, err := a.open(f)
	if err != nil {
		return err
	}
	defer site.Close()
	if err := a.chooseMessages(site); err != nil {
		return err
	}
	if f.only.Paths, err = a.inSite(site, f.only.Paths); err != nil {
		return err
	}
	if f.where, err = a.locate(f.baseURL, origin); err != nil {
		return err
	}
	progress := a.newProgress(start)
	result, fixes, err := a.examine(ctx, site, f, progress)
	progress.end()
	if err != nil {
		return a.stopped(err, f, start)
	}
	if err := a.addGone(ctx, result, s); err != nil {
		return err
	}
	result.Diags = f.only.Of(result.Diags)
	if err := a.print(report{Result: result, Fixed: fixes, Total: time.Since(start), Unchecked: check.FindUnchecked(result.Site)}, f); err != nil {
		return err
	}
	return verdict(result.Diags, f.strict)
}

// examine reads the site, and fixes it with --fix.
func (a checkCmd) examine(ctx context.Context, site *os.Root, f buildFlags, p *progress) (*build.Result, *fixReport, error) {
	if !f.fix {
		result, err := a.read(ctx, site, f, p)
		return result, nil, err
	}
	unlock, err := lockNotes(ctx, site)
	if err != nil {
		return nil, nil, err
	}
	defer unlock()
	over := &build.Edited{Under: filesOf(site), Files: map[string][]byte{}}
	result, fixes, err := a.fix(ctx, over, f.builder(p), f.only.Of)
	if err != nil {
		return nil, nil, err
	}
	p.end()
	if fixes.dry = f.dryRun; fixes.dry {
		_, err = io.WriteString(a.stdout, fixes.diff())
		return result, fixes, machine(err)
	}
	return result, fixes, machine(fixes.write(site))
}

// inSite converts the arguments to paths relative to the site, as in problems. An argument is
// relative to the working directory, else to the site. A path that does not exist is an error.
func (a checkCmd) inSite(site *os.Root, typed []string) ([]string, error) {
	var out []string
	for _, t := range typed {
		p, ok := "", false
		for _, from := range []string{"", a.dir} {
			at := t
			if !filepath.IsAbs(t) {
				at = filepath.Join(from, t)
			}
			if p, ok = sitePath(a.dir, at); ok {
				_, err := site.Lstat(p)
				ok = err == nil
			}
			if ok {
				break
			}
		}
		if !ok {
			return nil, usage("%q is not in the site", t).withHint("write a path such as content/1.29/sig-node.ja.md")
		}
		out = append(out, p)
	}
	return out, nil
}
