// Package git calls the git command. It reads a checkout: [Merged] lists the pull requests that
// were merged, with the files that each of them touched; [History] says when files were last
// changed, and by whom; [Origin] says what it is a clone of, and [Files] what a commit of it
// holds. And through [Repo] it writes into
// the user's own repository and pushes from there, in package publish's service.
//
// A checkout that is read may come from anywhere, so what its configuration could make git run (pagers,
// signature checks, monitors, other diffs) is turned off, nothing is fetched, and what the
// environment says of another repository does not count. A history that cannot be read as a
// whole is an error that says why: no git, no history, a shallow one. A [Repo] is called with
// all that its user has set up, since his are the addresses and the passwords.
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

// What keeps a history from being read, beside errors of the machine.
var (
	ErrNoGit     = errors.New("there is no git command")
	ErrNoHistory = errors.New("the folder is no git checkout")
	ErrShallow   = errors.New("the checkout is shallow: its history ends early")
	ErrOwner     = errors.New("the checkout belongs to another user, whom git does not trust")
)

// Pull is a pull request that was merged.
type Pull struct {
	Number string   // as its commit names it
	Paths  []string // that it touched, below the checkout's root, sorted
}

// maxHistory is how many bytes of history are read; kubernetes/enhancements has 1 MB.
const maxHistory = 256 << 20

// Merged returns the pull requests that the first-parent history of a checkout's HEAD
// merged and that touched something below a folder: merge commits "Merge pull request
// #12 from …" and commits whose subject ends in "(#12)". The newest stands first; a number
// that two commits name stands there twice. The error is one of those above where the
// checkout has no whole history.
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

// begin and end stand around a commit's subject in the output. A subject or a path that has
// one of them is read as another commit, which says no more than any commit can say anyway.
const begin, end = "\x01", "\x02"

// pulls finds the number of the pull request in a commit's subject.
var (
	mergeOf  = regexp.MustCompile(`^Merge pull request #([0-9]{1,7}) from `)
	squashOf = regexp.MustCompile(` \(#([0-9]{1,7})\)$`)
)

// parse reads the output of git log.
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

// numberOf returns the number of the pull request that a commit merged; empty for others.
func numberOf(subject string) string {
	for _, form := range []*regexp.Regexp{mergeOf, squashOf} {
		if m := form.FindStringSubmatch(subject); m != nil {
			return strings.TrimLeft(m[1], "0")
		}
	}
	return ""
}

// safe turns off what the configuration of a checkout could make git run or fetch, or read
// of other files, and what would make the same commits tell another history.
var safe = []string{
	"-c", "core.fsmonitor=false", "-c", "core.hooksPath=/dev/null", "-c", "core.quotePath=false", "-c", "gpg.program=false",
	"-c", "log.showSignature=false", "-c", "log.showRoot=true", "-c", "log.follow=false", "-c", "diff.orderFile=/dev/null",
	"-c", "mailmap.file=", "-c", "mailmap.blob=", "-c", "protocol.allow=never", "-c", "safe.bareRepository=explicit",
	"--no-pager", "--no-optional-locks", "--no-replace-objects", "--literal-pathspecs",
}

// longest is how long git may take for one answer.
const longest = time.Minute

// run calls git for the repository that begins at a folder and returns what it prints.
func run(dir string, args ...string) (string, error) {
	return call(dir, []string{"GIT_CEILING_DIRECTORIES=" + filepath.Dir(dir)}, "", args...)
}

// within calls git for the repository that a folder is in, gives it a text to read, and
// returns what it prints.
func within(dir, text string, args ...string) (string, error) { return call(dir, nil, text, args...) }

func call(dir string, env []string, text string, args ...string) (string, error) {
	ctx, cancel := context.WithTimeout(context.Background(), longest)
	defer cancel()
	cmd := exec.CommandContext(ctx, "git", slices.Concat(safe, args)...)
	cmd.Dir, cmd.WaitDelay = dir, time.Second
	for _, v := range cmd.Environ() {
		if !strings.HasPrefix(v, "GIT_") && !strings.HasPrefix(v, "LC_ALL=") {
			cmd.Env = append(cmd.Env, v)
		}
	}
	// Of the three that forbid fetching only the second cannot be allowed again by the checkout,
	// and older versions of git do not know the third.
	cmd.Env = append(append(cmd.Env, "LC_ALL=C", "GIT_TERMINAL_PROMPT=0", "GIT_ALLOW_PROTOCOL=", "GIT_NO_LAZY_FETCH=1"), env...)
	out, said := &bounded{limit: maxHistory}, &bounded{limit: 4 << 10}
	cmd.Stdin, cmd.Stdout, cmd.Stderr = strings.NewReader(text), out, said
	err := cmd.Run()
	switch {
	case out.full:
		return "", fmt.Errorf("git %s prints more than %d MB", args[0], maxHistory>>20)
	case ctx.Err() != nil:
		return "", fmt.Errorf("git %s takes longer than %s", args[0], longest)
	case err != nil:
		line, _, _ := strings.Cut(strings.TrimSpace(said.String()), "\n")
		if line == "" {
			return "", fmt.Errorf("git %s: %w", args[0], err)
		}
		return "", fmt.Errorf("git says: %s", line)
	}
	return out.String(), nil
}

// bounded keeps what is written up to a limit, and takes the rest without keeping it.
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
