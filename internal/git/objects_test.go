package git

import (
	"errors"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

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

func blobs(f Format, contents map[string]string) (out []Blob, files []Entry) {
	for _, path := range slices.Sorted(maps.Keys(contents)) {
		content := []byte(contents[path])
		b := Blob{f.BlobID(content), func() ([]byte, error) { return content, nil }}
		out, files = append(out, b), append(files, Entry{path, Plain, b.ID})
	}
	return out, files
}

// awkward lists file names that are hard to get right. A directory sorts as if its name ended in a
// slash: "a-b" before "a/x" before "a0". が is written as one character and as two.
var awkward = []string{
	"a-b", "a/x", "a0", "a.html", "a/b/c/d/e", "a/b-c", "index.html", "ja/日本語/が.html", "ja/日本語/か\u3099.html",
	"with blank", "quo\"te", "tab\tin", "new\nline", "z", "Z", "é", "ja/日本語/index.html", "deep/" + "x/x/x/x/x/x/x/x/x/x/x/y",
}

// TestWrite checks that git reads loose objects and packs in both formats.
func TestWrite(t *testing.T) {
	for _, format := range []Format{SHA1, SHA256} {
		for _, many := range []int{0, 100} {
			t.Run(fmt.Sprintf("%s-%d", format, many), func(t *testing.T) {
				r, call := opened(t, format)
				contents := map[string]string{}
				for i, name := range awkward {
					contents[name] = strings.Repeat(name+"\n", i*i*i)
				}
				for i := range many {
					contents[fmt.Sprintf("many/%d/%d.html", i%7, i)] = fmt.Sprint("page\r\n", i)
				}
				bs, files := blobs(format, contents)
				if err := r.Write(t.Context(), bs); err != nil {
					t.Fatal(err)
				}
				root, err := r.Tree(t.Context(), files)
				if err != nil {
					t.Fatal(err)
				}
				call("fsck", "--strict", "--no-dangling")
				got, err := r.Entries(t.Context(), string(root))
				if err != nil {
					t.Fatal(err)
				}
				if diff := cmp.Diff(files, got); diff != "" {
					t.Error(diff)
				}
				for _, e := range got {
					content, err := r.Content(t.Context(), e.ID)
					if err != nil || string(content) != contents[e.Path] {
						t.Errorf("%q: %d bytes, %v", e.Path, len(content), err)
					}
				}
			})
		}
	}
}

func TestTreeRemovesOld(t *testing.T) {
	r, _ := opened(t, SHA1)
	temp := t.TempDir()
	t.Setenv("TMPDIR", temp)
	t.Setenv("TMP", temp)
	for _, name := range []string{"kawaraban-index-1", "kawaraban-index-2"} {
		if err := os.Mkdir(filepath.Join(temp, name), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	old := time.Now().Add(-25 * time.Hour)
	if err := os.Chtimes(filepath.Join(temp, "kawaraban-index-1"), old, old); err != nil {
		t.Fatal(err)
	}
	if _, err := r.Tree(t.Context(), nil); err != nil {
		t.Fatal(err)
	}
	left, err := filepath.Glob(filepath.Join(temp, "*"))
	if err != nil || len(left) != 1 || filepath.Base(left[0]) != "kawaraban-index-2" {
		t.Errorf("%q is left (%v), want only kawaraban-index-2", left, err)
	}
}

func TestNames(t *testing.T) {
	for content, want := range map[string]ID{"": "e69de29bb2d1d6434b8b29ae775ad8c2e48c5391", "hello\n": "ce013625030ba8dba906f756967f9e9ca394464a"} {
		if got := SHA1.BlobID([]byte(content)); got != want {
			t.Errorf("%q: %s", content, got)
		}
	}
	if got := SHA256.BlobID(nil); got != "473a0f4c3be8a93681a267e3b1e9a7dcda1185436fe141f7749120a303721813" {
		t.Errorf("sha256: %s", got)
	}
}

func TestWriteOther(t *testing.T) {
	r, _ := opened(t, SHA1)
	bs, _ := blobs(SHA1, map[string]string{"a": "1", "b": "2"})
	bs[1].Content = func() ([]byte, error) { return []byte("another"), nil }
	if err := r.Write(t.Context(), bs); !errors.Is(err, ErrContentChanged) {
		t.Errorf("the error is %v", err)
	}
	if _, err := r.Content(t.Context(), bs[1].ID); err == nil {
		t.Error("changed content was written under the old ID")
	}
	failing := errors.New("no such page")
	bs[1].Content = func() ([]byte, error) { return nil, failing }
	if err := r.Write(t.Context(), bs); !errors.Is(err, failing) {
		t.Errorf("the error is %v", err)
	}
}

// TestTail checks that the end of git's output is kept, without passwords and overwritten progress.
func TestTail(t *testing.T) {
	output := &tail{}
	for _, part := range []string{strings.Repeat("x", maxMessage), "\nCounting: 1%\rCounting: 100%\rCounting: 100%, done.\nremote: no\x1b[K\nremote: \n",
		"fatal: unable to access 'https://ann:s3cr@t@example.org/x.git/': no\n\n"} {
		if _, err := output.Write([]byte(part)); err != nil {
			t.Fatal(err)
		}
	}
	_, got, _ := strings.Cut(output.text(), "\n")
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
