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

// gitUser is a script command. It gives the script git settings with a user and without those of the
// machine. It skips the script if git is missing.
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

// gitSettings are the git settings of scripts.
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

// newRepository is the script command repository. It commits all files of the current directory to a
// new repository, and pushes to a new bare one as origin: repository remote.git.
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

// served is a script command. It serves the repositories below a directory over HTTP to one user,
// and sets a variable to the address: served URL $WORK ann:secret.
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

// authenticated requires one user and password, and passes the name on. git http-backend accepts
// pushes only from a named user.
func authenticated(credentials string, next *cgi.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		name, password, ok := r.BasicAuth()
		if !ok || name+":"+password != credentials {
			w.Header().Set("WWW-Authenticate", `Basic realm="git"`)
			http.Error(w, "who are you?", http.StatusUnauthorized)
			return
		}
		body, err := io.ReadAll(r.Body) // git sends large bodies in chunks, which CGI does not support
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

// untouched is a script command. It records the state of a clone, and compares it in every later
// call: untouched site. It ignores remote branches.
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

// gitState returns the state of a clone: checked-out commit, staged files, changes, stash,
// references, settings, and a hash of the index.
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
		data, _ := os.ReadFile(at) // most do not exist
		fmt.Fprintf(&b, "%s %x\n", names[i], sha256.Sum256(data))
	}
	return b.String()
}
