package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/kawaraban/kawaraban/internal/build"
	"github.com/kawaraban/kawaraban/internal/diag"
	"github.com/kawaraban/kawaraban/internal/ghpages"
	"github.com/kawaraban/kawaraban/internal/git"
	"github.com/kawaraban/kawaraban/internal/outdir"
	"github.com/kawaraban/kawaraban/internal/publish"
	"github.com/kawaraban/kawaraban/internal/sitecheck"
)

type publishFlags struct {
	buildFlags
	remote     string
	branch     string
	message    string
	allowDirty bool
	allowOlder bool
}

var sources = []string{"content", "templates", "static", "site.yaml"}

var publishFormats = []string{"text", "json"}

func (a publishCmd) command() *cobra.Command {
	f := publishFlags{buildFlags: buildFlags{check: true}}
	cmd := &cobra.Command{
		Use:   "publish",
		Short: "Publish the site to the GitHub Pages branch",
		Long: `Publish builds the site, and checks the notes and all links. Without errors it commits the
site to the branch of the remote and pushes it, with your git, its settings and credentials.
It never forces a push: if another publish was faster, it compares again and commits on top.
If the site is already published, it makes no commit.

HEAD, index, files, branches and stash of the clone do not change. A killed publish leaves
the branch in its old or new state.

Publish refuses uncommitted notes (--allow-dirty), a site built from newer notes
(--allow-older), a branch with other content, and what exceeds the limits of GitHub Pages:
1 GB for a site, 100 MB for a file.`,
		Example: unindent(`
			kawaraban publish --dry-run
			kawaraban publish
			kawaraban publish --remote upstream --branch pages
			kawaraban publish --message 'Publish the notes on 1.29'`),
		Args: noArgs,
		RunE: func(cmd *cobra.Command, _ []string) error { return a.publish(cmd.Context(), f) },
	}
	cmd.Flags().StringVar(&f.remote, "remote", "origin", "`remote` to publish to")
	cmd.Flags().StringVar(&f.branch, "branch", "gh-pages", "`branch` of the remote")
	cmd.Flags().BoolVarP(&f.dryRun, "dry-run", "n", false, "show the changes without publishing them")
	cmd.Flags().StringVarP(&f.message, "message", "m", "", "commit message, instead of a summary of the changes")
	cmd.Flags().BoolVar(&f.allowDirty, "allow-dirty", false, "publish uncommitted sources too")
	cmd.Flags().BoolVar(&f.allowOlder, "allow-older", false, "replace a site built from newer or other sources")
	outFlag(cmd, &f.out)
	baseURLFlag(cmd, &f.baseURL)
	formatFlag(cmd, &f.format, publishFormats...)
	cmd.Flags().BoolVar(&f.strict, "strict", false, "refuse to publish on warnings too")
	return cmd
}

func (a publishCmd) publish(ctx context.Context, f publishFlags) error {
	start := time.Now()
	if err := checkFormat(f.format, publishFormats); err != nil {
		return err
	}
	site, err := a.open(f.buildFlags)
	if err != nil {
		return err
	}
	defer site.Close()
	if f.out, err = a.outFolder(f.buildFlags); err != nil {
		return err
	}
	repo, err := git.Open(ctx, a.dir)
	if err != nil {
		return openError(err)
	}
	if t, ok := a.stderr.(*os.File); ok && isTerminal(t) {
		repo.Progress = t
	}
	branch, err := publish.Look(ctx, repo, f.options(ctx))
	if err != nil {
		return publishError(err)
	}
	if branch.Back != "" {
		fmt.Fprintf(a.stderr, "kawaraban: "+publish.SourceNotInHead+"\n", f.branch+" of "+f.remote, branch.Back)
	}
	if f.where, err = a.publishedLocation(ctx, branch, f); err != nil {
		return err
	}
	f.dates = &dates{dir: a.dir}
	plan, r, err := a.plan(ctx, site, repo, branch, f, start)
	if err != nil {
		return err
	}
	return a.execute(ctx, repo, plan, r, f)
}

func (f publishFlags) options(ctx context.Context) publish.Options {
	return publish.Options{
		Remote: f.remote, Branch: f.branch, Sources: sources, AllowDirty: f.allowDirty, AllowOlder: f.allowOlder, Message: f.message, Version: version(),
		Limits: publish.Pages(),
	}
}

// publishedLocation returns the addresses of the published site. A domain set in GitHub's Pages
// settings, a CNAME file on the branch, takes precedence over the repository name.
func (a publishCmd) publishedLocation(ctx context.Context, branch *publish.Branch, f publishFlags) (location, error) {
	w, err := a.locate(f.baseURL, f.remote)
	if err != nil {
		return w, err
	}
	content, err := branch.Domain(ctx)
	if domain, wrong := ghpages.Domain(content); err == nil && wrong == nil {
		w.baseURL = "https://" + domain + "/"
	}
	return w, publishError(err)
}

// plan builds and checks the site and compares it with the branch. If problems prevent publishing,
// it prints the report and returns only a status.
func (a publishCmd) plan(ctx context.Context, site *os.Root, repo *git.Repo, branch *publish.Branch, f publishFlags, start time.Time) (*publish.Plan, report, error) {
	progress := a.newProgress(start)
	result, err := a.read(ctx, site, f.buildFlags, progress)
	if err != nil {
		return nil, report{}, a.stopped(err, f.buildFlags, start)
	}
	if errors.Is(f.dates.err, git.ErrShallow) {
		progress.end()
		return nil, report{}, usage("shallow clone: the dates of notes are unknown").
			withHint("run git fetch --unshallow, in a workflow fetch-depth: 0; or write dates: none in site.yaml")
	}
	files, recorded, err := publish.Record(result.Files, repo.Format())
	if err != nil {
		return nil, report{}, machine(err)
	}
	stats, err := a.write(ctx, f.out, result, files, nil, progress)
	if err != nil {
		return nil, report{}, a.stopped(err, f.buildFlags, start)
	}
	if err := a.crawl(ctx, f, branch, result, files, progress); err != nil {
		return nil, report{}, err
	}
	r := report{Result: result, Stats: &stats, Out: f.out, Total: time.Since(start)}
	if bad := verdict(result.Diags, f.strict); bad != nil {
		r.Refused = true
		return nil, r, errors.Join(a.print(r, f.buildFlags), bad)
	}
	plan, err := branch.Compare(recorded)
	return plan, r, publishError(err)
}

// crawl adds to result the problems of the built files. It adds a problem for each published address
// that would be gone.
func (a publishCmd) crawl(ctx context.Context, f publishFlags, branch *publish.Branch, result *build.Result, files *outdir.Set, p *progress) error {
	if err := checkFinished(f.out); err != nil {
		return err
	}
	out, err := os.OpenRoot(f.out)
	if err != nil {
		return machine(fmt.Errorf("reading the built site: %w", err))
	}
	defer out.Close()
	found, err := sitecheck.Check(files.In(out.FS()), sitecheck.Options{Own: a.privateData(f.out), Each: p.each(ctx, stageCrawl)})
	p.end()
	if err != nil {
		return machine(fmt.Errorf("reading the built site: %w", err))
	}
	var before []string
	for _, name := range branch.Published() {
		if at, ok := sitecheck.AddressOf(name); ok {
			before = append(before, at)
		}
	}
	ds := append(found.Diags, sitecheck.Gone(before, found.Addresses)...)
	a.placeBelow(f.out, ds)
	result.Diags = diag.Sort(append(result.Diags, applySeverities(result.Config, ds)...))
	if f.format == "text" { // only check prints infos
		result.Diags = slices.DeleteFunc(result.Diags, func(d diag.Diagnostic) bool { return d.Severity == diag.Info })
	}
	return nil
}

// execute publishes the plan, or prints it with --dry-run.
func (a publishCmd) execute(ctx context.Context, repo *git.Repo, plan *publish.Plan, r report, f publishFlags) error {
	public := &publish.Report{Remote: f.remote, Branch: f.branch, DryRun: f.dryRun, Plan: plan, URL: r.Config.BaseURL, Back: plan.Back(), PrintedBack: plan.Back()}
	public.Address, _ = repo.Address(ctx, f.remote)
	if !f.dryRun {
		done, err := plan.Publish(ctx)
		if err != nil {
			return publishError(err)
		}
		public.Plan, public.Commit, public.Parent, public.Races = done.Plan, done.Commit, done.Parent, done.Races
	}
	public.Back = public.Plan.Back() // of the newest branch: another push may have been faster
	r.Published = public
	return a.print(r, f.buildFlags)
}

func openError(err error) error {
	said := ""
	if failed, ok := errors.AsType[*git.Failed](err); ok {
		said = failed.Output
	}
	switch {
	case errors.Is(err, git.ErrNoGit):
		return exitError{status: exitMachine, err: err}.withHint("install git 2.30 or newer")
	case errors.Is(err, git.ErrNoRepository) && strings.Contains(said, "dubious ownership"):
		return exitError{status: exitUsage, err: errors.New("git does not trust the directory" + gitOutput(said))}.withHint("follow the message of git")
	case errors.Is(err, git.ErrNoRepository):
		return exitError{status: exitUsage, err: errors.New(git.ErrNoRepository.Error() + gitOutput(said))}.
			withHint("change to a clone of the site's repository or name it with -C; to create one, run git init")
	}
	return machine(err)
}

func publishError(err error) error {
	refused, ok := errors.AsType[*publish.Refused](err)
	if !ok {
		return machine(err)
	}
	status := map[publish.Reason]int{publish.Checkout: exitUsage, publish.Content: exitContent, publish.Machine: exitMachine}[refused.Reason]
	return exitError{status: status, err: errors.New(refused.Text + gitOutput(refused.Output))}.withHint("%s", refused.Hint)
}

// gitOutput formats the output of git below a message.
func gitOutput(said string) string {
	var b strings.Builder
	for line := range strings.SplitSeq(said, "\n") {
		if line != "" {
			b.WriteString("\n    git: " + diag.Visible(line))
		}
	}
	return b.String()
}
