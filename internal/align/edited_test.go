package align_test

import (
	"slices"
	"testing"

	"github.com/kawaraban/kawaraban/internal/align"
	"github.com/kawaraban/kawaraban/internal/note"
)

// ownPair is the Japanese note of SIG Node beside its English translation, with the truth
// that TestOwn shows to be read: all their blocks are pairs. Every second time the sources
// that the translation records are taken away.
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

// forget takes the recorded sources from a translation.
func forget(n *note.Note) {
	for b := range n.All {
		b.Source, b.SourceLang, b.Was = nil, "", nil
	}
}

// drop takes blocks out of the source: those of the translation have been added.
func (m *made) drop(n int, fit func(*note.Block) bool) {
	m.a, m.b = m.b, m.a
	m.remove(n, fit)
	m.a, m.b = m.b, m.a
}

// anonymous takes from both versions what says which entry is which.
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

// TestOwnEdited edits a real translation: entries are removed, added and moved, with and
// without the ids that tell them apart, and then blocks of all kinds.
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
