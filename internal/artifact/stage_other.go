//go:build !linux

package artifact

import (
	"errors"
	"os"
	"path/filepath"
)

// held is a folder by its path.
type held struct{ dir string }

// hold takes a folder.
func hold(dir string) (held, error) { return held{dir}, nil }

func (h held) close() error { return nil }

// mkdir makes a folder in it.
func (h held) mkdir(name string) error { return os.Mkdir(h.at(name), 0o755) }

// put makes a file in it with the content b, and returns the time that it got, in nanoseconds.
func (h held) put(name string, b []byte) (int64, error) {
	f, err := os.OpenFile(h.at(name), os.O_WRONLY|os.O_CREATE|os.O_TRUNC, 0o644)
	if err != nil {
		return 0, err
	}
	at, err := fill(f, b, false)
	return at.UnixNano(), errors.Join(err, f.Close())
}

func (h held) at(name string) string { return filepath.Join(h.dir, filepath.FromSlash(name)) }
