package importer

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"strings"

	"github.com/kawaraban/kawaraban/internal/diag"
)

// Limits of reading. The largest real file, a release's JSON, has 0.4 MB. There are 656 kep.yaml
// and 440 gate pages.
const (
	maxSmall = 512 << 10 // a kep.yaml, a page, sigs.yaml
	maxLarge = 32 << 20  // a release's notes as JSON
	maxDraft = 4 << 20   // as Markdown
	maxFiles = 20_000    // of one kind
	maxDepth = 12        // of directories
)

func errCheckout(what, repository string) error {
	return fmt.Errorf("no %s: is this a checkout of %s?", what, repository)
}

// Codes for a source that could not be read.
const (
	codeEmpty      diag.Code = "import/empty"
	codeUnreadable diag.Code = "import/unreadable"
)

// read returns the bytes of a regular file. They are nil without a diagnostic for a missing file,
// and nil with one for a special or too large file. An empty file gives a diagnostic.
func read(fsys fs.FS, name string, limit int64) ([]byte, []diag.Diagnostic, error) {
	info, err := fs.Lstat(fsys, name)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil, nil
	}
	if err != nil {
		return nil, nil, fmt.Errorf("importing: %w", err)
	}
	if !info.Mode().IsRegular() {
		return nil, unreadable(name, "not a regular file"), nil
	}
	if info.Size() > limit {
		return nil, unreadable(name, fmt.Sprintf("%d bytes, limit %d", info.Size(), limit)), nil
	}
	b, err := fs.ReadFile(fsys, name)
	if err != nil {
		return nil, nil, fmt.Errorf("importing: %w", err)
	}
	if len(bytes.TrimSpace(b)) == 0 {
		return b, []diag.Diagnostic{diag.Errorf(diag.Position{File: name}, codeEmpty, "empty file")}, nil
	}
	return b, nil, nil
}

func unreadable(name, text string) []diag.Diagnostic {
	return []diag.Diagnostic{diag.Errorf(diag.Position{File: name}, codeUnreadable, "%s", text)}
}

// find lists the files below root that keep accepts, sorted by path. Links are listed, so that read
// reports them, but not followed.
func find(fsys fs.FS, root string, keep func(name string) bool) ([]string, []diag.Diagnostic, error) {
	var names []string
	var ds []diag.Diagnostic
	err := fs.WalkDir(fsys, root, func(name string, e fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case e.IsDir() && strings.Count(name, "/") > maxDepth:
			ds = append(ds, unreadable(name, "directories are nested too deeply")...)
			return fs.SkipDir
		case e.IsDir() || !keep(name):
			return nil
		case len(names) == maxFiles:
			ds = append(ds, unreadable(path.Dir(name), fmt.Sprintf("more than %d files, rest skipped", maxFiles))...)
			return fs.SkipAll
		}
		names = append(names, name)
		return nil
	})
	if errors.Is(err, fs.ErrNotExist) {
		return nil, ds, nil
	}
	if err != nil {
		return nil, nil, fmt.Errorf("importing: %w", err)
	}
	return names, ds, nil
}
