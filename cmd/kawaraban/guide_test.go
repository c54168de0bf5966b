//go:build unix

package main

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

// elsewhere are the commands of the guide that TestGuide does not run, each with its reason.
// Those of make are asked what they would run.
var elsewhere = map[string]string{
	"go install github.com/kawaraban/kawaraban/cmd/kawaraban@latest": "asks the network for the newest release; make site, which runs, builds the same program",
	"make test":                            "runs this test",
	"make lint":                            "runs before the tests, see .ci/run, and reads every package",
	"make fuzz FUZZ=FuzzFront FUZZTIME=1m": "takes a minute; what it found is a seed of every test",
	"make bench":                           "takes minutes",
	"make bench BENCH='-notes 1000 -runs 3 -only build'":     "takes minutes",
	"make bench BENCH='-notes 200 -only preview -saves 300'": "takes minutes",
	"make bench BENCH='-notes 2 -runs 10 -only check'":       "takes a minute",
	"make bench BENCH='-notes 60,1000 -only search'":         "takes minutes",
	"go test ./internal/build -run - -bench .":               "takes minutes",
	"go test ./internal/e2e -run TestSearchQuality -v":       "make test runs it",
}

// TestGuide runs every command of the README, of CONTRIBUTING.md and of the guide, in the
// order of each document: what a block names as a file is written, every command has to end
// well (with status 1 where the guide shows an error of the content), what the guide shows of
// its output has to be what it says, and what serves a site has to answer.
func TestGuide(t *testing.T) {
	needPrograms(t, "sh", "git", "make", "go")
	hub, used := newGitHub(t), map[string]bool{}
	for doc, src := range documents(t) {
		blocks, _ := fenced(doc, src)
		blocks = slices.DeleteFunc(blocks, func(b block) bool { return b.lang != "console" && (b.file == "" || doc == "docs/checks.md") })
		for _, b := range blocks {
			for _, s := range b.steps() {
				used[s.command] = true
			}
		}
		if len(blocks) > 0 {
			t.Run(doc, func(t *testing.T) {
				t.Parallel()
				follow(t, hub, doc, blocks)
			})
		}
	}
	for command := range elsewhere {
		if !used[command] {
			t.Errorf("the guide has no %s any more: take it from the list", command)
		}
	}
}

// needPrograms skips the test where one of the programs is not there.
func needPrograms(t *testing.T, names ...string) {
	t.Helper()
	for _, name := range names {
		if _, err := exec.LookPath(name); err == nil {
			continue
		}
		if os.Getenv("KAWARABAN_E2E") == "require" {
			t.Fatalf("there is no %s", name)
		}
		t.Skipf("there is no %s", name)
	}
}

// follow does what the blocks of a document say. Where scenes has the heading of a block,
// the next scene begins there.
func follow(t *testing.T, hub github, doc string, blocks []block) {
	var at *scene
	for i, b := range blocks {
		key := doc + "#" + b.heading
		make, own := scenes[key]
		if own && i > 0 && blocks[i-1].heading == b.heading {
			own = false
		}
		if !own && at == nil {
			if make, own = scenes[doc]; !own {
				t.Fatalf("%s: TestGuide does not know where the commands of %s run: give it a line in scenes", b, doc)
			}
		}
		if own {
			at = newScene(t, hub)
			make(at)
		}
		if b.lang != "console" {
			at.write(b.file, strings.Join(b.lines, "\n")+"\n")
			continue
		}
		for _, s := range b.steps() {
			if !at.do(s) {
				return // what follows rests on it
			}
		}
	}
}

// serves is a command that goes on until it is interrupted.
var serves = regexp.MustCompile(`\bkawaraban serve\b|^make serve\b`)

// do runs a step and reports whether it did what the guide says.
func (s *scene) do(step step) bool {
	switch _, away := elsewhere[step.command]; {
	case away && strings.HasPrefix(step.command, "make "):
		return s.asked(step)
	case away:
		return true
	case serves.MatchString(step.command):
		return s.served(step)
	}
	return s.ran(step)
}

// asked has make say what it would run.
func (s *scene) asked(step step) bool {
	if said, err := s.shell("make -n" + strings.TrimPrefix(step.command, "make")).CombinedOutput(); err != nil || !bytes.Contains(said, []byte("go ")) {
		s.t.Errorf("%s: make would run (%v)\n%s", step, err, said)
		return false
	}
	return true
}

// ran runs a command to its end.
func (s *scene) ran(step step) bool {
	said, err := s.shell(step.command).CombinedOutput()
	want, status := 0, 0
	if slices.ContainsFunc(step.output, isError) {
		want = exitContent
	}
	if exit := (*exec.ExitError)(nil); errors.As(err, &exit) {
		status = exit.ExitCode()
	} else if err != nil {
		s.t.Fatal(err)
	}
	if status != want {
		s.t.Errorf("%s\nends with %d, not %d:\n%s", step, status, want, said)
		return false
	}
	if here, err := os.ReadFile(s.pwd); err == nil {
		s.dir = strings.TrimSpace(string(here))
	}
	return s.matches(step, string(said))
}

// problem is a line that reports what is wrong with the content.
var problem = regexp.MustCompile(`^\S+?(:\d+(:\d+)?)?: (.*) \[[a-z-]+/[a-z-]+\]$`)

// isError reports whether a line says an error of the content.
func isError(line string) bool {
	m := problem.FindStringSubmatch(line)
	return m != nil && !strings.HasPrefix(m[3], "warning: ") && !strings.HasPrefix(m[3], "info: ")
}

// matches holds what a command said to what the guide shows of it, if it shows anything.
func (s *scene) matches(step step, said string) bool {
	lines := strings.Split(strings.TrimRight(said, "\n"), "\n")
	shown := step.output
	for len(shown) > 0 && shown[len(shown)-1] == "" {
		shown = shown[:len(shown)-1]
	}
	if len(shown) == 0 || likeLines(shown, lines) {
		return true
	}
	s.t.Errorf("%s\nsays something else than the guide (-guide +program):\n%s", step, cmp.Diff(shown, lines))
	return false
}

// likeLines compares lines; … alone on a line stands for any number of them.
func likeLines(shown, said []string) bool {
	if len(shown) == 0 {
		return len(said) == 0
	}
	if shown[0] != "…" {
		return len(said) > 0 && likeLine(shown[0], said[0]) && likeLines(shown[1:], said[1:])
	}
	for i := range len(said) + 1 {
		if likeLines(shown[1:], said[i:]) {
			return true
		}
	}
	return false
}

// spent is what differs from run to run: times, and the port where one was taken.
var spent = regexp.MustCompile(`\b\d+(\.\d+)? ?(ms|s)\b|127\.0\.0\.1:13\d\d\b`)

// likeLine compares two lines; … within the first stands for any text.
func likeLine(shown, said string) bool {
	shown, said = spent.ReplaceAllString(shown, "0 s"), spent.ReplaceAllString(said, "0 s")
	parts := strings.Split(shown, "…")
	for i, part := range parts {
		parts[i] = regexp.QuoteMeta(part)
	}
	return regexp.MustCompile("^" + strings.Join(parts, ".*") + "$").MatchString(strings.TrimRight(said, " "))
}

// served starts a command that serves a site, asks for the site's first page and ends it as
// Ctrl-C does.
func (s *scene) served(step step) bool {
	cmd := s.shell(step.command)
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.StdoutPipe()
	if err != nil {
		s.t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		s.t.Fatal(err)
	}
	hanging := time.AfterFunc(5*time.Minute, func() { syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) })
	defer hanging.Stop()
	first, asked := answered(out)
	syscall.Kill(-cmd.Process.Pid, syscall.SIGINT)
	io.Copy(io.Discard, out)
	if err := cmd.Wait(); asked != nil || err != nil && !strings.HasPrefix(step.command, "make") {
		s.t.Errorf("%s\n%v; it ends with %v\n%s", step, asked, err, stderr.String())
		return false
	}
	return s.matches(step, first)
}

// answered reads what a server says until it says its address, in a line that it returns,
// and asks for the page there.
func answered(out io.Reader) (string, error) {
	lines := bufio.NewScanner(out)
	for lines.Scan() {
		rest, ok := strings.CutPrefix(lines.Text(), "Serving at ")
		if !ok {
			continue
		}
		address, _, _ := strings.Cut(rest, " ")
		resp, err := http.Get(address)
		if err != nil {
			return "", err
		}
		defer resp.Body.Close()
		page, err := io.ReadAll(resp.Body)
		if err != nil || resp.StatusCode != http.StatusOK || !bytes.Contains(page, []byte("<html")) {
			return "", fmt.Errorf("the first page comes with %s, %v", resp.Status, err)
		}
		return lines.Text(), nil
	}
	return "", errors.New("no address was said")
}

// write makes a file of the scene, named from where the next command runs.
func (s *scene) write(name, text string) {
	path := filepath.Join(s.dir, filepath.FromSlash(name))
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		s.t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		s.t.Fatal(err)
	}
}
