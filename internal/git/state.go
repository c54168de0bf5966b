package git

import (
	"context"
	"errors"
	"strings"
)

// Head is the checked out commit and branch.
type Head struct {
	Commit ID     // empty before the first commit
	Branch string // empty for a detached HEAD
}

// Head returns the checked out commit and branch.
func (r *Repo) Head(ctx context.Context) (Head, error) {
	var h Head
	ref, err := r.query(ctx, "symbolic-ref", "--quiet", "HEAD")
	if failed, ok := errors.AsType[*Failed](err); ok && exited(failed, 1) {
		err = nil // HEAD is detached
	}
	if err != nil {
		return h, err
	}
	h.Branch = strings.TrimPrefix(strings.TrimSpace(ref), "refs/heads/")
	h.Commit, _, err = r.Resolve(ctx, "HEAD")
	return h, err
}

// Named reports whether a branch, tag or other ref contains a commit. A commit that only HEAD
// contains is lost when HEAD moves.
func (r *Repo) Named(ctx context.Context, commit ID) (bool, error) {
	out, err := r.query(ctx, "for-each-ref", "--count=1", "--contains="+string(commit))
	return out != "", err
}

// Before reports whether a commit is an ancestor of another one or equal to it; false also if the
// clone does not have it.
func (r *Repo) Before(ctx context.Context, commit, other ID) (bool, error) {
	if _, ok, err := r.Resolve(ctx, string(commit)); err != nil || !ok {
		return false, err
	}
	_, err := r.query(ctx, "merge-base", "--is-ancestor", string(commit), string(other))
	if failed, ok := errors.AsType[*Failed](err); ok && exited(failed, 1) {
		return false, nil
	}
	return err == nil, err
}

// FileStatus is a file that differs from the last commit.
type FileStatus struct {
	Path    string // from the root of the checkout, with slashes; a directory ends in one
	Ignored bool   // git ignores it
}

// Uncommitted lists the files below some paths that differ from HEAD: changed, new, removed and
// ignored ones. Paths are relative to the opened directory. The index is not changed.
func (r *Repo) Uncommitted(ctx context.Context, paths ...string) ([]FileStatus, error) {
	args := []string{"status", "--porcelain=v1", "-z", "--no-renames", "--untracked-files=all", "--ignored=traditional", "--ignore-submodules=none", "--"}
	out, err := r.query(ctx, append(args, paths...)...)
	if err != nil {
		return nil, err
	}
	var loose []FileStatus
	for line := range strings.SplitSeq(out, "\x00") {
		if len(line) > 3 {
			loose = append(loose, FileStatus{line[3:], line[:2] == "!!"})
		}
	}
	return loose, nil
}

// Below returns the path of the opened directory in the checkout, with a final slash; empty for the
// root.
func (r *Repo) Below(ctx context.Context) (string, error) {
	out, err := r.query(ctx, "rev-parse", "--show-prefix")
	return strings.TrimSuffix(out, "\n"), err
}
