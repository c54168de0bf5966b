package publish

import (
	"context"
	"strings"

	"github.com/kawaraban/kawaraban/internal/git"
)

// forward refuses to undo a site whose sources the checkout does not contain: newer ones, those of
// another branch, or unknown ones. It allows this if no ref contains these sources any more, as
// after a rebase; [Branch.Back] reports it.
func (b *Branch) forward(ctx context.Context) error { return b.checkForward(ctx, false) }

// checkForward is like forward. After a race, two publishers may have started from the same site.
// The slower one then continues and reports the changes of the other one. Only a publisher that is
// known to be older is refused.
func (b *Branch) checkForward(ctx context.Context, raced bool) error {
	b.Back = ""
	last := git.ID(strings.TrimSuffix(b.last, "-dirty"))
	if !isID(string(last)) || last == b.Head.Commit {
		return nil
	}
	at, err := b.beside(ctx, last)
	if err != nil {
		return machine(ctx, err, "run git fsck to check the repository", "cannot compare %s with HEAD", last.Short())
	}
	if at == within {
		return nil
	}
	b.Back = last.Short()
	if b.options.AllowOlder || at == abandoned || raced && at != newer {
		return nil
	}
	return b.olderError(at, last.Short())
}

// ancestry is the position of the published source commit relative to the checkout.
type ancestry int

const (
	within    ancestry = iota // the checkout contains it
	newer                     // it contains the checkout
	diverged                  // the histories have diverged
	abandoned                 // diverged, and no ref contains it
	unknown                   // the clone does not have it
	cut                       // the history of the clone is too short to decide
)

func (b *Branch) beside(ctx context.Context, commit git.ID) (ancestry, error) {
	_, known, err := b.repo.Resolve(ctx, string(commit))
	if err != nil || !known {
		return b.orShallow(unknown), err
	}
	if before, err := b.repo.Before(ctx, commit, b.Head.Commit); err != nil || before {
		return within, err
	}
	if after, err := b.repo.Before(ctx, b.Head.Commit, commit); err != nil || after {
		return newer, err
	}
	named, err := b.repo.Named(ctx, commit)
	if err != nil || named {
		return b.orShallow(diverged), err
	}
	return b.orShallow(abandoned), nil
}

// orShallow returns at, or cut in a shallow clone.
func (b *Branch) orShallow(at ancestry) ancestry {
	if b.repo.Shallow() {
		return cut
	}
	return at
}

// olderError returns the refusal for a site that would undo a published one.
func (b *Branch) olderError(at ancestry, commit string) error {
	name := b.options.Branch + " of " + b.options.Remote
	const leave = "; to remove its changes, add --allow-older"
	switch at {
	case newer:
		return refuse("run git merge "+commit+leave, "%s was built from %s, which is newer than HEAD", name, commit)
	case unknown:
		return refuse("run git pull"+leave, "%s was built from %s, which the clone does not have", name, commit)
	case cut:
		return refuse("run git fetch --unshallow, in a workflow fetch-depth: 0"+leave,
			"shallow clone: cannot compare HEAD with %s, from which %s was built", commit, name)
	}
	return refuse("run git merge "+commit+leave, "%s was built from %s, which HEAD does not contain", name, commit)
}

func isID(s string) bool {
	return (len(s) == 40 || len(s) == 64) && strings.Trim(s, "0123456789abcdef") == ""
}

// Look reads the branch and checks whether a site may be published to it from the checkout. If not,
// the error is a *[Refused]. If ctx ends, the error is that of ctx. Look only adds objects to the
// clone.
func Look(ctx context.Context, repo *git.Repo, o Options) (*Branch, error) {
	b := &Branch{repo: repo, options: o}
	for _, step := range []func(context.Context) error{b.head, b.remote, b.own, b.identity, b.committed, b.read, b.forward} {
		if err := step(ctx); err != nil {
			return nil, err
		}
	}
	return b, nil
}
