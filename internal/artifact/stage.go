package artifact

import (
	"errors"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strings"
)

// stage is the staging folder while files are put into it. Most of what a first build asks of
// the system it asks here, so that a file takes four calls: opened, written, looked at for its
// time, closed.
type stage struct {
	disk disk
	path string
	held held // the folder, as the system puts files into it
}

// openStage opens the staging folder, which is there.
func openStage(d disk, path string) (*stage, error) {
	h, err := hold(path)
	return &stage{d, path, h}, err
}

// put makes a file of the site in the folder, and the folders above it, and returns the time
// that it got, in nanoseconds. A page has a folder of its own, which is made first; of others
// the folder is most often there.
func (s *stage) put(name string, b []byte) (int64, error) {
	if err := s.disk.step("write", s.at(name)); err != nil {
		return 0, err
	}
	own := strings.HasSuffix(name, "/index.html")
	if own {
		_ = s.held.mkdir(path.Dir(name)) // what is wrong the file tells
	}
	at, err := s.held.put(name, b)
	if !errors.Is(err, fs.ErrNotExist) {
		return at, err
	}
	if err := os.MkdirAll(filepath.Dir(s.at(name)), 0o755); err != nil {
		return 0, err
	}
	return s.held.put(name, b)
}

// at is the place of a file in the folder.
func (s *stage) at(name string) string { return filepath.Join(s.path, filepath.FromSlash(name)) }

// close lets go of the folder.
func (s *stage) close() error { return s.held.close() }
