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

// dates reads the notes' dates from git once, and keeps the error.
type dates struct {
	dir  string
	err  error
	once sync.Once
	log  *git.Log
}

func (d *dates) known() *git.Log {
	d.once.Do(func() { d.log = d.read() })
	return d.log
}

func (d *dates) read() *git.Log {
	log, err := git.History(d.dir, strings.TrimSuffix(source.Root, "/"))
	d.err = err
	return log
}

// reportNoDates explains why the notes have no dates from git. It prints nothing for a site
// outside a repository.
func (a *app) reportNoDates(err error) {
	hint := ""
	switch {
	case err == nil, errors.Is(err, git.ErrNoHistory), errors.Is(err, git.ErrNoGit) && !inCheckout(abs(a.dir)):
		return
	case errors.Is(err, git.ErrShallow):
		hint = "run git fetch --unshallow, in a workflow fetch-depth: 0; or "
	case errors.Is(err, git.ErrNoGit):
		hint = "install git, or "
	case errors.Is(err, git.ErrOwner):
		hint = "run git config --global --add safe.directory with its path, or "
	}
	fmt.Fprintf(a.stderr, "info: no dates from git: %s\n    hint: %swrite dates: none in site.yaml\n", diag.Visible(err.Error()), hint)
}

// inCheckout reports whether a directory or one of its parents has a .git entry.
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
