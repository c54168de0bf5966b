package align_test

import (
	"slices"
	"testing"

	"github.com/kawaraban/kawaraban/internal/align"
	"github.com/kawaraban/kawaraban/internal/note"
)

// ownPair returns a real note and its translation with the true pairs, which TestOwn prints. Odd
// seeds drop the recorded sources.
func ownPair(t testing.TB, seed uint64) *made {
	ja, en := own(t, "1.27/sig-node.ja.md"), own(t, "1.27/sig-node.en.md")
	al := align.Align(ja, en)
	m := translate(ja, seed, false)
	m.a, m.b = *ja, *en
	m.of = map[string][]string{}
	for _, match := range al.Matches {
		match.A[0].Pos.File, match.B[0].Pos.File = m.mark(), m.mark()
		m.of[mark(match.B[0])] = []string{mark(match.A[0])}
	}
	m.a.Blocks, m.b.Blocks = slices.Clone(ja.Blocks), slices.Clone(en.Blocks)
	m.learn(&m.a)
	m.learn(&m.b)
	if seed%2 == 1 {
		forget(&m.b)
	}
	return m
}

func forget(n *note.Note) {
	for b := range n.All {
		b.Source, b.SourceLang, b.Was = nil, "", nil
	}
}

func (m *made) drop(n int, fit func(*note.Block) bool) {
	m.a, m.b = m.b, m.a
	m.remove(n, fit)
	m.a, m.b = m.b, m.a
}

func (m *made) anonymous() {
	for i, n := range []*note.Note{&m.a, &m.b} {
		for b := range n.All {
			if b.Type == note.Entry {
				b.Attr = note.Attribution{}
				b.ID = note.BlockID("x-" + string(rune('a'+i)) + mark(b))
			}
		}
	}
}

// TestOwnEdited edits a real translation: it removes, adds and moves entries, with and without IDs,
// and then blocks of all types.
func TestOwnEdited(t *testing.T) {
	var entries, rest, nameless, all verdict
	for seed := range uint64(seeds) {
		m := ownPair(t, seed)
		m.remove(10, isEntry)
		m.drop(5, isEntry)
		m.move(5, isEntry)
		m.settle()
		al := align.Align(&m.a, &m.b)
		entries.plus(m.judge(al, isEntry))
		rest.plus(m.judge(al, isOther))

		m.anonymous()
		nameless.plus(m.judge(align.Align(&m.a, &m.b), isAny))

		m.remove(3, isOther)
		m.drop(3, isOther)
		m.move(2, isProse)
		m.settle()
		all.plus(m.judge(align.Align(&m.a, &m.b), isAny))
	}
	report(t, "entries", entries, 1)
	report(t, "the rest", rest, 0.98)
	report(t, "without ids", nameless, 0.65)
	report(t, "without ids, all edited", all, 0.5)
}
