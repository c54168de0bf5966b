package importer

import (
	"io/fs"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"github.com/kawaraban/kawaraban/internal/git"
	"github.com/kawaraban/kawaraban/internal/note"
)

// Checkout is a copy of one of Kubernetes' repositories, or of a part of it.
type Checkout struct {
	Repository string // kubernetes/website
	FS         fs.FS
	Dir        string // on disk, for git; empty if downloaded
	Release    note.Release
	Commit     string // empty if unknown
	Date       string // of the commit
	Address    string // download URL
}

// has reports whether a file or directory is in the checkout.
func (c Checkout) has(name string) bool {
	_, err := fs.Stat(c.FS, name)
	return err == nil
}

// repositoryMarks lists paths by which a checkout is recognised. It has at least one of them.
var repositoryMarks = map[string][]string{
	"sig-release":  {"releases"},
	"enhancements": {"keps"},
	"community":    {sigSource},
	"website":      {"content/en", "data/releases"},
	cveFolder:      {cveSource},
	"kubernetes":   {"CHANGELOG", "api/discovery", lifecycleRoot, gateFolders[0], gateFolders[1]},
}

// branchFolder matches directory names of a release branch: kubernetes-1.35.
var branchFolder = regexp.MustCompile(`^(kubernetes)-(?:release-)?v?(1\.[0-9]{1,3})$`)

// branchName matches the name of a release branch.
var branchName = regexp.MustCompile(`^release-(1\.[0-9]{1,3})$`)

// checkoutDepth is the maximum depth of checkouts below a directory.
const checkoutDepth = 2

// Checkouts finds the checkouts in a directory: itself, and directories with the names of
// repositories up to checkoutDepth below it.
func Checkouts(root fs.FS, dir string) ([]Checkout, error) {
	provenance, _, err := read(root, "SOURCES.md", maxSmall)
	if err != nil {
		return nil, err
	}
	var out []Checkout
	err = fs.WalkDir(root, ".", func(name string, e fs.DirEntry, err error) error {
		if err != nil || !e.IsDir() {
			return err
		}
		base := path.Base(name)
		if name == "." {
			base = filepath.Base(dir)
		}
		c, ok := checkoutAt(root, name, base)
		if ok {
			c.Dir = filepath.Join(dir, filepath.FromSlash(name))
			c.learn(string(provenance))
			out = append(out, c)
			return fs.SkipDir
		}
		if name != "." && (strings.HasPrefix(base, ".") || strings.Count(name, "/")+1 >= checkoutDepth) {
			return fs.SkipDir
		}
		return nil
	})
	return out, err
}

func checkoutAt(root fs.FS, name, base string) (Checkout, bool) {
	var release note.Release
	if m := branchFolder.FindStringSubmatch(base); m != nil {
		base, release = m[1], note.Release(m[2])
	}
	for _, mark := range repositoryMarks[base] {
		if _, err := fs.Stat(root, path.Join(name, mark)); err != nil {
			continue
		}
		if sub, err := fs.Sub(root, name); err == nil {
			if base == cveFolder { // a part of the website
				return Checkout{Repository: "kubernetes/website", FS: sub, Address: cveAddress}, true
			}
			return Checkout{Repository: "kubernetes/" + base, FS: sub, Release: release}, true
		}
	}
	return Checkout{}, false
}

// learn finds the commit of a checkout in git, else in a file SOURCES.md next to the checkouts.
// That has a table row for each repository with `64765b4 (2026-07-24)`.
func (c *Checkout) learn(provenance string) {
	if c.Address != "" { // not in git
		return
	}
	if head, ok := git.Checkout(c.Dir); ok {
		c.Commit, c.Date = head.Commit.Short(), head.Date
		if m := branchName.FindStringSubmatch(head.Branch); m != nil && c.Release == "" {
			c.Release = note.Release(m[1])
		}
		return
	}
	row := regexp.MustCompile(`(?m)^\|[^\n]*\b` + regexp.QuoteMeta(c.Repository) + `\b[^\n]*\| *([0-9a-f]{7,40}) \(([0-9]{4}-[0-9]{2}-[0-9]{2})\) *\|`)
	if m := row.FindStringSubmatch(provenance); m != nil {
		c.Commit, c.Date = m[1], m[2]
	}
}

// releaseFolders lists the releases with notes in a checkout of kubernetes/sig-release.
func releaseFolders(c Checkout) (out []note.Release) {
	entries, _ := fs.ReadDir(c.FS, "releases")
	for _, e := range entries {
		id, ok := strings.CutPrefix(e.Name(), "release-")
		if !ok || !e.IsDir() {
			continue
		}
		for _, base := range draftPaths(note.Release(id)) {
			if c.has(base+draftEnds[0]) || c.has(base+draftEnds[1]) {
				out = append(out, note.Release(id))
				break
			}
		}
	}
	return slices.Compact(out)
}

// tablePlaces are the paths of a table of pull requests, relative to the directory of the
// checkouts.
var tablePlaces = []string{"enhancements_pr_to_kep.json", "kubernetes/enhancements_pr_to_kep.json"}

// FindTable returns the table of pull requests next to checkouts; nil if there is none.
func FindTable(root fs.FS) *Table {
	for _, name := range tablePlaces {
		if b, _, err := read(root, name, maxLarge); err == nil && b != nil {
			return &Table{Name: name, Bytes: b}
		}
	}
	return nil
}
