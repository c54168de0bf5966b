package pair_test

import (
	"bytes"
	"testing"

	"github.com/kawaraban/kawaraban/internal/note"
	"github.com/kawaraban/kawaraban/internal/pair"
)

// FuzzDecode: of any bytes comes an error, or an alignment in which each block stands once and
// that comes back as itself.
func FuzzDecode(f *testing.F) {
	a := parse(f, "content/1.27/a.ja.md", "# 題\n\n## 新機能\n\n- 甲 (#1)\n  - 乙\n\n丙。\n\n丁。\n")
	b := parse(f, "content/1.27/a.en.md", "# Title\n\n## Features\n\n- One (#1)\n  - two\n\nThree. Four.\n\n- Five\n")
	f.Add(pair.Align(a, b).Encode(a, b))
	f.Add(pair.Align(a, a).Encode(a, a))
	f.Add([]byte{})
	f.Fuzz(func(t *testing.T, data []byte) {
		al, err := pair.Decode(data, a, b)
		if err != nil {
			return
		}
		seen := map[*note.Block]int{}
		for _, m := range al.Matches {
			for _, x := range m.A {
				seen[x]++
			}
			for _, x := range m.B {
				seen[x]++
			}
		}
		for _, x := range append(al.OnlyA, al.OnlyB...) {
			seen[x]++
		}
		for _, n := range []*note.Note{a, b} {
			for x := range n.All {
				if seen[x] != 1 {
					t.Errorf("a block stands %d times", seen[x])
				}
			}
		}
		again, err := pair.Decode(al.Encode(a, b), a, b)
		if err != nil || !bytes.Equal(again.Encode(a, b), al.Encode(a, b)) {
			t.Errorf("what was read comes back as another: %v", err)
		}
	})
}
