package git

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestOrigin(t *testing.T) {
	dir, call := repo(t)
	alone(t)
	want := func(at string, want Clone) {
		t.Helper()
		got, ok := Origin(filepath.Join(dir, at))
		if ok != (want != Clone{}) || got != want {
			t.Errorf("the origin of %q is %+v, %t; want %+v", at, got, ok, want)
		}
	}
	const url = "https://someone:secret@github.com/kawaraban/kawaraban.git"
	want("", Clone{}) // no remote yet
	call("remote", "add", "origin", url)
	want("", Clone{URL: url, Branch: "main"})
	write(t, dir, "サイト/notes/content/1.29/a.ja.md")
	want("サイト/notes", Clone{}) // the repository has no files there yet
	call("add", ".")
	call("commit", "-q", "-m", "x")
	want("サイト/notes", Clone{URL: url, Branch: "main", Below: "サイト/notes/"})
	write(t, dir, "public/index.html")
	want("public", Clone{})

	call("checkout", "-q", "-b", "feature/x")
	want("", Clone{URL: url, Branch: "feature/x"})
	call("update-ref", "refs/remotes/origin/trunk", "HEAD")
	call("symbolic-ref", "refs/remotes/origin/HEAD", "refs/remotes/origin/trunk")
	want("", Clone{URL: url, Branch: "trunk"})
	call("symbolic-ref", "--delete", "refs/remotes/origin/HEAD")
	call("checkout", "-q", "--detach")
	want("", Clone{URL: url})

	call("config", "remote.origin.url", "gh:kawaraban/kawaraban")
	call("config", "url.git@github.com:.insteadOf", "gh:")
	want("", Clone{URL: "git@github.com:kawaraban/kawaraban"})
	call("remote", "add", "upstream", "/srv/git/notes.git")
	if got, ok := Remote(dir, "upstream"); !ok || got.URL != "/srv/git/notes.git" {
		t.Errorf("the remote upstream is %+v, %t", got, ok)
	}
	for _, name := range []string{"other", "", "--all", "-h"} {
		if got, ok := Remote(dir, name); ok {
			t.Errorf("the remote %q is %+v", name, got)
		}
	}
}

func TestNoOrigin(t *testing.T) {
	alone(t)
	dir := t.TempDir()
	for _, at := range []string{dir, filepath.Join(dir, "absent")} {
		if got, ok := Origin(at); ok {
			t.Errorf("the origin of %s is %+v", at, got)
		}
	}
	t.Setenv("PATH", "")
	if got, ok := Origin(dir); ok {
		t.Errorf("without git the origin is %+v", got)
	}
}

func TestOriginIsOnlyRead(t *testing.T) {
	dir, call := repo(t)
	alone(t)
	call("remote", "add", "origin", "https://github.com/o/n")
	mark := filepath.Join(t.TempDir(), "ran")
	for _, key := range []string{"core.fsmonitor", "core.pager", "pager.remote", "core.sshCommand", "core.editor", "alias.remote", "core.gitProxy"} {
		call("config", key, "touch "+mark)
	}
	if _, ok := Origin(dir); !ok {
		t.Error("the origin is not found")
	}
	if _, err := os.Stat(mark); err == nil {
		t.Error("git ran a command from the checkout's configuration")
	}
}

// alone hides the configuration of the user, and repositories above the test directories.
func alone(t *testing.T) {
	t.Helper()
	t.Setenv("HOME", t.TempDir())
	t.Setenv("XDG_CONFIG_HOME", t.TempDir())
}

func TestEmails(t *testing.T) {
	dir, call := repo(t)
	alone(t)
	if _, err := Emails(dir); err == nil {
		t.Error("without a commit there is no error")
	}
	for _, by := range []string{"Béa <bea@example.org>", "瓦版 <ann@example.com>", "Nobody <>"} {
		call("commit", "-q", "--allow-empty", "-m", "x", "--author", by)
	}
	got, err := Emails(dir)
	if diff := cmp.Diff([]string{"ann@example.com", "bea@example.org"}, got); diff != "" || err != nil {
		t.Errorf("%v %s", err, diff)
	}
}
