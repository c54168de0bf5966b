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

// elsewhere are the commands of the guide that TestGuide does not run, with the reason. Those of
// make run as make -n.
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

// TestGuide runs every command of README.md, CONTRIBUTING.md and the guide, in the order of each
// document. Blocks with a file name are written to that file. Commands must succeed, or exit with
// status 1 if the guide shows a content error. Their output must match the guide, and servers must
// answer.
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
			t.Errorf("the guide does not have %s: remove it from the list", command)
		}
	}
}

// needPrograms skips the test if one of the programs is missing.
func needPrograms(t *testing.T, names ...string) {
	t.Helper()
	for _, name := range names {
		if _, err := exec.LookPath(name); err == nil {
			continue
		}
		if os.Getenv("KAWARABAN_E2E") == "require" {
			t.Fatalf("missing program %s", name)
		}
		t.Skipf("missing program %s", name)
	}
}

// follow runs the blocks of a document. At a heading in scenes it prepares a new scene.
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
				t.Fatalf("%s: the commands of %s have no preparation: add a line to scenes", b, doc)
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
				return // later steps depend on this one
			}
		}
	}
}

// serves matches a command that runs until it is interrupted.
var serves = regexp.MustCompile(`\bkawaraban serve\b|^make serve\b`)

// do runs a step and reports whether its result matches the guide.
func (s *scene) do(step step) bool {
	switch _, away := elsewhere[step.command]; {
	case away && strings.HasPrefix(step.command, "make "):
		return s.dryRun(step)
	case away:
		return true
	case serves.MatchString(step.command):
		return s.served(step)
	}
	return s.ran(step)
}

// dryRun runs a command of make with -n, which prints the commands only.
func (s *scene) dryRun(step step) bool {
	if output, err := s.shell("make -n" + strings.TrimPrefix(step.command, "make")).CombinedOutput(); err != nil || !bytes.Contains(output, []byte("go ")) {
		s.t.Errorf("%s: make would run (%v)\n%s", step, err, output)
		return false
	}
	return true
}

// ran runs a command to its end.
func (s *scene) ran(step step) bool {
	output, err := s.shell(step.command).CombinedOutput()
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
		s.t.Errorf("%s\nends with %d, not %d:\n%s", step, status, want, output)
		return false
	}
	if here, err := os.ReadFile(s.pwd); err == nil {
		s.dir = strings.TrimSpace(string(here))
	}
	return s.matches(step, string(output))
}

// problem matches the line of a content problem.
var problem = regexp.MustCompile(`^\S+?(:\d+(:\d+)?)?: (.*) \[[a-z-]+/[a-z-]+\]$`)

// isError reports whether a line is a content error.
func isError(line string) bool {
	m := problem.FindStringSubmatch(line)
	return m != nil && !strings.HasPrefix(m[3], "warning: ") && !strings.HasPrefix(m[3], "info: ")
}

// matches compares the output of a command with that in the guide, if any.
func (s *scene) matches(step step, output string) bool {
	lines := strings.Split(strings.TrimRight(output, "\n"), "\n")
	shown := step.output
	for len(shown) > 0 && shown[len(shown)-1] == "" {
		shown = shown[:len(shown)-1]
	}
	if len(shown) == 0 || likeLines(shown, lines) {
		return true
	}
	s.t.Errorf("%s\ndiffers from the guide (-guide +program):\n%s", step, cmp.Diff(shown, lines))
	return false
}

// likeLines compares lines. A line with only … matches any number of lines.
func likeLines(shown, output []string) bool {
	if len(shown) == 0 {
		return len(output) == 0
	}
	if shown[0] != "…" {
		return len(output) > 0 && likeLine(shown[0], output[0]) && likeLines(shown[1:], output[1:])
	}
	for i := range len(output) + 1 {
		if likeLines(shown[1:], output[i:]) {
			return true
		}
	}
	return false
}

// spent matches text that differs in each run: times and ports.
var spent = regexp.MustCompile(`\b\d+(\.\d+)? ?(ms|s)\b|127\.0\.0\.1:13\d\d\b`)

// likeLine compares two lines. … in the first matches any text.
func likeLine(shown, output string) bool {
	shown, output = spent.ReplaceAllString(shown, "0 s"), spent.ReplaceAllString(output, "0 s")
	parts := strings.Split(shown, "…")
	for i, part := range parts {
		parts[i] = regexp.QuoteMeta(part)
	}
	return regexp.MustCompile("^" + strings.Join(parts, ".*") + "$").MatchString(strings.TrimRight(output, " "))
}

// served starts a server, requests the first page of the site, and interrupts the server.
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
	first, failed := answered(out)
	syscall.Kill(-cmd.Process.Pid, syscall.SIGINT)
	io.Copy(io.Discard, out)
	if err := cmd.Wait(); failed != nil || err != nil && !strings.HasPrefix(step.command, "make") {
		s.t.Errorf("%s\n%v; it ends with %v\n%s", step, failed, err, stderr.String())
		return false
	}
	return s.matches(step, first)
}

// answered reads the output of a server up to the line with its address, and requests the page
// there. It returns that line.
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
			return "", fmt.Errorf("status of the first page: %s, %v", resp.Status, err)
		}
		return lines.Text(), nil
	}
	return "", errors.New("no address was printed")
}

// write writes a file, relative to the current directory of the scene.
func (s *scene) write(name, text string) {
	path := filepath.Join(s.dir, filepath.FromSlash(name))
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		s.t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		s.t.Fatal(err)
	}
}
