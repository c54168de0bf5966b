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
	Head git.Head    // of the checkout
	Open []git.Loose // uncommitted sources, if allowed
	// Back is the abbreviated source commit of the published site, if the checkout does not contain
	// it: publishing would undo its changes. Otherwise it is empty.
	Back string

	repo    *git.Repo
	options Options
	target  git.Target
	tip     git.ID               // empty if there is no such branch yet
	files   map[string]git.Entry // of the tip
	last    string               // source commit of the last site, from its trailer
}

// refuse returns a refusal that the user can fix in the checkout.
func refuse(next, format string, args ...any) error {
	return &Refused{Standing, fmt.Sprintf(format, args...), "", next}
}

func (b *Branch) head(ctx context.Context) (err error) {
	if b.Head, err = b.repo.Head(ctx); err != nil {
		return machine(ctx, err, "git status says what stands there", "git cannot tell what is checked out")
	}
	if b.Head.Commit == "" {
		return refuse("commit the sources: git add . && git commit", "there is no commit yet that the site could be made of")
	}
	if b.Head.Branch != "" || b.options.AllowDirty {
		return nil
	}
	named, err := b.repo.Named(ctx, b.Head.Commit)
	if err == nil && !named {
		return refuse("keep it: git switch -c some-name; or publish all the same with --allow-dirty",
			"HEAD is detached at %s, a commit that no branch or tag has", b.Head.Commit.Short())
	}
	return machine(ctx, err, "git fsck says what is wrong with the repository", "git cannot tell which branches have %s", b.Head.Commit.Short())
}

func (b *Branch) remote(ctx context.Context) error {
	names, err := b.repo.Remotes(ctx)
	switch {
	case err != nil:
		return machine(ctx, err, "look at .git/config", "git cannot list the remotes")
	case len(names) == 0:
		return refuse("name it: git remote add "+b.options.Remote+" git@github.com:owner/name.git", "the repository has no remote to publish to")
	case !slices.Contains(names, b.options.Remote):
		return refuse("choose another one with --remote, or git remote add "+b.options.Remote+" git@github.com:owner/name.git",
			"the repository has no remote %s; it has %s", b.options.Remote, strings.Join(names, ", "))
	}
	b.target, err = b.repo.Target(ctx, b.options.Remote, b.options.Branch)
	switch {
	case errors.Is(err, git.ErrBranchName):
		return refuse("take a name such as gh-pages", "%q cannot be the name of a branch", b.options.Branch)
	case errors.Is(err, git.ErrManyAddresses):
		return refuse("git remote add one of them under a name of its own, and choose that with --remote",
			"%s is pushed to several addresses, of which only one can be kept in step", b.options.Remote)
	}
	return machine(ctx, err, "git remote -v lists the remotes", "git cannot tell where %s is", b.options.Remote)
}

func (b *Branch) own(context.Context) error {
	if b.Head.Branch == b.options.Branch {
		return refuse("choose another one with --branch; GitHub's settings page says which one Pages takes",
			"%s is the branch that is checked out here, with the sources", b.Head.Branch)
	}
	return nil
}

func (b *Branch) identity(ctx context.Context) error {
	err := b.repo.Identity(ctx)
	if _, ok := asFailed(err); ok && ctx.Err() == nil {
		return refuse(`tell it: git config user.name "…" and git config user.email "…"; both will be public`, "git does not know who you are")
	}
	return err
}

func (b *Branch) committed(ctx context.Context) error {
	below, err := b.repo.Below(ctx)
	if err == nil {
		b.Open, err = b.repo.Uncommitted(ctx, b.options.Sources...)
	}
	if err != nil {
		return machine(ctx, err, "git status says what is wrong", "git cannot tell whether the notes are committed")
	}
	b.Open = slices.DeleteFunc(b.Open, func(l git.Loose) bool { return !isSource(strings.TrimPrefix(l.Path, below), l.Ignored) })
	if len(b.Open) == 0 || b.options.AllowDirty {
		return nil
	}
	first, others := b.Open[0], ""
	if n := len(b.Open) - 1; n > 0 {
		others = fmt.Sprintf(" and %d more", n)
	}
	if first.Ignored {
		return refuse("let git take it, or move it out of content/; or publish it all the same with --allow-dirty",
			"%s%s is ignored by git, and would be published", first.Path, others)
	}
	return refuse("commit first; or publish what is there with --allow-dirty", "%s%s is not committed", first.Path, others)
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
		return machine(ctx, err, reaching(said(err)), "%s of %s cannot be read", b.options.Branch, b.options.Remote)
	}
	b.tip, b.files, b.last = tip, map[string]git.Entry{}, ""
	if !ok {
		return nil
	}
	if b.files, err = b.listed(ctx, tip); err != nil {
		return machine(ctx, err, "git fsck says what is wrong with the repository", "%s of %s cannot be read", b.options.Branch, b.options.Remote)
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

// maxCommits limits the commits that are searched for one of ours.
const maxCommits = 1000

// checkContent refuses a branch with other content than published sites. After our last commit only
// CNAME may change; a branch without our commits must contain nothing else.
func (b *Branch) checkContent(ctx context.Context) error {
	line, err := b.repo.Line(ctx, b.tip, maxCommits)
	if err != nil {
		return machine(ctx, err, "git fsck says what is wrong with the repository", "the history of %s cannot be read", b.options.Branch)
	}
	ours := slices.IndexFunc(line, func(c git.Commit) bool { return trailer(c.Message, sourceTrailer) != "" })
	published := map[string]git.Entry{}
	if ours >= 0 {
		b.last = trailer(line[ours].Message, sourceTrailer)
		if line[ours].Tree == line[0].Tree {
			return nil
		}
		if published, err = b.listed(ctx, line[ours].ID); err != nil {
			return machine(ctx, err, "git fsck says what is wrong with the repository", "%s cannot be read", line[ours].ID.Short())
		}
	}
	other := differing(published, b.files)
	switch name := b.options.Branch + " of " + b.options.Remote; {
	case len(other) == 0:
		return nil
	case ours < 0 && b.repo.Shallow():
		return refuse("git fetch --unshallow brings the rest", "the clone is shallow: the history of %s ends before the last commit of this program", name)
	case ours < 0:
		return refuse("choose another branch with --branch; or, if nothing in it is needed, take it away: git push "+b.options.Remote+" --delete "+b.options.Branch,
			"%s holds something else than a site of this program, such as %s", name, other[0])
	default:
		return refuse("take the change over into the sources, undo it there with git revert, and publish then",
			"%s was changed by somebody else since %s was published: %s", name, line[ours].ID.Short(), strings.Join(other[:min(3, len(other))], ", "))
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
	return string(content), machine(ctx, err, "git fsck says what is wrong with the repository", "CNAME of %s cannot be read", b.options.Branch)
}

// domain returns the CNAME of the branch if it is a file. A link or submodule of that name, which
// anyone with push access can add, does not count.
func (b *Branch) domain() (git.Entry, bool) {
	e, ok := b.files[cname]
	return e, ok && strings.HasPrefix(e.Mode, "100")
}
