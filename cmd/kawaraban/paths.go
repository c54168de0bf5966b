package main

import (
	"os"
	"path/filepath"
)

// abs is a folder's whole path, as far as it can be had.
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

func startsWithParent(rel string) bool {
	return len(rel) > 2 && rel[:3] == ".."+string(filepath.Separator)
}

// within reports whether path is dir or lies below it.
func within(path, dir string) bool {
	rel, err := filepath.Rel(dir, path)
	return err == nil && rel != ".." && !startsWithParent(rel)
}

// sitePath is the path of a file from a folder, where it is below it.
func sitePath(dir, file string) (string, bool) {
	p, err := filepath.Rel(abs(dir), abs(file))
	return p, err == nil && filepath.IsLocal(p)
}
