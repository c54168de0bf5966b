package main

import (
	"context"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/kawaraban/kawaraban/internal/build"
	"github.com/kawaraban/kawaraban/internal/check"
	"github.com/kawaraban/kawaraban/internal/diag"
)

func (a checkCmd) command() *cobra.Command {
	f, built := buildFlags{check: true}, siteFlags{}
	cmd := &cobra.Command{
		Use:   "check [path]...",
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

With paths only problems in these notes or folders are said and mended; the rest of the site
is read all the same, since notes are checked against each other.

With --site it reads what a build wrote, and not the notes: every link and fragment, what a
page asks for and what its policy refuses, languages, copied files, names and sizes. It asks
nothing of the network.

Both say which addresses of the last published site are gone. That is gh-pages of origin, as
the clone knows it; --published names another branch, a folder or a list, which
--addresses writes.

--format github prints annotations for a workflow of GitHub Actions.`,
		Example: unindent(`
			kawaraban check
			kawaraban check content/1.29/sig-node.ja.md
			kawaraban check --fix --dry-run
			kawaraban check --strict --format github
			kawaraban check --site public --base /notes/
			kawaraban check --format json | jq '.diagnostics[].code'`),
		RunE: func(cmd *cobra.Command, args []string) error {
			f.only = args
			if cmd.Flags().Changed("site") {
				return a.checkSite(cmd.Context(), f, built)
			}
			return a.check(cmd.Context(), f, built)
		},
	}
	cmd.Flags().BoolVar(&f.fix, "fix", false, "mend what is certain")
	cmd.Flags().BoolVar(&f.dryRun, "dry-run", false, "with --fix: print a diff, write nothing")
	f.common(cmd)
	a.langFlag(cmd)
	built.define(cmd)
	return cmd
}

func (a checkCmd) check(ctx context.Context, f buildFlags, s siteFlags) error {
	start := time.Now()
	switch {
	case s.base != "":
		return usage("--base goes with --site").withHint("kawaraban build, then kawaraban check --site public")
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
	if err := a.chooseMessages(site); err != nil {
		return err
	}
	if f.only, err = a.inSite(site, f.only); err != nil {
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
	result.Diags = f.selected(result.Diags)
	if err := a.print(report{Result: result, Mended: fixes, Total: time.Since(start), Unchecked: check.Lacking(result.Site)}, f); err != nil {
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
	over := &overlay{under: filesOf(site), files: map[string][]byte{}}
	result, fixes, err := a.fix(ctx, over, f.builder(p), f.selected)
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

// inSite converts the arguments, relative to the working directory or the site, to the paths that
// problems have. A path that does not exist is an error.
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
			return nil, usage("there is no %s in the site", t).withHint("write it as content/1.29/sig-node.ja.md")
		}
		out = append(out, filepath.ToSlash(p))
	}
	return out, nil
}

// selected returns the problems in the files and directories named by the arguments.
func (f *buildFlags) selected(ds []diag.Diagnostic) []diag.Diagnostic {
	if len(f.only) == 0 {
		return ds
	}
	var out []diag.Diagnostic
	for _, d := range ds {
		below := func(p string) bool { return p == "." || d.Pos.File == p || strings.HasPrefix(d.Pos.File, p+"/") }
		if slices.ContainsFunc(f.only, below) {
			out = append(out, d)
		}
	}
	return out
}
