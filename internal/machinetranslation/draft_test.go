package machinetranslation

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"testing"
	"time"
)

func TestMain(m *testing.M) {
	if what := os.Getenv("DRAFT_TEST_PROGRAM"); what != "" {
		os.Exit(program(what))
	}
	os.Exit(m.Run())
}

func program(what string) int {
	text, _ := io.ReadAll(os.Stdin)
	switch what {
	case "echo":
		fmt.Printf("\n%s %s %s %s: %s", strings.Join(os.Args[1:], " "), os.Getenv("KAWARABAN_FROM"), os.Getenv("KAWARABAN_TO"), folder(), text)
	case "fail":
		fmt.Fprint(os.Stderr, strings.Repeat("noise ", 2000), "no such model\n")
		return 7
	case "hang":
		time.Sleep(10 * time.Second)
	case "flood":
		for range 100 {
			fmt.Print(strings.Repeat("x", maxOutput/50))
		}
		time.Sleep(10 * time.Second)
	}
	return 0
}

func folder() string {
	dir, _ := os.Getwd()
	return dir[strings.LastIndexAny(dir, `/\`)+1:]
}

func run(t *testing.T, ctx context.Context, what string, timeout time.Duration) (string, error) {
	t.Helper()
	t.Setenv("DRAFT_TEST_PROGRAM", what)
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir() + "/site"
	if err := os.Mkdir(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	return Command{Args: []string{self, "--to={to}", "{from}"}, Timeout: timeout, Dir: dir}.Run(ctx, "本文", "ja", "en")
}

func TestRun(t *testing.T) {
	got, err := run(t, t.Context(), "echo", time.Minute)
	if want := "--to=en ja ja en site: 本文"; got != want || err != nil {
		t.Errorf("%q, %v; want %q", got, err, want)
	}
	_, err = run(t, t.Context(), "fail", time.Minute)
	if err == nil || !strings.HasSuffix(err.Error(), "noise no such model") || !strings.Contains(err.Error(), "exit status 7: ") || len(err.Error()) > maxErrors+500 {
		t.Errorf("%.300v", err)
	}
	_, err = run(t, t.Context(), "hang", 50*time.Millisecond)
	if err == nil || !strings.HasSuffix(err.Error(), "took longer than 50ms") {
		t.Error(err)
	}
	_, err = run(t, t.Context(), "flood", time.Minute)
	if err == nil || !strings.HasSuffix(err.Error(), "wrote more than 1024 KB") {
		t.Error(err)
	}
}

func TestStopped(t *testing.T) {
	ctx, stop := context.WithTimeout(t.Context(), 50*time.Millisecond)
	defer stop()
	if _, err := run(t, ctx, "hang", time.Minute); !errors.Is(err, context.DeadlineExceeded) {
		t.Error(err)
	}
}

func TestRefused(t *testing.T) {
	for _, c := range []Command{{}, {Args: []string{"x"}}, {Args: []string{"./no-such-program"}, Timeout: time.Second}} {
		if out, err := c.Run(t.Context(), "text", "ja", "en"); err == nil || out != "" {
			t.Errorf("%v: %q, %v", c, out, err)
		}
	}
	for _, name := range []string{"./no-such-program", "no-such-program"} {
		if _, err := (Command{Args: []string{name}, Timeout: time.Second}).Run(t.Context(), "text", "ja", "en"); !errors.Is(err, ErrProgram) {
			t.Errorf("%s: %v", name, err)
		}
	}
}
