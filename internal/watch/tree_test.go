package watch

import (
	"crypto/sha256"
	"errors"
	"io/fs"
	"os"
	"os/exec"
	"runtime"
	"testing"
	"testing/fstest"
	"time"

	"github.com/google/go-cmp/cmp"
)

func TestTree(t *testing.T) {
	s := newSite(t)
	s.write("content/.hidden/x.md", "x")
	s.write("content/1.27/~note.ja.md", "x")
	s.mkdir("content/empty")
	tree := s.watch(Options{}).Tree()
	if err := fstest.TestFS(tree, noteA, noteB, "site.yaml", "static/css/own.css", "content/empty"); err != nil {
		t.Error(err)
	}
	var names []string
	err := fs.WalkDir(tree, ".", func(name string, d fs.DirEntry, err error) error {
		names = append(names, name)
		if d.IsDir() {
			return err
		}
		data, err := fs.ReadFile(tree, name)
		s.ok(err)
		if sum, ok := tree.Sum(name); !ok || sum != sha256.Sum256(data) {
			t.Errorf("%s: sum %x, %v", name, sum, ok)
		}
		info, err := d.Info()
		s.ok(err)
		disk, err := os.Stat(s.path(name))
		s.ok(err)
		if info.Size() != disk.Size() || info.Mode() != disk.Mode() || !info.ModTime().Equal(disk.ModTime()) {
			t.Errorf("%s: %v, on disk %v", name, info, disk)
		}
		return nil
	})
	s.ok(err)
	want := []string{
		".", "content", "content/1.27", noteB, noteA, "content/1.27/~note.ja.md", "content/1.28",
		"content/1.28/sig-node.ja.md", "content/empty", "site.yaml", "static", "static/css", "static/css/own.css",
	}
	if diff := cmp.Diff(want, names); diff != "" {
		t.Errorf("names (-want +got):\n%s", diff)
	}
}

func TestTreeErrors(t *testing.T) {
	s := newSite(t)
	w := s.watch(Options{})
	tree := w.Tree()
	s.write("content/later.ja.md", "later")
	s.remove(noteB)
	for name, want := range map[string]error{
		"README.md":               fs.ErrNotExist, // not watched
		"content/later.ja.md":     fs.ErrNotExist, // created later
		noteB:                     fs.ErrNotExist, // removed
		noteA + "/x":              fs.ErrNotExist,
		"content/../site.yaml":    fs.ErrInvalid,
		"/etc/passwd":             fs.ErrInvalid,
		"":                        fs.ErrInvalid,
		"content/1.27/\xff.ja.md": fs.ErrInvalid,
	} {
		if _, err := tree.Open(name); !errors.Is(err, want) {
			t.Errorf("Open(%q): %v", name, err)
		}
		if _, err := fs.ReadFile(tree, name); !errors.Is(err, want) {
			t.Errorf("ReadFile(%q): %v", name, err)
		}
		if _, err := fs.ReadDir(tree, name); err == nil {
			t.Errorf("ReadDir(%q): no error", name)
		}
	}
	if info, err := tree.Stat(noteB); err != nil || info.Size() != int64(len("# SIG Apps\n")) {
		t.Errorf("what the tree knows of a file that has gone since: %v, %v", info, err)
	}
	if _, err := tree.ReadDir(noteA); err == nil {
		t.Error("lists a file")
	}
	if f, err := tree.Open("content"); err != nil {
		t.Error(err)
	} else if _, err := f.Read(make([]byte, 1)); err == nil {
		t.Error("reads a folder")
	}
	if _, ok := tree.Sum("content"); ok {
		t.Error("a folder has a sum")
	}
}

func TestLinks(t *testing.T) {
	s := newSite(t)
	if err := os.Symlink("1.27/sig-node.ja.md", s.path("content/link.md")); err != nil {
		t.Skip("no links here: ", err)
	}
	s.ok(os.Symlink("../..", s.path("content/out")))
	s.ok(os.Symlink("1.27", s.path("content/folder")))
	s.write("theme/own.html", "<p>")
	s.ok(os.Symlink("theme", s.path("templates")))
	w := s.watch(Options{}, func(p *time.Duration, _ *wire) { *p = 0 })
	tree := w.Tree()
	entries, err := fs.ReadDir(tree, "content")
	s.ok(err)
	kinds := map[string]fs.FileMode{}
	for _, e := range entries {
		kinds[e.Name()] = e.Type()
	}
	want := map[string]fs.FileMode{"1.27": fs.ModeDir, "1.28": fs.ModeDir, "folder": fs.ModeSymlink, "link.md": fs.ModeSymlink, "out": fs.ModeSymlink}
	if diff := cmp.Diff(want, kinds); diff != "" {
		t.Errorf("kinds (-want +got):\n%s", diff)
	}
	for _, name := range []string{"content/link.md", "content/folder/sig-node.ja.md"} {
		if _, ok := tree.Sum(name); ok {
			t.Errorf("%s: a sum of what a link leads to", name)
		}
		data, err := fs.ReadFile(tree, name)
		if string(data) != "# SIG Node\n" {
			t.Errorf("%s: %q, %v", name, data, err)
		}
		if info, err := fs.Stat(tree, name); err != nil || !info.Mode().IsRegular() {
			t.Errorf("%s: %v, %v", name, info, err)
		}
	}
	if to, err := tree.ReadLink("content/link.md"); to != "1.27/sig-node.ja.md" {
		t.Error(to, err)
	}
	if _, err := fs.ReadDir(tree, "content/out"); err == nil {
		t.Error("a link leads out of the site")
	}
	if _, ok := tree.Sum("templates/own.html"); !ok {
		t.Error("a folder of the site that is a link is not read")
	}

	s.write("theme/own.html", "<b>")
	if got := said(w.next()); !cmp.Equal(got, []string{"edited templates/own.html"}) {
		t.Errorf("got %v", got)
	}
	s.write(noteA, "x")
	if got := said(w.next()); !cmp.Equal(got, []string{"edited " + noteA}) && !cmp.Equal(got, []string{"edited " + noteA, "edited content/link.md"}) {
		t.Errorf("got %v", got)
	}
	s.remove("content/link.md")
	s.ok(os.Symlink("1.28/sig-node.ja.md", s.path("content/link.md")))
	for got := said(w.next()); !cmp.Equal(got, []string{"edited content/link.md"}); got = said(w.next()) {
		t.Logf("first %v", got)
	}
	if len(*w.notices) > 0 {
		t.Errorf("what links lead to is no reason to poll: said %q", *w.notices)
	}
}

func TestSiteBehindLink(t *testing.T) {
	s := newSite(t)
	link := site{t, s.dir + "-link"}
	if err := os.Symlink(s.dir, link.dir); err != nil {
		t.Skip("no links here: ", err)
	}
	w := link.watch(Options{})
	s.write(noteA, "edited")
	w.expect("edited " + noteA)
}

// TestPipe checks that pipes are not opened, also behind a link.
func TestPipe(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("no pipes in folders here")
	}
	s := newSite(t)
	if out, err := exec.Command("mkfifo", s.path("content/pipe.md")).CombinedOutput(); err != nil {
		t.Skipf("no mkfifo: %s", out)
	}
	s.ok(os.Symlink("pipe.md", s.path("content/link.md")))
	w := s.watch(Options{})
	for _, name := range []string{"content/pipe.md", "content/link.md"} {
		if _, err := w.Tree().Open(name); !errors.Is(err, errNoFile) {
			t.Errorf("%s is opened: %v", name, err)
		}
		if _, err := w.Tree().ReadFile(name); !errors.Is(err, errNoFile) {
			t.Errorf("%s is read: %v", name, err)
		}
	}
	s.remove("content/link.md")
	w.expect("removed content/link.md")
	s.remove("content/pipe.md")
	w.expect("removed content/pipe.md")
}

// TestUnreadable removes permissions and restores them. Root can read everything, so the test is
// skipped for root.
func TestUnreadable(t *testing.T) {
	if os.Getuid() <= 0 {
		t.Skip("nothing is unreadable here")
	}
	s := newSite(t)
	w := s.watch(Options{})
	s.ok(os.Chmod(s.path(noteA), 0))
	if got := said(w.next()); !cmp.Equal(got, []string{"edited " + noteA}) {
		t.Error(got)
	}
	if _, ok := w.Tree().Sum(noteA); ok {
		t.Error("a file that cannot be read has a sum")
	}
	s.ok(os.Chmod(s.path(noteA), 0o644))
	w.expect("edited " + noteA)

	s.ok(os.Chmod(s.path("content/1.27"), 0))
	if got := said(w.next()); !cmp.Equal(got, []string{"removed " + noteB, "removed " + noteA}) {
		t.Error(got)
	}
	if _, err := fs.ReadDir(w.Tree(), "content/1.27"); !errors.Is(err, fs.ErrPermission) {
		t.Errorf("listing what cannot be listed: %v", err)
	}
	s.ok(os.Chmod(s.path("content/1.27"), 0o755))
	w.expect("added "+noteB, "added "+noteA)
	s.write(noteA, "edited")
	w.expect("edited " + noteA)
	if len(*w.notices) > 0 {
		t.Errorf("said %q", *w.notices)
	}
}

// TestUnicodeForms uses one name in two Unicode forms, which many file systems treat as two files.
func TestUnicodeForms(t *testing.T) {
	const composed, decomposed = "content/1.27/\u304c.ja.md", "content/1.27/\u304b\u3099.ja.md" // が
	s := newSite(t)
	w := s.watch(Options{})
	s.write(composed, "one")
	s.write(decomposed, "two")
	if _, err := os.ReadDir(s.path("content/1.27")); err != nil {
		t.Fatal(err)
	}
	w.reach()
	s.remove(composed)
	s.remove(decomposed)
	w.reach()
	s.write(decomposed, "one")
	w.reach()
	s.rename(decomposed, composed)
	w.reach()
	s.write(composed, "edited")
	w.reach()
	w.truth(w.Tree())
}

func TestNames(t *testing.T) {
	for name, want := range map[string]bool{
		"content/1.27/sig-node.ja.md":   true,
		"content":                       true,
		"site.yaml":                     true,
		"site.yaml~":                    false,
		"site.yml":                      false,
		"contents/x.md":                 false,
		".":                             false,
		"":                              false,
		"content/.x.md":                 false,
		"content/.git/x.md":             false,
		"content/old~/x.md":             false,
		"content/..x.MD":                true, // build reports that it is left out
		"content/..x":                   false,
		"content/#x.md#":                true,
		"content/_data/releases/1.json": true,
		"public/index.html":             false,
	} {
		if got := counted(siteNames, name); got != want {
			t.Errorf("counted(%q) = %v", name, got)
		}
	}
	for name, want := range map[string]bool{
		"content/#x.md#":               true,
		"content/#x.md":                false,
		"content/x.md___jb_tmp___":     true,
		"content/4913":                 true,
		"content/4913.md":              false,
		"content/sedA1b2C3":            true,
		"content/sed.ja.md":            false,
		"content/~$minutes.docx":       true,
		"content/~syncthing~x.md.tmp":  true,
		"content/x.md___jb_old___/a.b": true,
		"content/sig-node.ja.md":       false,
	} {
		if got := isTemporary(name); got != want {
			t.Errorf("passing(%q) = %v", name, got)
		}
	}
}
