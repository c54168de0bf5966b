package watch

import (
	"os"
	"path/filepath"
	"strings"
	"time"
)

// gitLock is the path of the file that stands while Git changes the working tree that a
// folder is in; empty where there is none. See gitrepository-layout(5): .git may be a file
// that names the folder.
func gitLock(dir string) string {
	for {
		git := filepath.Join(dir, ".git")
		info, err := os.Stat(git)
		switch {
		case err == nil && info.IsDir():
			return filepath.Join(git, "index.lock")
		case err == nil && info.Mode().IsRegular() && info.Size() < 4096:
			text, err := os.ReadFile(git)
			to, ok := strings.CutPrefix(string(text), "gitdir:")
			if err != nil || !ok {
				return ""
			}
			to = strings.TrimSpace(to)
			if !filepath.IsAbs(to) {
				to = filepath.Join(dir, to)
			}
			return filepath.Join(to, "index.lock")
		}
		above := filepath.Dir(dir)
		if above == dir {
			return ""
		}
		dir = above
	}
}

// gitAtWork reports whether Git is changing files now. A lock that is older than it may
// hold anybody up belongs to a Git that was killed or that waits for somebody.
func (w *Watcher) gitAtWork(now time.Time) bool {
	if w.lock == "" {
		return false
	}
	info, err := os.Lstat(w.lock)
	return err == nil && now.Sub(info.ModTime()).Abs() < lockMany
}
