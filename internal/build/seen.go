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

// Seen is a site's folder as it was when somebody looked, with the sums of all that a build
// reads of it. Its [Seen.FS] gives a build what stands there now, and notices where that is not
// what was seen: see [Seen.Held]. What git says of the notes is read beside it.
type Seen struct {
	root    fs.FS
	sums    map[string]sum   // of the bytes of files; a link to a file is that file
	folders map[string][]sum // of what folders list
	sum     sum
	sure    bool // nothing was met whose bytes may change unseen
	history func() *git.Log
	other   atomic.Bool // something that was read was not what was seen
}

// inputsOf are the files and folders of a site that a build reads.
var inputsOf = []string{configFile, contentDir, templatesDir, staticDir}

// Look reads all that a build reads of a site's folder: whole, since sizes and times do not
// tell what a file holds. history is that of [Options], asked meanwhile where the settings want
// dates from it. The error is the context's; what cannot be read is for a build to say.
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

// begin begins to read what git says, where that is wanted, and returns what waits for it.
func (s *Seen) begin(history func() *git.Log) func() *git.Log {
	settings, _, err := loadConfig(s.root)
	if history == nil || err != nil || settings.Dates != config.FromGit {
		return func() *git.Log { return nil }
	}
	read := sync.OnceValue(history)
	go read()
	return read
}

// list adds the files at a path and below it. What is a link is taken for a file: where it
// leads to none, what a build makes of it may change unseen.
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

// listed are the sums of what a folder lists, in its order.
func listed(entries []fs.DirEntry) []sum {
	out := make([]sum, len(entries))
	for i, e := range entries {
		out[i] = sha256.Sum256(fmt.Appendf(nil, "%d %s", e.Type(), e.Name()))
	}
	return out
}

// digest is the hash of everything that was seen.
func (s *Seen) digest() (d sum) {
	h := sha256.New()
	files, folders := digestOf(s.sums), s.folderSum()
	h.Write(files[:])
	h.Write(folders[:])
	h.Sum(d[:0])
	return d
}

// folderSum is the hash of what all folders list.
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

// Sum is a hash of all that a build reads of the folder; false where something of it may be
// another and not be noticed.
func (s *Seen) Sum() (sum [sha256.Size]byte, sure bool) { return s.sum, s.sure }

// History returns what git says of the notes, once that is read; nil where nothing is known or
// wanted.
func (s *Seen) History() *git.Log { return s.history() }

// Held reports whether everything that was read of it up to now was what was seen, so that
// what was made of it belongs to its Sum.
func (s *Seen) Held() bool { return !s.other.Load() }

// is notes whether bytes that were read are those that were seen.
func (s *Seen) is(name string, data []byte, err error) {
	was, ok := s.sums[name]
	if ok != (err == nil) || ok && was != sha256.Sum256(data) {
		s.other.Store(true)
	}
}

// FS returns the folder for a Builder to read.
func (s *Seen) FS() fs.FS { return &summed{s} }

// summed is a Seen as a Builder reads it.
type summed struct{ *Seen }

// Sum implements [Summed].
func (s *summed) Sum(name string) (sum, bool) {
	is, ok := s.sums[name]
	return is, ok
}

// ReadFile implements fs.ReadFileFS.
func (s *summed) ReadFile(name string) ([]byte, error) {
	data, err := fs.ReadFile(s.root, name)
	s.is(name, data, err)
	return data, err
}

// ReadDir implements fs.ReadDirFS.
func (s *summed) ReadDir(name string) ([]fs.DirEntry, error) {
	entries, err := fs.ReadDir(s.root, name)
	was, ok := s.folders[name]
	if ok != (err == nil) || !slices.Equal(listed(entries), was) {
		s.other.Store(true)
	}
	return entries, err
}

// Stat implements fs.StatFS.
func (s *summed) Stat(name string) (fs.FileInfo, error) {
	info, err := fs.Stat(s.root, name)
	_, file := s.sums[name]
	_, folder := s.folders[name]
	if (file || folder) != (err == nil) || err == nil && folder != info.IsDir() {
		s.other.Store(true)
	}
	return info, err
}

// Lstat implements fs.ReadLinkFS.
func (s *summed) Lstat(name string) (fs.FileInfo, error) { return fs.Lstat(s.root, name) }

// ReadLink implements fs.ReadLinkFS.
func (s *summed) ReadLink(name string) (string, error) { return fs.ReadLink(s.root, name) }

// Open implements fs.FS. A file that is opened is read whole, since nobody knows what is read
// of it.
func (s *summed) Open(name string) (fs.File, error) {
	f, err := s.root.Open(name)
	if err != nil {
		s.is(name, nil, err)
		return nil, err
	}
	if info, err := f.Stat(); err != nil || info.IsDir() {
		return &openedFolder{f, s}, err
	}
	data, err := io.ReadAll(f)
	s.is(name, data, err)
	if err != nil {
		return nil, errors.Join(err, f.Close())
	}
	return &readFile{f, bytes.NewReader(data)}, nil
}

// readFile is a file that was read when it was opened.
type readFile struct {
	fs.File
	data *bytes.Reader
}

// Read implements fs.File.
func (f *readFile) Read(b []byte) (int, error) { return f.data.Read(b) }

// openedFolder is a folder that was opened. What is listed of it that way is not compared.
type openedFolder struct {
	fs.File
	of *summed
}

// ReadDir implements fs.ReadDirFile.
func (o *openedFolder) ReadDir(n int) ([]fs.DirEntry, error) {
	o.of.other.Store(true)
	d, ok := o.File.(fs.ReadDirFile)
	if !ok {
		return nil, &fs.PathError{Op: "readdir", Path: ".", Err: errors.ErrUnsupported}
	}
	return d.ReadDir(n)
}
