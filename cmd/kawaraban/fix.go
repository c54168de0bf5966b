package main

import (
	"bytes"
	"context"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"slices"
	"strings"

	"github.com/rogpeppe/go-internal/diff"

	"github.com/kawaraban/kawaraban/internal/build"
	"github.com/kawaraban/kawaraban/internal/check"
	"github.com/kawaraban/kawaraban/internal/diag"
)

type fixReport struct {
	Problems int         `json:"problems"`
	Files    []fixedFile `json:"files"`
	dry      bool        // nothing is written
}

type fixedFile struct {
	Path          string `json:"path"`
	Fixes         int    `json:"fixes"`
	before, after []byte
}

// maxRounds limits how often the site is fixed and checked again: one fix can reveal another, such
// as a dash before a misspelt flag.
const maxRounds = 8

// fix applies all safe fixes in memory until none is left. over receives the new content of files.
// Only problems returned by asked are fixed. The result describes the fixed site.
func (a checkCmd) fix(ctx context.Context, over *build.Edited, b *build.Builder, asked func([]diag.Diagnostic) []diag.Diagnostic) (*build.Result, *fixReport, error) {
	files := map[string]*fixedFile{}
	for round := 0; ; round++ {
		result, err := b.Build(ctx, over)
		if err != nil {
			return nil, nil, err
		}
		fixed := check.ApplyFixes(result.Sources, asked(result.Diags))
		if len(fixed) == 0 || round == maxRounds {
			return result, sumOf(files), nil
		}
		for _, m := range fixed {
			f := files[m.Path]
			if f == nil {
				f = &fixedFile{Path: m.Path, before: m.Before}
				files[m.Path] = f
			}
			f.Fixes += m.Fixes
			f.after, over.Files[m.Path] = m.After, m.After
		}
	}
}

func sumOf(files map[string]*fixedFile) *fixReport {
	m := &fixReport{Files: []fixedFile{}}
	for _, path := range slices.Sorted(maps.Keys(files)) {
		m.Problems += files[path].Fixes
		m.Files = append(m.Files, *files[path])
	}
	return m
}

func (m *fixReport) summary(c diag.Catalog) string {
	if m == nil {
		return ""
	}
	problems, files := c.Count(m.Problems, "%d problem", "%d problems"), c.Count(len(m.Files), "%d file", "%d files")
	if m.dry {
		return c.Sprintf("would fix %s in %s", problems, files) + "\n"
	}
	return c.Sprintf("fixed %s in %s", problems, files) + "\n"
}

func (m *fixReport) diff() string {
	var b strings.Builder
	for _, f := range m.Files {
		b.Write(unified(f.Path, f.before, f.after))
	}
	return b.String()
}

// unified returns a diff of one file for git apply and patch -p1; empty if both are equal.
func unified(path string, before, after []byte) []byte {
	_, hunks, _ := bytes.Cut(diff.Diff("a/"+path, before, "b/"+path, after), []byte("\n"))
	return hunks
}

// write replaces the files, each in one step. It returns an error for a file that changed since it
// was read, and for a path with a symbolic link.
func (m *fixReport) write(site *os.Root) error {
	for _, f := range m.Files {
		if err := plain(site, f.Path); err != nil {
			return err
		}
		if err := replace(site, f.Path, f.before, f.after); err != nil {
			return fmt.Errorf("fixing %s: %w", f.Path, err)
		}
	}
	return nil
}

// plain returns an error for a path outside content/ or with a symbolic link in it.
func plain(site *os.Root, name string) error {
	if !strings.HasPrefix(name, "content/") || !fs.ValidPath(name) {
		return fmt.Errorf("fixing %s: not a note of the site", name)
	}
	if at := linkInPath(site, name); at != "" {
		return fmt.Errorf("fixing %s: %s is a symbolic link", name, at)
	}
	return nil
}
