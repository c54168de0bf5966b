package watch

import (
	"fmt"
	"math/rand/v2"
	"os"
	"path"
	"slices"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

// TestRandom changes a directory at random. In the end the tree equals the directory, and the
// Changes lead from the first tree to the last.
func TestRandom(t *testing.T) {
	kinds := map[string]func(*time.Duration, *wire){
		"events":    func(*time.Duration, *wire) {},
		"and walks": func(p *time.Duration, _ *wire) { *p = time.Millisecond },
	}
	for seed := range uint64(6) {
		for kind, set := range kinds {
			t.Run(fmt.Sprint(kind, seed), func(t *testing.T) { random(t, seed, Options{}, set) })
		}
		t.Run(fmt.Sprint("polling", seed), func(t *testing.T) {
			random(t, seed, Options{Poll: true, Interval: time.Millisecond}, func(*time.Duration, *wire) {})
		})
	}
}

func random(t *testing.T, seed uint64, o Options, set func(*time.Duration, *wire)) {
	s := newSite(t)
	w := s.watch(o, set)
	rng := rand.New(rand.NewPCG(seed, 6))
	known := inTree(t, w.Tree())
	for range 30 {
		for range 1 + rng.IntN(6) {
			s.anything(rng)
		}
		for !w.isTrue(w.Tree()) {
			before := known
			c := w.nextOrEmpty()
			if c.Tree == nil {
				break
			}
			known = inTree(t, c.Tree)
			if diff := cmp.Diff(pathsBetween(before, known), said(c)); diff != "" {
				t.Fatalf("seed %d: a change does not tell the difference (-want +got):\n%s", seed, diff)
			}
		}
	}
	w.nothing()
	w.truth(w.Tree())
}

func (s site) anything(rng *rand.Rand) {
	name := func() string {
		n := "content"
		for range rng.IntN(3) {
			n = path.Join(n, fmt.Sprintf("d%d", rng.IntN(3)))
		}
		return n
	}
	file := func() string { return path.Join(name(), fmt.Sprintf("f%d.ja.md", rng.IntN(4))) }
	text := []byte(fmt.Sprint(rng.IntN(5)))
	switch rng.IntN(9) {
	case 0, 1, 2:
		_ = os.MkdirAll(s.path(path.Dir(file())), 0o755)
		_ = os.WriteFile(s.path(file()), text, 0o644)
	case 3:
		temp := path.Join(name(), ".temp")
		_ = os.WriteFile(s.path(temp), text, 0o644)
		_ = os.Rename(s.path(temp), s.path(file()))
	case 4:
		_ = os.Remove(s.path(file()))
	case 5:
		_ = os.Rename(s.path(file()), s.path(file()))
	case 6:
		if from := name(); from != "content" {
			_ = os.Rename(s.path(from), s.path(name()))
		}
	case 7:
		if dir := name(); dir != "content" {
			_ = os.RemoveAll(s.path(dir))
		}
	case 8:
		_ = os.MkdirAll(s.path(path.Join(name(), "d9/d9")), 0o755)
		_ = os.WriteFile(s.path(path.Join(name(), "d9/d9/x.md")), text, 0o644)
	}
}

// nextOrEmpty returns the next Change, or none if only empty directories differ.
func (w *watcher) nextOrEmpty() Change {
	w.t.Helper()
	if len(pathsBetween(inTree(w.t, w.Tree()), w.onDisk())) == 0 {
		return Change{}
	}
	return w.next()
}

func pathsBetween(before, after map[string]string) []string {
	const folder = "d---------"
	ops := map[string]string{}
	for name, is := range after {
		was, ok := before[name]
		switch {
		case is == folder:
		case !ok || was == folder:
			ops[name] = "added"
		case was != is:
			ops[name] = "edited"
		}
	}
	for name, was := range before {
		if is, ok := after[name]; was != folder && (!ok || is == folder) {
			ops[name] = "removed"
		}
	}
	var names []string
	for name := range ops {
		names = append(names, name)
	}
	slices.Sort(names)
	for i, name := range names {
		names[i] = ops[name] + " " + name
	}
	return names
}

func TestMoved(t *testing.T) {
	file := func(text string) *item {
		it := &item{stat: stat{size: int64(len(text))}, summed: true}
		copy(it.sum[:], text)
		return it
	}
	removed := func(name, text string) differ { return differ{Path{name, Removed}, file(text), nil} }
	added := func(name, text string) differ { return differ{Path{name, Added}, nil, file(text)} }
	for title, c := range map[string]struct {
		list []differ
		want map[string]string
	}{
		"renamed":         {[]differ{removed("a", "1"), added("b", "1")}, map[string]string{"a": "b"}},
		"another text":    {[]differ{removed("a", "1"), added("b", "2")}, map[string]string{}},
		"empty":           {[]differ{removed("a", ""), added("b", "")}, map[string]string{}},
		"a copy more":     {[]differ{removed("a", "1"), added("b", "1"), added("c", "1")}, map[string]string{"a": "b"}},
		"a copy less":     {[]differ{removed("a", "1"), removed("b", "1"), added("c", "1")}, map[string]string{"a": "c"}},
		"same name first": {[]differ{removed("x/a", "1"), removed("x/b", "1"), added("y/b", "1"), added("y/c", "1")}, map[string]string{"x/b": "y/b", "x/a": "y/c"}},
	} {
		if diff := cmp.Diff(c.want, moved(c.list)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", title, diff)
		}
	}
}

func TestSharing(t *testing.T) {
	s := newSite(t)
	w := s.watch(Options{})
	s.write(noteA, "edited")
	c := w.expect("edited " + noteA)
	for _, name := range []string{"content/1.28", "static", "site.yaml", noteB} {
		before, _ := c.Before.top.find(name)
		after, _ := c.Tree.top.find(name)
		if before == nil || before != after {
			t.Errorf("%s was read again", name)
		}
	}
	before, err := c.Before.Stat(noteA)
	s.ok(err)
	if before.Size() != int64(len("# SIG Node\n")) {
		t.Error("an edit reaches into the tree before it")
	}
}
