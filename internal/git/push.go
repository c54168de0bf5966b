package git

import (
	"context"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"
)

// Target is a branch of another repository.
type Target struct {
	Remote string // the name of a remote, as Remotes lists it
	Branch string // gh-pages
	// From is where the branch is read: the remote, or its push URL if that differs. See
	// Repo.Target.
	From string
}

func (t Target) ref() string { return "refs/heads/" + t.Branch }

// Kept returns the name of the remote-tracking ref of the branch.
func (t Target) Kept() string { return "refs/remotes/" + t.Remote + "/" + t.Branch }

// ErrBranchName means that a branch name is invalid.
var ErrBranchName = errors.New("invalid branch name")

// ErrSeveralURLs means that a remote has several push URLs.
var ErrSeveralURLs = errors.New("the remote has several push URLs")

// Remotes lists the names of the remotes.
func (r *Repo) Remotes(ctx context.Context) ([]string, error) {
	out, err := r.query(ctx, "remote")
	return strings.Fields(out), err
}

// Target returns a branch of a remote. The error is [ErrBranchName], [ErrSeveralURLs] or git's.
func (r *Repo) Target(ctx context.Context, remote, branch string) (Target, error) {
	t := Target{Remote: remote, Branch: branch, From: remote}
	if _, err := r.query(ctx, "check-ref-format", t.ref()); err != nil || ambiguousName(branch) {
		if ctx.Err() != nil {
			return t, ctx.Err()
		}
		return t, ErrBranchName
	}
	out, err := r.query(ctx, "remote", "get-url", "--push", "--all", "--", remote)
	if err != nil {
		return t, err
	}
	if strings.Count(out, "\n") > 1 {
		return t, ErrSeveralURLs
	}
	own, err := r.query(ctx, "config", "--get-all", "remote."+remote+".pushurl")
	if failed, ok := errors.AsType[*Failed](err); ok && exited(failed, 1) { // no push URL is configured
		return t, nil
	}
	if err == nil {
		t.From = strings.TrimSuffix(own, "\n")
	}
	return t, err
}

// objectName matches what git parses as an object ID, even if a branch has this name.
var objectName = regexp.MustCompile(`^[0-9a-fA-F]{40}([0-9a-fA-F]{24})?$`)

// ambiguousName reports whether git could parse a branch name as an option, HEAD, a full ref or an
// object.
func ambiguousName(branch string) bool {
	return strings.HasPrefix(branch, "-") || strings.HasPrefix(branch, "refs/") || branch == "@" ||
		strings.EqualFold(branch, "HEAD") || strings.HasSuffix(branch, "_HEAD") || objectName.MatchString(branch)
}

// Address returns the push URL of a remote after url.<base>.insteadOf, without a password.
func (r *Repo) Address(ctx context.Context, remote string) (string, error) {
	out, err := r.query(ctx, "remote", "get-url", "--push", "--", remote)
	return Redact(strings.TrimSuffix(out, "\n")), err
}

// Tip requests the commit of the branch from the remote; false if the remote does not have the
// branch.
func (r *Repo) Tip(ctx context.Context, t Target) (ID, bool, error) {
	out, err := r.contact(ctx, r.Limits.Contact, "ls-remote", "--quiet", "--", t.From, t.ref())
	if err != nil {
		return "", false, err
	}
	for line := range strings.SplitSeq(out, "\n") {
		if id, ref, _ := strings.Cut(line, "\t"); ref == t.ref() {
			return ID(id), true, nil
		}
	}
	return "", false, nil
}

// Fetch fetches the tip of the branch if the clone does not have it yet. It writes no ref.
func (r *Repo) Fetch(ctx context.Context, t Target, tip ID) error {
	if id, ok, err := r.Resolve(ctx, t.Kept()); err != nil || ok && id == tip {
		return err
	}
	args := []string{"fetch", "--no-tags", "--no-write-fetch-head", "--no-recurse-submodules"}
	_, err := r.contact(ctx, r.Limits.Transfer, slices.Concat(args, r.progressFlag(), []string{"--", t.From, string(tip)})...)
	return err
}

func (r *Repo) progressFlag() []string {
	if r.Progress == nil {
		return []string{"--quiet"}
	}
	return []string{"--progress"}
}

// Commit is a commit with the properties that publishing needs.
type Commit struct {
	ID      ID
	Tree    ID
	Message string
}

// Line returns up to most commits from a tip along first parents, newest first.
func (r *Repo) Line(ctx context.Context, tip ID, most int) ([]Commit, error) {
	out, err := r.query(ctx, "log", "--first-parent", "-z", "--no-show-signature", "--no-color", "--encoding=UTF-8",
		fmt.Sprintf("--max-count=%d", most), "--format=%H%n%T%n%B", string(tip), "--")
	if err != nil {
		return nil, fmt.Errorf("reading the history of the branch: %w", err)
	}
	var commits []Commit
	for text := range strings.SplitSeq(strings.TrimSuffix(out, "\x00"), "\x00") {
		parts := strings.SplitN(text, "\n", 3)
		if len(parts) != 3 {
			return nil, fmt.Errorf("git log prints %q", text)
		}
		commits = append(commits, Commit{ID(parts[0]), ID(parts[1]), parts[2]})
	}
	return commits, nil
}

// Content returns the content of a blob.
func (r *Repo) Content(ctx context.Context, blob ID) ([]byte, error) {
	out, err := r.query(ctx, "cat-file", "blob", string(blob))
	return []byte(out), err
}

// Identity returns git's error if the user's name or e-mail address is not configured. Values that
// git guesses from the machine do not count, because they would be published.
func (r *Repo) Identity(ctx context.Context) error {
	for _, who := range []string{"GIT_AUTHOR_IDENT", "GIT_COMMITTER_IDENT"} {
		if _, err := r.query(ctx, "-c", "user.useConfigOnly=true", "var", who); err != nil {
			return err
		}
	}
	return nil
}

// Commit writes a commit with a tree and a parent, "" for none. It is not signed, no hook runs, and
// no ref points to it.
func (r *Repo) Commit(ctx context.Context, tree, parent ID, message string) (ID, error) {
	args := []string{"-c", "user.useConfigOnly=true", "-c", "i18n.commitEncoding=UTF-8", "commit-tree", "--no-gpg-sign", string(tree)}
	if parent != "" {
		args = append(args, "-p", string(parent))
	}
	out, err := r.queryInput(ctx, strings.NewReader(message), args...)
	if err != nil {
		return "", fmt.Errorf("writing the commit: %w", err)
	}
	return ID(strings.TrimSpace(out)), nil
}

// Push updates the branch to a commit, if that is a fast-forward. It never forces. Local hooks do
// not run, because they are for the sources of the site; hooks of the remote do. The error is
// git's. [Repo.Tip] shows whether the branch has moved meanwhile.
func (r *Repo) Push(ctx context.Context, t Target, commit ID) error {
	args := []string{"push", "--porcelain", "--no-verify", "--no-follow-tags", "--recurse-submodules=no"}
	out, err := r.contact(ctx, r.Limits.Transfer, slices.Concat(args, r.progressFlag(), []string{"--", t.Remote, string(commit) + ":" + t.ref()})...)
	if failed, ok := errors.AsType[*Failed](err); ok {
		failed.Output = strings.TrimSpace(rejection(out) + "\n" + failed.Output)
	}
	return err
}

// rejection returns the reason that push --porcelain prints for a rejected branch: the last field
// of "!\tfrom:to\t[remote rejected] (why)".
func rejection(out string) string {
	for line := range strings.SplitSeq(out, "\n") {
		if fields := strings.Split(line, "\t"); len(fields) > 2 && fields[0] == "!" {
			return fields[2]
		}
	}
	return ""
}

// UpdateTracking updates the remote-tracking ref of the branch, as a fetch would.
func (r *Repo) UpdateTracking(ctx context.Context, t Target, commit ID) error {
	_, err := r.query(ctx, "update-ref", "-m", "kawaraban publish", "--no-deref", t.Kept(), string(commit))
	return err
}
