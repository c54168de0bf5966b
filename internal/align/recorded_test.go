package align_test

import (
	"strings"
	"testing"

	"github.com/kawaraban/kawaraban/internal/align"
	"github.com/kawaraban/kawaraban/internal/note"
)

func (m *made) reword(n int, fit func(*note.Block) bool) map[string]bool {
	out := map[string]bool{}
	for _, i := range m.draw(m.a.Blocks, n, func(b *note.Block) bool { return fit(b) && rewordable(b) }) {
		b := &m.a.Blocks[i]
		words := b.Text[len(b.Text)-1].HTML
		at := strings.LastIndexAny(words, "。. ")
		b.Text = append(b.Text[:len(b.Text)-1:len(b.Text)-1], note.Span{HTML: words[:at] + " (2)" + words[at:]})
		out[mark(b)] = true
	}
	return out
}

func rewordable(b *note.Block) bool {
	if len(b.Text) == 0 {
		return false
	}
	last := b.Text[len(b.Text)-1]
	return last.Ref == nil && !strings.Contains(last.HTML, "<") && strings.ContainsAny(last.HTML, "。. ")
}

func (m *made) rewrap() {
	for b := range m.a.All {
		for i := range b.Text {
			if s := &b.Text[i]; !strings.Contains(s.HTML, "<pre") {
				s.HTML = strings.ReplaceAll(s.HTML, " ", "\n")
			}
		}
	}
}

// TestStale edits a translation with recorded sources: 10 entries removed, 5 added, 5 moved, 5
// reworded, and all lines rewrapped. All pairs must be right, and exactly the 5 stale. Odd seeds
// drop the IDs, so that only the records are left.
func TestStale(t *testing.T) {
	other := own(t, "1.26/sig-network.zh.md")
	n := own(t, "1.27/sig-node.ja.md")
	var entries, rest verdict
	for seed := range uint64(seeds) {
		m := translate(n, seed, true)
		m.remove(10, isEntry)
		m.add(other.Blocks, 5, isEntry)
		m.move(5, isEntry)
		m.settle()
		if seed%2 == 1 {
			m.anonymous()
		}
		var kept []*note.Block
		for b := range m.b.All {
			kept = append(kept, b)
		}
		reworded := m.reword(5, func(b *note.Block) bool { return isEntry(b) && m.translated(kept, b) })
		m.rewrap()
		al := align.Align(&m.a, &m.b)
		entries.plus(m.judge(al, isEntry))
		rest.plus(m.judge(al, isOther))
		stale := map[string]bool{}
		for _, match := range al.Matches {
			if b := match.B[0]; len(b.Source) > 0 && !align.Same(b.Source, match.A[0].Text) {
				stale[mark(match.A[0])] = true
			}
		}
		if len(reworded) != 5 || len(stale) != 5 {
			t.Errorf("seed %d: %d reworded, %d stale", seed, len(reworded), len(stale))
		}
		for k := range reworded {
			if !stale[k] {
				t.Errorf("seed %d: the reworded entry %s is not stale", seed, k)
			}
		}
	}
	report(t, "entries", entries, 1)
	report(t, "the rest", rest, 0.999)
}

func (m *made) translated(kept []*note.Block, a *note.Block) bool {
	for _, b := range kept {
		if of := m.of[mark(b)]; len(of) > 0 && of[0] == mark(a) {
			return true
		}
	}
	return false
}

// TestRecordedProse edits translations with recorded sources everywhere: nearly nothing is missed.
func TestRecordedProse(t *testing.T) {
	other := own(t, "1.26/sig-network.zh.md")
	for _, name := range []string{"1.26/upcoming-features.ja.md", "log/2023-spring.ja.md", "1.27/overview.ru.md"} {
		n := own(t, name)
		var all verdict
		for seed := range uint64(proseTimes) {
			m := translate(n, seed, true)
			m.remove(6, isAny)
			m.add(other.Blocks, 4, isProse)
			m.move(4, isProse)
			m.reorder()
			m.settle()
			m.reword(4, isProse)
			m.rewrap()
			all.plus(m.judge(align.Align(&m.a, &m.b), isAny))
		}
		report(t, name, all, 0.97)
		for _, line := range all.unseen[:min(len(all.unseen), 6)] {
			t.Log(line)
		}
	}
}
