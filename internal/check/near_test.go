package check

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/kawaraban/kawaraban/internal/note"
	"github.com/kawaraban/kawaraban/internal/upstream"
)

func TestEdits(t *testing.T) {
	for _, c := range []struct {
		a, b        string
		limit, want int
	}{
		{"", "", 3, 0},
		{"kublet", "kubelet", 3, 1},
		{"kubeelt", "kubelet", 3, 1},
		{"kubeelt", "kubelet", 0, 1},
		{"schedular", "scheduler", 1, 1},
		{"enhancent", "enhancements", 3, 3},
		{"pulling", "pulls", 3, 3},
		{"pulling", "pulls", 2, 3},
		{"abcdef", "uvwxyz", 2, 3},
		{"", "abc", 3, 3},
		{"ca", "abc", 3, 3}, // no letter is changed twice
		{strings.Repeat("a", 500), strings.Repeat("a", 499), 3, 4},
	} {
		if got := edits(c.a, c.b, c.limit); got != c.want {
			t.Errorf("%s and %s within %d: %d, not %d", c.a, c.b, c.limit, got, c.want)
		}
		if got := edits(c.b, c.a, c.limit); got != c.want {
			t.Errorf("%s and %s within %d: %d, not %d", c.b, c.a, c.limit, got, c.want)
		}
	}
}

// plainEdits counts single edits, each swap as two, with the full table.
func plainEdits(a, b string) int {
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		last := row[0]
		row[0] = i + 1
		for j := range len(b) {
			d := last
			if a[i] != b[j] {
				d++
			}
			last = row[j+1]
			row[j+1] = min(d, last+1, row[j]+1)
		}
	}
	return row[len(b)]
}

// TestNearIndex compares the index with a search of all names. Names within three single edits, or
// two for a short name, must be found.
func TestNearIndex(t *testing.T) {
	names := gateNames(upstreamData(t))
	names = append(names, components[:]...)
	x := newNearIndex(names)
	r := rand.New(rand.NewPCG(3, 4))
	found := 0
	for range 400 {
		w := strings.ToLower(names[r.IntN(len(names))])
		for range 1 + r.IntN(3) {
			w = strings.ToLower(mutations[r.IntN(len(mutations))](r, w))
		}
		near := x.find(w)
		for i, n := range x.names {
			if plainEdits(w, n) >= piecesOf(len(n)) {
				continue
			}
			found++
			if !slices.Contains(near, int32(i)) {
				t.Errorf("%s is not found for %s", n, w)
			}
		}
	}
	if found < 300 {
		t.Errorf("only %d names were near", found)
	}
}

// TestTrust checks the order of trust in spellings: gates, then English notes of the note's
// release, then those of other releases. All names are invented.
func TestTrust(t *testing.T) {
	release := func(r note.Release, text string) *upstream.Release {
		return &upstream.Release{Release: r, Notes: []upstream.ReleaseNote{{PR: 1, Text: text}}}
	}
	v := NewVocabulary(&upstream.Data{
		GateList: []*upstream.Gate{{Name: "QuuxWidgetPolica"}},
		ReleaseList: []*upstream.Release{
			release("1.26", "QuuxWidgetPolicb and FrobGadgetStata"),
			release("1.27", "QuuxWidgetPolicc and FrobGadgetStatb"),
		},
	})
	for _, c := range []struct {
		word     string
		releases []note.Release
		meant    string
		others   []string
		certain  bool
	}{
		{"QuuxWidgetPolicx", []note.Release{"1.27"}, "QuuxWidgetPolica", nil, true},
		{"FrobGadgetStatx", []note.Release{"1.26"}, "FrobGadgetStata", nil, false},
		{"FrobGadgetStatx", []note.Release{"1.27"}, "FrobGadgetStatb", nil, false},
		{"FrobGadgetStatx", nil, "FrobGadgetStata", []string{"FrobGadgetStatb"}, false},
		{"FrobGadgetStatx", []note.Release{"1.26", "1.27"}, "FrobGadgetStata", []string{"FrobGadgetStatb"}, false},
	} {
		s := v.correct(word{text: c.word}, c.releases)
		if s == nil || s.meant != c.meant || !slices.Equal(s.others, c.others) || s.certain != c.certain {
			t.Errorf("%s in %v: %+v", c.word, c.releases, s)
		}
	}
	for _, right := range []string{"QuuxWidgetPolica", "FrobGadgetStata", "FrobGadgetStatb", "NothingNearToThis"} {
		if s := v.correct(word{text: right}, []note.Release{"1.26"}); s != nil {
			t.Errorf("%s: %+v", right, s)
		}
	}
}

// TestCrowdedNames checks the cost for a note with many names of one prefix. The common prefix must
// not match a name; the rest must match the right one.
func TestCrowdedNames(t *testing.T) {
	var names []string
	for i := range 4 * maxShared {
		names = append(names, fmt.Sprintf("quuxwidget%06d", i*7919%1000000))
	}
	x := newNearIndex(append(names, "frobgadgetpolicy"))
	if found := x.find("frobgadgetpolicx"); !slices.Equal(found, []int32{int32(len(names))}) {
		t.Errorf("the different name: %v", found)
	}
	if found := x.find("quuxwidgetzzzzzz"); len(found) > maxShared {
		t.Errorf("%d names to be compared", len(found))
	}
}

// TestElsewhereIsBounded checks that the cached data of a number stays small if a note cites it
// with many repositories.
func TestElsewhereIsBounded(t *testing.T) {
	var b strings.Builder
	for i := range 100 {
		fmt.Fprintf(&b, "owner/repository-%d#5000\n\n", i)
	}
	in := &In{Files: []*File{NewFile("content/1.27/a.ja.md", []byte(b.String()), nil)}}
	if c := in.cited(); len(c.cites) != 100 || len(c.elsewhere["5000"]) != 2 {
		t.Errorf("%d cites, elsewhere %v", len(c.cites), c.elsewhere)
	}
}
