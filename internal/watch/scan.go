package watch

import (
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"runtime"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"github.com/fsnotify/fsnotify"
)

// look says which names of a folder are to be looked at, and how closely.
type look struct {
	every bool                   // all, by size and time
	list  bool                   // which names there are
	names map[string]fsnotify.Op // these, by their bytes
}

// remade are the events after which a path may be another folder than before, though the
// number on disk be the same: systems give the number of a removed folder to the next one.
const remade = fsnotify.Create | fsnotify.Remove | fsnotify.Rename

// folder reads a folder: what it was, with what is to be looked at looked at. It is nil when
// it is no folder any more, and the same pointer when it is as it was. Where it was not
// known, or is another one, everything below it is read, and watched before it is read.
func (w *Watcher) folder(rel string, was *item, l look) *item {
	sub, err := w.root.OpenRoot(rel)
	if err != nil {
		return w.shut(rel, was, err)
	}
	defer sub.Close()
	info, err := sub.Stat(".")
	if err != nil {
		return w.shut(rel, was, err)
	}
	if w.watch(rel, info) || was == nil || was.err != nil || !os.SameFile(was.info, info) {
		l.every = true
	}
	r := reading{w: w, sub: sub, rel: rel, was: was, look: l}
	r.next = &item{name: path.Base(rel), stat: statOf(info), info: info}
	if err := r.read(); err != nil {
		return w.shut(rel, was, err)
	}
	return r.done()
}

// shut is what stands for a folder that cannot be read. Where that is the machine's
// trouble and not the folder's, it is taken to be as it was; a later walk will tell.
func (w *Watcher) shut(rel string, was *item, err error) *item {
	info, gone := w.root.Stat(rel)
	if gone != nil || !info.IsDir() {
		return nil
	}
	if was != nil && (was.err != nil || !errors.Is(err, fs.ErrPermission)) {
		return was
	}
	if was != nil {
		w.unwatchBelow(rel, was)
	}
	return &item{name: path.Base(rel), stat: statOf(info), info: info, err: err}
}

// reading is one folder being read.
type reading struct {
	w    *Watcher
	sub  *os.Root
	rel  string
	was  *item // may be nil
	next *item
	look
	hash []int // places in next.below whose bytes are to be read
}

// old is what stood under a name.
func (r *reading) old(name string) *item {
	if r.was == nil {
		return nil
	}
	return r.was.child(name)
}

func (r *reading) read() error {
	names, err := r.namesNow()
	if err != nil {
		return err
	}
	r.next.below = make([]*item, 0, len(names))
	for _, name := range names {
		old := r.old(name)
		_, named := r.names[name]
		it := old
		if old == nil || r.every || named {
			if it, err = r.entry(name, old); err != nil {
				return err
			}
		}
		if it != nil {
			r.next.below = append(r.next.below, it)
		}
		if it != nil && it != old && it.mode.IsRegular() {
			r.hash = append(r.hash, len(r.next.below)-1)
		}
	}
	return nil
}

// namesNow lists the names that count, sorted. They come from the disk wherever a new one
// may be among them, since a file system that holds two spellings for one name finds a file
// under a name that it does not have.
func (r *reading) namesNow() ([]string, error) {
	if r.rel == "." {
		return r.w.names, nil
	}
	if !r.every && !r.list && !r.stranger() {
		names := make([]string, len(r.was.below))
		for i, it := range r.was.below {
			names[i] = it.name
		}
		return names, nil
	}
	f, err := r.sub.Open(".")
	if err != nil {
		return nil, err
	}
	defer f.Close()
	names, err := f.Readdirnames(-1)
	if err != nil {
		return nil, err
	}
	names = slices.DeleteFunc(names, hidden)
	slices.Sort(names)
	return names, nil
}

// stranger reports whether one of the names to look at is there and was not.
func (r *reading) stranger() bool {
	for name := range r.names {
		if r.old(name) == nil {
			if _, err := r.sub.Lstat(name); err == nil {
				return true
			}
		}
	}
	return false
}

// entry looks at one name: nil when nothing is there, the old item when it is as it was. Of
// a file that may be another one, the bytes are still to be read.
func (r *reading) entry(name string, old *item) (*item, error) {
	info, err := r.sub.Lstat(name)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	if r.rel == "." && info.Mode()&fs.ModeSymlink != 0 {
		if there, err := r.sub.Stat(name); err == nil && there.IsDir() {
			info = there
		}
	}
	full := path.Join(r.rel, name)
	switch it := (&item{name: name, stat: statOf(info)}); {
	case info.IsDir():
		return r.entryFolder(full, info, old), nil
	case info.Mode()&fs.ModeSymlink != 0:
		it.link = r.w.behind(r.sub, name, full)
		return orOld(it, old), nil
	case !info.Mode().IsRegular():
		return orOld(it, old), nil
	default:
		_, named := r.names[name]
		_, fresh := r.w.fresh[full]
		if old != nil && old.stat.same(it.stat) && !named && !fresh {
			return old, nil
		}
		return it, nil
	}
}

// orOld is the old item where the new one is the same.
func orOld(it, old *item) *item {
	if old != nil && old.stat.same(it.stat) && old.equal(it) {
		return old
	}
	return it
}

// entryFolder looks at a folder in a folder: one that is as it was is not entered.
func (r *reading) entryFolder(full string, info fs.FileInfo, old *item) *item {
	op, named := r.names[path.Base(full)]
	known := folderOr(old)
	if known == nil || known.err != nil || !os.SameFile(known.info, info) || !r.w.watches(full) || op&remade != 0 {
		if known != nil {
			r.w.unwatchBelow(full, known)
		}
		return r.w.folder(full, known, look{every: true})
	}
	if named {
		return r.w.folder(full, known, look{list: true})
	}
	return known
}

// behind says where a link leads and what stands there, to tell whether that has changed.
func (w *Watcher) behind(sub *os.Root, name, full string) string {
	target, err := sub.Readlink(name)
	if err != nil {
		return err.Error()
	}
	if info, err := w.root.Stat(full); err == nil {
		return fmt.Sprintf("%s %v %d %d", target, info.Mode(), info.Size(), info.ModTime().UnixNano())
	}
	return target
}

// done lets go of what has gone, reads the bytes that are to be read, and returns the
// folder: the old one where nothing in it differs.
func (r *reading) done() *item {
	if r.was != nil {
		for _, old := range r.was.below {
			if now := r.next.child(old.name); now == nil || now.mode.Type() != old.mode.Type() {
				r.w.forget(path.Join(r.rel, old.name), old)
			}
		}
	}
	r.sums()
	if r.was == nil {
		return r.next
	}
	if r.was.err == nil && os.SameFile(r.was.info, r.next.info) && r.was.mode == r.next.mode && slices.Equal(r.was.below, r.next.below) {
		return r.was
	}
	return r.next
}

// sums hashes what is to be hashed, on all processors where it is much. A file that turns
// out to be as it was is the old item again.
func (r *reading) sums() {
	const fewest = 8 // files that are worth a goroutine
	var at atomic.Int64
	work := func() {
		buf := make([]byte, 64<<10)
		for i := at.Add(1) - 1; int(i) < len(r.hash); i = at.Add(1) - 1 {
			r.sum(r.next.below[r.hash[i]], buf)
		}
	}
	if n := min(runtime.GOMAXPROCS(0), len(r.hash)/fewest); n > 1 {
		var all sync.WaitGroup
		for range n {
			all.Go(work)
		}
		all.Wait()
	} else if len(r.hash) > 0 {
		work()
	}
	now := time.Now()
	for _, i := range r.hash {
		it := r.next.below[i]
		r.w.freshen(path.Join(r.rel, it.name), it, r.old(it.name), now)
		r.next.below[i] = orOld(it, r.old(it.name))
	}
}

// sum reads a file. Its size and time are those of before the reading, so that what is
// written meanwhile makes a difference to the next look.
func (r *reading) sum(it *item, buf []byte) {
	f, err := r.sub.Open(it.name)
	if err != nil {
		return
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil || !info.Mode().IsRegular() {
		return
	}
	it.stat = statOf(info)
	h := sha256.New()
	for err == nil {
		var n int
		n, err = f.Read(buf)
		h.Write(buf[:n])
	}
	it.summed = err == io.EOF
	if it.summed {
		h.Sum(it.sum[:0])
	}
}

// forget lets go of what was remembered of a file or folder and of all below it.
func (w *Watcher) forget(rel string, it *item) {
	if !it.mode.IsDir() {
		delete(w.fresh, rel)
		return
	}
	w.unwatch(rel)
	for _, c := range it.below {
		w.forget(path.Join(rel, c.name), c)
	}
}

// freshen remembers a file that was hashed so soon after its time that another write could
// have the same one, until it has been hashed again when it could not.
func (w *Watcher) freshen(full string, it, old *item, now time.Time) {
	since, fresh := w.fresh[full]
	switch {
	case old != nil && fresh && old.stat.same(it.stat):
		if now.Sub(since) > w.pace.tick {
			delete(w.fresh, full)
		}
	case now.Sub(it.time) < w.pace.tick:
		w.fresh[full] = now
	}
}
