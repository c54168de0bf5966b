package align_test

import (
	"io/fs"
	"os"
	"path"
	"strings"
	"testing"

	"github.com/kawaraban/kawaraban/internal/align"
	"github.com/kawaraban/kawaraban/internal/note"
	"github.com/kawaraban/kawaraban/internal/testcorpus"
)

var realNotes = testcorpus.Path("notes")

func notesBelow(t testing.TB, dir string) map[string]*note.Note {
	t.Helper()
	out := map[string]*note.Note{}
	root := os.DirFS(dir)
	err := fs.WalkDir(root, ".", func(p string, _ fs.DirEntry, err error) error {
		if err != nil || !strings.HasSuffix(p, ".md") || strings.HasPrefix(p, "_") {
			return err
		}
		b, err := fs.ReadFile(root, p)
		if err == nil {
			out[p] = parse(t, path.Join("content", p), string(b))
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return out
}

func isEntry(b *note.Block) bool { return b.Type == note.Entry }
func isProse(b *note.Block) bool { return b.Type == note.Prose || b.Type == note.Remark }
func isOther(b *note.Block) bool { return b.Type != note.Entry }
func isAny(*note.Block) bool     { return true }

// seeds and proseTimes are the numbers of generated translations of a note.
const (
	seeds      = 100
	proseTimes = 40
)

// The limits below are under the measured values. No accepted pair may be wrong. If nothing is
// missing, at least 98 in 100 blocks must be found. If only entries are edited, 99 in 100 headings
// and prose must be found. Of heavily edited prose it is between half (talks) and all (logs).

// TestSeeds removes 10 entries, adds 5 and moves 5: all pairs are right, for each seed.
func TestSeeds(t *testing.T) {
	other := own(t, "1.26/sig-network.zh.md")
	for _, name := range []string{"1.27/sig-node.ja.md", "1.27/sig-node.en.md"} {
		n := own(t, name)
		var entries, rest verdict
		for seed := range uint64(seeds) {
			m := translate(n, seed, false)
			m.remove(10, isEntry)
			m.add(other.Blocks, 5, isEntry)
			m.move(5, isEntry)
			m.settle()
			al := align.Align(&m.a, &m.b)
			entries.plus(m.judge(al, isEntry))
			rest.plus(m.judge(al, isOther))
		}
		report(t, name+" entries", entries, 1)
		report(t, name+" the rest", rest, 0.99)
	}
}

func TestClean(t *testing.T) {
	for name, n := range notesBelow(t, "../../content") {
		t.Run(name, func(t *testing.T) { cleanSeeds(t, n) })
	}
}

func TestCleanReal(t *testing.T) {
	if _, err := os.Stat(realNotes); err != nil {
		t.Skipf("the real notes are not at %s", realNotes)
	}
	for name, n := range notesBelow(t, realNotes) {
		t.Run(name, func(t *testing.T) { cleanSeeds(t, n) })
	}
}

func cleanSeeds(t *testing.T, n *note.Note) {
	var all verdict
	for seed := range uint64(20) {
		m := translate(n, seed, false)
		m.settle()
		all.plus(m.judge(align.Align(&m.a, &m.b), isAny))
	}
	report(t, n.Path, all, 0.97)
	for _, line := range all.unseen[:min(len(all.unseen), 6)] {
		t.Log(line)
	}
}

// TestProse removes, adds, moves and splits blocks of all types and reorders sections: no pair is
// wrong.
func TestProse(t *testing.T) {
	for name, n := range notesBelow(t, "../../content") {
		t.Run(name, func(t *testing.T) { proseSeeds(t, n) })
	}
}

func TestProseReal(t *testing.T) {
	if _, err := os.Stat(realNotes); err != nil {
		t.Skipf("the real notes are not at %s", realNotes)
	}
	for name, n := range notesBelow(t, realNotes) {
		t.Run(name, func(t *testing.T) { proseSeeds(t, n) })
	}
}

func proseSeeds(t *testing.T, n *note.Note) {
	other := own(t, "1.26/sig-network.zh.md")
	if strings.HasSuffix(n.Path, "sig-network.zh.md") {
		other = own(t, "1.26/upcoming-features.ja.md")
	}
	var all verdict
	for seed := range uint64(proseTimes) {
		m := translate(n, seed, false)
		m.remove(4, isEntry)
		m.remove(4, isProse)
		m.add(other.Blocks, 3, isProse)
		m.move(2, isProse)
		m.cut(2)
		if seed%2 == 0 {
			m.reorder()
		}
		m.settle()
		all.plus(m.judge(align.Align(&m.a, &m.b), isAny))
	}
	report(t, n.Path, all, 0.4)
}

func report(t *testing.T, name string, v verdict, bar float64) {
	t.Helper()
	recall := float64(v.right) / float64(max(1, v.right+v.missed+v.wrong+v.partial))
	t.Logf("%s: %d right, %d partial, %d wrong, %d missed: recall %.3f", name, v.right, v.partial, v.wrong, v.missed, recall)
	if v.wrong > 0 || v.partial > 0 || recall < bar {
		t.Errorf("%s: no wrong pair and a recall of %.3f are asked for", name, bar)
	}
	for _, line := range v.lines[:min(len(v.lines), 6)] {
		t.Log(line)
	}
}
