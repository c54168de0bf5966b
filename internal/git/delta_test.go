package git

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
)

// applied makes a content of a base and a delta, as gitformat-pack says.
func applied(t *testing.T, base, change []byte) []byte {
	t.Helper()
	size := func() int {
		n, used := binary.Uvarint(change)
		if used <= 0 {
			t.Fatal("no size")
		}
		change = change[used:]
		return int(n)
	}
	if n := size(); n != len(base) {
		t.Fatalf("it is for a base of %d bytes, not %d", n, len(base))
	}
	want, out := size(), []byte{}
	next := func() int {
		c := change[0]
		change = change[1:]
		return int(c)
	}
	for len(change) > 0 {
		c := next()
		if c&0x80 == 0 {
			out = append(out, change[:c]...)
			change = change[c:]
			continue
		}
		from, n := 0, 0
		for i := range 4 {
			if c>>i&1 == 1 {
				from |= next() << (8 * i)
			}
		}
		for i := range 3 {
			if c>>(4+i)&1 == 1 {
				n |= next() << (8 * i)
			}
		}
		if n == 0 {
			n = 0x10000
		}
		out = append(out, base[from:from+n]...)
	}
	if len(out) != want {
		t.Fatalf("%d bytes, and %d are said", len(out), want)
	}
	return out
}

// TestDelta: a delta makes what it is of, and of pages that differ in a word it is small.
func TestDelta(t *testing.T) {
	page := strings.Repeat("<p>One of the lines that pages have.\n", 300) + strings.Repeat("0123456789abcdef", 8000)
	for name, c := range map[string]struct {
		base, content string
		most          int
	}{
		"same":     {page, page, 40},
		"word":     {page, strings.Replace(page, "One", "Two", 1), 60},
		"title":    {page, "<title>x</title>" + page, 60},
		"end":      {page, page + "<footer>y</footer>", 60},
		"cut":      {page, page[2000:], 60},
		"turned":   {page, page[50000:] + page[:50000], 60},
		"nothing":  {page, strings.Repeat("zyxwvutsrq", 100), -1},
		"short":    {"a", page, -1},
		"empty":    {page, "", -1},
		"no base":  {"", page, -1},
		"too much": {strings.Repeat("x", maxDeltas+1), page, -1},
	} {
		change := delta([]byte(c.base), []byte(c.content))
		if c.most < 0 {
			if change != nil {
				t.Errorf("%s: %d bytes for nothing alike", name, len(change))
			}
			continue
		}
		if change == nil || len(change) > c.most {
			t.Errorf("%s: %d bytes", name, len(change))
			continue
		}
		if got := applied(t, []byte(c.base), change); string(got) != c.content {
			t.Errorf("%s: another content of %d bytes", name, len(got))
		}
	}
}

func FuzzDelta(f *testing.F) {
	f.Add([]byte("the quick brown fox jumps over"), []byte("the quick brown dog jumps over"), uint64(3))
	f.Add(bytes.Repeat([]byte{0}, 70000), bytes.Repeat([]byte{0}, 140000), uint64(1))
	f.Fuzz(func(t *testing.T, base, content []byte, seed uint64) {
		random := rand.New(rand.NewPCG(seed, 0))
		for range random.IntN(5) { // parts of the base in the content
			if len(base) > 0 {
				from := random.IntN(len(base))
				content = append(content, base[from:from+random.IntN(len(base)-from)]...)
			}
		}
		if change := delta(base, content); change != nil && !bytes.Equal(applied(t, base, change), content) {
			t.Error("another content")
		}
	})
}

// TestWriteDeltas: pages that are alike take little room, and git reads all of them.
func TestWriteDeltas(t *testing.T) {
	for _, format := range []Format{SHA1, SHA256} {
		r, call := opened(t, format)
		contents := map[string]string{}
		random := rand.New(rand.NewPCG(1, 1))
		frame := make([]byte, 20000)
		for i := range frame {
			frame[i] = byte(random.IntN(256)) // which no zip makes smaller
		}
		for i := range 4 * maxChain {
			contents[fmt.Sprintf("ja/%d.html", i)] = fmt.Sprint(i) + string(frame[:10000]) + fmt.Sprint(i) + string(frame[10000:])
		}
		objects, files := blobs(format, contents)
		root, trees := format.Trees(files)
		if err := r.Write(t.Context(), append(objects, trees...), oneByOne); err != nil {
			t.Fatal(err)
		}
		call("fsck", "--strict", "--no-dangling")
		for _, e := range files {
			got, err := r.Content(t.Context(), e.ID)
			if err != nil || string(got) != contents[e.Path] {
				t.Fatalf("%s: %d bytes, %v", e.Path, len(got), err)
			}
		}
		if got, err := filesIn(t, r, root); err != nil || len(got) != len(files) {
			t.Fatal(len(got), err)
		}
		out, err := r.ask(t.Context(), "count-objects", "-v")
		if err != nil {
			t.Fatal(err)
		}
		_, size, _ := strings.Cut(out, "size-pack: ")
		size, _, _ = strings.Cut(size, "\n")
		// 4 contents of 20 kB whole, the others a delta each of some 60 bytes: hardly 100 kB, and
		// 2.5 MB without deltas.
		if len(size) > 3 {
			t.Errorf("the pack has %s kB", size)
		}
	}
}
