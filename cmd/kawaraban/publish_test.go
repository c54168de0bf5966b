package main

import (
	"bytes"
	"crypto/sha256"
	"fmt"
	"io"
	"net/http"
	"net/http/cgi"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	"github.com/rogpeppe/go-internal/testscript"
)

// gitUser gives a script a git that knows a user and nothing of the machine's settings, or
// skips it where there is no git.
func gitUser(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) > 0 {
		ts.Fatalf("usage: gitUser")
	}
	if _, err := exec.LookPath("git"); err != nil {
		ts.Logf("git is not installed")
		ts.Check(ts.Exec("false"))
	}
	home := ts.MkAbs(filepath.Join(ts.Getenv("WORK"), ".home"))
	ts.Check(os.MkdirAll(home, 0o700))
	ts.Check(os.WriteFile(filepath.Join(home, ".gitconfig"), []byte(gitSettings), 0o600))
	ts.Setenv("HOME", home)
	ts.Setenv("XDG_CONFIG_HOME", filepath.Join(home, "xdg"))
	ts.Setenv("GIT_CONFIG_NOSYSTEM", "1")
	ts.Setenv("GIT_CEILING_DIRECTORIES", ts.Getenv("WORK"))
}

// gitSettings are those of the user of scripts.
const gitSettings = `[user]
	name = Ann
	email = ann@example.com
[init]
	defaultBranch = main
[advice]
	detachedHead = false
[protocol "file"]
	allow = always
`

// newRepository makes the current folder a repository with all that is in it committed, and
// pushes it to a new bare one: repository remote.git. It has an address, origin.
func newRepository(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 1 {
		ts.Fatalf("usage: repository remote.git [git init flags]")
	}
	remote := ts.MkAbs(filepath.Join(ts.Getenv("WORK"), args[0]))
	for _, call := range [][]string{
		append([]string{"init", "-q", "--bare", remote}, args[1:]...),
		append([]string{"init", "-q"}, args[1:]...),
		{"add", "."},
		{"commit", "-q", "-m", "Begin"},
		{"remote", "add", "origin", remote},
		{"push", "-q", "-u", "origin", "main"},
	} {
		ts.Check(ts.Exec("git", call...))
	}
}

// served serves the repositories below a folder over HTTP by git's own program, to one user
// only, and sets a variable to the address: served URL $WORK ann:secret.
func served(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 3 {
		ts.Fatalf("usage: served VARIABLE folder user:password")
	}
	git, err := exec.LookPath("git")
	ts.Check(err)
	backend := &cgi.Handler{
		Path: git, Args: []string{"http-backend"}, Dir: ts.MkAbs(args[1]),
		Env: []string{"GIT_PROJECT_ROOT=" + ts.MkAbs(args[1]), "GIT_HTTP_EXPORT_ALL=1", "HOME=" + ts.Getenv("HOME"), "GIT_CONFIG_NOSYSTEM=1"},
	}
	server := httptest.NewServer(authenticated(args[2], backend))
	ts.Defer(server.Close)
	ts.Setenv(args[0], server.URL)
}

// authenticated lets one user through, whom the program behind it knows by name: without one
// git http-backend takes no push.
func authenticated(who string, next *cgi.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		name, password, ok := r.BasicAuth()
		if !ok || name+":"+password != who {
			w.Header().Set("WWW-Authenticate", `Basic realm="git"`)
			http.Error(w, "who are you?", http.StatusUnauthorized)
			return
		}
		body, err := io.ReadAll(r.Body) // git sends what is large in chunks, which CGI does not know
		if err != nil {
			http.Error(w, err.Error(), http.StatusBadRequest)
			return
		}
		r.Body, r.ContentLength, r.TransferEncoding = io.NopCloser(bytes.NewReader(body)), int64(len(body)), nil
		as := *next
		as.Env = append(as.Env[:len(as.Env):len(as.Env)], "REMOTE_USER="+name, "AUTH_TYPE=Basic")
		as.ServeHTTP(w, r)
	})
}

// untouched remembers what git says of a clone's state, and holds it to that at every later
// call: untouched site. Branches of other repositories that the clone knows do not count.
func untouched(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 1 {
		ts.Fatalf("usage: untouched folder")
	}
	state := gitState(ts.MkAbs(args[0]), func(dir string, call ...string) string {
		cmd := exec.Command("git", append([]string{"-C", dir, "--no-optional-locks"}, call...)...)
		for _, v := range []string{"HOME", "PATH", "GIT_CONFIG_NOSYSTEM"} {
			cmd.Env = append(cmd.Env, v+"="+ts.Getenv(v))
		}
		out, err := cmd.CombinedOutput()
		if err != nil {
			return string(out) + err.Error()
		}
		return string(out)
	})
	ts.Check(ts.Exec("git", "-C", args[0], "fsck", "--strict", "--no-dangling", "--no-progress"))
	name := "UNTOUCHED_" + strings.ToUpper(filepath.Base(args[0]))
	if was := ts.Getenv(name); was != "" && was != state {
		ts.Fatalf("the clone was\n%s\nand is\n%s", was, state)
	}
	ts.Setenv(name, state)
}

// gitState is what git says of a clone: what is checked out, staged, changed, put aside, its
// references, its settings, and the bytes of its index.
func gitState(dir string, git func(dir string, call ...string) string) string {
	var b strings.Builder
	for _, call := range []string{
		"status --porcelain=v2 --branch --untracked-files=all", "stash list", "worktree list", "diff", "diff --cached",
		"for-each-ref refs/heads refs/tags refs/stash refs/notes refs/replace",
	} {
		b.WriteString("$ git " + call + "\n" + git(dir, strings.Fields(call)...))
	}
	names := []string{"HEAD", "index", "FETCH_HEAD", "ORIG_HEAD", "config", "COMMIT_EDITMSG", "shallow"}
	call := []string{"rev-parse"}
	for _, name := range names {
		call = append(call, "--git-path", name)
	}
	for i, at := range strings.Split(strings.TrimSpace(git(dir, call...)), "\n") {
		if !filepath.IsAbs(at) {
			at = filepath.Join(dir, at)
		}
		data, _ := os.ReadFile(at) // most are not there
		fmt.Fprintf(&b, "%s %x\n", names[i], sha256.Sum256(data))
	}
	return b.String()
}
