// Package git runs the git command. [Merged] lists merged pull requests with the files that they
// changed. [History] returns when and by whom files were changed. [Origin] returns what a checkout
// is a clone of, and [Files] lists the files of a commit. Package publish uses [Repo] to write into
// the user's own repository and to push.
//
// A checkout that is only read is not trusted. Settings that make git run programs (pagers,
// signature checks, monitors, external diffs) are disabled, nothing is fetched, and environment
// variables of other repositories are ignored. If the history cannot be read completely, the error
// says why: no git, no history, or a shallow clone. A [Repo] uses the full configuration of its
// user, since it needs the user's remotes and credentials.
package git

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"time"
)

// Errors that prevent reading a history.
var (
	ErrNoGit     = errors.New("git is not installed")
	ErrNoHistory = errors.New("the directory is not a git checkout")
	ErrShallow   = errors.New("shallow checkout: the history is incomplete")
	ErrOwner     = errors.New("the checkout belongs to another user and git does not trust it")
)

// Pull is a merged pull request.
type Pull struct {
	Number string   // as in its commit message
	Paths  []string // changed paths, relative to the root of the checkout, sorted
}

// maxHistory limits the bytes of history; kubernetes/enhancements has 1 MB.
const maxHistory = 256 << 20

// Merged returns the pull requests in the first-parent history of HEAD that changed something below
// a directory. It recognizes merge commits "Merge pull request #12 from …" and subjects that end in
// "(#12)". The newest is first; a number in two commits is listed twice. If the history is
// incomplete, the error is one of this package.
func Merged(dir, below string) ([]Pull, error) {
	if _, err := exec.LookPath("git"); err != nil {
		return nil, ErrNoGit
	}
	dir, err := filepath.Abs(dir)
	if err != nil {
		return nil, fmt.Errorf("reading the history: %w", err)
	}
	shallow, err := run(dir, "rev-parse", "--is-shallow-repository")
	if err != nil {
		return nil, fmt.Errorf("%w (%w)", ErrNoHistory, err)
	}
	if strings.TrimSpace(shallow) == "true" {
		return nil, ErrShallow
	}
	out, err := run(dir, "log", "--first-parent", "-m", "--name-only", "--no-renames", "--no-ext-diff", "--no-textconv",
		"--no-show-signature", "--no-color", "--no-decorate", "-z", "--format="+begin+"%s"+end, "HEAD", "--", below)
	if err != nil {
		return nil, fmt.Errorf("reading the history: %w", err)
	}
	return parse(out), nil
}

// begin and end delimit the subject of a commit in the output. A subject or path with one of them
// can only fake another commit, which any commit could do anyway.
const begin, end = "\x01", "\x02"

var (
	mergeOf  = regexp.MustCompile(`^Merge pull request #([0-9]{1,7}) from `)
	squashOf = regexp.MustCompile(` \(#([0-9]{1,7})\)$`)
)

func parse(out string) []Pull {
	var pulls []Pull
	for commit := range strings.SplitSeq(out, begin) {
		subject, rest, ok := strings.Cut(commit, end)
		number := numberOf(subject)
		if !ok || number == "" {
			continue
		}
		paths := strings.FieldsFunc(rest, func(r rune) bool { return r == 0 || r == '\n' })
		slices.Sort(paths)
		pulls = append(pulls, Pull{number, slices.Compact(paths)})
	}
	return pulls
}

func numberOf(subject string) string {
	for _, form := range []*regexp.Regexp{mergeOf, squashOf} {
		if m := form.FindStringSubmatch(subject); m != nil {
			return strings.TrimLeft(m[1], "0")
		}
	}
	return ""
}

// safe disables what a checkout's configuration could make git run, fetch or read, and what would
// change the output for the same commits.
var safe = []string{
	"-c", "core.fsmonitor=false", "-c", "core.hooksPath=/dev/null", "-c", "core.quotePath=false", "-c", "gpg.program=false",
	"-c", "log.showSignature=false", "-c", "log.showRoot=true", "-c", "log.follow=false", "-c", "diff.orderFile=/dev/null",
	"-c", "mailmap.file=", "-c", "mailmap.blob=", "-c", "protocol.allow=never", "-c", "safe.bareRepository=explicit",
	"--no-pager", "--no-optional-locks", "--no-replace-objects", "--literal-pathspecs",
}

const commandTimeout = time.Minute

// run calls git in the root of a repository and returns its output.
func run(dir string, args ...string) (string, error) {
	return call(dir, []string{"GIT_CEILING_DIRECTORIES=" + filepath.Dir(dir)}, "", args...)
}

// within calls git anywhere in a repository, with text as standard input, and returns its output.
func within(dir, text string, args ...string) (string, error) { return call(dir, nil, text, args...) }

func call(dir string, env []string, text string, args ...string) (string, error) {
	ctx, cancel := context.WithTimeout(context.Background(), commandTimeout)
	defer cancel()
	cmd := exec.CommandContext(ctx, "git", slices.Concat(safe, args)...)
	cmd.Dir, cmd.WaitDelay = dir, time.Second
	for _, v := range cmd.Environ() {
		if !strings.HasPrefix(v, "GIT_") && !strings.HasPrefix(v, "LC_ALL=") {
			cmd.Env = append(cmd.Env, v)
		}
	}
	// Three variables forbid fetching: the checkout can override all but the second, and older
	// versions of git do not know the third.
	cmd.Env = append(append(cmd.Env, "LC_ALL=C", "GIT_TERMINAL_PROMPT=0", "GIT_ALLOW_PROTOCOL=", "GIT_NO_LAZY_FETCH=1"), env...)
	out, said := &bounded{limit: maxHistory}, &bounded{limit: 4 << 10}
	cmd.Stdin, cmd.Stdout, cmd.Stderr = strings.NewReader(text), out, said
	err := cmd.Run()
	switch {
	case out.full:
		return "", fmt.Errorf("output of git %s exceeds %d MB", args[0], maxHistory>>20)
	case ctx.Err() != nil:
		return "", fmt.Errorf("git %s took longer than %s", args[0], commandTimeout)
	case err != nil:
		line, _, _ := strings.Cut(strings.TrimSpace(said.String()), "\n")
		if line == "" {
			return "", fmt.Errorf("git %s: %w", args[0], err)
		}
		return "", fmt.Errorf("git says: %s", line)
	}
	return out.String(), nil
}

// bounded keeps what is written up to a limit and discards the rest.
type bounded struct {
	bytes.Buffer
	limit int
	full  bool
}

func (b *bounded) Write(p []byte) (int, error) {
	if room := b.limit - b.Len(); len(p) > room {
		b.full = true
		b.Buffer.Write(p[:max(room, 0)])
		return len(p), nil
	}
	return b.Buffer.Write(p)
}
