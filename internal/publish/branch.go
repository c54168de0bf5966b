package publish

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/kawaraban/kawaraban/internal/git"
	"github.com/kawaraban/kawaraban/internal/source"
)

const cname = "CNAME"

// Branch is the state of the branch to publish to.
type Branch struct {
	Head git.Head         // of the checkout
	Open []git.FileStatus // uncommitted sources, if allowed
	// Back is the abbreviated source commit of the published site, if the checkout does not contain
	// it: publishing would undo its changes. Otherwise it is empty.
	Back string

	repo    *git.Repo
	options Options
	target  git.Target
	tip     git.ID               // empty if the branch does not exist yet
	files   map[string]git.Entry // of the tip
	last    string               // source commit of the last site, from its trailer
}

// refuse returns a refusal that the user can fix in the checkout.
func refuse(next, format string, args ...any) error {
	return &Refused{Checkout, fmt.Sprintf(format, args...), "", next}
}

func (b *Branch) head(ctx context.Context) (err error) {
	if b.Head, err = b.repo.Head(ctx); err != nil {
		return machine(ctx, err, "run git status to see the problem", "cannot read HEAD")
	}
	if b.Head.Commit == "" {
		return refuse("run git add . && git commit", "the repository has no commit")
	}
	if b.Head.Branch != "" || b.options.AllowDirty {
		return nil
	}
	named, err := b.repo.Named(ctx, b.Head.Commit)
	if err == nil && !named {
		return refuse("run git switch -c some-name, or add --allow-dirty",
			"detached HEAD at %s, which no branch or tag contains", b.Head.Commit.Short())
	}
	return machine(ctx, err, "run git fsck to check the repository", "cannot list the branches that contain %s", b.Head.Commit.Short())
}

func (b *Branch) remote(ctx context.Context) error {
	names, err := b.repo.Remotes(ctx)
	switch {
	case err != nil:
		return machine(ctx, err, "check .git/config", "cannot list the remotes")
	case len(names) == 0:
		return refuse("run git remote add "+b.options.Remote+" git@github.com:owner/name.git", "the repository has no remote")
	case !slices.Contains(names, b.options.Remote):
		return refuse("choose another remote with --remote, or run git remote add "+b.options.Remote+" git@github.com:owner/name.git",
			"unknown remote %q: the repository has %s", b.options.Remote, strings.Join(names, ", "))
	}
	b.target, err = b.repo.Target(ctx, b.options.Remote, b.options.Branch)
	switch {
	case errors.Is(err, git.ErrBranchName):
		return refuse("use a name such as gh-pages", "invalid branch name %q", b.options.Branch)
	case errors.Is(err, git.ErrSeveralURLs):
		return refuse("add a remote for one of the URLs with git remote add, and choose it with --remote",
			"remote %q has several push URLs", b.options.Remote)
	}
	return machine(ctx, err, "run git remote -v to list the remotes", "cannot read the URL of %s", b.options.Remote)
}

func (b *Branch) own(context.Context) error {
	if b.Head.Branch == b.options.Branch {
		return refuse("choose another branch with --branch, and select it in the Pages settings",
			"branch %q is checked out here, with the sources", b.Head.Branch)
	}
	return nil
}

func (b *Branch) identity(ctx context.Context) error {
	err := b.repo.Identity(ctx)
	if _, ok := asFailed(err); ok && ctx.Err() == nil {
		return refuse(`run git config user.name "…" and git config user.email "…"; both will be public`, "git has no user name and email")
	}
	return err
}

func (b *Branch) committed(ctx context.Context) error {
	below, err := b.repo.Below(ctx)
	if err == nil {
		b.Open, err = b.repo.Uncommitted(ctx, b.options.Sources...)
	}
	if err != nil {
		return machine(ctx, err, "run git status to see the problem", "cannot compare the notes with the last commit")
	}
	b.Open = slices.DeleteFunc(b.Open, func(l git.FileStatus) bool { return !isSource(strings.TrimPrefix(l.Path, below), l.Ignored) })
	if len(b.Open) == 0 || b.options.AllowDirty {
		return nil
	}
	first, others := b.Open[0], ""
	if n := len(b.Open) - 1; n > 0 {
		others = fmt.Sprintf(" and %d more", n)
	}
	if first.Ignored {
		return refuse("add it to git, move it out of content/, or add --allow-dirty",
			"ignored file would be published: %s%s", first.Path, others)
	}
	return refuse("commit it, or add --allow-dirty", "uncommitted changes: %s%s", first.Path, others)
}

// isSource reports whether the site is built from a file. Hidden files and editor backups are not
// sources; ignored files are, if they are notes.
func isSource(name string, ignored bool) bool {
	for part := range strings.SplitSeq(name, "/") {
		if strings.HasPrefix(part, ".") || strings.HasSuffix(part, "~") {
			return false
		}
	}
	return !ignored || source.HasNoteExt(name)
}

func (b *Branch) read(ctx context.Context) error {
	tip, ok, err := b.repo.Tip(ctx, b.target)
	if err == nil && ok {
		err = b.repo.Fetch(ctx, b.target, tip)
	}
	if err != nil {
		return machine(ctx, err, reaching(gitMessage(err)), "cannot read %s of %s", b.options.Branch, b.options.Remote)
	}
	b.tip, b.files, b.last = tip, map[string]git.Entry{}, ""
	if !ok {
		return nil
	}
	if b.files, err = b.listed(ctx, tip); err != nil {
		return machine(ctx, err, "run git fsck to check the repository", "cannot read %s of %s", b.options.Branch, b.options.Remote)
	}
	return b.checkContent(ctx)
}

func (b *Branch) listed(ctx context.Context, commit git.ID) (map[string]git.Entry, error) {
	entries, err := b.repo.Entries(ctx, string(commit))
	files := make(map[string]git.Entry, len(entries))
	for _, e := range entries {
		files[e.Path] = e
	}
	return files, err
}

// maxCommits is the number of commits that are searched for one of this program.
const maxCommits = 1000

// checkContent refuses a branch with unknown content. After the last commit of this program only
// CNAME may change; a branch without such commits must contain nothing else.
func (b *Branch) checkContent(ctx context.Context) error {
	line, err := b.repo.Line(ctx, b.tip, maxCommits)
	if err != nil {
		return machine(ctx, err, "run git fsck to check the repository", "cannot read the history of %s", b.options.Branch)
	}
	ours := slices.IndexFunc(line, func(c git.Commit) bool { return trailer(c.Message, sourceTrailer) != "" })
	published := map[string]git.Entry{}
	if ours >= 0 {
		b.last = trailer(line[ours].Message, sourceTrailer)
		if line[ours].Tree == line[0].Tree {
			return nil
		}
		if published, err = b.listed(ctx, line[ours].ID); err != nil {
			return machine(ctx, err, "run git fsck to check the repository", "cannot read %s", line[ours].ID.Short())
		}
	}
	other := differing(published, b.files)
	switch name := b.options.Branch + " of " + b.options.Remote; {
	case len(other) == 0:
		return nil
	case ours < 0 && b.repo.Shallow():
		return refuse("run git fetch --unshallow", "shallow clone: the history of %s ends before the last publish", name)
	case ours < 0:
		return refuse("choose another branch with --branch; or, if you do not need its content, run git push "+b.options.Remote+" --delete "+b.options.Branch,
			"%s has files that Kawaraban did not publish, such as %s", name, other[0])
	default:
		return refuse("copy the change into the sources, revert it on the branch with git revert, then publish",
			"%s has other changes since %s was published: %s", name, line[ours].ID.Short(), strings.Join(other[:min(3, len(other))], ", "))
	}
}

// differing returns the sorted paths that differ between two lists of files, except CNAME.
func differing(a, b map[string]git.Entry) []string {
	out := map[string]bool{}
	for p, e := range a {
		out[p] = b[p] != e
	}
	for p, e := range b {
		out[p] = a[p] != e
	}
	return slices.DeleteFunc(slices.Sorted(maps.Keys(out)), func(p string) bool { return p == cname || !out[p] })
}

// Source returns the commit of the sources, with the suffix -dirty if there are uncommitted
// changes.
func (b *Branch) Source() string {
	if len(b.Open) > 0 {
		return string(b.Head.Commit) + "-dirty"
	}
	return string(b.Head.Commit)
}

// First reports whether the branch does not exist yet.
func (b *Branch) First() bool { return b.tip == "" }

// Published returns the sorted paths of the published files.
func (b *Branch) Published() []string { return slices.Sorted(maps.Keys(b.files)) }

// Domain returns the content of the branch's CNAME; empty without one.
func (b *Branch) Domain(ctx context.Context) (string, error) {
	e, ok := b.domain()
	if !ok {
		return "", nil
	}
	content, err := b.repo.Content(ctx, e.ID)
	return string(content), machine(ctx, err, "run git fsck to check the repository", "cannot read CNAME of %s", b.options.Branch)
}

// domain returns the CNAME of the branch if it is a file. A link or submodule of that name, which
// anyone with push access can add, does not count.
func (b *Branch) domain() (git.Entry, bool) {
	e, ok := b.files[cname]
	return e, ok && strings.HasPrefix(e.Mode, "100")
}
