package outdir

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"testing"
	"time"
)

func intact(t *testing.T, dir string, d Digest) (Stats, bool) {
	t.Helper()
	st, ok, err := Intact(context.Background(), dir, d, Options{disk: disk{unsynced: true}})
	if err != nil {
		t.Fatal(err)
	}
	return st, ok
}

func written(t *testing.T, dir string, s *Set) (d Digest) {
	t.Helper()
	if _, err := WriteDir(context.Background(), dir, s, Options{Digest: &d, disk: disk{unsynced: true}}); err != nil {
		t.Fatal(err)
	}
	return d
}

func TestIntact(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "public")
	if _, ok := intact(t, dir, Digest{}); ok {
		t.Error("a folder that is not there is whole")
	}
	one := set(t, "a.css", "aa", "ja/index.html", "1", "ja/1.27/index.html", "2")
	d := written(t, dir, one)
	if again := written(t, dir, one); again != d {
		t.Error("one set has two digests")
	}
	if other := written(t, filepath.Join(t.TempDir(), "public"), set(t, "a.css", "aa", "ja/index.html", "2", "ja/1.27/index.html", "1")); other == d {
		t.Error("two sets have one digest")
	}
	for range 2 {
		if st, ok := intact(t, dir, d); !ok || st != (Stats{Unchanged: 3, Bytes: 4}) {
			t.Errorf("what was written: %v, %+v", ok, st)
		}
	}
	if _, ok := intact(t, dir, Digest{1}); ok {
		t.Error("the folder has a set that was never written")
	}
	put(t, filepath.Join(dir, "strange"), "not ours")
	if _, ok := intact(t, dir, d); !ok {
		t.Error("a stranger's file is said to be in the way, which WriteDir leaves where it is")
	}
}

// TestIntactSees checks that any change is detected, even with the same size and time, and that
// WriteDir repairs it.
func TestIntactSees(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "public")
	one := set(t, "a.css", "aa", "ja/index.html", "1", "ja/1.27/index.html", "2")
	page := filepath.Join(dir, "ja", "1.27", "index.html")
	outside := t.TempDir()
	put(t, filepath.Join(outside, "index.html"), "2")
	damages := map[string]func() error{
		"other bytes": func() error { return os.WriteFile(page, []byte("3"), 0o644) },
		"other bytes of the same time": func() error {
			info, err := os.Stat(page)
			return errors.Join(err, os.WriteFile(page, []byte("3"), 0o644), os.Chtimes(page, info.ModTime(), info.ModTime()))
		},
		"more bytes": func() error { return os.WriteFile(page, []byte("33"), 0o644) },
		"gone":       func() error { return os.Remove(page) },
		"all gone":   func() error { return os.RemoveAll(dir) },
		"a folder":   func() error { return errors.Join(os.Remove(page), os.Mkdir(page, 0o755)) },
		"a link": func() error {
			return errors.Join(os.Remove(page), os.Symlink(filepath.Join(outside, "index.html"), page))
		},
		"a linked folder": func() error {
			return errors.Join(os.RemoveAll(filepath.Dir(page)), os.Symlink(outside, filepath.Dir(page)))
		},
	}
	for name, damage := range damages {
		d := written(t, dir, one)
		if _, ok := intact(t, dir, d); !ok {
			t.Fatalf("before %s: not whole", name)
		}
		if err := damage(); err != nil {
			t.Fatal(err)
		}
		if _, ok := intact(t, dir, d); ok {
			t.Errorf("%s: not seen", name)
		}
		if err := os.RemoveAll(filepath.Dir(page)); err != nil {
			t.Fatal(err)
		}
		written(t, dir, one)
		same(t, dir, contents(t, one))
	}
}

// TestIntactTrusts checks that a file that is too new to be trusted by time is read once. A time in
// the future is never trusted.
func TestIntactTrusts(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "public")
	d := written(t, dir, set(t, "a", "1", "b", "2"))
	p, err := locate(dir, "", disk{})
	if err != nil {
		t.Fatal(err)
	}
	young := func() bool {
		m, err := loadManifest(p.manifest)
		if err != nil {
			t.Fatal(err)
		}
		_, trusted, err := p.isFile(m, rowOf(m, "a"))
		if err != nil {
			t.Fatal(err)
		}
		return !trusted
	}
	if !young() {
		t.Error("a file is trusted that was written with its manifest")
	}
	for i, at := range []time.Time{time.Now().Add(-time.Hour), time.Now().Add(time.Hour)} {
		for _, name := range []string{"a", "b"} {
			if err := os.Chtimes(filepath.Join(dir, name), at, at); err != nil {
				t.Fatal(err)
			}
		}
		if _, ok := intact(t, dir, d); !ok {
			t.Error("another time is taken for another file")
		}
		if young() != (i == 1) {
			t.Errorf("a file of %v is read again: %v", at, young())
		}
	}
}

// TestIntactAfterKill checks that a directory with temporary files of a killed build is not
// complete.
func TestIntactAfterKill(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "public")
	d := written(t, dir, set(t, "a", "1", "b", "2"))
	_, err := WriteDir(context.Background(), dir, set(t, "a", "3"), Options{disk: disk{unsynced: true, before: func(op, path string) error {
		if op == "write" || op == "remove all" {
			return errDead
		}
		return nil
	}}})
	if !errors.Is(err, errDead) {
		t.Fatalf("the build was not stopped: %v", err)
	}
	if _, ok := intact(t, dir, d); ok {
		t.Error("the folder is taken for complete")
	}
}
