package search

import (
	"bytes"
	"fmt"
	"maps"
	"path"
	"slices"
	"strings"
	"testing"
)

// TestEditReachesFew edits one document of 4,000 in about 440 chunks, removes it, and inserts
// another before it. Documents elsewhere must keep their addresses and bytes. If no number changes,
// so must all terms outside of the few groups that the edit touches.
func TestEditReachesFew(t *testing.T) {
	all := made(11, 4000)
	files := func(change func(docs []Doc) []Doc) map[string][]byte {
		edited := slices.Clone(all)
		edited[200] = change(slices.Clone(all[200]))
		return contents(t, New(digestAll(edited, nil), nil).Files(), nil)
	}
	before := files(func(docs []Doc) []Doc { return docs })
	count := func(files map[string][]byte, kind string) (n int) {
		for name := range files {
			if strings.HasPrefix(path.Base(name), kind) {
				n++
			}
		}
		return n
	}
	docs, terms := count(before, "d"), count(before, "t")
	for _, edit := range []struct {
		name        string
		change      func(docs []Doc) []Doc
		docs, terms int // how many shards may have a new address
	}{
		{"nothing", func(docs []Doc) []Doc { return docs }, 0, 0},
		{"word", func(docs []Doc) []Doc { docs[0].Name += " zebrafinch"; return docs }, docs / 8, terms / 2},
		{"address", func(docs []Doc) []Doc { docs[0].Path += "x"; return docs }, docs / 8, terms / 2},
		{"gone", func(docs []Doc) []Doc { return docs[1:] }, docs / 8, terms},
		{"new", func(docs []Doc) []Doc { return append([]Doc{madeDoc(randFor(12), 9999)}, docs...) }, docs / 8, terms},
	} {
		after := files(edit.change)
		for name, b := range after {
			if was, ok := before[name]; ok && name != "search/root.bin" && !bytes.Equal(was, b) {
				t.Errorf("%s: %s has other bytes", edit.name, name)
			}
		}
		news := maps.Clone(after)
		maps.DeleteFunc(news, func(name string, _ []byte) bool { return before[name] != nil })
		if d, n := count(news, "d"), count(news, "t"); d > edit.docs || n > edit.terms || (d == 0) != (edit.docs == 0) {
			t.Errorf("%s: %d of %d shards of documents and %d of %d of terms have a new address", edit.name, d, docs, n, terms)
		}
	}
}

// TestGroupedByContent checks that inserting or removing an element of a row moves only the borders
// next to it. Sizes must be close to the requested size.
func TestGroupedByContent(t *testing.T) {
	for _, about := range []int{1, 2, 16, 256} {
		row := make([]string, 40*about)
		for i := range row {
			row[i] = fmt.Sprint("thing ", i)
		}
		begin := func(row []string) (begins map[string]bool, sizes []int) {
			begins, at := map[string]bool{}, 0
			for _, g := range grouped(len(row), about, func(i int) []byte { return []byte(row[i]) }) {
				if g.from != at || g.size == 0 {
					t.Fatalf("a group of %d from %d on, where one ended at %d", g.size, g.from, at)
				}
				begins[row[at]], sizes = true, append(sizes, g.size)
				at += g.size
			}
			if at != len(row) {
				t.Fatalf("the groups hold %d of %d", at, len(row))
			}
			return begins, sizes
		}
		before, sizes := begin(row)
		for _, n := range sizes[:len(sizes)-1] {
			if n < about/2 || n > 4*about {
				t.Errorf("a group has %d, where about %d are asked for", n, about)
			}
		}
		for i := 0; i < len(row); i += max(1, len(row)/40) {
			for _, edited := range [][]string{slices.Insert(slices.Clone(row), i, "new"), slices.Delete(slices.Clone(row), i, i+1)} {
				after, _ := begin(edited)
				moved := 0
				for key := range after {
					if !before[key] {
						moved++
					}
				}
				if moved > 9 {
					t.Errorf("about %d: an edit at %d moves %d borders", about, i, moved)
				}
			}
		}
	}
	if groups := grouped(3*maxInGroup, 1<<20, func(int) []byte { return []byte("same") }); len(groups) < 3 {
		t.Errorf("%d groups, where none may have more than %d", len(groups), maxInGroup)
	}
}
