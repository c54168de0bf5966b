package git

import (
	"bytes"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// opened makes a repository of a format in a new folder and opens it.
func opened(t *testing.T, format Format) (*Repo, func(args ...string)) {
	t.Helper()
	dir, call := repo(t)
	if format != SHA1 {
		if err := os.RemoveAll(filepath.Join(dir, ".git")); err != nil {
			t.Fatal(err)
		}
		call("init", "-q", "--object-format="+string(format))
	}
	settings(t)
	r, err := Open(t.Context(), dir)
	if err != nil {
		t.Fatal(err)
	}
	if r.Format() != format || r.Shallow() {
		t.Fatalf("format %q, shallow %v", r.Format(), r.Shallow())
	}
	return r, call
}

// settings gives git a user and nothing of the machine's own settings.
func settings(t *testing.T) {
	t.Helper()
	t.Setenv("GIT_CONFIG_NOSYSTEM", "1")
	t.Setenv("GIT_CONFIG_GLOBAL", filepath.Join(t.TempDir(), "gitconfig"))
	for _, v := range []string{"user.name=Ann", "user.email=ann@example.com", "init.defaultBranch=main"} {
		name, value, _ := strings.Cut(v, "=")
		if out, err := exec.Command("git", "config", "--global", name, value).CombinedOutput(); err != nil {
			t.Fatalf("%v: %s", err, out)
		}
	}
}

// oneByOne is an Each that does nothing at once.
func oneByOne(n int, f func(int) error) error {
	for i := range n {
		if err := f(i); err != nil {
			return err
		}
	}
	return nil
}

// filesIn are the files of a tree, without its folders.
func filesIn(t *testing.T, r *Repo, tree ID) ([]Entry, error) {
	t.Helper()
	all, err := r.Entries(t.Context(), string(tree))
	return slices.DeleteFunc(all, func(e Entry) bool { return e.Mode == Folder }), err
}

// blobs are objects of some contents, and the files that have them.
func blobs(f Format, contents map[string]string) (objects []Object, files []Entry) {
	for path, content := range contents {
		o := Object{Blob, f.Name(Blob, []byte(content)), int64(len(content)), func() ([]byte, error) { return []byte(content), nil }}
		objects, files = append(objects, o), append(files, Entry{path, Plain, o.ID})
	}
	return objects, files
}

// awkward are names of files whose order, bytes or depth is easily got wrong: a folder is
// sorted as with a slash at its end, "a-b" before "a/x" before "a0"; が is written in one
// character and in two.
var awkward = []string{
	"a-b", "a/x", "a0", "a.html", "a/b/c/d/e", "a/b-c", "index.html", "ja/日本語/が.html", "ja/日本語/か\u3099.html",
	"with blank", "quo\"te", "tab\tin", "new\nline", "z", "Z", "é", "ja/日本語/index.html", "deep/" + "x/x/x/x/x/x/x/x/x/x/x/y",
}

// TestWrite: what is written here git reads as the same, and its own index makes the same
// trees of it; as files each and as a pack, in both formats.
func TestWrite(t *testing.T) {
	for _, format := range []Format{SHA1, SHA256} {
		for _, many := range []int{0, loose} {
			t.Run(fmt.Sprintf("%s-%d", format, many), func(t *testing.T) {
				r, call := opened(t, format)
				contents := map[string]string{}
				for i, name := range awkward {
					contents[name] = strings.Repeat(name+"\n", i*i*i)
				}
				for i := range many {
					contents[fmt.Sprintf("many/%d/%d.html", i%7, i)] = fmt.Sprint("page\r\n", i)
				}
				objects, files := blobs(format, contents)
				root, trees := format.Trees(files)
				if err := r.Write(t.Context(), slices.Concat(objects, trees), oneByOne); err != nil {
					t.Fatal(err)
				}
				call("fsck", "--strict", "--no-dangling")
				got, err := filesIn(t, r, root)
				if err != nil {
					t.Fatal(err)
				}
				byPath := func(a, b Entry) int { return strings.Compare(a.Path, b.Path) }
				slices.SortFunc(got, byPath)
				slices.SortFunc(files, byPath)
				if diff := cmp.Diff(files, got); diff != "" {
					t.Error(diff)
				}
				for _, e := range got {
					content, err := r.Content(t.Context(), e.ID)
					if err != nil || string(content) != contents[e.Path] {
						t.Errorf("%q: %d bytes, %v", e.Path, len(content), err)
					}
				}
				if id := indexed(t, r, files); id != root {
					t.Errorf("the tree is %s, and git makes %s", root, id)
				}
			})
		}
	}
}

// indexed is the tree that git makes of files through an index of its own.
func indexed(t *testing.T, r *Repo, files []Entry) ID {
	t.Helper()
	t.Setenv("GIT_INDEX_FILE", filepath.Join(t.TempDir(), "index"))
	defer os.Unsetenv("GIT_INDEX_FILE")
	var in bytes.Buffer
	for _, f := range files {
		fmt.Fprintf(&in, "%s %s\t%s\x00", f.Mode, f.ID, f.Path)
	}
	cmd := exec.Command("git", "update-index", "-z", "--index-info")
	cmd.Dir, cmd.Stdin = r.Top(), &in
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	cmd = exec.Command("git", "write-tree")
	cmd.Dir = r.Top()
	out, err := cmd.Output()
	if err != nil {
		t.Fatal(err)
	}
	return ID(strings.TrimSpace(string(out)))
}

// TestTreesAreGits: of random files git makes the same tree. Names are few and alike, so that
// files, folders and their neighbours meet in every order.
func TestTreesAreGits(t *testing.T) {
	r, _ := opened(t, SHA1)
	objects, _ := blobs(SHA1, map[string]string{"x": "1"})
	if err := r.Write(t.Context(), objects, oneByOne); err != nil {
		t.Fatal(err)
	}
	random := rand.New(rand.NewPCG(1, 2))
	for round := range 40 {
		paths := map[string]bool{}
		for range 1 + random.IntN(30) {
			var parts []string
			for range 1 + random.IntN(3) {
				parts = append(parts, string("a-.0/_"[random.IntN(4)])+strings.Repeat("b", random.IntN(2)))
			}
			paths[strings.ReplaceAll(strings.Join(parts, "/"), "./", "_/")] = true
		}
		var files []Entry
		for p := range paths {
			clash := slices.ContainsFunc(files, func(e Entry) bool {
				return strings.HasPrefix(e.Path, p+"/") || strings.HasPrefix(p, e.Path+"/")
			})
			if !clash && !strings.HasSuffix("/"+p, "/.") {
				files = append(files, Entry{p, Plain, objects[0].ID})
			}
		}
		got, trees := SHA1.Trees(files)
		if want := indexed(t, r, files); got != want {
			t.Fatalf("round %d: %s, and git makes %s of %q", round, got, want, files)
		}
		if len(trees) == 0 || trees[len(trees)-1].ID != got {
			t.Fatalf("round %d: the tree of all is not the last of %d", round, len(trees))
		}
	}
}

// TestNames: the names of known contents, as git hash-object prints them for an empty file and
// for "hello\n".
func TestNames(t *testing.T) {
	for content, want := range map[string]ID{"": "e69de29bb2d1d6434b8b29ae775ad8c2e48c5391", "hello\n": "ce013625030ba8dba906f756967f9e9ca394464a"} {
		if got := SHA1.Name(Blob, []byte(content)); got != want {
			t.Errorf("%q: %s", content, got)
		}
	}
	if got := SHA256.Name(Blob, nil); got != "473a0f4c3be8a93681a267e3b1e9a7dcda1185436fe141f7749120a303721813" {
		t.Errorf("sha256: %s", got)
	}
}

// TestWriteOther: an object whose content is another than its name says is not written, and
// neither is any other of its pack.
func TestWriteOther(t *testing.T) {
	r, _ := opened(t, SHA1)
	contents := map[string]string{}
	for i := range loose + 1 {
		contents[fmt.Sprint(i)] = fmt.Sprint("page ", i)
	}
	objects, _ := blobs(SHA1, contents)
	last := len(objects) - 1
	objects[last].Content = func() ([]byte, error) { return []byte("another"), nil }
	if err := r.Write(t.Context(), objects, oneByOne); !errors.Is(err, ErrOther) {
		t.Errorf("the error is %v", err)
	}
	if _, err := r.Content(t.Context(), objects[0].ID); err == nil {
		t.Error("a part of the pack was written")
	}
	failing := errors.New("no such page")
	objects[last].Content = func() ([]byte, error) { return nil, failing }
	if err := r.Write(t.Context(), objects[last:], oneByOne); err == nil {
		t.Error("no error for a content that cannot be had")
	}
}

// TestTail: of what git says the end is kept, each line in its last state, without passwords.
func TestTail(t *testing.T) {
	said := &tail{}
	for _, part := range []string{strings.Repeat("x", maxSaid), "\nCounting: 1%\rCounting: 100%\rCounting: 100%, done.\nremote: no\x1b[K\nremote: \n",
		"fatal: unable to access 'https://ann:s3cr@t@example.org/x.git/': no\n\n"} {
		if _, err := said.Write([]byte(part)); err != nil {
			t.Fatal(err)
		}
	}
	_, got, _ := strings.Cut(said.text(), "\n")
	want := "Counting: 100%, done.\nremote: no\nfatal: unable to access 'https://example.org/x.git/': no"
	if got != want {
		t.Errorf("%q", got)
	}
}

func FuzzEntries(f *testing.F) {
	f.Add("100644 blob e69de29bb2d1d6434b8b29ae775ad8c2e48c5391\ta\x00040000 tree e69de29bb2d1d6434b8b29ae775ad8c2e48c5391\td\x00")
	f.Fuzz(func(t *testing.T, out string) {
		entries, err := parseEntries(out)
		for _, e := range entries {
			if err == nil && (strings.Contains(e.Path, "\x00") || e.Mode == "" || e.ID == "") {
				t.Errorf("%q", e)
			}
		}
	})
}
