package git

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func repo(t *testing.T) (string, func(args ...string)) {
	t.Helper()
	if _, err := exec.LookPath("git"); err != nil {
		t.Skip("git is not installed")
	}
	dir := t.TempDir()
	call := func(args ...string) {
		t.Helper()
		cmd := exec.Command("git", append([]string{"-c", "user.name=Ann", "-c", "user.email=ann@example.com", "-c", "commit.gpgSign=false", "-c", "init.defaultBranch=main"}, args...)...)
		cmd.Dir = dir
		cmd.Env = append(os.Environ(), "GIT_CONFIG_GLOBAL=/dev/null", "GIT_CONFIG_SYSTEM=/dev/null")
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Fatalf("git %v: %v\n%s", args, err, out)
		}
	}
	call("init", "-q")
	return dir, call
}

func write(t *testing.T, dir, name string) {
	t.Helper()
	file := filepath.Join(dir, filepath.FromSlash(name))
	if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
		t.Fatal(err)
	}
	f, err := os.OpenFile(file, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o644)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := f.WriteString(name + "\n"); err != nil {
		t.Fatal(err)
	}
	if err := f.Close(); err != nil {
		t.Fatal(err)
	}
}

func history(t *testing.T) (string, func(args ...string)) {
	dir, call := repo(t)
	commit := func(subject string, names ...string) {
		t.Helper()
		for _, n := range names {
			write(t, dir, n)
		}
		call("add", ".")
		call("commit", "-q", "-m", subject)
	}
	commit("Begin", "README", "keps/sig-node/1-first/kep.yaml")
	call("checkout", "-q", "-b", "topic")
	commit("Write (#999)", "keps/sig-node/127-user namespaces/ünïcode.md")
	commit("Write more", "keps/sig-node/127-user namespaces/kep.yaml", "README")
	call("checkout", "-q", "main")
	commit("Unrelated (#7)", "docs/x")
	call("merge", "-q", "--no-ff", "-m", "Merge pull request #12 from ann/topic", "topic")
	commit("Squash it (#013)", "keps/sig-cli/2-second/kep.yaml", "keps/sig-cli/2-second/README.md")
	commit("Speak of (#14) and go on", "keps/sig-cli/2-second/kep.yaml")
	commit("No pull request", "keps/sig-cli/2-second/kep.yaml")
	call("mv", "keps/sig-cli/2-second/kep.yaml", "keps/sig-node/moved.yaml")
	call("commit", "-q", "-m", "Merge pull request #15 from ann/move")
	return dir, call
}

func TestMerged(t *testing.T) {
	dir, call := history(t)
	// Settings with which a hostile checkout could run programs.
	call("config", "log.showSignature", "true")
	call("config", "gpg.program", "touch "+filepath.Join(dir, "ran"))
	call("config", "core.fsmonitor", "touch "+filepath.Join(dir, "ran"))
	call("config", "core.pager", "touch "+filepath.Join(dir, "ran"))
	t.Setenv("GIT_DIR", t.TempDir())
	got, err := Merged(dir, "keps")
	if err != nil {
		t.Fatal(err)
	}
	want := []Pull{
		{"15", []string{"keps/sig-cli/2-second/kep.yaml", "keps/sig-node/moved.yaml"}},
		{"13", []string{"keps/sig-cli/2-second/README.md", "keps/sig-cli/2-second/kep.yaml"}},
		{"12", []string{"keps/sig-node/127-user namespaces/kep.yaml", "keps/sig-node/127-user namespaces/ünïcode.md"}},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	if _, err := os.Stat(filepath.Join(dir, "ran")); err == nil {
		t.Error("the checkout's configuration was used")
	}
}

func TestNoHistory(t *testing.T) {
	dir, call := history(t)
	if _, err := Merged(filepath.Join(dir, "keps"), "keps"); !errors.Is(err, ErrNoHistory) {
		t.Errorf("a folder within a repository: %v", err)
	}
	if _, err := Merged(t.TempDir(), "keps"); !errors.Is(err, ErrNoHistory) {
		t.Errorf("a folder without a repository: %v", err)
	}
	shallow := filepath.Join(t.TempDir(), "shallow")
	call("clone", "-q", "--depth", "1", "file://"+dir, shallow)
	if _, err := Merged(shallow, "keps"); !errors.Is(err, ErrShallow) {
		t.Errorf("a shallow checkout: %v", err)
	}
	empty, _ := repo(t)
	if _, err := Merged(empty, "keps"); err == nil || errors.Is(err, ErrShallow) {
		t.Errorf("a repository without commits: %v", err)
	}
	t.Setenv("PATH", t.TempDir())
	if _, err := Merged(dir, "keps"); !errors.Is(err, ErrNoGit) {
		t.Errorf("no git: %v", err)
	}
}

func TestNumberOf(t *testing.T) {
	for subject, want := range map[string]string{
		"Merge pull request #3761 from ann/x": "3761", "KEP-753: restart (#3762)": "3762", "Merge pull request #0 from x": "",
		"Revert (#1) again": "", "Merge pull request 12 from x": "", "Fix #12": "", "(#12)": "", "x (#12345678)": "", "": "",
	} {
		if got := numberOf(subject); got != want {
			t.Errorf("%q: %q, want %q", subject, got, want)
		}
	}
}

func FuzzParse(f *testing.F) {
	f.Add(begin + "Merge pull request #1 from a/b" + end + "\x00\nkeps/a\x00keps/b\x00")
	f.Fuzz(func(t *testing.T, out string) {
		for _, p := range parse(out) {
			if p.Number == "" || strings.Trim(p.Number, "0123456789") != "" {
				t.Errorf("number %q", p.Number)
			}
		}
	})
}
