package main

import (
	"bytes"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"sync/atomic"
	"testing"
	"testing/fstest"
	"time"
)

// rooted creates and opens a directory.
func rooted(t *testing.T) (dir string, root *os.Root) {
	t.Helper()
	dir = t.TempDir()
	root, err := os.OpenRoot(dir)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := root.Close(); err != nil {
			t.Error(err)
		}
	})
	return dir, root
}

// TestSiteFiles runs the standard tests of a file system on siteFiles.
func TestSiteFiles(t *testing.T) {
	dir, root := rooted(t)
	if err := os.MkdirAll(filepath.Join(dir, "content", "1.27"), 0o755); err != nil {
		t.Fatal(err)
	}
	for name, text := range map[string]string{"site.yaml": "", "content/1.27/x.en.md": "# X\n"} {
		if err := os.WriteFile(filepath.Join(dir, filepath.FromSlash(name)), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if err := fstest.TestFS(filesOf(root), "site.yaml", "content/1.27/x.en.md"); err != nil {
		t.Error(err)
	}
}

// TestReadWhileWritten checks reads of a file during writes. A read returns the old or the new
// content, or an error, but never a mixture. The writer writes in small steps with pauses.
func TestReadWhileWritten(t *testing.T) {
	dir, root := rooted(t)
	name := filepath.Join(dir, "x.md")
	whole := func(n byte) []byte { return bytes.Repeat([]byte{'a' + n}, 200_000) }
	if err := os.WriteFile(name, whole(0), 0o600); err != nil {
		t.Fatal(err)
	}
	var done atomic.Bool
	ended := make(chan error, 1)
	go func() { ended <- rewrite(name, whole, &done) }()
	read, refused := 0, 0
	for range 60 {
		time.Sleep(readPause / 3) // so that reads fall into several pauses of the writer
		data, err := fs.ReadFile(filesOf(root), "x.md")
		switch {
		case errors.Is(err, errUnstable):
			refused++
		case err != nil:
			t.Error(err)
		case len(data) != 200_000 || bytes.Count(data, data[:1]) != len(data):
			t.Errorf("%d bytes, of which %d equal the first", len(data), bytes.Count(data, data[:1]))
		default:
			read++
		}
	}
	done.Store(true)
	if err := <-ended; err != nil {
		t.Error(err)
	}
	if read == 0 {
		t.Error("no read succeeded")
	}
	t.Logf("%d reads succeeded, %d failed", read, refused)
}

// rewrite writes different bytes of the same size to a file until done is set.
func rewrite(name string, whole func(byte) []byte, done *atomic.Bool) error {
	for n := byte(1); !done.Load(); n = (n + 1) % 20 {
		f, err := os.OpenFile(name, os.O_WRONLY, 0)
		if err != nil {
			return err
		}
		data := whole(n)
		for len(data) > 0 && err == nil {
			_, err = f.Write(data[:50_000])
			data = data[50_000:]
		}
		if err := errors.Join(err, f.Close()); err != nil {
			return err
		}
		time.Sleep(time.Duration(n%4+1) * readPause * 3 / 4) // pauses are shorter or longer than the delay of a reader
	}
	return nil
}
