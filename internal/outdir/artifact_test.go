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
		{"a|a", "two files have one path: a and a"},
		{"ja/A.html|ja/a.html", "two files have one path: ja/A.html and ja/a.html"},
		{"Ёлка|ёлка", "two files have one path: Ёлка and ёлка"},
		{"が|か\u3099", "two files have one path: か\u3099 and が"},
		{"a|a/b", "a is a file, and a/b needs a folder of that name"},
		{"A|a/b/c", "A is a file, and a/b/c needs a folder of that name"},
		{"a|a/b|a/c/d", "a is a file, and a/b needs a folder of that name\na is a file, and a/c/d needs a folder of that name"},
		{"a|a-x/b|a/b/c", "a is a file, and a/b/c needs a folder of that name"},
		{"a/b|a/b/c/d|A/B/c", "a/b is a file, and A/B/c needs a folder of that name\nA/B/c is a file, and a/b/c/d needs a folder of that name\na/b is a file, and a/b/c/d needs a folder of that name"},
		{"", `the path "" is not safe to write to`},
		{".", `the path "." is not safe to write to`},
		{"../a", `the path "../a" is not safe to write to`},
		{"a/../b", `the path "a/../b" is not safe to write to`},
		{"/a", `the path "/a" is not safe to write to`},
		{"a/", `the path "a/" is not safe to write to`},
		{"a//b", `the path "a//b" is not safe to write to`},
		{`a\b`, `the path "a\\b" is not safe to write to`},
		{"a\x00", `the path "a\x00" is not safe to write to`},
		{"a\nb", `the path "a\nb" is not safe to write to`},
		{"\xff", `the path "\xff" is not safe to write to`},
		{strings.Repeat("x", 256), "has a name of 256 bytes"},
		{"..|b|b", "the path \"..\" is not safe to write to\ntwo files have one path: b and b"},
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
