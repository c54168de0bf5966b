package build

import (
	"bytes"
	"crypto/sha256"
	"io"
	"io/fs"
	"maps"
	"path"
	"slices"
	"strings"
	"sync"
	"testing/fstest"
	"time"
)

// Snapshot is an immutable site in memory, as a watcher provides it: a Summed file system that counts
// reads.
type Snapshot struct {
	root  *entry
	Reads *Reads
}

// Reads lists the files that were read.
type Reads struct {
	mu    sync.Mutex
	names []string
}

// Take returns the files that were read since the last call, sorted.
func (r *Reads) Take() []string {
	r.mu.Lock()
	defer r.mu.Unlock()
	names := r.names
	r.names = nil
	slices.Sort(names)
	return names
}

func (r *Reads) add(name string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.names = append(r.names, name)
}

// SnapshotOf returns the files of a site. It shares equal files and directories with an earlier
// snapshot.
func SnapshotOf(site fstest.MapFS, before Snapshot) Snapshot {
	s := Snapshot{&entry{name: ".", below: map[string]*entry{}}, before.Reads}
	if s.Reads == nil {
		s.Reads = &Reads{}
	}
	for name, f := range site {
		s.root.put(name, f.Data)
	}
	s.root = s.root.settle(before.root)
	return s
}

// With returns a snapshot with one changed file.
func (s Snapshot) With(name string, data []byte) Snapshot {
	return Snapshot{s.root.with(strings.Split(name, "/"), data), s.Reads}
}

// entry is a file or directory. It implements fs.DirEntry and fs.FileInfo.
type entry struct {
	name   string
	data   []byte
	sum    sum
	below  map[string]*entry // nil: a file
	sorted []fs.DirEntry
}

func (e *entry) put(name string, data []byte) {
	first, rest, deeper := strings.Cut(name, "/")
	if !deeper {
		e.below[first] = &entry{name: first, data: data, sum: sha256.Sum256(data)}
		return
	}
	if e.below[first] == nil {
		e.below[first] = &entry{name: first, below: map[string]*entry{}}
	}
	e.below[first].put(rest, data)
}

// settle returns before if it is equal, else the completed entry.
func (e *entry) settle(before *entry) *entry {
	if before == nil {
		before = &entry{}
	}
	for name, sub := range e.below {
		e.below[name] = sub.settle(before.below[name])
	}
	e.sort()
	if e.name == before.name && e.sum == before.sum && e.IsDir() == before.IsDir() && maps.Equal(e.below, before.below) {
		return before
	}
	return e
}

func (e *entry) sort() {
	e.sorted = nil
	for _, name := range slices.Sorted(maps.Keys(e.below)) {
		e.sorted = append(e.sorted, e.below[name])
	}
}

func (e *entry) with(name []string, data []byte) *entry {
	if len(name) == 0 {
		return &entry{name: e.name, data: data, sum: sha256.Sum256(data)}
	}
	again := &entry{name: e.name, below: maps.Clone(e.below), sorted: slices.Clone(e.sorted)}
	again.below[name[0]] = e.below[name[0]].with(name[1:], data)
	for i, sub := range again.sorted {
		if sub.Name() == name[0] {
			again.sorted[i] = again.below[name[0]]
		}
	}
	return again
}

func (e *entry) find(name string) *entry {
	if name == "." {
		return e
	}
	for part := range strings.SplitSeq(name, "/") {
		if e = e.below[part]; e == nil {
			return nil
		}
	}
	return e
}

func (e *entry) Name() string               { return e.name }
func (e *entry) IsDir() bool                { return e.below != nil }
func (e *entry) Type() fs.FileMode          { return e.Mode().Type() }
func (e *entry) Info() (fs.FileInfo, error) { return e, nil }
func (e *entry) Size() int64                { return int64(len(e.data)) }
func (e *entry) ModTime() time.Time         { return time.Time{} }
func (e *entry) Sys() any                   { return nil }
func (e *entry) Mode() fs.FileMode {
	if e.IsDir() {
		return fs.ModeDir | 0o755
	}
	return 0o644
}

func (s Snapshot) at(op, name string) (*entry, error) {
	if e := s.root.find(name); e != nil && fs.ValidPath(name) {
		return e, nil
	}
	return nil, &fs.PathError{Op: op, Path: name, Err: fs.ErrNotExist}
}

// Sum implements Summed.
func (s Snapshot) Sum(name string) (sum [sha256.Size]byte, ok bool) {
	e := s.root.find(name)
	if e == nil || e.IsDir() {
		return sum, false
	}
	return e.sum, true
}

// Stat implements fs.StatFS.
func (s Snapshot) Stat(name string) (fs.FileInfo, error) { return s.at("stat", name) }

// ReadDir implements fs.ReadDirFS.
func (s Snapshot) ReadDir(name string) ([]fs.DirEntry, error) {
	e, err := s.at("open", name)
	if err != nil {
		return nil, err
	}
	return slices.Clone(e.sorted), nil
}

// ReadFile implements fs.ReadFileFS.
func (s Snapshot) ReadFile(name string) ([]byte, error) {
	e, err := s.at("open", name)
	if err != nil {
		return nil, err
	}
	s.Reads.add(name)
	return bytes.Clone(e.data), nil
}

// Open implements fs.FS, for files.
func (s Snapshot) Open(name string) (fs.File, error) {
	e, err := s.at("open", name)
	if err != nil {
		return nil, err
	}
	s.Reads.add(name)
	return &opened{e, bytes.NewReader(e.data)}, nil
}

type opened struct {
	entry *entry
	io.Reader
}

func (o *opened) Stat() (fs.FileInfo, error) { return o.entry, nil }
func (o *opened) Close() error               { return nil }

// Younger is a snapshot of which some files were written later.
type Younger struct {
	Snapshot
	Now map[string][]byte
}

// ReadFile implements fs.ReadFileFS.
func (y Younger) ReadFile(name string) ([]byte, error) {
	if data, ok := y.Now[path.Clean(name)]; ok {
		return data, nil
	}
	return y.Snapshot.ReadFile(name)
}
