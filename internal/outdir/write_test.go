package outdir

import (
	"context"
	"errors"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

// tree returns the content of a directory by path, with links and empty directories, without the
// mark.
func tree(t testing.TB, dir string) map[string]string {
	t.Helper()
	out := map[string]string{}
	err := filepath.WalkDir(dir, func(name string, d fs.DirEntry, err error) error {
		if errors.Is(err, fs.ErrNotExist) && name == dir {
			return nil
		}
		if err != nil {
			return err
		}
		rel, _ := filepath.Rel(dir, name)
		if rel == markName {
			return nil
		}
		if d.IsDir() {
			if in, err := os.ReadDir(name); err != nil || len(in) == 0 && rel != "." {
				out[filepath.ToSlash(rel)+"/"] = "empty folder"
				return err
			}
			return nil
		}
		if d.Type()&fs.ModeSymlink != 0 {
			to, err := os.Readlink(name)
			out[filepath.ToSlash(rel)] = "link to " + to
			return err
		}
		b, err := os.ReadFile(name)
		out[filepath.ToSlash(rel)] = string(b)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return out
}

func contents(t testing.TB, s *Set) map[string]string {
	t.Helper()
	out := map[string]string{}
	for _, f := range s.files {
		b, err := f.Bytes()
		if err != nil {
			t.Fatal(err)
		}
		out[f.Path] = string(b)
	}
	return out
}

func write(t testing.TB, dir string, s *Set) Stats {
	t.Helper()
	st, err := WriteDir(context.Background(), dir, s, Options{disk: disk{unsynced: true}})
	if err != nil {
		t.Fatal(err)
	}
	return st
}

func put(t testing.TB, path, content string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(content), 0o644); err != nil {
		t.Fatal(err)
	}
}

func same(t testing.TB, dir string, want map[string]string) {
	t.Helper()
	if diff := cmp.Diff(want, tree(t, dir)); diff != "" {
		t.Errorf("the folder differs (-want +got):\n%s", diff)
	}
}

func TestWriteDir(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "out", "public")
	one := set(t, "a.css", "a", "ja/index.html", "1", "ja/1.27/index.html", "2")
	if st := write(t, dir, one); st != (Stats{Written: 3, Bytes: 3}) {
		t.Errorf("first: %+v", st)
	}
	same(t, dir, contents(t, one))
	if st := write(t, dir, one); st != (Stats{Unchanged: 3, Bytes: 3}) {
		t.Errorf("again: %+v", st)
	}
	two := set(t, "a.css", "a", "ja/index.html", "new", "ja/1.28/index.html", "3")
	if st := write(t, dir, two); st != (Stats{Written: 2, Unchanged: 1, Removed: 1, Bytes: 5}) {
		t.Errorf("second: %+v", st)
	}
	same(t, dir, contents(t, two))
	if _, err := os.Stat(filepath.Join(dir, "ja/1.27")); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("the folder of a file that is gone stayed: %v", err)
	}
	if st := write(t, dir, set(t)); st.Removed != 3 {
		t.Errorf("nothing: %+v", st)
	}
	same(t, dir, map[string]string{})
	write(t, dir, one)
	same(t, dir, contents(t, one))
}

func TestFolderAppears(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "public")
	s, err := NewSet([]File{{Path: "a", Bytes: func() ([]byte, error) {
		put(t, filepath.Join(dir, "a"), "a stranger's")
		return []byte("ours"), nil
	}}})
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"no build wrote it", "no build of this site wrote"} {
		if _, err := WriteDir(context.Background(), dir, s, Options{}); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("the error is %v", err)
		}
		same(t, dir, map[string]string{"a": "a stranger's"})
	}
}

// TestWriteDirSwaps checks that files and directories can swap names, and letter case can change.
func TestWriteDirSwaps(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "public")
	for _, s := range []*Set{
		set(t, "a", "file", "b/c/d", "deep", "E", "upper"),
		set(t, "a/x/y", "deep", "b", "file", "e", "lower"),
		set(t, "a", "file", "b/c", "less deep", "E/f", "x"),
	} {
		write(t, dir, s)
		same(t, dir, contents(t, s))
	}
}

// TestLetterCase checks that a file whose name differs in letter case is rewritten. A file system
// that ignores letter case finds it by both names, and the old name is removed.
func TestLetterCase(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "public")
	write(t, dir, set(t, "A.png", "1"))
	if err := os.Rename(filepath.Join(dir, "A.png"), filepath.Join(dir, "a.png")); err != nil { // as on such a file system
		t.Fatal(err)
	}
	if st := write(t, dir, set(t, "a.png", "1")); st != (Stats{Written: 1, Removed: 1, Bytes: 1}) {
		t.Errorf("%+v", st)
	}
	same(t, dir, map[string]string{"a.png": "1"})
}

func TestWriteDirKeepsTimes(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "public")
	write(t, dir, set(t, "a", "1", "b", "2"))
	old := time.Now().Add(-time.Hour).Truncate(time.Second)
	if err := os.Chtimes(filepath.Join(dir, "a"), old, old); err != nil {
		t.Fatal(err)
	}
	write(t, dir, set(t, "a", "1", "b", "3"))
	info, err := os.Stat(filepath.Join(dir, "a"))
	if err != nil || !info.ModTime().Equal(old) {
		t.Errorf("the file was written again: %v, %v", info.ModTime(), err)
	}
}

// TestWriteDirMends checks that outside changes are repaired, even with the same size and time. The
// file is as new as the manifest, so its time is no proof.
func TestWriteDirMends(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "public")
	s := set(t, "a", "one", "b", "two", "c", "three")
	write(t, dir, s)
	a := filepath.Join(dir, "a")
	info, err := os.Stat(a)
	if err != nil {
		t.Fatal(err)
	}
	put(t, a, "eno")
	if err := os.Chtimes(a, info.ModTime(), info.ModTime()); err != nil {
		t.Fatal(err)
	}
	put(t, filepath.Join(dir, "b"), "longer")
	if err := os.Remove(filepath.Join(dir, "c")); err != nil {
		t.Fatal(err)
	}
	if st := write(t, dir, s); st.Written != 3 {
		t.Errorf("%+v", st)
	}
	same(t, dir, contents(t, s))
}

// TestWriteDirTrustsOldTimes checks that an old file with the size and time of the manifest is not
// read again, which makes repeated builds fast.
func TestWriteDirTrustsOldTimes(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "public")
	write(t, dir, set(t, "a", "one", "b", "1"))
	a, old := filepath.Join(dir, "a"), time.Now().Add(-time.Hour)
	if err := os.Chtimes(a, old, old); err != nil {
		t.Fatal(err)
	}
	write(t, dir, set(t, "a", "one", "b", "2")) // records the time
	if err := os.Chmod(a, 0); err != nil {
		t.Fatal(err)
	}
	if os.Geteuid() != 0 { // root can read it anyway
		write(t, dir, set(t, "a", "one", "b", "3"))
	}
	p, err := locate(dir, "", disk{})
	if err != nil {
		t.Fatal(err)
	}
	m, err := loadManifest(p.manifest)
	if err != nil {
		t.Fatal(err)
	}
	info, err := os.Lstat(a)
	if err != nil || !m.trusts(rowOf(m, "a").entry, info) {
		t.Errorf("the old file is not trusted: %+v, %v, %v", rowOf(m, "a"), info, err)
	}
	b, err := os.Lstat(filepath.Join(dir, "b"))
	if err != nil || m.trusts(rowOf(m, "b").entry, b) {
		t.Error("a file as young as the manifest is trusted")
	}
}

func TestWriteDirRefuses(t *testing.T) {
	site := set(t, "index.html", "1", "ja/index.html", "2")
	for _, c := range []struct {
		name  string
		build bool // one of our builds came before
		spoil func(t *testing.T, base, dir string)
		want  string
	}{
		{"foreign folder", false, func(t *testing.T, _, dir string) { put(t, filepath.Join(dir, "letter.txt"), "x") },
			"contains files that no build of this site wrote, such as letter.txt"},
		{"stranger's file", true, func(t *testing.T, _, dir string) { put(t, filepath.Join(dir, "new/index.html"), "x") },
			"in the place of a file"},
		{"stranger's folder", true, func(t *testing.T, _, dir string) { put(t, filepath.Join(dir, "new/index.html/x"), "x") },
			"which no build wrote"},
		{"empty folder", true, func(t *testing.T, _, dir string) {
			if err := os.MkdirAll(filepath.Join(dir, "new/index.html/x"), 0o755); err != nil {
				t.Fatal(err)
			}
		}, "in the place of the file new/index.html"},
		{"stranger's file for a folder", true, func(t *testing.T, _, dir string) { put(t, filepath.Join(dir, "new"), "x") },
			"in the place of a directory"},
		{"output is a file", false, func(t *testing.T, _, dir string) { put(t, dir, "x") }, "reading the output directory"},
		{"link to a folder outside", true, func(t *testing.T, base, dir string) {
			link(t, filepath.Join(base, "outside"), filepath.Join(dir, "new"))
		}, "in the place of a directory"},
		{"link in place of our folder", true, func(t *testing.T, base, dir string) {
			if err := os.RemoveAll(filepath.Join(dir, "ja")); err != nil {
				t.Fatal(err)
			}
			link(t, filepath.Join(base, "outside"), filepath.Join(dir, "ja"))
		}, "in the place of a directory"},
	} {
		t.Run(c.name, func(t *testing.T) {
			base := t.TempDir()
			dir := filepath.Join(base, "public")
			put(t, filepath.Join(base, "outside", "index.html"), "not ours")
			if c.build {
				write(t, dir, site)
			}
			c.spoil(t, base, dir)
			before := tree(t, dir)
			more := set(t, "index.html", "new", "ja/index.html", "new", "new/index.html", "new")
			if _, err := WriteDir(context.Background(), dir, more, Options{}); err == nil || !strings.Contains(err.Error(), c.want) {
				t.Errorf("got %v, want %s", err, c.want)
			}
			same(t, dir, before)
			same(t, filepath.Join(base, "outside"), map[string]string{"index.html": "not ours"})
		})
	}
	if _, err := WriteDir(context.Background(), filepath.Join(t.TempDir(), stateFolder, "public"), site, Options{}); err != nil {
		t.Errorf("a folder named like the state folder: %v", err)
	}
	state := t.TempDir()
	if _, err := WriteDir(context.Background(), filepath.Join(state, "public"), site, Options{State: state}); err == nil {
		t.Error("the output folder may lie in the state folder")
	}
}

func link(t *testing.T, to, at string) {
	t.Helper()
	if err := os.Symlink(to, at); err != nil {
		t.Fatal(err)
	}
}

// TestWriteDirReplacesLinks checks that a link at the path of a file is replaced, and its target
// stays.
func TestWriteDirReplacesLinks(t *testing.T) {
	base := t.TempDir()
	dir := filepath.Join(base, "public")
	s := set(t, "index.html", "1")
	write(t, dir, s)
	put(t, filepath.Join(base, "precious"), "x")
	if err := os.Remove(filepath.Join(dir, "index.html")); err != nil {
		t.Fatal(err)
	}
	link(t, filepath.Join(base, "precious"), filepath.Join(dir, "index.html"))
	write(t, dir, s)
	same(t, dir, contents(t, s))
	if b, _ := os.ReadFile(filepath.Join(base, "precious")); string(b) != "x" {
		t.Errorf("the file behind the link has %q", b)
	}
}

// TestWriteDirKeepsStrangers checks that other people's files stay, and hidden ones do not matter.
func TestWriteDirKeepsStrangers(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "public")
	put(t, filepath.Join(dir, ".git"), "gitdir: elsewhere")
	write(t, dir, set(t, "index.html", "1", "ja/index.html", "2"))
	put(t, filepath.Join(dir, "CNAME"), "example.org")
	put(t, filepath.Join(dir, "ja", "own.txt"), "mine")
	write(t, dir, set(t, "index.html", "1"))
	same(t, dir, map[string]string{".git": "gitdir: elsewhere", "CNAME": "example.org", "index.html": "1", "ja/own.txt": "mine"})
	write(t, dir, set(t, "index.html", "1", "CNAME", "example.org"))
	write(t, dir, set(t, "index.html", "1"))
	same(t, dir, map[string]string{".git": "gitdir: elsewhere", "index.html": "1", "ja/own.txt": "mine"})
}

// TestWriteDirFailsEarly checks that a failing file or a cancelled build changes nothing.
func TestWriteDirFailsEarly(t *testing.T) {
	base := t.TempDir()
	dir := filepath.Join(base, "public")
	s := set(t, "a", "1", "b", "2")
	write(t, dir, s)
	broken, err := NewSet([]File{Static("a", []byte("new")), {Path: "c", Bytes: func() ([]byte, error) { return nil, errors.New("no template") }}})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := WriteDir(context.Background(), dir, broken, Options{}); err == nil || !strings.Contains(err.Error(), "making c: no template") {
		t.Errorf("got %v", err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	stops, err := NewSet([]File{{Path: "a", Bytes: func() ([]byte, error) { cancel(); return []byte("new"), nil }}})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := WriteDir(ctx, dir, stops, Options{}); !errors.Is(err, context.Canceled) {
		t.Errorf("got %v", err)
	}
	same(t, dir, contents(t, s))
	for name := range tree(t, filepath.Join(base, stateFolder)) {
		if !strings.HasPrefix(name, "manifest-") && !strings.HasPrefix(name, "lock-") {
			t.Errorf("%s was left behind", name)
		}
	}
}

func TestWriteDirMoved(t *testing.T) {
	base := t.TempDir()
	s := set(t, "index.html", "1", "a", "2")
	for _, name := range []string{"public", "preview"} {
		if _, err := WriteDir(context.Background(), filepath.Join(base, "site", name), s, Options{State: filepath.Join(base, "site", "state")}); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Rename(filepath.Join(base, "site"), filepath.Join(base, "moved")); err != nil {
		t.Fatal(err)
	}
	less := set(t, "index.html", "1")
	st, err := WriteDir(context.Background(), filepath.Join(base, "moved", "public"), less, Options{State: filepath.Join(base, "moved", "state")})
	if err != nil || st != (Stats{Unchanged: 1, Removed: 1, Bytes: 1}) {
		t.Errorf("%+v, %v", st, err)
	}
	same(t, filepath.Join(base, "moved", "preview"), contents(t, s))
}

func TestLock(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "public")
	var second error
	s, err := NewSet([]File{{Path: "a", Bytes: func() ([]byte, error) {
		_, second = WriteDir(context.Background(), dir, set(t, "b", "1"), Options{})
		return nil, nil
	}}})
	if err != nil {
		t.Fatal(err)
	}
	write(t, dir, s)
	if second == nil || !strings.Contains(second.Error(), "another build is writing") {
		t.Errorf("the second build got %v", second)
	}
}

func TestWriteDirRandom(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	dir := filepath.Join(t.TempDir(), "public")
	put(t, filepath.Join(dir, ".hidden"), "stays")
	for range 60 {
		s := randomSet(t, r)
		st := write(t, dir, s)
		want := contents(t, s)
		want[".hidden"] = "stays"
		same(t, dir, want)
		if again := write(t, dir, s); again.Written+again.Removed != 0 || again.Unchanged != st.Written+st.Unchanged {
			t.Errorf("%+v, and again %+v", st, again)
		}
		if t.Failed() {
			return
		}
	}
}

func inParallel(n int, f func(i int) error) error {
	var wg sync.WaitGroup
	errs := make([]error, n)
	for i := range n {
		wg.Go(func() { errs[i] = f(i) })
	}
	wg.Wait()
	return errors.Join(errs...)
}

func TestWriteDirInParallel(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	dir := filepath.Join(t.TempDir(), "public")
	for range 20 {
		s := randomSet(t, r)
		if _, err := WriteDir(context.Background(), dir, s, Options{Each: inParallel, disk: disk{unsynced: true}}); err != nil {
			t.Fatal(err)
		}
		same(t, dir, contents(t, s))
	}
}
