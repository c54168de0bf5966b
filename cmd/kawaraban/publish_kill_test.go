//go:build unix

package main

import (
	"bytes"
	"errors"
	"flag"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http/cgi"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/kawaraban/kawaraban/internal/corpus"
)

// publishKills is the number of kills in TestKilledPublishes.
var publishKills = flag.Int("publish.kills", 5, "how often TestKilledPublishes kills a publish")

// TestKilledPublishes kills publish at random moments, with or without the git commands it runs. The
// branch must have the old or the new site. The clone must be unchanged, both repositories valid, and
// the next publish must succeed. A server holds the other repository, so a kill cannot affect it.
func TestKilledPublishes(t *testing.T) {
	k := newKilling(t)
	random := rand.New(rand.NewPCG(uint64(time.Now().UnixNano()), 0)) // moments need not repeat
	killed, landed := 0, 0
	defer func() {
		t.Logf("of %d kills %d came after the other repository had taken the commit; a publish takes %s", killed, landed, k.took)
	}()
	for round := 0; killed < *publishKills; round++ {
		if round > 3**publishKills {
			t.Fatalf("only %d of %d publishes were killed at work", killed, round)
		}
		k.edit(round)
		before, state := k.tip(), k.state()
		after := time.Duration(random.Int64N(int64(k.took)))
		if round%3 > 0 { // in two of three rounds at the end, while git runs
			after = k.took/2 + after/2
		}
		cut := k.publish(after, round%2 == 0)
		if !cut { // the publish was faster than the measured one
			k.took = k.took * 9 / 10
			continue
		}
		killed++
		if now := k.state(); now != state {
			t.Fatalf("after kill %d the clone was\n%s\nand is\n%s", killed, state, now)
		}
		if tip := k.tip(); tip != before {
			if landed++; landed%5 == 1 { // checking this takes a build
				k.isSite(tip, before)
			}
		}
		k.whole()
	}
	k.edit(-1)
	if k.publish(time.Hour, false) {
		t.Error("the last publish was killed")
	}
	k.isSite(k.tip(), "")
}

// killing is a clone whose publish commands are killed.
type killing struct {
	t                  *testing.T
	bin, clone, remote string
	env                []string
	took               time.Duration // duration of a publish that is not killed
}

// noHousekeeping disables git gc. Its locks would look like leftovers of publish after the hundreds
// of commits of this test.
const noHousekeeping = "[gc]\n\tauto = 0\n[maintenance]\n\tauto = false\n[receive]\n\tautogc = false\n"

func newKilling(t *testing.T) *killing {
	t.Helper()
	if _, err := exec.LookPath("git"); err != nil {
		t.Skip("git is not installed")
	}
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	k := &killing{t: t, bin: filepath.Join(dir, "kawaraban"), clone: filepath.Join(dir, "site"), remote: filepath.Join(dir, "served", "remote.git")}
	if err := os.Symlink(self, k.bin); err != nil { // the test program runs as the command under this name
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, ".gitconfig"), []byte(gitSettings+noHousekeeping), 0o600); err != nil {
		t.Fatal(err)
	}
	k.env = append(os.Environ(), "HOME="+dir, "GIT_CONFIG_NOSYSTEM=1", "GIT_TERMINAL_PROMPT=0")
	git, err := exec.LookPath("git")
	if err != nil {
		t.Fatal(err)
	}
	server := httptest.NewServer(authenticated("ann:secret", &cgi.Handler{
		Path: git, Args: []string{"http-backend"}, Dir: filepath.Dir(k.remote), Stderr: io.Discard,
		Env: []string{"GIT_PROJECT_ROOT=" + filepath.Dir(k.remote), "GIT_HTTP_EXPORT_ALL=1", "HOME=" + dir, "GIT_CONFIG_NOSYSTEM=1"},
	}))
	t.Cleanup(server.Close)
	k.prepare(strings.Replace(server.URL, "://", "://ann:secret@", 1) + "/remote.git")
	return k
}

// prepare creates both repositories, with uncommitted work in the clone. It publishes twice and
// measures the time.
func (k *killing) prepare(url string) {
	k.t.Helper()
	writeNotes(k.t, k.clone, 1)
	for name, text := range map[string]string{".gitignore": "/public/\n/.kawaraban/\n", "README.md": "A site.\n", "site.yaml": "dates: none\nchecks:\n"} {
		k.write(name, strings.TrimSuffix(text, "checks:\n"))
	}
	k.git("", "init", "-q", "--bare", k.remote)
	for _, call := range []string{"init -q", "add .", "commit -q -m Begin", "remote add origin " + url, "push -q -u origin main"} {
		k.git(k.clone, strings.Fields(call)...)
	}
	k.write("README.md", "Put aside.\n")
	k.git(k.clone, "stash", "-q")
	k.write("README.md", "Staged.\n")
	k.git(k.clone, "add", "README.md")
	k.write("README.md", "Changed.\n")
	for v := range 2 {
		k.edit(-2 - v)
		start := time.Now()
		if k.publish(time.Hour, false) {
			k.t.Fatal("the first publish was killed")
		}
		k.took = time.Since(start)
	}
}

func (k *killing) write(name, text string) {
	k.t.Helper()
	if err := os.WriteFile(filepath.Join(k.clone, name), []byte(text), 0o600); err != nil {
		k.t.Fatal(err)
	}
}

// edit commits another note.
func (k *killing) edit(round int) {
	k.t.Helper()
	files := corpus.Make(corpus.Options{Notes: 2, Entries: 3, Seed: uint64(round + 10)}, corpus.Kawaraban)
	k.write(filepath.Join("content", "edited.en.md"), fmt.Sprintf("---\ntitle: Round %d\n---\n\n%d files\n", round, len(files)))
	k.git(k.clone, "add", "content")
	k.git(k.clone, "commit", "-q", "-m", "Edit", "--", "content")
}

// git runs git and returns its output.
func (k *killing) git(dir string, args ...string) string {
	k.t.Helper()
	cmd := exec.Command("git", args...)
	cmd.Dir, cmd.Env = dir, k.env
	out, err := cmd.CombinedOutput()
	if err != nil {
		k.t.Fatalf("git %q: %v\n%s", args, err, out)
	}
	return string(out)
}

// state returns the state of the clone.
func (k *killing) state() string {
	return gitState(k.clone, func(dir string, call ...string) string {
		cmd := exec.Command("git", call...)
		cmd.Dir, cmd.Env = dir, append(k.env, "GIT_OPTIONAL_LOCKS=0")
		out, err := cmd.CombinedOutput()
		if err != nil {
			return string(out) + err.Error()
		}
		return string(out)
	})
}

// tip returns the commit of the branch in the other repository.
func (k *killing) tip() string {
	return strings.TrimSpace(k.git(k.remote, "rev-parse", "refs/heads/gh-pages"))
}

// sound checks a repository with git fsck. The server may still be writing after a kill, and fsck
// then reports missing objects. sound repeats fsck for ten seconds.
func (k *killing) sound(dir string) {
	k.t.Helper()
	for deadline := time.Now().Add(10 * time.Second); time.Now().Before(deadline); time.Sleep(100 * time.Millisecond) {
		cmd := exec.Command("git", "fsck", "--strict", "--no-dangling", "--no-progress")
		cmd.Dir, cmd.Env = dir, k.env
		if cmd.Run() == nil {
			return
		}
	}
	k.git(dir, "fsck", "--strict", "--no-dangling", "--no-progress")
}

// whole checks that both repositories are valid, and that the clone has no leftover locks.
func (k *killing) whole() {
	k.t.Helper()
	for _, dir := range []string{k.remote, k.clone} {
		k.sound(dir)
	}
	locks, err := filepath.Glob(filepath.Join(k.clone, ".git", "*.lock"))
	if err != nil || len(locks) > 0 {
		k.t.Fatalf("left behind: %v %v", locks, err)
	}
}

// isSite checks that a commit has the complete site of the clone's HEAD, and the parent before.
func (k *killing) isSite(commit, before string) {
	k.t.Helper()
	if before != "" {
		if parent := strings.TrimSpace(k.git(k.remote, "rev-parse", commit+"^")); parent != before {
			k.t.Fatalf("the parent of %s is %s, not %s", commit, parent, before)
		}
	}
	source := strings.TrimSpace(k.git(k.remote, "log", "-1", "--format=%(trailers:key=Kawaraban-Source,valueonly)", commit))
	if head := strings.TrimSpace(k.git(k.clone, "rev-parse", "HEAD")); source != head {
		k.t.Fatalf("the source of %s is %s, not %s", commit, source, head)
	}
	copied := k.t.TempDir()
	k.git(k.remote, "--work-tree="+copied, "checkout", "-q", "-f", commit, "--", ".")
	if err := os.Remove(filepath.Join(k.remote, "index")); err != nil {
		k.t.Fatal(err)
	}
	if out, err := exec.Command(k.bin, "-C", k.clone, "build", "--out", copied+"-want").CombinedOutput(); err != nil {
		k.t.Fatalf("%v: %s", err, out)
	}
	got, want := readSite(k.t, copied), readSite(k.t, copied+"-want")
	if len(got) != len(want) {
		k.t.Fatalf("%s has %d files, and the site %d", commit, len(got), len(want))
	}
	for p, text := range want {
		if got[p] != text {
			k.t.Fatalf("%s of %s differs from the site", p, commit)
		}
	}
}

// publish runs the command and kills it after a delay, alone or with its child processes. It returns
// false if the command ended first. It waits until no process of the command is left.
func (k *killing) publish(after time.Duration, all bool) bool {
	k.t.Helper()
	pipe, children, err := os.Pipe() // open in all child processes
	if err != nil {
		k.t.Fatal(err)
	}
	defer pipe.Close()
	cmd := exec.Command(k.bin, "-C", k.clone, "publish")
	var out bytes.Buffer
	cmd.Env, cmd.Stdout, cmd.Stderr = k.env, &out, &out
	cmd.ExtraFiles = []*os.File{children}
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	if err := errors.Join(cmd.Start(), children.Close()); err != nil {
		k.t.Fatal(err)
	}
	ended := make(chan error, 1)
	go func() { ended <- cmd.Wait() }()
	select {
	case err = <-ended:
	case <-time.After(after):
		pid := cmd.Process.Pid
		if all {
			pid = -pid
		}
		_ = syscall.Kill(pid, syscall.SIGKILL) // it may have ended just now
		err = <-ended
	}
	if _, left := io.Copy(io.Discard, pipe); left != nil {
		k.t.Fatal(left)
	}
	exit, failed := errors.AsType[*exec.ExitError](err)
	if failed && exit.ExitCode() == -1 {
		return true
	}
	if err != nil {
		k.t.Fatalf("%v: %s", err, out.String())
	}
	return false
}
