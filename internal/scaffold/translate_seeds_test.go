package scaffold

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/kawaraban/kawaraban/internal/note"
	"github.com/kawaraban/kawaraban/internal/source"
)

type editedNote struct {
	text                           []byte
	removed, added, moved, changed []string // pull requests
}

type entrySpan struct {
	pr       string
	from, to int
}

// editNote edits a note whose entries are list items: it removes ten entries, adds five, moves five
// and rewords five.
func editNote(t testing.TB, in In, f File, r *rand.Rand) editedNote {
	t.Helper()
	n := in.read(f.Path, f.Text).note
	layout := source.LayoutOf(n, f.Text, in.Names)
	lines := strings.SplitAfter(string(f.Text), "\n")
	var spans []entrySpan
	end := map[int]int{}
	for i, p := range layout.Passages {
		if b := p.Block; b.Type == note.Entry && len(b.Attr.PRs) == 1 && p.Indent == "" && p.Sign == "- " {
			to := p.To
			for _, q := range layout.Passages[i+1:] {
				if q.Indent == "" {
					break
				}
				to = q.To
			}
			spans = append(spans, entrySpan{b.Attr.PRs[0], p.From, to})
			end[p.From] = to
		}
	}
	if len(spans) < 30 {
		t.Fatalf("%d entries", len(spans))
	}
	r.Shuffle(len(spans), func(i, j int) { spans[i], spans[j] = spans[j], spans[i] })
	out := editedNote{}
	gone, behind := map[int]bool{}, map[int]string{}
	text := func(s entrySpan) string { return strings.Join(lines[s.from-1:s.to-1], "") }
	for _, s := range spans[:10] {
		out.removed = append(out.removed, s.pr)
		for l := s.from; l < s.to; l++ {
			gone[l] = true
		}
	}
	for i, s := range spans[10:15] {
		out.moved = append(out.moved, s.pr)
		for l := s.from; l < s.to; l++ {
			gone[l] = true
		}
		behind[spans[20+i].to-1] += text(s)
	}
	for _, s := range spans[15:20] {
		out.changed = append(out.changed, s.pr)
		lines[s.from-1] = strings.Replace(lines[s.from-1], "- ", "- 改めて書き直した文です。", 1)
	}
	for i := range 5 {
		pr := fmt.Sprint(199001 + i)
		out.added = append(out.added, pr)
		behind[spans[25+i].to-1] += "- 新しく加わった変更です (#" + pr + ", @mimowo) [sig/node]\n  - :pencil: その補足です。\n"
	}
	var b strings.Builder
	for i, line := range lines {
		if !gone[i+1] {
			b.WriteString(line)
		}
		b.WriteString(behind[i+1])
	}
	out.text = []byte(b.String())
	return out
}

// translatedByHand returns a translation as a human would leave it: pseudo-translated, without the
// marks of machine translations.
func translatedByHand(t testing.TB, in In, f File, path string) []byte {
	t.Helper()
	_, text, ds, err := Translate(in, f, File{Path: path}, Translating{Draft: pseudo})
	if err != nil || len(ds) > 0 {
		t.Fatal(ds, err)
	}
	var out strings.Builder
	for line := range strings.SplitAfterSeq(string(text), "\n") {
		if strings.TrimSpace(line) != "<!-- "+source.MachineMark+" -->" {
			out.WriteString(line)
		}
	}
	return []byte(out.String())
}

func prsOf(list []Piece) []string {
	var out []string
	for _, p := range list {
		if p.block != nil && p.block.Type == note.Entry {
			out = append(out, p.block.Attr.PRs...)
		}
	}
	slices.Sort(out)
	return out
}

// TestTranslateSeeds updates a translation after ten entries of the original were removed, five
// added, five moved and five reworded, chosen by a seed. Exactly these are reported, and all other
// text stays, except the comments of the five. A second run changes nothing, and removing all marks
// leaves no stale block.
func TestTranslateSeeds(t *testing.T) {
	seeds := 25 // 100 seeds pass too, in a minute
	if testing.Short() {
		seeds = 3
	}
	in := desk(t, realData(t), realWords(t), "ru", nil)
	f := translatable(t)["../../content/1.27/sig-node.ja.md"]
	path := "content/1.27/sig-node.ru.md"
	before := translatedByHand(t, in, f, path)
	for seed := range seeds {
		r := rand.New(rand.NewPCG(uint64(seed), 27))
		e := editNote(t, in, f, r)
		report, after, ds, err := Translate(in, File{f.Path, e.text}, File{path, before}, Translating{})
		if err != nil || len(ds) > 0 {
			t.Fatal(seed, ds, err)
		}
		for _, x := range []struct {
			what      string
			got, want []string
		}{{"stale", prsOf(report.Stale), e.changed}, {"added", prsOf(report.Added), e.added}, {"gone", prsOf(report.Gone), e.removed}} {
			if want := slices.Sorted(slices.Values(x.want)); !slices.Equal(x.got, want) {
				t.Errorf("seed %d: %s %v, not %v\n%s", seed, x.what, x.got, want, summed(report))
			}
		}
		if n := strings.Count(string(after), "<!-- "+source.StaleMark); n != 5 || len(report.Unplaced) > 0 {
			t.Errorf("seed %d: %d marks\n%s", seed, n, summed(report))
		}
		keepsLines(t, seed, before, after)
		again, same, _, err := Translate(in, File{f.Path, e.text}, File{path, after}, Translating{})
		if err != nil || string(same) != string(after) || len(again.Stale)+len(again.Added) > 0 {
			t.Errorf("seed %d: a second run changes it: %v\n%s", seed, err, summed(again))
		}
		if t.Failed() {
			return
		}
	}
}

func keepsLines(t *testing.T, seed int, before, after []byte) {
	t.Helper()
	now := strings.Split(string(after), "\n")
	comment := false
	for line := range strings.SplitSeq(string(before), "\n") {
		opens := strings.HasPrefix(strings.TrimSpace(line), "<!--")
		comment = comment || opens
		skip := comment
		if strings.HasSuffix(strings.TrimSpace(line), "-->") {
			comment = false
		}
		if skip {
			continue
		}
		i := slices.Index(now, line)
		if i < 0 {
			t.Errorf("seed %d: a line is lost: %q", seed, line)
			return
		}
		now = now[i+1:]
	}
}
