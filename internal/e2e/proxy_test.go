package e2e

import (
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"

	"golang.org/x/mod/module"
	modzip "golang.org/x/mod/zip"

	"github.com/kawaraban/kawaraban/internal/starter"
)

// asPublished is the version under which this checkout is offered to go commands, as if it
// had been published.
var asPublished = module.Version{Path: starter.Module, Version: "v0.0.1-checkout"}

// repositoryRoot is the top of this checkout.
var repositoryRoot = filepath.Join("..", "..")

// member is a file of the checkout, for the archive of the module.
type member string

func (m member) Path() string                 { return string(m) }
func (m member) Lstat() (os.FileInfo, error)  { return os.Lstat(m.file()) }
func (m member) Open() (io.ReadCloser, error) { return os.Open(m.file()) }
func (m member) file() string                 { return filepath.Join(repositoryRoot, filepath.FromSlash(string(m))) }

// members lists what a commit of everything in the checkout would hold.
func members(t *testing.T) []modzip.File {
	t.Helper()
	cmd := exec.Command("git", "ls-files", "-z", "--cached", "--others", "--exclude-standard")
	cmd.Dir = repositoryRoot
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("listing the checkout: %v", err)
	}
	var files []modzip.File
	for name := range strings.SplitSeq(strings.TrimSuffix(string(out), "\x00"), "\x00") {
		if info, err := member(name).Lstat(); err == nil && info.Mode().IsRegular() { // what is deleted and not committed is none
			files = append(files, member(name))
		}
	}
	return files
}

// proxy makes a folder that go commands can ask for this checkout as a module, and returns
// its address.
func proxy(t *testing.T) string {
	t.Helper()
	root := t.TempDir()
	dir := filepath.Join(root, filepath.FromSlash(asPublished.Path), "@v")
	if err := os.MkdirAll(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(dir, asPublished.Version)
	archive, err := os.Create(file + ".zip")
	if err != nil {
		t.Fatal(err)
	}
	defer archive.Close()
	if err := modzip.Create(archive, asPublished, members(t)); err != nil {
		t.Fatalf("this checkout is no module that can be published: %v", err)
	}
	mod, err := os.ReadFile(filepath.Join(repositoryRoot, "go.mod"))
	if err != nil {
		t.Fatal(err)
	}
	for name, text := range map[string]string{
		file + ".mod":              string(mod),
		file + ".info":             fmt.Sprintf(`{"Version":%q,"Time":"2026-11-21T00:00:00Z"}`, asPublished.Version),
		filepath.Join(dir, "list"): asPublished.Version + "\n",
	} {
		if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return "file://" + filepath.ToSlash(root)
}

// machine is one on which nobody has worked yet: with Go and git, an empty home, and no
// modules. What this machine has of other modules is offered to it, lest it be asked of the
// network; compiled packages are shared, as they are by their content.
type newMachine struct {
	home string
	env  []string
}

func aNewMachine(t *testing.T) *newMachine {
	t.Helper()
	need(t, "Go", program("go"))
	need(t, "git", program("git"))
	need(t, "bash", program("bash"))
	need(t, "the history of this checkout", func() (string, error) {
		_, err := os.Stat(filepath.Join(repositoryRoot, ".git"))
		return "", err
	})
	home := t.TempDir()
	modules := goEnv(t, "GOMODCACHE")
	m := &newMachine{home: home}
	for _, v := range os.Environ() {
		name, _, _ := strings.Cut(v, "=")
		if !strings.HasPrefix(name, "GO") && !strings.HasPrefix(name, "GIT_") && !slices.Contains([]string{"HOME", "LANG", "LC_ALL", "PATH", "CI"}, name) {
			m.env = append(m.env, v)
		}
	}
	bin := filepath.Join(home, "bin")
	m.set("HOME", home)
	m.set("LANG", "ja_JP.UTF-8")
	m.set("PATH", bin+string(filepath.ListSeparator)+os.Getenv("PATH"))
	m.set("GOBIN", bin)
	m.set("GOPATH", filepath.Join(home, "go"))
	m.set("GOMODCACHE", filepath.Join(home, "go", "pkg", "mod"))
	m.set("GOCACHE", goEnv(t, "GOCACHE"))
	m.set("GOPROXY", proxy(t)+",file://"+filepath.ToSlash(filepath.Join(modules, "cache", "download"))+","+goEnv(t, "GOPROXY"))
	m.set("GOSUMDB", "off") // no data base of sums knows this checkout; the others' sums stand in its go.sum
	m.set("GOTOOLCHAIN", "local")
	m.set("GOFLAGS", "-modcacherw -trimpath") // so that the folder can be removed, and what is compiled can be shared
	m.set("GOMAXPROCS", fmt.Sprint(runtime.GOMAXPROCS(0)))
	m.set("GIT_AUTHOR_NAME", "Ann")
	m.set("GIT_AUTHOR_EMAIL", "ann@example.com")
	m.set("GIT_COMMITTER_NAME", "Ann")
	m.set("GIT_COMMITTER_EMAIL", "ann@example.com")
	return m
}

func (m *newMachine) set(name, value string) { m.env = append(m.env, name+"="+value) }

// goEnv is a setting of this machine's go command.
func goEnv(t *testing.T, name string) string {
	t.Helper()
	out, err := exec.Command("go", "env", name).Output()
	if err != nil {
		t.Fatal(err)
	}
	return strings.TrimSpace(string(out))
}
