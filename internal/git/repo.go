package git

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"time"
)

// Repo is the user's repository, with its full configuration and credentials. [Open] returns it.
// Its methods call git; none changes HEAD, the index, files or branches of the checkout. If git
// printed a message, the error is of type *[Failed].
type Repo struct {
	// Progress receives git's progress messages about remotes: a terminal, or nil. Control
	// sequences of the remote are removed.
	Progress io.Writer
	// Limits are the time limits of git commands.
	Limits Limits

	dir     string // the opened directory, where git runs
	top     string
	format  Format
	shallow bool
}

// Limits are the time limits of git commands by type.
type Limits struct {
	Local    time.Duration // local commands
	Contact  time.Duration // listing the branches of a remote
	Transfer time.Duration // fetch and push
}

// DefaultLimits returns limits that allow for typing a password and a gigabyte on a slow
// connection.
func DefaultLimits() Limits {
	return Limits{Local: 10 * time.Minute, Contact: 2 * time.Minute, Transfer: 30 * time.Minute}
}

// ErrTimeout is the Err of a [Failed] command that exceeded its time limit.
var ErrTimeout = errors.New("no answer")

// ErrNoRepository means that a directory is not in a git checkout.
var ErrNoRepository = errors.New("the directory is not in a git checkout")

// Failed is the error of a git command.
type Failed struct {
	Command string // such as push
	Output  string // the end of git's messages, without passwords; may be empty
	Err     error
}

// Error returns git's message, or the exit status.
func (f *Failed) Error() string {
	if f.Output == "" {
		return fmt.Sprintf("git %s: %v", f.Command, f.Err)
	}
	return "git says: " + f.Output
}

// Unwrap returns the error of the process.
func (f *Failed) Unwrap() error { return f.Err }

// Open returns the repository of the checkout around a directory: a clone, a worktree or a
// submodule. It ignores the environment variables that a git hook sets (GIT_DIR, GIT_INDEX_FILE),
// because these belong to the hook's repository. The error is [ErrNoGit] or wraps
// [ErrNoRepository].
func Open(ctx context.Context, dir string) (*Repo, error) {
	if _, err := exec.LookPath("git"); err != nil {
		return nil, ErrNoGit
	}
	dir, err := filepath.Abs(dir)
	if err != nil {
		return nil, fmt.Errorf("opening the repository: %w", err)
	}
	r := &Repo{dir: dir, Limits: DefaultLimits()}
	out, err := r.query(ctx, "rev-parse", "--show-object-format", "--is-shallow-repository", "--show-toplevel")
	lines := strings.SplitN(strings.TrimSuffix(out, "\n"), "\n", 3)
	switch {
	case ctx.Err() != nil:
		return nil, ctx.Err()
	case err != nil:
		return nil, fmt.Errorf("%w: %w", ErrNoRepository, err)
	case len(lines) != 3 || !Format(lines[0]).known():
		return nil, fmt.Errorf("opening the repository: git says %q", out)
	}
	r.format, r.shallow, r.top = Format(lines[0]), lines[1] == "true", filepath.FromSlash(lines[2])
	return r, nil
}

// Format returns the object format.
func (r *Repo) Format() Format { return r.format }

// Shallow reports whether the clone is shallow.
func (r *Repo) Shallow() bool { return r.shallow }

// Resolve returns the commit of a revision (HEAD, refs/remotes/origin/gh-pages); false without one.
func (r *Repo) Resolve(ctx context.Context, rev string) (ID, bool, error) {
	if rev == "" || rev[0] == '-' {
		return "", false, nil
	}
	out, err := r.query(ctx, "rev-parse", "--verify", "--quiet", rev+"^{commit}")
	if failed, ok := errors.AsType[*Failed](err); ok && exited(failed, 1) {
		return "", false, nil
	}
	id := ID(strings.TrimSpace(out))
	return id, err == nil, err
}

func exited(f *Failed, status int) bool {
	exit, ok := errors.AsType[*exec.ExitError](f.Err)
	return ok && exit.ExitCode() == status
}

// ordinary are the options of every call: no automatic garbage collection, which may take minutes,
// no local hooks, and no replaced objects. A bare repository embedded in another one is ignored,
// because a stranger may have added it.
var ordinary = []string{
	"-c", "gc.auto=0", "-c", "maintenance.auto=false", "-c", "core.quotePath=false", "-c", "log.showSignature=false",
	"-c", "core.hooksPath=/dev/null", "-c", "fetch.prune=false", "-c", "fetch.writeCommitGraph=false", "-c", "safe.bareRepository=explicit",
	"--no-pager", "--no-optional-locks", "--no-replace-objects", "--literal-pathspecs",
}

// local lists git's environment variables that belong to one repository or change the meaning of
// paths. Those with settings (GIT_CONFIG_COUNT) are the user's and stay.
var local = []string{
	"GIT_ALTERNATE_OBJECT_DIRECTORIES", "GIT_COMMON_DIR", "GIT_DIR", "GIT_GLOB_PATHSPECS", "GIT_GRAFT_FILE", "GIT_ICASE_PATHSPECS",
	"GIT_IMPLICIT_WORK_TREE", "GIT_INDEX_FILE", "GIT_INTERNAL_SUPER_PREFIX", "GIT_LITERAL_PATHSPECS", "GIT_NAMESPACE", "GIT_NOGLOB_PATHSPECS",
	"GIT_NO_REPLACE_OBJECTS", "GIT_OBJECT_DIRECTORY", "GIT_PREFIX", "GIT_REPLACE_REF_BASE", "GIT_SHALLOW_FILE", "GIT_WORK_TREE", "LC_ALL",
}

// stopTimeout is the time that a cancelled command gets to clean up.
const stopTimeout = 5 * time.Second

// command returns a git command in the opened directory. When the context ends, git gets a signal,
// so that it removes its lock files.
func (r *Repo) command(ctx context.Context, args ...string) *exec.Cmd {
	cmd := exec.CommandContext(ctx, "git", slices.Concat(ordinary, args)...)
	cmd.Dir = r.dir
	for _, v := range cmd.Environ() {
		if name, _, _ := strings.Cut(v, "="); !slices.Contains(local, name) {
			cmd.Env = append(cmd.Env, v)
		}
	}
	cmd.Env = append(cmd.Env, "LC_ALL=C")
	cmd.Cancel = func() error { return cmd.Process.Signal(syscall.SIGTERM) }
	cmd.WaitDelay = stopTimeout
	return cmd
}

const maxMessage = 8 << 10

func (r *Repo) query(ctx context.Context, args ...string) (string, error) {
	return r.queryInput(ctx, nil, args...)
}

func (r *Repo) queryInput(ctx context.Context, stdin io.Reader, args ...string) (string, error) {
	return r.queryEnv(ctx, nil, stdin, args...)
}

func (r *Repo) queryEnv(ctx context.Context, env []string, stdin io.Reader, args ...string) (string, error) {
	said := &tail{}
	set := func(cmd *exec.Cmd) {
		cmd.Stdin, cmd.Stderr, cmd.Env = stdin, said, append(cmd.Env, env...)
	}
	out, err := r.run(ctx, r.Limits.Local, said, set, args)
	if err == nil && out.full {
		return "", fmt.Errorf("output of git %s exceeds %d MB", args[0], maxHistory>>20)
	}
	return out.String(), err
}

// contact runs a git command that uses a remote. Its messages also go to r.Progress.
func (r *Repo) contact(ctx context.Context, limit time.Duration, args ...string) (string, error) {
	said := &tail{}
	shown := &redactor{w: io.Discard}
	if r.Progress != nil {
		shown.w = r.Progress
	}
	defer shown.flush()
	out, err := r.run(ctx, limit, said, func(cmd *exec.Cmd) { cmd.Stderr = io.MultiWriter(shown, said) }, args)
	return out.String(), err
}

// run runs a git command within a time limit. The error is a [Failed], or that of ctx.
func (r *Repo) run(ctx context.Context, limit time.Duration, said *tail, set func(*exec.Cmd), args []string) (*bounded, error) {
	limited, cancel := context.WithTimeoutCause(ctx, limit, ErrTimeout)
	defer cancel()
	cmd, out := r.command(limited, args...), &bounded{limit: maxHistory}
	cmd.Stdout = out
	set(cmd)
	err := cmd.Run()
	switch {
	case err == nil:
		return out, nil
	case ctx.Err() != nil:
		return out, ctx.Err()
	case limited.Err() != nil:
		err = fmt.Errorf("%w within %s", ErrTimeout, limit)
	}
	return out, failure(args, err, said)
}

func failure(args []string, err error, said *tail) error {
	for len(args) > 2 && args[0] == "-c" {
		args = args[2:]
	}
	return &Failed{Command: args[0], Output: said.text(), Err: err}
}

type tail struct{ kept []byte }

func (t *tail) Write(p []byte) (int, error) {
	t.kept = append(t.kept, p...)
	if over := len(t.kept) - maxMessage; over > 0 {
		t.kept = append(t.kept[:0], t.kept[over:]...)
	}
	return len(p), nil
}

// text returns the message as non-empty lines, without overwritten progress and passwords.
func (t *tail) text() string {
	var lines []string
	for line := range strings.SplitSeq(string(bytes.ToValidUTF8(t.kept, []byte("\uFFFD"))), "\n") {
		line = strings.TrimRight(line, "\r \t")
		line = strings.TrimRight(line[strings.LastIndexByte(line, '\r')+1:], " \t")
		line = strings.TrimSuffix(line, "\x1b[K")
		if line = strings.TrimSpace(line); line != "" && line != "remote:" {
			lines = append(lines, Redact(line))
		}
	}
	return strings.Join(lines, "\n")
}

// Entries lists all files in the tree of a commit, sorted by path. rev is a commit or a ref. The
// error is git's, also for an unknown commit.
func (r *Repo) Entries(ctx context.Context, rev string) ([]Entry, error) {
	if strings.HasPrefix(rev, "-") {
		return nil, fmt.Errorf("unknown commit %q", rev)
	}
	out, err := r.query(ctx, "ls-tree", "-r", "-z", "--full-tree", rev)
	if err != nil {
		return nil, fmt.Errorf("listing the files of %s: %w", rev, err)
	}
	return parseEntries(out)
}
