package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
)

// abs returns the absolute path; dir itself if the working directory is unknown.
func abs(dir string) string {
	if whole, err := filepath.Abs(dir); err == nil {
		return whole
	}
	return dir
}

func isFile(name string) bool {
	info, err := os.Stat(name)
	return err == nil && !info.IsDir()
}

// sitePath returns the path of file relative to dir, with slashes; false if it is not inside.
func sitePath(dir, file string) (string, bool) {
	p, err := filepath.Rel(abs(dir), abs(file))
	return filepath.ToSlash(p), err == nil && filepath.IsLocal(p)
}

func within(path, dir string) bool {
	_, ok := sitePath(dir, path)
	return ok
}

// displayPath returns a directory as problems name it: relative to the site if it is inside.
func displayPath(site, dir string) string {
	if p, ok := sitePath(site, dir); ok {
		return p
	}
	return filepath.ToSlash(dir)
}

// openDir opens a directory that the user named. The hint is the next step if it does not exist.
func openDir(dir, hint string) (*os.Root, error) {
	root, err := os.OpenRoot(dir)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil, usage("directory %q does not exist", dir).withHint("%s", hint)
	case isFile(dir):
		return nil, usage("%q is not a directory", dir).withHint("%s", hint)
	case err != nil:
		return nil, machine(fmt.Errorf("opening a directory: %w", err))
	}
	return root, nil
}
