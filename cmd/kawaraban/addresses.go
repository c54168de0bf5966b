package main

import (
	"context"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/kawaraban/kawaraban/internal/git"
	"github.com/kawaraban/kawaraban/internal/outdir"
	"github.com/kawaraban/kawaraban/internal/sitecheck"
)

type siteFlags struct {
	site      string // directory of the built site; empty: check the notes
	base      string
	published string // source of the published addresses
	addresses string // file to write them to
}

// publishedBranch is the local copy of the published branch, as of the last fetch.
const publishedBranch = "refs/remotes/origin/gh-pages"

const maxAddresses = 64 << 20

// publishedAddresses returns the addresses of the last published site; false if there are none. The
// source is the branch, directory or list of --published, by default the branch gh-pages of origin.
// A list may contain full URLs below base.
func (a checkCmd) publishedAddresses(ctx context.Context, s siteFlags, base string) ([]string, bool, error) {
	if s.published == "" {
		before, err := a.branchAddresses(publishedBranch)
		return before, err == nil, ctx.Err()
	}
	at := a.fromSite(s.published)
	info, err := os.Stat(at)
	switch {
	case err == nil && info.IsDir():
		if err := checkFinished(at); err != nil {
			return nil, false, err
		}
		before, err := dirAddresses(at)
		return before, err == nil, machine(err)
	case err == nil && info.Size() > maxAddresses:
		return nil, false, usage("file too large for a list of addresses: %s has %d bytes", s.published, info.Size()).withHint("name a list that check --addresses wrote")
	case err == nil && info.Mode().IsRegular():
		text, err := os.ReadFile(at)
		return sitecheck.ReadAddresses(string(text), base), err == nil, machine(err)
	case s.published == s.addresses:
		return nil, false, nil // nothing was published yet
	}
	before, err := a.branchAddresses(s.published)
	if err == nil {
		return before, true, nil
	}
	if ctx.Err() != nil {
		return nil, false, ctx.Err()
	}
	return nil, false, usage("invalid --published %q: not a branch, directory or file", s.published).
		withHint("write it as origin/gh-pages; run git fetch if the clone does not have the branch")
}

func (a checkCmd) branchAddresses(name string) ([]string, error) {
	files, err := git.Files(a.dir, name, "refs/remotes/origin/"+name)
	var out []string
	for _, f := range files {
		if at, ok := sitecheck.AddressOf(f); ok {
			out = append(out, at)
		}
	}
	return out, err
}

func dirAddresses(dir string) ([]string, error) {
	var out []string
	err := fs.WalkDir(os.DirFS(dir), ".", func(p string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		if at, ok := sitecheck.AddressOf(filepath.ToSlash(p)); ok {
			out = append(out, at)
		}
		return nil
	})
	return out, err
}

// fromSite makes a path that the user typed relative to the site.
func (a *app) fromSite(p string) string {
	if filepath.IsAbs(p) {
		return p
	}
	return filepath.Join(a.dir, p)
}

// checkFinished refuses an output directory with an unfinished build.
func checkFinished(folder string) error {
	unfinished, err := outdir.Unfinished(folder)
	if err != nil || !unfinished {
		return machine(err)
	}
	return exitError{status: exitMachine, err: fmt.Errorf("incomplete site in %s: a build is writing to it, or was killed", folder)}.
		withHint("wait for that build, or run kawaraban build to complete the directory")
}
