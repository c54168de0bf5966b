package e2e

import (
	"crypto/sha256"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"golang.org/x/mod/module"
	modzip "golang.org/x/mod/zip"

	"github.com/kawaraban/kawaraban/internal/starter"
)

// repositoryRoot is the root of this checkout.
var repositoryRoot = filepath.Join("..", "..")

// member is a file of the checkout, for the archive of the module.
type member string

func (m member) Path() string                 { return string(m) }
func (m member) Lstat() (os.FileInfo, error)  { return os.Lstat(m.file()) }
func (m member) Open() (io.ReadCloser, error) { return os.Open(m.file()) }
func (m member) file() string                 { return filepath.Join(repositoryRoot, filepath.FromSlash(string(m))) }

// members lists the files that a commit of the whole checkout would contain.
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
		if info, err := member(name).Lstat(); err == nil && info.Mode().IsRegular() { // deleted files are still in the index
			files = append(files, member(name))
		}
	}
	return files
}

// proxy creates a module proxy in a directory that serves this checkout as a published module. It
// returns the address and a version that depends on the content.
func proxy(t *testing.T) (address string, v module.Version) {
	t.Helper()
	root, files := t.TempDir(), members(t)
	v = module.Version{Path: starter.Module, Version: "v0.0.1-checkout." + digest(t, files)}
	dir := filepath.Join(root, filepath.FromSlash(v.Path), "@v")
	if err := os.MkdirAll(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(dir, v.Version)
	archive, err := os.Create(file + ".zip")
	if err != nil {
		t.Fatal(err)
	}
	defer archive.Close()
	if err := modzip.Create(archive, v, files); err != nil {
		t.Fatalf("this checkout is not a valid module: %v", err)
	}
	mod, err := os.ReadFile(filepath.Join(repositoryRoot, "go.mod"))
	if err != nil {
		t.Fatal(err)
	}
	for name, text := range map[string]string{
		file + ".mod":              string(mod),
		file + ".info":             fmt.Sprintf(`{"Version":%q,"Time":"2026-11-21T00:00:00Z"}`, v.Version),
		filepath.Join(dir, "list"): v.Version + "\n",
	} {
		if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return "file://" + filepath.ToSlash(root), v
}

// digest returns a hash of files.
func digest(t *testing.T, files []modzip.File) string {
	t.Helper()
	sum := sha256.New()
	for _, f := range files {
		r, err := f.Open()
		if err != nil {
			t.Fatal(err)
		}
		fmt.Fprintf(sum, "%q\n", f.Path())
		if _, err := io.Copy(sum, r); err != nil {
			t.Fatal(err)
		}
		r.Close()
	}
	return fmt.Sprintf("x%x", sum.Sum(nil)[:6])
}

// newMachine is a machine without Kawaraban. It has Go, git and an empty home directory, and gets
// this checkout from a proxy. It shares other modules and their compiled packages with this
// machine, to avoid downloads and builds.
type newMachine struct {
	home      string
	env       []string
	published module.Version // the version of this checkout
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
	home, modules := t.TempDir(), goEnv(t, "GOMODCACHE")
	address, v := proxy(t)
	m := &newMachine{home: home, published: v}
	t.Cleanup(func() { forget(t, modules, v) })
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
	m.set("GOMODCACHE", modules)
	m.set("GOCACHE", goEnv(t, "GOCACHE"))
	m.set("GOPROXY", address+",file://"+filepath.ToSlash(filepath.Join(modules, "cache", "download"))+","+goEnv(t, "GOPROXY"))
	m.set("GOSUMDB", "off") // no checksum database has this checkout; the checksums of other modules are in its go.sum
	m.set("GOTOOLCHAIN", "local")
	m.set("GOFLAGS", "-modcacherw -trimpath") // writable for removal; with the flags of make test
	m.set("GIT_AUTHOR_NAME", "Ann")
	m.set("GIT_AUTHOR_EMAIL", "ann@example.com")
	m.set("GIT_COMMITTER_NAME", "Ann")
	m.set("GIT_COMMITTER_EMAIL", "ann@example.com")
	return m
}

func (m *newMachine) set(name, value string) { m.env = append(m.env, name+"="+value) }

// forget removes a version from the module cache of this machine.
func forget(t *testing.T, modules string, v module.Version) {
	t.Helper()
	loaded := filepath.Join(modules, "cache", "download", filepath.FromSlash(v.Path), "@v")
	kept, err := filepath.Glob(filepath.Join(loaded, v.Version+".*"))
	if err != nil {
		t.Error(err)
	}
	for _, path := range append(kept, filepath.Join(loaded, "list"), filepath.Join(modules, filepath.FromSlash(v.Path)+"@"+v.Version)) {
		if err := os.RemoveAll(path); err != nil {
			t.Error(err)
		}
	}
}

// goEnv returns a setting of this machine's go command.
func goEnv(t *testing.T, name string) string {
	t.Helper()
	out, err := exec.Command("go", "env", name).Output()
	if err != nil {
		t.Fatal(err)
	}
	return strings.TrimSpace(string(out))
}
