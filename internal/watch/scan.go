package watch

import (
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"slices"
	"time"

	"github.com/fsnotify/fsnotify"
)

// tick exceeds the resolution of the clock of any file system. The largest is two seconds (FAT).
const tick = 3 * time.Second

type scan struct {
	w       *Watcher
	ops     map[string]fsnotify.Op // by path, from events
	folders []string               // paths of all directories found
	buf     []byte
}

func (w *Watcher) scan() {
	start := time.Now()
	ops := w.queue.take().ops
	for again := true; again; ops = w.queue.take().ops {
		s := scan{w: w, ops: ops, buf: make([]byte, 64<<10)}
		if top := s.folder(".", w.now.top); top != nil {
			w.now = &Tree{root: w.root, live: w.live, top: top}
		}
		again = w.rewatch(s.folders, ops)
	}
	w.walked(time.Since(start))
}

// folder reads a directory. It returns nil if the directory is missing, and the old item if it
// has not changed.
func (s *scan) folder(rel string, was *item) *item {
	sub, err := s.w.root.OpenRoot(rel)
	if err != nil {
		return s.shut(rel, was, err)
	}
	defer sub.Close()
	info, err := sub.Stat(".")
	if err != nil {
		return s.shut(rel, was, err)
	}
	names, err := s.names(sub, rel)
	if err != nil {
		return s.shut(rel, was, err)
	}
	s.folders = append(s.folders, rel)
	next := &item{name: path.Base(rel), stat: statOf(info), below: make([]*item, 0, len(names))}
	for _, name := range names {
		it, err := s.entry(sub, rel, name, was.child(name))
		if err != nil {
			return s.shut(rel, was, err)
		}
		if it != nil {
			next.below = append(next.below, it)
		}
	}
	if was != nil && was.err == nil && was.mode == next.mode && slices.Equal(was.below, next.below) {
		return was
	}
	return next
}

// shut returns the item for a directory that cannot be read. If the machine is the cause instead
// of the directory, it returns the old item. A later scan then reads the directory.
func (s *scan) shut(rel string, was *item, err error) *item {
	info, gone := s.w.root.Stat(rel)
	if gone != nil || !info.IsDir() {
		return nil
	}
	if was != nil && (was.err != nil || !errors.Is(err, fs.ErrPermission)) {
		s.folders = append(s.folders, rel)
		return was
	}
	return &item{name: path.Base(rel), stat: statOf(info), err: err}
}

func (s *scan) names(sub *os.Root, rel string) ([]string, error) {
	if rel == "." {
		return s.w.names, nil
	}
	f, err := sub.Open(".")
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

// entry reads an entry of a directory. It returns nil if the entry does not exist, and the old
// item if it has not changed.
func (s *scan) entry(sub *os.Root, rel, name string, old *item) (*item, error) {
	info, err := sub.Lstat(name)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	if rel == "." && info.Mode()&fs.ModeSymlink != 0 {
		if there, err := sub.Stat(name); err == nil && there.IsDir() {
			info = there
		}
	}
	full := path.Join(rel, name)
	it := &item{name: name, stat: statOf(info)}
	_, named := s.ops[full]
	switch {
	case info.IsDir():
		return s.folder(full, folderOr(old)), nil
	case info.Mode()&fs.ModeSymlink != 0:
		it.link = s.behind(sub, name, full)
	case info.Mode().IsRegular() && (old == nil || !old.stat.same(it.stat) || named || old.young):
		s.sum(sub, it)
	case info.Mode().IsRegular():
		return old, nil
	}
	if old != nil && old.stat.same(it.stat) && old.equal(it) && old.young == it.young {
		return old, nil
	}
	return it, nil
}

// behind returns the target of a link and the state of the target, so that changes of both are
// detected.
func (s *scan) behind(sub *os.Root, name, full string) string {
	target, err := sub.Readlink(name)
	if err != nil {
		return err.Error()
	}
	if info, err := s.w.root.Stat(full); err == nil {
		return fmt.Sprintf("%s %v %d %d", target, info.Mode(), info.Size(), info.ModTime().UnixNano())
	}
	return target
}

// sum hashes a file. It stores the size and time from before reading, so that the next scan
// detects a concurrent write.
func (s *scan) sum(sub *os.Root, it *item) {
	f, err := sub.Open(it.name)
	if err != nil {
		return
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil || !info.Mode().IsRegular() {
		return
	}
	it.stat = statOf(info)
	it.young = time.Since(it.time) < tick
	h := sha256.New()
	if _, err := io.CopyBuffer(h, struct{ io.Reader }{f}, s.buf); err == nil {
		it.summed = true
		h.Sum(it.sum[:0])
	}
}
