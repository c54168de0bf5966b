package align_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/kawaraban/kawaraban/internal/align"
	"github.com/kawaraban/kawaraban/internal/note"
)

// checkAlignment checks the guarantees of Alignment, and that swapping the versions mirrors it.
func checkAlignment(t *testing.T, a, b *note.Note) {
	t.Helper()
	al := align.Align(a, b)
	seenA, seenB := map[*note.Block]int{}, map[*note.Block]int{}
	last := -1
	place := places(a)
	for _, m := range al.Matches {
		if len(m.A) == 0 || len(m.B) == 0 || len(m.A) > 1 && len(m.B) > 1 {
			t.Fatalf("a match of %d and %d blocks", len(m.A), len(m.B))
		}
		if place[m.A[0]] <= last {
			t.Fatalf("matches are not in reading order")
		}
		last = place[m.A[0]]
		for _, x := range m.A {
			seenA[x]++
			if got, ok := al.OfA(x); !ok || !slices.Equal(got.B, m.B) {
				t.Fatalf("OfA finds another match")
			}
		}
		for _, y := range m.B {
			seenB[y]++
			if got, ok := al.OfB(y); !ok || !slices.Equal(got.A, m.A) {
				t.Fatalf("OfB finds another match")
			}
		}
	}
	for _, x := range al.OnlyA {
		seenA[x]++
	}
	for _, y := range al.OnlyB {
		seenB[y]++
	}
	for i, n := range []*note.Note{a, b} {
		for x := range n.All {
			if seen := []map[*note.Block]int{seenA, seenB}[i]; seen[x] != 1 {
				t.Fatalf("a block stands %d times: %s %s", seen[x], x.Type, x.Text.Plain())
			}
		}
	}
	for _, d := range al.Doubts {
		if len(d.A) == 0 || len(d.B) == 0 || d.Why == "" {
			t.Fatalf("a doubt about nothing: %v", d)
		}
	}
	if d := cmp.Diff(lines(al, false), lines(align.Align(b, a), true)); d != "" {
		t.Fatalf("the other way round is no mirror: %s", d)
	}
}

func places(n *note.Note) map[*note.Block]int {
	out := map[*note.Block]int{}
	for b := range n.All {
		out[b] = len(out)
	}
	return out
}

func lines(al *align.Alignment, flip bool) []string {
	var out []string
	add := func(kind string, a, b []*note.Block) {
		if flip {
			a, b = b, a
		}
		out = append(out, fmt.Sprintf("%s %p %p", kind, first(a), first(b)))
	}
	for _, m := range al.Matches {
		add("match", m.A, m.B)
	}
	for _, d := range al.Doubts {
		add("doubt", d.A, d.B)
	}
	slices.Sort(out)
	return out
}

func first(bs []*note.Block) *note.Block {
	if len(bs) == 0 {
		return nil
	}
	return bs[0]
}

func TestMirror(t *testing.T) {
	other := own(t, "1.26/sig-network.zh.md")
	for _, name := range []string{"1.27/sig-node.ja.md", "1.26/upcoming-features.ja.md", "log/2023-spring.ja.md"} {
		n := own(t, name)
		for seed := range uint64(10) {
			m := translate(n, seed, seed%3 == 0)
			m.remove(6, isAny)
			m.add(other.Blocks, 6, isProse)
			m.move(6, isAny)
			m.cut(3)
			m.reorder()
			m.settle()
			checkAlignment(t, &m.a, &m.b)
		}
	}
}

func FuzzAlign(f *testing.F) {
	f.Add("# A\n\ntext\n\n- x (#1, @a)\n", "# B\n\n<!-- text -->\ntexte\n\n- y (#1, @a)\n")
	f.Add("- x (#1, @a)\n- y (#1, @a)\n", "- z (#1, @a)\n")
	f.Add("## A\n\na b. c d.\n\n## A\n", "## A\n\na b.\n\nc d.\n\n---\n\n## A\n\n## A\n")
	f.Fuzz(func(t *testing.T, x, y string) {
		if len(x)+len(y) > 1<<14 {
			t.Skip("texts of that length are what TestHostile is for")
		}
		a, b := parseAny("content/1.27/a.ja.md", x), parseAny("content/1.27/a.en.md", y)
		if a != nil && b != nil {
			checkAlignment(t, a, b)
		}
	})
}

// TestHostile aligns notes with thousands of identical blocks. With a few missing, no pair is
// certain.
func TestHostile(t *testing.T) {
	const n = 3000
	for _, block := range []string{"## Heading\n\n", "The same paragraph.\n\n", "- the same entry (#115331, @a)\n\n"} {
		a := parse(t, "content/1.27/a.ja.md", strings.Repeat(block, n))
		b := parse(t, "content/1.27/a.en.md", strings.Repeat(block, n-300))
		checkAlignment(t, a, b)
		for _, m := range align.Align(a, b).Matches {
			if m.A[0].ID == "" || m.A[0].ID != m.B[0].ID {
				t.Errorf("%q stands %d and %d times, and %s and %s are a pair", block, n, n-300, m.A[0].ID, m.B[0].ID)
			}
		}
	}
}
