// Package machinetranslation runs the site's command for machine translations: see [Command.Run].
// No other package runs a program that site.yaml names.
//
// The command runs once for each text, without a shell. Its arguments come from site.yaml; {from}
// and {to} are replaced by the languages. Standard input is one block of a note as Markdown, and
// standard output is the translation. KAWARABAN_FROM and KAWARABAN_TO are added to the environment.
// A program with a slash in its name is relative to the directory of the site.
//
// The package limits size and time. It does not check the translation.
package machinetranslation

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os/exec"
	"strings"
	"time"

	"github.com/kawaraban/kawaraban/internal/note"
)

const (
	maxOutput = 1 << 20
	maxErrors = 4 << 10
)

// ErrProgram means that the program could not be started. The caller need not try other texts.
var ErrProgram = errors.New("the program cannot be started")

// Command is a program and its settings.
type Command struct {
	Args    []string      // the program first; {from} and {to} stand for the languages
	Timeout time.Duration // of each run
	Dir     string        // the directory of the site
}

// Run translates a text and trims the result. The error is the reason for a failure: the program is
// missing, failed (with the end of its standard error), took too long, or wrote too much. When ctx
// ends, the program is killed and the error is ctx's.
func (c Command) Run(ctx context.Context, text string, from, to note.Lang) (string, error) {
	if len(c.Args) == 0 {
		return "", errors.New("no command is set")
	}
	if c.Timeout <= 0 {
		return "", errors.New("the command has no time to run")
	}
	within, cancel := context.WithTimeout(ctx, c.Timeout)
	defer cancel()
	args := make([]string, len(c.Args))
	for i, a := range c.Args {
		args[i] = strings.NewReplacer("{from}", string(from), "{to}", string(to)).Replace(a)
	}
	cmd := exec.CommandContext(within, args[0], args[1:]...)
	cmd.Dir = c.Dir
	cmd.Env = append(cmd.Environ(), "KAWARABAN_FROM="+string(from), "KAWARABAN_TO="+string(to))
	cmd.Stdin = strings.NewReader(text + "\n")
	out, stderr := &bounded{max: maxOutput, over: cancel}, &tail{}
	cmd.Stdout, cmd.Stderr = out, stderr
	cmd.WaitDelay = time.Second // a child process may keep the pipes open
	newProcessGroup(cmd)
	err := cmd.Run()
	switch {
	case ctx.Err() != nil:
		return "", ctx.Err()
	case out.full:
		return "", fmt.Errorf("%s wrote more than %d KB", args[0], maxOutput>>10)
	case errors.Is(within.Err(), context.DeadlineExceeded):
		return "", fmt.Errorf("%s took longer than %s", args[0], c.Timeout)
	case err != nil && cmd.Process == nil:
		return "", fmt.Errorf("%w: %w", ErrProgram, err)
	case err != nil:
		return "", fmt.Errorf("%s failed: %w%s", args[0], err, stderr.text())
	}
	return strings.TrimSpace(strings.ReplaceAll(out.buf.String(), "\r\n", "\n")), nil
}

// bounded stores written bytes up to a limit; beyond it the program is killed.
type bounded struct {
	buf  bytes.Buffer // not embedded: its ReadFrom would bypass the limit
	max  int
	full bool
	over func()
}

func (b *bounded) Write(p []byte) (int, error) {
	if b.buf.Len()+len(p) > b.max {
		b.full = true
		b.over()
		return 0, errors.New("too much")
	}
	return b.buf.Write(p)
}

type tail struct{ kept []byte }

func (t *tail) Write(p []byte) (int, error) {
	t.kept = append(t.kept, p...)
	if over := len(t.kept) - maxErrors; over > 0 {
		t.kept = append(t.kept[:0], t.kept[over:]...)
	}
	return len(p), nil
}

// text returns the end of standard error as a suffix of a message; "" if there is none.
func (t *tail) text() string {
	if s := strings.TrimSpace(strings.ToValidUTF8(string(t.kept), "\uFFFD")); s != "" {
		return ": " + s
	}
	return ""
}
