package main

import (
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

func startsWithParent(rel string) bool {
	return len(rel) > 2 && rel[:3] == ".."+string(filepath.Separator)
}

func within(path, dir string) bool {
	rel, err := filepath.Rel(dir, path)
	return err == nil && rel != ".." && !startsWithParent(rel)
}

// sitePath returns the path of file relative to dir; false if it is not inside.
func sitePath(dir, file string) (string, bool) {
	p, err := filepath.Rel(abs(dir), abs(file))
	return p, err == nil && filepath.IsLocal(p)
}
