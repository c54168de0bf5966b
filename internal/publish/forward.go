package publish

import (
	"context"
	"strings"

	"github.com/kawaraban/kawaraban/internal/git"
)

// forward refuses to take back what somebody has published from sources that are not in the
// checkout: newer ones, ones of another branch, ones that the clone does not have. Those that
// no branch leads to any more, as after a rebase, whoever publishes has given up already;
// [Branch.Back] says that too.
func (b *Branch) forward(ctx context.Context) error { return b.onward(ctx, false) }

// onward is forward, also after a race. Neither of those who began from one site is the older
// one then, so who was slower follows, and is told what the other one brought; only who is known
// to be older does not.
func (b *Branch) onward(ctx context.Context, raced bool) error {
	b.Back = ""
	last := git.ID(strings.TrimSuffix(b.last, "-dirty"))
	if !isID(string(last)) || last == b.Head.Commit {
		return nil
	}
	at, err := b.beside(ctx, last)
	if err != nil {
		return machine(ctx, err, "git fsck says what is wrong with the repository", "git cannot compare %s with HEAD", last.Short())
	}
	if at == within {
		return nil
	}
	b.Back = last.Short()
	if b.options.AllowOlder || at == givenUp || raced && at != newer {
		return nil
	}
	return b.behind(at, last.Short())
}

// place says where the commit of which the last site was made stands beside the checkout's.
type place int

// The places.
const (
	within    place = iota // the checkout holds it
	newer                  // it holds the checkout
	elsewhere              // each holds what the other does not
	givenUp                // likewise, and no branch, tag or other reference leads to it
	unknown                // the clone does not have it
	cut                    // the history of the clone ends too early to tell
)

// beside finds the place of a commit.
func (b *Branch) beside(ctx context.Context, commit git.ID) (place, error) {
	_, known, err := b.repo.Resolve(ctx, string(commit))
	if err != nil || !known {
		return b.unlessCut(unknown), err
	}
	if before, err := b.repo.Before(ctx, commit, b.Head.Commit); err != nil || before {
		return within, err
	}
	if after, err := b.repo.Before(ctx, b.Head.Commit, commit); err != nil || after {
		return newer, err
	}
	named, err := b.repo.Named(ctx, commit)
	if err != nil || named {
		return b.unlessCut(elsewhere), err
	}
	return b.unlessCut(givenUp), nil
}

// unlessCut is a place, unless the history of the clone is too short to be sure of it.
func (b *Branch) unlessCut(at place) place {
	if b.repo.Shallow() {
		return cut
	}
	return at
}

// behind is the refusal for a site that would take back what was published of a commit.
func (b *Branch) behind(at place, commit string) error {
	name := b.options.Branch + " of " + b.options.Remote
	const leave = "; to take back what it brought: --allow-older"
	switch at {
	case newer:
		return standing("git merge "+commit+" takes it in"+leave, "%s was made of %s, which is newer than what is checked out", name, commit)
	case unknown:
		return standing("git pull brings it, where somebody has it still"+leave, "%s was made of %s, which the clone does not have: it may be newer", name, commit)
	case cut:
		return standing("git fetch --unshallow brings the rest, in a workflow fetch-depth: 0"+leave,
			"the clone is shallow: it does not tell whether %s is newer, of which %s was made", commit, name)
	}
	return standing("git merge "+commit+" takes it in"+leave, "%s was made of %s, which is on another branch than what is checked out", name, commit)
}

// isID reports whether a text has the form of a commit's name.
func isID(s string) bool {
	return (len(s) == 40 || len(s) == 64) && strings.Trim(s, "0123456789abcdef") == ""
}

// Look reads the branch and says whether a site may be published to it from the checkout: the
// error is a *[Refused] where it may not, or that of the context. Of the clone nothing is
// changed but that it may have more objects.
func Look(ctx context.Context, repo *git.Repo, o Options) (*Branch, error) {
	b := &Branch{repo: repo, options: o}
	for _, step := range []func(context.Context) error{b.head, b.remote, b.own, b.identity, b.committed, b.read, b.forward} {
		if err := step(ctx); err != nil {
			return nil, err
		}
	}
	return b, nil
}
