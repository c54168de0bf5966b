package watch

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"syscall"
	"time"
	"weak"

	"github.com/fsnotify/fsnotify"
)

func nodeOf(info fs.FileInfo) node { return identify(info).node }

// watching is which folders are watched, by their slash paths.
type watching struct {
	watched map[string]fs.FileInfo
	nodes   map[node]string
	adds    int  // how many watches were set, ever
	full    bool // no more can be set
}

// watches reports whether of a folder that is as it was nothing more is to be done: events
// tell of it, or walks will look at it.
func (w *Watcher) watches(rel string) bool {
	_, ok := w.watched[rel]
	return ok || w.polling
}

// watch has events tell of a folder, and reports whether they did not before. A system
// that is asked to watch a folder which it knows by another name goes on telling that
// name, so the other name is given up first.
func (w *Watcher) watch(rel string, info fs.FileInfo) bool {
	if w.events == nil || w.full {
		return false
	}
	if known, ok := w.watched[rel]; ok {
		if os.SameFile(known, info) {
			return false
		}
		w.unwatch(rel)
	}
	n := nodeOf(info)
	if other, ok := w.nodes[n]; ok && n != (node{}) {
		w.unwatch(other)
	}
	err := w.events.Add(w.absolute(rel))
	switch {
	case err == nil:
		w.watched[rel], w.nodes[n] = info, rel
		w.adds++
		return true
	case errors.Is(err, fs.ErrNotExist), errors.Is(err, fs.ErrPermission): // the folder above tells what becomes of it
	case errors.Is(err, fsnotify.ErrClosed): // by Close, while the folder is looked at
	default:
		w.refused(err)
	}
	return false
}

// refused goes over to polling where the system has no more watches to give. Where they
// are open files, as on macOS, those that were had are given back: the site has to be read.
func (w *Watcher) refused(err error) {
	w.full = true
	switch {
	case errors.Is(err, syscall.EMFILE), errors.Is(err, syscall.ENFILE):
		w.unwatchAll()
		w.poll("watching so many files takes more open files than the system allows")
	case errors.Is(err, syscall.ENOSPC):
		w.poll("there are more folders than the system watches (fs.inotify.max_user_watches says how many)")
	default:
		w.poll(fmt.Sprintf("the system does not watch the site's folders (%v)", reason(err)))
	}
}

// unwatch gives up a watch, which may have gone by itself; then its removal fails, and is
// what was wanted.
func (w *Watcher) unwatch(rel string) {
	info, ok := w.watched[rel]
	if !ok {
		return
	}
	_ = w.events.Remove(w.absolute(rel))
	delete(w.watched, rel)
	if n := nodeOf(info); w.nodes[n] == rel {
		delete(w.nodes, n)
	}
}

// unwatchBelow gives up the watches of a folder and of those that were in it.
func (w *Watcher) unwatchBelow(rel string, it *item) {
	w.unwatch(rel)
	for _, c := range it.below {
		if c.mode.IsDir() {
			w.unwatchBelow(path.Join(rel, c.name), c)
		}
	}
}

func (w *Watcher) unwatchAll() {
	for rel := range w.watched {
		w.unwatch(rel)
	}
}

// lost forgets the watches that the system has dropped by itself.
func (w *Watcher) lost() {
	if w.events == nil {
		return
	}
	alive := map[string]bool{}
	for _, name := range w.events.WatchList() {
		alive[filepath.Clean(name)] = true
	}
	for rel := range w.watched {
		if !alive[w.absolute(rel)] {
			w.unwatch(rel)
		}
	}
}

// absolute is a slash path from the site's folder as the system knows it.
func (w *Watcher) absolute(rel string) string { return filepath.Join(w.dir, filepath.FromSlash(rel)) }

// poll goes over to polling, and says why.
func (w *Watcher) poll(why string) {
	if w.polling {
		return
	}
	w.polling = true
	w.due = time.Time{}
	w.notice(why + ": looking for changes again and again instead")
}

// notice says something, but never twice.
func (w *Watcher) notice(text string) {
	if w.o.Notice != nil && !w.said[text] {
		w.said[text] = true
		w.o.Notice(text)
	}
}

// reason is an error without the path that the reader knows.
func reason(err error) error {
	if e, ok := errors.AsType[*fs.PathError](err); ok {
		return e.Err
	}
	return err
}

// home finds the site's folder again where another one has come to stand at its path. Where
// none stands there, the one that was opened is read on: it may only have been renamed.
func (w *Watcher) home() {
	there, err := os.Stat(w.path)
	if errors.Is(err, fs.ErrNotExist) {
		w.notice(fmt.Sprintf("the site's folder %s has gone; waiting until it is back", w.path))
	}
	if err != nil || !there.IsDir() {
		return
	}
	if here, err := w.root.Stat("."); err == nil && os.SameFile(here, there) {
		return
	}
	root, err := os.OpenRoot(w.path)
	if err != nil {
		return
	}
	w.unwatchAll()
	w.reopened = slices.DeleteFunc(w.reopened, func(p weak.Pointer[os.Root]) bool { return p.Value() == nil })
	w.reopened = append(w.reopened, weak.Make(root))
	w.root, w.live, w.dir = root, root.FS(), behindLinks(w.path)
	w.place(".", w.folder(".", w.now.top, look{every: true}))
}
