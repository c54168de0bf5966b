package artifact

import (
	"context"
	"os"
	"path/filepath"
	"testing"
)

// TestSame: a file that is said to be the same is made only where the folder has it no more as
// it was left, or where what was written last is another set.
func TestSame(t *testing.T) {
	base := t.TempDir()
	dir, opt := filepath.Join(base, "public"), Options{State: filepath.Join(base, "state")}
	made := 0
	write := func(since *Digest, page string) (d Digest) {
		t.Helper()
		made = 0
		set, err := NewSet([]File{
			{Path: "a/index.html", Same: true, Bytes: func() ([]byte, error) { made++; return []byte("the same"), nil }},
			Static("b/index.html", []byte(page)),
		})
		if err != nil {
			t.Fatal(err)
		}
		opt.Since, opt.Digest = since, &d
		if _, err := WriteDir(context.Background(), dir, set, opt); err != nil {
			t.Fatal(err)
		}
		for name, want := range map[string]string{"a": "the same", "b": page} {
			if got, err := os.ReadFile(filepath.Join(dir, name, "index.html")); err != nil || string(got) != want {
				t.Errorf("%s is %q, %v, and not %q", name, got, err, want)
			}
		}
		return d
	}
	first := write(nil, "one")
	if made != 1 {
		t.Errorf("made %d times at first, and not once", made)
	}
	second := write(&first, "two")
	if made != 0 {
		t.Error("made, though the folder has it as it was left")
	}
	if first == second {
		t.Error("two sets have one Digest")
	}
	write(&first, "three")
	if made != 1 {
		t.Errorf("made %d times, and not once, where another set was written last", made)
	}
	touched := write(nil, "four")
	for _, damage := range []func(string) error{
		func(p string) error { return os.WriteFile(p, []byte("THE SAME"), 0o644) },
		func(p string) error { return os.WriteFile(p, []byte("longer than it was"), 0o644) },
		os.Remove,
	} {
		if err := damage(filepath.Join(dir, "a", "index.html")); err != nil {
			t.Fatal(err)
		}
		if write(&touched, "four"); made != 1 {
			t.Errorf("made %d times, and not once, where somebody has changed it", made)
		}
	}
}
