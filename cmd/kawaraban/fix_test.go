package main

import (
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestMendWrites checks that a fix replaces a whole note and keeps its permissions. It must not
// change a note that changed meanwhile, the target of a link, or a file outside content/.
func TestMendWrites(t *testing.T) {
	dir, outside := t.TempDir(), filepath.Join(t.TempDir(), "out.md")
	write := func(name, text string, mode fs.FileMode) {
		t.Helper()
		if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, []byte(text), mode); err != nil {
			t.Fatal(err)
		}
		if err := os.Chmod(name, mode); err != nil {
			t.Fatal(err)
		}
	}
	in := func(name string) string { return filepath.Join(dir, filepath.FromSlash(name)) }
	write(in("content/1.27/a.md"), "old\n", 0o640)
	write(in("content/1.27/changed.md"), "newer\n", 0o644)
	write(in("content/real/b.md"), "old\n", 0o644)
	write(in("notes/c.md"), "old\n", 0o644)
	write(outside, "old\n", 0o644)
	for link, to := range map[string]string{
		"content/linked": "real", "content/1.27/link.md": "a.md", "content/1.27/out.md": outside,
	} {
		if err := os.Symlink(to, in(link)); err != nil {
			t.Skip(err)
		}
	}
	root, err := os.OpenRoot(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer root.Close()
	for _, c := range []struct{ path, want string }{ // text of the error; empty for none
		{"content/1.27/a.md", ""},
		{"content/1.27/changed.md", "changed by another program"},
		{"content/1.27/link.md", "content/1.27/link.md is a symbolic link"},
		{"content/1.27/out.md", "content/1.27/out.md is a symbolic link"},
		{"content/linked/b.md", "content/linked is a symbolic link"},
		{"content/1.27/gone.md", "no such file"},
		{"content/real", "not a file"},
		{"content/../notes/c.md", "not a note of the site"},
		{"notes/c.md", "not a note of the site"},
		{"site.yaml", "not a note of the site"},
	} {
		m := fixReport{Files: []fixedFile{{Path: c.path, Fixes: 1, before: []byte("old\n"), after: []byte("new\n")}}}
		err := m.write(root)
		if (err == nil) != (c.want == "") || err != nil && !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, want %q", c.path, err, c.want)
		}
	}
	for name, want := range map[string]string{
		in("content/1.27/a.md"): "new\n", in("content/1.27/changed.md"): "newer\n", in("content/real/b.md"): "old\n",
		in("notes/c.md"): "old\n", outside: "old\n",
	} {
		if got, err := os.ReadFile(name); err != nil || string(got) != want {
			t.Errorf("%s: %q (%v), want %q", name, got, err, want)
		}
	}
	if info, err := os.Stat(in("content/1.27/a.md")); err != nil || info.Mode().Perm() != 0o640 {
		t.Errorf("the note has the permissions %v (%v)", info.Mode().Perm(), err)
	}
	entries, err := os.ReadDir(in("content/1.27"))
	if err != nil || len(entries) != 4 {
		t.Errorf("unexpected files next to the notes: %v (%v)", entries, err)
	}
}
