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

// TestSpoken holds errors of the machine to words for people: no name of a system call, no
// name of a file twice, and the next step where there is one.
func TestSpoken(t *testing.T) {
	file := func(op, path string, err error) error { return &fs.PathError{Op: op, Path: path, Err: err} }
	for _, c := range []struct {
		err        error
		text, hint string
	}{
		{errors.New("another build is writing"), "another build is writing", ""},
		{fmt.Errorf("writing content/x.md: %w", file("openat", "content/x.md", syscall.EACCES)),
			"writing content/x.md: permission denied", "let your account read and write it, or call the command as who may"},
		{fmt.Errorf("writing content/x.md: %w", file("write", "./content/x.md", syscall.ENOSPC)),
			"writing content/x.md: no space left on device", "the disk is full: make room and call the command again"},
		{fmt.Errorf("writing public: %w", file("mkdir", "/srv/public", syscall.EROFS)),
			"writing public: /srv/public: read-only file system", "the disk can only be read: take a copy of the site's folder"},
		{file("write", "/dev/stdout", syscall.EPIPE), "/dev/stdout: broken pipe", ""},
		{fmt.Errorf("mending content/x.md: %w", errChanged), "mending content/x.md: it was changed meanwhile", "call the command again"},
		{file("read", "static/x.js", errWritten), "static/x.js: it is being written while it is read", "call the command again"},
		{file("copy", "content/1.27/a.svg", build.ErrSwapped), "content/1.27/a.svg: file changed during the build", "call the command again"},
		{fmt.Errorf("reading x.js: %w", file("open", "static/js/x.js", errNoFile)), "reading x.js: static/js/x.js: not a file", "put a file there, or take it away"},
		{file("open", "static/icons/x.png", errTooLarge), "static/icons/x.png: it is larger than 256 MB", "keep it where large files are kept, and link to it"},
		{file("openat", "templates/home.html", syscall.ELOOP), "templates/home.html: too many levels of symbolic links", "put the file or folder itself there"},
	} {
		if text, hint := describeError(c.err), errorHint(c.err); text != c.text || hint != c.hint {
			t.Errorf("%v:\n got %q, %q\nwant %q, %q", c.err, text, hint, c.text, c.hint)
		}
	}
}

// TestSpokenLink holds the words of a link that leads out to what os.Root really says.
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
	if text := describeError(err); text != "out: it is a link that leads out of the site's folder" || errorHint(err) == "" {
		t.Errorf("%v: %q, %q", err, text, errorHint(err))
	}
}

// TestReplaceChanged holds a file that somebody wrote meanwhile to stay as it is.
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
		t.Errorf("the folder holds %q, %v", files, err)
	}
}

// TestCreateInOneStep holds that a new file is never there in part, that nothing is left beside
// it, and that a file which is there is never overwritten.
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
			t.Errorf("the file is there with %d of %d bytes, %v", info.Size(), len(text), err)
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
		t.Errorf("the folder has %d files, %v", len(files), err)
	}
}

// TestReplaceThroughNoLink holds a link that stands at the name of the new content to be
// replaced itself, not what it leads to.
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
