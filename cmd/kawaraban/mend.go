package main

import (
	"bytes"
	"context"
	"errors"
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

// mended says what --fix did, or would do.
type mended struct {
	Problems int          `json:"problems"`
	Files    []mendedFile `json:"files"`
	dry      bool         // nothing is written
}

// mendedFile is a file that is mended.
type mendedFile struct {
	Path          string `json:"path"`
	Fixes         int    `json:"fixes"`
	before, after []byte
}

// maxRounds is how often a site is mended and looked at again: one fix can uncover another,
// a dash before a flag that is misspelt as well.
const maxRounds = 8

// mend mends what is certain until nothing is left, in memory: over holds what the files
// become. Of each round's problems those of asked are mended. The result is that of the
// mended site.
func (a checkCmd) mend(ctx context.Context, over *overlay, b *build.Builder, asked func([]diag.Diagnostic) []diag.Diagnostic) (*build.Result, *mended, error) {
	files := map[string]*mendedFile{}
	for round := 0; ; round++ {
		result, err := b.Build(ctx, over)
		if err != nil {
			return nil, nil, err
		}
		fixed := check.Mend(result.Sources, asked(result.Diags))
		if len(fixed) == 0 || round == maxRounds {
			return result, sumOf(files), nil
		}
		for _, m := range fixed {
			f := files[m.Path]
			if f == nil {
				f = &mendedFile{Path: m.Path, before: m.Before}
				files[m.Path] = f
			}
			f.Fixes += m.Fixes
			f.after, over.files[m.Path] = m.After, m.After
		}
	}
}

// sumOf lists the files that are mended, by path.
func sumOf(files map[string]*mendedFile) *mended {
	m := &mended{Files: []mendedFile{}}
	for _, path := range slices.Sorted(maps.Keys(files)) {
		m.Problems += files[path].Fixes
		m.Files = append(m.Files, *files[path])
	}
	return m
}

// summary is what was mended in a line; nothing where that was not asked for.
func (m *mended) summary() string {
	if m == nil {
		return ""
	}
	does := "mended"
	if m.dry {
		does = "would mend"
	}
	return fmt.Sprintf("%s %s in %s\n", does, amount(m.Problems, "problem", "problems"), amount(len(m.Files), "file", "files"))
}

// diff is all that would be written, as a unified diff.
func (m *mended) diff() string {
	var b strings.Builder
	for _, f := range m.Files {
		b.Write(unified(f.Path, f.before, f.after))
	}
	return b.String()
}

// unified is the difference that a file would have, in the form that git apply and patch -p1
// read; empty where there is none.
func unified(path string, before, after []byte) []byte {
	_, hunks, _ := bytes.Cut(diff.Diff("a/"+path, before, "b/"+path, after), []byte("\n"))
	return hunks
}

// write replaces the files, each in one step. A file that is not as it was read is left as
// it is, and so is one that a link leads to.
func (m *mended) write(site *os.Root) error {
	for _, f := range m.Files {
		if err := plain(site, f.Path); err != nil {
			return err
		}
		if err := replace(site, f.Path, f.before, f.after); err != nil {
			return fmt.Errorf("mending %s: %w", f.Path, err)
		}
	}
	return nil
}

// plain refuses a path that is not below content/, or that a link is part of.
func plain(site *os.Root, name string) error {
	if !strings.HasPrefix(name, "content/") || !fs.ValidPath(name) {
		return fmt.Errorf("mending %s: it is no note of the site", name)
	}
	if at := onPath(site, name); at != "" {
		return fmt.Errorf("mending %s: %s is a link", name, at)
	}
	return nil
}

// overlay is a folder with some files as they are to become.
type overlay struct {
	under fs.FS
	files map[string][]byte
}

// Open implements fs.FS.
func (o *overlay) Open(name string) (fs.File, error) {
	f, err := o.under.Open(name)
	data, ok := o.files[name]
	if err != nil || !ok {
		return f, err
	}
	info, err := f.Stat()
	if err != nil {
		return nil, errors.Join(err, f.Close())
	}
	return &overlaid{File: f, Reader: bytes.NewReader(data), info: overlaidInfo{info, int64(len(data))}}, nil
}

// overlaid is a file with other content.
type overlaid struct {
	fs.File
	*bytes.Reader
	info overlaidInfo
}

// Read implements fs.File.
func (f *overlaid) Read(p []byte) (int, error) { return f.Reader.Read(p) }

// Stat implements fs.File.
func (f *overlaid) Stat() (fs.FileInfo, error) { return f.info, nil }

// overlaidInfo is what is known of a file, but for its size.
type overlaidInfo struct {
	fs.FileInfo
	size int64
}

// Size implements fs.FileInfo.
func (i overlaidInfo) Size() int64 { return i.size }
