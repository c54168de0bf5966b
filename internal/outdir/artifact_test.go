package outdir

import (
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func set(t testing.TB, pairs ...string) *Set {
	t.Helper()
	var files []File
	for i := 0; i < len(pairs); i += 2 {
		files = append(files, Static(pairs[i], []byte(pairs[i+1])))
	}
	s, err := NewSet(files)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func TestSet(t *testing.T) {
	s := set(t, "ja/index.html", "2", "a.css", "1", "ja/変更/x", "3")
	if diff := cmp.Diff([]string{"a.css", "ja/index.html", "ja/変更/x"}, s.Paths()); diff != "" {
		t.Error(diff)
	}
	f, ok := s.Get("ja/index.html")
	if b, err := f.Bytes(); !ok || err != nil || string(b) != "2" || s.Len() != 3 {
		t.Errorf("got %q, %v, %v of %d", b, err, ok, s.Len())
	}
	if _, ok := s.Get("ja"); ok {
		t.Error("there is a file ja")
	}
}

func TestNewSetRefuses(t *testing.T) {
	for _, c := range []struct {
		paths, want string
	}{
		{"a|a", "duplicate path: a and a"},
		{"ja/A.html|ja/a.html", "duplicate path: ja/A.html and ja/a.html"},
		{"Ёлка|ёлка", "duplicate path: Ёлка and ёлка"},
		{"が|か\u3099", "duplicate path: か\u3099 and が"},
		{"a|a/b", "a is a file, but a/b needs a directory of that name"},
		{"A|a/b/c", "A is a file, but a/b/c needs a directory of that name"},
		{"a|a/b|a/c/d", "a is a file, but a/b needs a directory of that name\na is a file, but a/c/d needs a directory of that name"},
		{"a|a-x/b|a/b/c", "a is a file, but a/b/c needs a directory of that name"},
		{"a/b|a/b/c/d|A/B/c", "a/b is a file, but A/B/c needs a directory of that name\nA/B/c is a file, but a/b/c/d needs a directory of that name\na/b is a file, but a/b/c/d needs a directory of that name"},
		{"", `unsafe path ""`},
		{".", `unsafe path "."`},
		{"../a", `unsafe path "../a"`},
		{"a/../b", `unsafe path "a/../b"`},
		{"/a", `unsafe path "/a"`},
		{"a/", `unsafe path "a/"`},
		{"a//b", `unsafe path "a//b"`},
		{`a\b`, `unsafe path "a\\b"`},
		{"a\x00", `unsafe path "a\x00"`},
		{"a\nb", `unsafe path "a\nb"`},
		{"\xff", `unsafe path "\xff"`},
		{strings.Repeat("x", 256), "has a name of 256 bytes"},
		{"..|b|b", "unsafe path \"..\"\nduplicate path: b and b"},
	} {
		var files []File
		for p := range strings.SplitSeq(c.paths, "|") {
			files = append(files, Static(p, nil))
		}
		if _, err := NewSet(files); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%q: got %v, want %s", c.paths, err, c.want)
		}
	}
}

func TestOnce(t *testing.T) {
	calls := 0
	f := Once("a", func() ([]byte, error) { calls++; return []byte("x"), errors.New("e") })
	for range 3 {
		if b, err := f.Bytes(); string(b) != "x" || err == nil {
			t.Errorf("got %q, %v", b, err)
		}
	}
	if calls != 1 {
		t.Errorf("the content was made %d times", calls)
	}
}
