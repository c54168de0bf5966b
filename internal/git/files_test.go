package git

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestFiles(t *testing.T) {
	dir, call := repo(t)
	write(t, dir, "ja/1.29/ノート/index.html")
	write(t, dir, "notes/site.yaml")
	call("add", ".")
	call("commit", "-q", "-m", "Begin")
	call("update-ref", "refs/remotes/origin/gh-pages", "HEAD")
	want := []string{"ja/1.29/ノート/index.html", "notes/site.yaml"}
	for _, names := range [][]string{{"HEAD"}, {"gh-pages", "refs/remotes/origin/gh-pages"}, {"-x", "", "HEAD"}} {
		got, err := Files(filepath.Join(dir, "notes"), names...)
		if diff := cmp.Diff(want, got); err != nil || diff != "" {
			t.Errorf("%q: %v\n%s", names, err, diff)
		}
	}
	if got, err := Files(dir, "gh-pages", "--all"); !errors.Is(err, ErrNoCommit) {
		t.Errorf("no such commit: %q, %v", got, err)
	}
}

func TestChanged(t *testing.T) {
	p := newPast(t)
	p.put("site/content/a.md", "1\n", "b.md", "1\n")
	p.commit("2023-01-01", "Ann <ann@example.org>", "Begin")
	p.put("site/content/a.md", "2\n", "b.md", "2\n", "site/content/ノート.md", "1\n")
	p.commit("2023-01-02", "Ann <ann@example.org>", "Change")
	want := []string{"content/a.md", "content/ノート.md"}
	got, err := Changed(filepath.Join(p.dir, "site"), "origin/main", "--output=x", "HEAD^")
	if diff := cmp.Diff(want, got); err != nil || diff != "" {
		t.Errorf("%v\n%s", err, diff)
	}
	if got, err := Changed(p.dir, "origin/main"); !errors.Is(err, ErrNoCommit) {
		t.Errorf("no such commit: %q, %v", got, err)
	}
}

// TestNothingIsFetched reads a checkout whose configuration would run a program to fetch missing
// objects: the program does not run.
func TestNothingIsFetched(t *testing.T) {
	p := newPast(t)
	p.put("content/a.md", "1\n2\n3\n4\n")
	p.commit("2023-01-01", "Ann <ann@example.org>", "Begin")
	p.put("content/b.md", "1\n2\n3\n5\n", "content/a.md", "")
	p.commit("2023-01-02", "Ann <ann@example.org>", "Rename")
	ran := filepath.Join(t.TempDir(), "ran")
	for _, c := range [][2]string{
		{"core.repositoryFormatVersion", "1"}, {"extensions.partialClone", "origin"}, {"remote.origin.promisor", "true"},
		{"remote.origin.url", p.dir}, {"remote.origin.uploadpack", "touch " + ran + "; git-upload-pack"}, {"protocol.file.allow", "always"},
	} {
		p.call("config", c[0], c[1])
	}
	p.call("update-ref", "refs/remotes/origin/gh-pages", "HEAD")
	for _, object := range []string{"HEAD:content", "HEAD~1:content/a.md"} {
		id := strings.TrimSpace(p.says("rev-parse", object))
		if err := os.Remove(filepath.Join(p.dir, ".git", "objects", id[:2], id[2:])); err != nil {
			t.Fatal(err)
		}
	}
	if got, err := Files(p.dir, "refs/remotes/origin/gh-pages"); err == nil {
		t.Errorf("files of a missing tree: %q", got)
	}
	_, _ = History(p.dir, "content") // the result does not matter
	_, _ = Merged(p.dir, "content")
	if _, err := os.Stat(ran); err == nil {
		t.Error("the checkout's program was run")
	}
}

// TestRepositoryAmongFiles checks that an embedded bare repository in a checkout is not used.
func TestRepositoryAmongFiles(t *testing.T) {
	dir, call := repo(t)
	within := filepath.Join(dir, "site")
	call("init", "-q", "--bare", "site")
	call("--git-dir=site", "config", "core.bare", "false")
	call("--git-dir=site", "config", "core.worktree", within)
	if r, err := Open(t.Context(), within); !errors.Is(err, ErrNoRepository) {
		t.Errorf("the embedded repository is opened: %+v, %v", r, err)
	}
}
