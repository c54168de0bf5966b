package main

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"

	"github.com/kawaraban/kawaraban/internal/diag"
	"github.com/kawaraban/kawaraban/internal/git"
	"github.com/kawaraban/kawaraban/internal/source"
)

// dates reads what git says of the site's notes, and keeps why it says nothing.
type dates struct {
	dir  string
	err  error
	once sync.Once
	log  *git.Log
}

// known is what read returned, and reads it the first time.
func (d *dates) known() *git.Log {
	d.once.Do(func() { d.log = d.read() })
	return d.log
}

// read returns what git says; nil where it says nothing.
func (d *dates) read() *git.Log {
	log, err := git.History(d.dir, strings.TrimSuffix(source.Root, "/"))
	d.err = err
	return log
}

// tellUndated says why the notes have no dates from git, where there could be some, and what
// to do. A site that is in no repository needs none.
func (a *app) tellUndated(err error) {
	hint := ""
	switch {
	case err == nil, errors.Is(err, git.ErrNoHistory), errors.Is(err, git.ErrNoGit) && !inCheckout(abs(a.dir)):
		return
	case errors.Is(err, git.ErrShallow):
		hint = "git fetch --unshallow brings the rest, in a workflow fetch-depth: 0; "
	case errors.Is(err, git.ErrNoGit):
		hint = "install git; "
	case errors.Is(err, git.ErrOwner):
		hint = "git config --global --add safe.directory trusts a folder; "
	}
	fmt.Fprintf(a.stderr, "info: the notes have no dates from git: %s\n    hint: %sdates: none in site.yaml does without them\n", diag.Visible(err.Error()), hint)
}

// inCheckout reports whether a folder looks like one that git has to do with.
func inCheckout(dir string) bool {
	for {
		if _, err := os.Lstat(filepath.Join(dir, ".git")); err == nil {
			return true
		}
		above := filepath.Dir(dir)
		if above == dir {
			return false
		}
		dir = above
	}
}
