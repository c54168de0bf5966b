// Package machinetranslation runs the command of a site that makes drafts of translations: text in,
// text out. It is the only room that runs a program which the site names.
//
// The command is run once for each text, with no shell: the words of site.yaml are its
// arguments, {from} and {to} in them the languages. The text is Markdown, one block of a
// note, on its standard input; what it writes to its standard output is the draft. The
// environment has KAWARABAN_FROM and KAWARABAN_TO beside all that Kawaraban itself has. A
// program that is named by a path with a slash is looked for from the folder of the site.
//
// Whoever calls [Command.Run] judges the draft; here only its size and its time are
// bounded.
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

// The bounds of what a command may say.
const (
	maxOutput = 1 << 20
	maxErrors = 4 << 10
)

// ErrProgram says that the program could not be started: no other text will do better.
var ErrProgram = errors.New("the program cannot be started")

// Command is a program with its arguments, and how it is run.
type Command struct {
	Args    []string      // the program first; {from} and {to} stand for the languages
	Timeout time.Duration // of each run
	Dir     string        // the folder of the site
}

// Run gives the command a text and returns its draft, white space around it taken off. The
// error says why there is none: the program is not there, it failed (with the end of what it
// wrote to standard error), it took too long, or it wrote too much. When ctx ends so does
// the program, and the error is ctx's.
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
	out, said := &bounded{max: maxOutput, over: cancel}, &tail{}
	cmd.Stdout, cmd.Stderr = out, said
	cmd.WaitDelay = time.Second // a child of its own may hold the pipes open
	alone(cmd)
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
		return "", fmt.Errorf("%s failed: %w%s", args[0], err, said.text())
	}
	return strings.TrimSpace(strings.ReplaceAll(out.buf.String(), "\r\n", "\n")), nil
}

// bounded keeps what is written up to a size; beyond it the program is ended.
type bounded struct {
	buf  bytes.Buffer // no field that reads for itself, past the bound
	max  int
	full bool
	over func()
}

// Write implements io.Writer.
func (b *bounded) Write(p []byte) (int, error) {
	if b.buf.Len()+len(p) > b.max {
		b.full = true
		b.over()
		return 0, errors.New("too much")
	}
	return b.buf.Write(p)
}

// tail keeps the end of what is written.
type tail struct{ kept []byte }

// Write implements io.Writer.
func (t *tail) Write(p []byte) (int, error) {
	t.kept = append(t.kept, p...)
	if over := len(t.kept) - maxErrors; over > 0 {
		t.kept = append(t.kept[:0], t.kept[over:]...)
	}
	return len(p), nil
}

// text is the end as it stands behind a message.
func (t *tail) text() string {
	if s := strings.TrimSpace(strings.ToValidUTF8(string(t.kept), "\uFFFD")); s != "" {
		return ": " + s
	}
	return ""
}
