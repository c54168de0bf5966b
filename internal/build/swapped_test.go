package build_test

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/kawaraban/kawaraban/internal/build"
	"github.com/kawaraban/kawaraban/internal/outdir"
)

// TestSwappedFile checks that a file next to a note is checked again when it is copied. If it must not
// be published, the build ends with an error that has its name.
func TestSwappedFile(t *testing.T) {
	outside := t.TempDir()
	put(t, filepath.Join(outside, "a.svg"), "secret")
	for _, c := range []struct {
		name string
		swap func(t *testing.T, dir string) // dir contains a.svg
		want string                         // text of the error; empty: the file is copied
	}{
		{"nothing", func(*testing.T, string) {}, ""},
		{"another drawing", func(t *testing.T, dir string) { put(t, filepath.Join(dir, "a.svg"), "<svg><g/></svg>") }, ""},
		{"a link to a file of the site's folder", func(t *testing.T, dir string) {
			link(t, "../../../.git/a.svg", filepath.Join(dir, "a.svg"))
		}, "content/1.27/pic/a.svg: file changed during the build: symbolic link"},
		{"a link out of the site's folder", func(t *testing.T, dir string) {
			link(t, filepath.Join(outside, "a.svg"), filepath.Join(dir, "a.svg"))
		}, "content/1.27/pic/a.svg: file changed during the build: symbolic link"},
		{"a link in the place of its folder", func(t *testing.T, dir string) {
			link(t, "../../.git", dir)
		}, "content/1.27/pic: file changed during the build: symbolic link"},
		{"a folder", func(t *testing.T, dir string) {
			if err := errors.Join(os.Remove(filepath.Join(dir, "a.svg")), os.Mkdir(filepath.Join(dir, "a.svg"), 0o755)); err != nil {
				t.Fatal(err)
			}
		}, "content/1.27/pic/a.svg: file changed during the build: not a regular file"},
		{"a drawing with a script", func(t *testing.T, dir string) {
			put(t, filepath.Join(dir, "a.svg"), "<svg><script>alert(1)</script></svg>")
		}, "content/1.27/pic/a.svg: file changed during the build: has an element <script>"},
	} {
		for _, seen := range []bool{false, true} {
			t.Run(c.name, func(t *testing.T) {
				site := t.TempDir()
				dir := filepath.Join(site, "content", "1.27", "pic")
				put(t, filepath.Join(site, ".git", "a.svg"), "[remote]")
				put(t, filepath.Join(site, "content", "1.27", "x.ja.md"), "# x\n\n![a](pic/a.svg)\n")
				put(t, filepath.Join(dir, "a.svg"), "<svg></svg>")
				f := besideOf(t, os.DirFS(site), seen)
				c.swap(t, dir)
				data, err := f.Bytes()
				if c.want == "" {
					if err != nil || !strings.HasPrefix(string(data), "<svg>") {
						t.Errorf("%q, %v", data, err)
					}
					return
				}
				if !errors.Is(err, build.ErrSwapped) || !strings.Contains(err.Error(), c.want) {
					t.Errorf("seen %t: %q is copied, error %v", seen, data, err)
				}
			})
		}
	}
}

// TestSwappedWhileRead checks that a symbolic link is noticed that exists only before or only after a
// file is read.
func TestSwappedWhileRead(t *testing.T) {
	for _, before := range []bool{false, true} {
		site := t.TempDir()
		name := filepath.Join(site, "content", "1.27", "pic", "a.svg")
		put(t, filepath.Join(site, ".git", "a.svg"), "<svg></svg>")
		put(t, filepath.Join(site, "content", "1.27", "x.ja.md"), "# x\n\n![a](pic/a.svg)\n")
		put(t, name, "<svg></svg>")
		linked := func() { link(t, "../../../.git/a.svg", name) }
		root := swapping{os.DirFS(site).(fs.ReadLinkFS), linked}
		if before {
			root.swap = func() { put(t, name, "<svg></svg>") }
		}
		f := besideOf(t, root, false)
		if before {
			linked()
		}
		if data, err := f.Bytes(); !errors.Is(err, build.ErrSwapped) {
			t.Errorf("before %t: %q is copied, error %v", before, data, err)
		}
	}
}

// swapping is a directory in which the image next to the note is replaced after it was read.
type swapping struct {
	fs.ReadLinkFS
	swap func()
}

// ReadFile implements fs.ReadFileFS.
func (s swapping) ReadFile(name string) ([]byte, error) {
	data, err := fs.ReadFile(s.ReadLinkFS, name)
	if strings.HasSuffix(name, "pic/a.svg") {
		s.swap()
	}
	return data, err
}

// besideOf builds a site and returns its file files/1.27/pic/a.svg, whose bytes are not made yet.
func besideOf(t *testing.T, root fs.FS, seen bool) outdir.File {
	t.Helper()
	if seen {
		s, err := build.Look(t.Context(), root, nil)
		if err != nil {
			t.Fatal(err)
		}
		root = s.FS()
	}
	state, err := build.New(build.Options{}).State(t.Context(), root)
	if err != nil {
		t.Fatal(err)
	}
	f, ok, err := state.File(t.Context(), "files/1.27/pic/a.svg")
	if !ok || err != nil {
		t.Fatal("the file next to the note is missing:", err)
	}
	return f
}

// put writes a file and creates its directories. It replaces an existing file, link or directory.
func put(t *testing.T, name, text string) {
	t.Helper()
	if err := errors.Join(os.RemoveAll(name), os.MkdirAll(filepath.Dir(name), 0o755)); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}

// link creates a symbolic link. It replaces an existing file, link or directory.
func link(t *testing.T, to, name string) {
	t.Helper()
	if err := os.RemoveAll(name); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(to, name); err != nil {
		t.Skip(err)
	}
}
