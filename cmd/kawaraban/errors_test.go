package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"syscall"
	"testing"

	"github.com/kawaraban/kawaraban/internal/build"
)

// TestSpoken checks the messages of machine errors: no system call, no repeated file name, and a
// hint if one is known.
func TestSpoken(t *testing.T) {
	file := func(op, path string, err error) error { return &fs.PathError{Op: op, Path: path, Err: err} }
	for _, c := range []struct {
		err        error
		text, hint string
	}{
		{errors.New("another build is writing"), "another build is writing", ""},
		{fmt.Errorf("writing content/x.md: %w", file("openat", "content/x.md", syscall.EACCES)),
			"writing content/x.md: permission denied", "give your account permission to read and write it"},
		{fmt.Errorf("writing content/x.md: %w", file("write", "./content/x.md", syscall.ENOSPC)),
			"writing content/x.md: no space left on device", "free disk space and run the command again"},
		{fmt.Errorf("writing public: %w", file("mkdir", "/srv/public", syscall.EROFS)),
			"writing public: /srv/public: read-only file system", "the file system is read-only: copy the site's directory to another disk"},
		{file("write", "/dev/stdout", syscall.EPIPE), "/dev/stdout: broken pipe", ""},
		{fmt.Errorf("fixing content/x.md: %w", errChanged), "fixing content/x.md: changed by another program", "run the command again"},
		{file("read", "static/x.js", errUnstable), "static/x.js: changed while it was read", "run the command again"},
		{file("copy", "content/1.27/a.svg", build.ErrSwapped), "content/1.27/a.svg: file changed during the build", "run the command again"},
		{fmt.Errorf("reading x.js: %w", file("open", "static/js/x.js", errNoFile)), "reading x.js: static/js/x.js: not a file", "replace it with a file, or remove it"},
		{file("open", "static/icons/x.png", errTooLarge), "static/icons/x.png: larger than 256 MB", "host it elsewhere and link to it"},
		{file("openat", "templates/home.html", syscall.ELOOP), "templates/home.html: too many levels of symbolic links", "replace the link with the file or directory"},
	} {
		if text, hint := describeError(c.err), errorHint(c.err); text != c.text || hint != c.hint {
			t.Errorf("%v:\n got %q, %q\nwant %q, %q", c.err, text, hint, c.text, c.hint)
		}
	}
}

// TestSpokenLink checks that outOfFolder is the error text of os.Root for a link out of the
// directory.
func TestSpokenLink(t *testing.T) {
	dir := t.TempDir()
	if err := os.Symlink("..", filepath.Join(dir, "out")); err != nil {
		t.Skip(err)
	}
	root, err := os.OpenRoot(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer root.Close()
	_, err = root.Open("out")
	if text := describeError(err); text != "out: symbolic link to a place outside the site's directory" || errorHint(err) == "" {
		t.Errorf("%v: %q, %q", err, text, errorHint(err))
	}
}

// TestReplaceChanged checks that replace keeps a file that another program changed meanwhile.
func TestReplaceChanged(t *testing.T) {
	dir := t.TempDir()
	name := filepath.Join(dir, "x.md")
	if err := os.WriteFile(name, []byte("theirs"), 0o600); err != nil {
		t.Fatal(err)
	}
	root, err := os.OpenRoot(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer root.Close()
	if err := replace(root, "x.md", []byte("read"), []byte("ours")); !errors.Is(err, errChanged) {
		t.Errorf("replace: %v", err)
	}
	if err := replace(root, "x.md", []byte("theirs"), []byte("ours")); err != nil {
		t.Error(err)
	}
	files, err := contents(dir)
	if err != nil || len(files) != 1 || files["x.md"] != "ours" {
		t.Errorf("the directory contains %q, %v", files, err)
	}
}

// TestCreateInOneStep checks that a new file is never visible in part, leaves no other file, and
// never overwrites an existing one.
func TestCreateInOneStep(t *testing.T) {
	dir := t.TempDir()
	root, err := os.OpenRoot(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer root.Close()
	text := make([]byte, 64<<20)
	created := make(chan error, 1)
	go func() { created <- create(root, "a/x.md", text) }()
	for {
		info, err := os.Stat(filepath.Join(dir, "a", "x.md"))
		if errors.Is(err, fs.ErrNotExist) {
			continue
		}
		if err != nil || info.Size() != int64(len(text)) {
			t.Errorf("the file has %d of %d bytes, %v", info.Size(), len(text), err)
		}
		break
	}
	if err := <-created; err != nil {
		t.Fatal(err)
	}
	if err := create(root, "a/x.md", nil); !errors.Is(err, fs.ErrExist) {
		t.Errorf("create over a file: %v", err)
	}
	files, err := contents(dir)
	if err != nil || len(files) != 1 || len(files["a/x.md"]) != len(text) {
		t.Errorf("the directory has %d files, %v", len(files), err)
	}
}

// TestReplaceThroughNoLink checks that a symbolic link at the temporary name is replaced, and that
// its target is unchanged.
func TestReplaceThroughNoLink(t *testing.T) {
	dir := t.TempDir()
	root, err := os.OpenRoot(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer root.Close()
	for name, text := range map[string]string{"x.md": "was", "site.yaml": "title: theirs"} {
		if err := root.WriteFile(name, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if err := root.Symlink("site.yaml", ".x.md.new"); err != nil {
		t.Skip("no links here:", err)
	}
	if err := replace(root, "x.md", []byte("was"), []byte("ours")); err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]string{"x.md": "ours", "site.yaml": "title: theirs"} {
		info, err := root.Lstat(name)
		if got, _ := root.ReadFile(name); err != nil || string(got) != want || !info.Mode().IsRegular() {
			t.Errorf("%s: %q, %v", name, got, err)
		}
	}
}
