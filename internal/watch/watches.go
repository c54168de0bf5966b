package watch

import (
	"errors"
	"fmt"
	"io/fs"
	"path"
	"path/filepath"
	"slices"
	"syscall"

	"github.com/fsnotify/fsnotify"
)

// remade is the set of events after which a path may be a different directory. The watches of the
// path and below it then report nothing, or old names.
const remade = fsnotify.Create | fsnotify.Remove | fsnotify.Rename

// rewatch watches exactly the given directories. It reports whether one of them is new, because
// files may have been written before it was watched.
func (w *Watcher) rewatch(folders []string, ops map[string]fsnotify.Op) (added bool) {
	if w.events == nil || w.full {
		return false
	}
	alive := map[string]bool{}
	for _, name := range w.events.WatchList() {
		rel := w.sitePath(filepath.Clean(name))
		if slices.Contains(folders, rel) && !isRemade(rel, ops) {
			alive[rel] = true
		} else {
			_ = w.events.Remove(name) // the directory may not exist any more
		}
	}
	for _, rel := range folders {
		if alive[rel] {
			continue
		}
		err := w.events.Add(w.absolute(rel))
		switch {
		case err == nil:
			added = true
		case errors.Is(err, fs.ErrNotExist), errors.Is(err, fs.ErrPermission): // there is an event for its parent
		case errors.Is(err, fsnotify.ErrClosed): // Close was called
			return false
		default:
			w.refused(err)
			return false
		}
	}
	return added
}

// isRemade reports whether a directory or one of its parents may have been replaced.
func isRemade(rel string, ops map[string]fsnotify.Op) bool {
	for ; rel != "."; rel = path.Dir(rel) {
		if ops[rel]&remade != 0 {
			return true
		}
	}
	return false
}

// refused starts polling if the system has no more watches. On macOS a watch is an open file, so
// all watches are released, because files must remain readable.
func (w *Watcher) refused(err error) {
	w.full = true
	switch {
	case errors.Is(err, syscall.EMFILE), errors.Is(err, syscall.ENFILE):
		for _, name := range w.events.WatchList() {
			_ = w.events.Remove(name)
		}
		w.poll("too many open files")
	case errors.Is(err, syscall.ENOSPC):
		w.poll("too many directories to watch (see fs.inotify.max_user_watches)")
	default:
		w.poll(fmt.Sprintf("the site's directories cannot be watched (%v)", reason(err)))
	}
}

func (w *Watcher) poll(why string) {
	if !w.polling {
		w.polling = true
		w.notice(why + ": polling for changes instead")
	}
}

func (w *Watcher) notice(text string) {
	if w.o.Notice != nil && !w.noticed[text] {
		w.noticed[text] = true
		w.o.Notice(text)
	}
}

// reason returns an error without its path.
func reason(err error) error {
	if e, ok := errors.AsType[*fs.PathError](err); ok {
		return e.Err
	}
	return err
}
