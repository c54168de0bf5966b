package build

import (
	"bytes"
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"path"
	"slices"
	"sync"
	"sync/atomic"

	"github.com/kawaraban/kawaraban/internal/config"
	"github.com/kawaraban/kawaraban/internal/git"
)

// Seen is a snapshot of the folder of a site. It has the hashes of all files that a build reads.
// [Seen.FS] reads the current files, and [Seen.Held] reports whether they equal the snapshot. The
// git history is read in parallel.
type Seen struct {
	root    fs.FS
	sums    map[string]sum   // by path; for a symbolic link, the hash of its target
	folders map[string][]sum // hashes of folder listings
	sum     sum
	sure    bool // whether the snapshot includes everything that a build reads
	history func() *git.Log
	changed atomic.Bool // whether a file read later differed from the snapshot
}

// inputsOf lists the files and folders that a build reads.
var inputsOf = []string{configFile, contentDir, templatesDir, staticDir}

// Look hashes all files that a build reads. It reads the files completely, because equal size and
// time do not prove equal content. history is that of [Options]. It is called in parallel if the
// settings require dates from git. The error is that of ctx: unreadable files are reported by the
// build.
func Look(ctx context.Context, root fs.FS, history func() *git.Log) (*Seen, error) {
	s := &Seen{root: root, sums: map[string]sum{}, folders: map[string][]sum{}, sure: true}
	s.history = s.begin(history)
	var files []string
	for _, at := range inputsOf {
		files = s.list(at, files)
	}
	sums := make([]*sum, len(files))
	err := Each(ctx, len(files), func(i int) error {
		if data, err := fs.ReadFile(root, files[i]); err == nil {
			is := sum(sha256.Sum256(data))
			sums[i] = &is
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	for i, is := range sums {
		if is == nil {
			s.sure = false
			continue
		}
		s.sums[files[i]] = *is
	}
	s.sum = s.digest()
	return s, nil
}

// begin starts to read the git history if the settings require it. It returns a function that
// waits for the result.
func (s *Seen) begin(history func() *git.Log) func() *git.Log {
	settings, _, err := loadConfig(s.root)
	if history == nil || err != nil || settings.Dates != config.FromGit {
		return func() *git.Log { return nil }
	}
	read := sync.OnceValue(history)
	go read()
	return read
}

// list adds the files at a path and below it. A symbolic link to a file counts as a file. For
// other symbolic links, it sets sure to false.
func (s *Seen) list(at string, files []string) []string {
	info, err := fs.Stat(s.root, at)
	if err != nil || !info.IsDir() {
		if err == nil {
			files = append(files, at)
		}
		return files
	}
	entries, err := fs.ReadDir(s.root, at)
	if err != nil {
		s.sure = false
		return files
	}
	s.folders[at] = listed(entries)
	for _, e := range entries {
		p := path.Join(at, e.Name())
		switch {
		case e.IsDir():
			files = s.list(p, files)
		case e.Type().IsRegular(), e.Type()&fs.ModeSymlink != 0:
			files = append(files, p)
		}
	}
	return files
}

func listed(entries []fs.DirEntry) []sum {
	out := make([]sum, len(entries))
	for i, e := range entries {
		out[i] = sha256.Sum256(fmt.Appendf(nil, "%d %s", e.Type(), e.Name()))
	}
	return out
}

func (s *Seen) digest() (d sum) {
	h := sha256.New()
	files, folders := digestOf(s.sums), s.folderSum()
	h.Write(files[:])
	h.Write(folders[:])
	h.Sum(d[:0])
	return d
}

func (s *Seen) folderSum() sum {
	names := make(map[string]sum, len(s.folders))
	for p, entries := range s.folders {
		names[p] = sha256.Sum256(slices.Concat(bytesOf(entries)...))
	}
	return digestOf(names)
}

func bytesOf(sums []sum) [][]byte {
	out := make([][]byte, len(sums))
	for i := range sums {
		out[i] = sums[i][:]
	}
	return out
}

// Sum returns the hash of all inputs. sure is false if a change of an input may remain
// undetected.
func (s *Seen) Sum() (sum [sha256.Size]byte, sure bool) { return s.sum, s.sure }

// History waits for the git history. It returns nil if the history is unknown or not required.
func (s *Seen) History() *git.Log { return s.history() }

// Held reports whether all files read so far equal the snapshot. If so, the result of the build
// belongs to Sum.
func (s *Seen) Held() bool { return !s.changed.Load() }

// compare compares the content of a file with the snapshot.
func (s *Seen) compare(name string, data []byte, err error) {
	was, ok := s.sums[name]
	if ok != (err == nil) || ok && was != sha256.Sum256(data) {
		s.changed.Store(true)
	}
}

// FS returns the file system for a Builder.
func (s *Seen) FS() fs.FS { return &summed{s} }

type summed struct{ *Seen }

func (s *summed) Sum(name string) (sum, bool) {
	is, ok := s.sums[name]
	return is, ok
}

func (s *summed) ReadFile(name string) ([]byte, error) {
	data, err := fs.ReadFile(s.root, name)
	s.compare(name, data, err)
	return data, err
}

func (s *summed) ReadDir(name string) ([]fs.DirEntry, error) {
	entries, err := fs.ReadDir(s.root, name)
	was, ok := s.folders[name]
	if ok != (err == nil) || !slices.Equal(listed(entries), was) {
		s.changed.Store(true)
	}
	return entries, err
}

func (s *summed) Stat(name string) (fs.FileInfo, error) {
	info, err := fs.Stat(s.root, name)
	_, file := s.sums[name]
	_, folder := s.folders[name]
	if (file || folder) != (err == nil) || err == nil && folder != info.IsDir() {
		s.changed.Store(true)
	}
	return info, err
}

func (s *summed) Lstat(name string) (fs.FileInfo, error) { return fs.Lstat(s.root, name) }

func (s *summed) ReadLink(name string) (string, error) { return fs.ReadLink(s.root, name) }

// Open implements fs.FS. It reads the whole file to compare it with the snapshot.
func (s *summed) Open(name string) (fs.File, error) {
	f, err := s.root.Open(name)
	if err != nil {
		s.compare(name, nil, err)
		return nil, err
	}
	if info, err := f.Stat(); err != nil || info.IsDir() {
		return &openedFolder{f, s}, err
	}
	data, err := io.ReadAll(f)
	s.compare(name, data, err)
	if err != nil {
		return nil, errors.Join(err, f.Close())
	}
	return &readFile{f, bytes.NewReader(data)}, nil
}

type readFile struct {
	fs.File
	data *bytes.Reader
}

func (f *readFile) Read(b []byte) (int, error) { return f.data.Read(b) }

// openedFolder is an open folder. Its listing is not compared with the snapshot.
type openedFolder struct {
	fs.File
	of *summed
}

func (o *openedFolder) ReadDir(n int) ([]fs.DirEntry, error) {
	o.of.changed.Store(true)
	d, ok := o.File.(fs.ReadDirFile)
	if !ok {
		return nil, &fs.PathError{Op: "readdir", Path: ".", Err: errors.ErrUnsupported}
	}
	return d.ReadDir(n)
}
