package outdir

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestDamagedManifest checks builds with a damaged, missing or outdated manifest: the result is the
// site, without old files. Replaced or removed files are kept in the state directory.
func TestDamagedManifest(t *testing.T) {
	older := set(t, "a", "0", "c/old", "1")
	one := set(t, "a", "1", "b/index.html", "1", "c/gone", "1", "llms.txt", "1")
	two := set(t, "a", "1", "b/index.html", "2", "c", "1", "llms.txt", "2")
	for _, c := range []struct {
		name  string
		spoil func(t *testing.T, p places, old, now string)
	}{
		{"empty", func(t *testing.T, p places, _, _ string) { put(t, p.manifest, "") }},
		{"no manifest", func(t *testing.T, p places, _, _ string) { put(t, p.manifest, "x") }},
		{"cut at the end of a line", func(t *testing.T, p places, _, now string) {
			put(t, p.manifest, strings.Join(strings.SplitAfter(now, "\n")[:3], ""))
		}},
		{"a line missing", func(t *testing.T, p places, _, now string) {
			lines := strings.SplitAfter(now, "\n")
			put(t, p.manifest, strings.Join(append(lines[:2:2], lines[3:]...), ""))
		}},
		{"a line more", func(t *testing.T, p places, _, now string) { put(t, p.manifest, now+"y\n") }},
		{"another path", func(t *testing.T, p places, _, now string) {
			put(t, p.manifest, strings.Replace(now, " a\n", " ../a\n", 1))
		}},
		{"missing", func(t *testing.T, p places, _, _ string) {
			if err := os.RemoveAll(p.state); err != nil {
				t.Fatal(err)
			}
		}},
		{"of an earlier build", func(t *testing.T, p places, old, _ string) { put(t, p.manifest, old) }},
	} {
		t.Run(c.name, func(t *testing.T) {
			dir := filepath.Join(t.TempDir(), "public")
			put(t, filepath.Join(dir, ".git"), "gitdir: elsewhere")
			p, err := locate(dir, "", disk{})
			if err != nil {
				t.Fatal(err)
			}
			write(t, dir, older)
			old, err := os.ReadFile(p.manifest)
			if err != nil {
				t.Fatal(err)
			}
			var of Digest
			if _, err := WriteDir(context.Background(), dir, one, Options{Digest: &of, disk: disk{unsynced: true}}); err != nil {
				t.Fatal(err)
			}
			now, err := os.ReadFile(p.manifest)
			if err != nil {
				t.Fatal(err)
			}
			put(t, filepath.Join(dir, "own.txt"), "mine")
			c.spoil(t, p, string(old), string(now))
			if _, same, err := Intact(context.Background(), dir, of, Options{}); same || err != nil {
				t.Errorf("intact: %v, %v", same, err)
			}
			st := write(t, dir, two)
			want := contents(t, two)
			want[".git"] = "gitdir: elsewhere"
			same(t, dir, want)
			if st.Aside == "" {
				t.Fatal("nothing was kept")
			}
			same(t, st.Aside, map[string]string{"b/index.html": "1", "c/gone": "1", "llms.txt": "1", "own.txt": "mine"})
			if st := write(t, dir, two); st != (Stats{Unchanged: 4, Bytes: 4}) {
				t.Errorf("the next build: %+v", st)
			}
		})
	}
}

// TestDamagedManifestFails checks that a failed comparison changes nothing and leaves no copies.
func TestDamagedManifestFails(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "public")
	one := set(t, "a", "1", "b", "1")
	write(t, dir, one)
	p, err := locate(dir, "", disk{})
	if err != nil {
		t.Fatal(err)
	}
	put(t, p.manifest, "")
	st, err := WriteDir(context.Background(), dir, set(t, "a", "2"), Options{disk: disk{before: func(op, path string) error {
		if op == "write" && strings.HasPrefix(path, p.state) && strings.HasSuffix(path, "/b") {
			return errDead
		}
		return nil
	}}})
	if err == nil || st != (Stats{}) {
		t.Errorf("%+v, %v", st, err)
	}
	same(t, dir, contents(t, one))
	if left, _ := filepath.Glob(filepath.Join(p.state, "unlisted-*")); len(left) > 0 {
		t.Errorf("copies were left behind: %v", left)
	}
}
