package main

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/kawaraban/kawaraban/internal/build"
)

// TestProgress checks that progress appears after a delay, at most once a tick, on one line that is
// erased at the end.
func TestProgress(t *testing.T) {
	var out bytes.Buffer
	p := &progress{w: &out, next: time.Now().Add(time.Hour)}
	p.say(build.StageParse, 1, 10)
	p.end()
	if out.Len() > 0 {
		t.Errorf("a quick build printed %q", out.String())
	}
	p.next = time.Time{}
	p.say(build.StageParse, 2, 10)
	p.say(build.StageParse, 3, 10)
	p.end()
	p.end()
	if got, want := out.String(), "\r\x1b[Kparse 2 of 10\r\x1b[K"; got != want {
		t.Errorf("progress was %q, not %q", got, want)
	}
}

// TestProgressOnlyOnTerminals checks that a pipe or file gets no progress line.
func TestProgressOnlyOnTerminals(t *testing.T) {
	file, err := os.Create(filepath.Join(t.TempDir(), "log"))
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	r, pipe, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	defer pipe.Close()
	for _, a := range []*app{{stderr: file}, {stderr: pipe}, {stderr: &bytes.Buffer{}}} {
		if p := a.newProgress(time.Now().Add(-time.Hour)); p.w != nil {
			t.Errorf("%T is treated as a terminal", a.stderr)
		}
	}
}

// TestInterrupted checks that an interrupted build prints a message and keeps the last site.
func TestInterrupted(t *testing.T) {
	dir := t.TempDir()
	if err := os.Mkdir(filepath.Join(dir, "content"), 0o755); err != nil {
		t.Fatal(err)
	}
	note := filepath.Join(dir, "content", "x.ja.md")
	if err := os.WriteFile(note, []byte("# 題\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	command := func(ctx context.Context) (int, string) {
		var out, errs bytes.Buffer
		status := run(ctx, []string{"-C", dir, "build"}, &out, &errs)
		return status, errs.String()
	}
	if status, stderr := command(t.Context()); status != exitFine {
		t.Fatal(status, stderr)
	}
	before, err := contents(filepath.Join(dir, "public"))
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(note, []byte("# 別の題\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	status, stderr := command(ctx)
	if status != exitMachine || stderr != "kawaraban: interrupted\n" {
		t.Errorf("status %d: %q", status, stderr)
	}
	after, err := contents(filepath.Join(dir, "public"))
	if err != nil {
		t.Fatal(err)
	}
	for p, text := range before {
		if after[p] != text {
			t.Errorf("%s has changed", p)
		}
	}
	if status, stderr := command(t.Context()); status != exitFine {
		t.Fatal(status, stderr)
	}
	after, err = contents(filepath.Join(dir, "public"))
	if err != nil || !strings.Contains(after["ja/x/index.html"], "別の題") {
		t.Errorf("the next build does not give the new site: %v", err)
	}
}
