//go:build unix

package outdir

import (
	"context"
	"io/fs"
	"os"
	"path/filepath"
	"syscall"
	"testing"
)

// TestModes checks that files follow the umask and are never executable.
func TestModes(t *testing.T) {
	for _, c := range []struct {
		umask        int
		file, folder fs.FileMode
	}{{0o022, 0o644, 0o755}, {0o077, 0o600, 0o700}, {0, 0o644, 0o755}} {
		old := syscall.Umask(c.umask)
		dir := filepath.Join(t.TempDir(), "public")
		put := func(text string) {
			t.Helper()
			s, err := NewSet([]File{Static("a.html", []byte(text)), Static("b/c.sh", []byte("#!/bin/sh\n"+text))})
			if err == nil {
				_, err = WriteDir(context.Background(), dir, s, Options{})
			}
			if err != nil {
				t.Fatal(err)
			}
		}
		put("one")
		if err := os.Chmod(filepath.Join(dir, "a.html"), 0o755); err != nil {
			t.Fatal(err)
		}
		put("another")
		syscall.Umask(old)
		for path, want := range map[string]fs.FileMode{"a.html": c.file, "b/c.sh": c.file, "b": c.folder} {
			info, err := os.Stat(filepath.Join(dir, filepath.FromSlash(path)))
			if err != nil || info.Mode().Perm() != want {
				t.Errorf("with the umask %03o %s has the mode %v, want %v (%v)", c.umask, path, info.Mode().Perm(), want, err)
			}
		}
	}
}
