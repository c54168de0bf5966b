package git

import (
	"context"
	"errors"
	"strings"
)

// Head is what is checked out.
type Head struct {
	Commit ID     // empty before the first commit
	Branch string // empty where no branch is checked out
}

// Head returns what is checked out.
func (r *Repo) Head(ctx context.Context) (Head, error) {
	var h Head
	ref, err := r.ask(ctx, "symbolic-ref", "--quiet", "HEAD")
	if failed, ok := errors.AsType[*Failed](err); ok && exited(failed, 1) {
		err = nil // HEAD is a commit itself
	}
	if err != nil {
		return h, err
	}
	h.Branch = strings.TrimPrefix(strings.TrimSpace(ref), "refs/heads/")
	h.Commit, _, err = r.Resolve(ctx, "HEAD")
	return h, err
}

// Named reports whether any branch, tag or other reference of the clone leads to a commit: one
// that HEAD alone leads to is lost when HEAD moves on.
func (r *Repo) Named(ctx context.Context, commit ID) (bool, error) {
	out, err := r.ask(ctx, "for-each-ref", "--count=1", "--contains="+string(commit))
	return out != "", err
}

// Before reports whether a commit is an ancestor of another one, or the same; false too where
// the clone does not have it.
func (r *Repo) Before(ctx context.Context, commit, other ID) (bool, error) {
	if _, ok, err := r.Resolve(ctx, string(commit)); err != nil || !ok {
		return false, err
	}
	_, err := r.ask(ctx, "merge-base", "--is-ancestor", string(commit), string(other))
	if failed, ok := errors.AsType[*Failed](err); ok && exited(failed, 1) {
		return false, nil
	}
	return err == nil, err
}

// Loose is a file that is not in the last commit as it stands.
type Loose struct {
	Path    string // from the top of the checkout, with slashes; a folder ends in one
	Ignored bool   // git was told to take no notice of it
}

// Uncommitted lists the files below some paths of the folder that was opened that are not as
// HEAD has them, new and removed ones as well, and those that git ignores. The index is left
// as it is.
func (r *Repo) Uncommitted(ctx context.Context, paths ...string) ([]Loose, error) {
	args := []string{"status", "--porcelain=v1", "-z", "--no-renames", "--untracked-files=all", "--ignored=traditional", "--ignore-submodules=none", "--"}
	out, err := r.ask(ctx, append(args, paths...)...)
	if err != nil {
		return nil, err
	}
	var loose []Loose
	for line := range strings.SplitSeq(out, "\x00") {
		if len(line) > 3 {
			loose = append(loose, Loose{line[3:], line[:2] == "!!"})
		}
	}
	return loose, nil
}

// Below is the folder that was opened, from the top of the checkout, with a slash at its end;
// empty for the top.
func (r *Repo) Below(ctx context.Context) (string, error) {
	out, err := r.ask(ctx, "rev-parse", "--show-prefix")
	return strings.TrimSuffix(out, "\n"), err
}
