package align_test

import (
	"fmt"
	"hash/fnv"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"unicode"

	"github.com/kawaraban/kawaraban/internal/align"
	"github.com/kawaraban/kawaraban/internal/note"
)

// made is a note and a generated translation, with the true pairs. As in real translations, only
// IDs, code, references, numbers and most Latin names are shared. Lengths vary by a fifth.
type made struct {
	rnd    *rand.Rand
	a, b   note.Note
	latin  bool // the source is in Latin letters, the translation is not
	source bool // the translation records its sources
	names  float64
	of     map[string][]string // mark of a block of b → marks of its counterparts in a
	next   int
	kinds  map[string]note.Block // mark of a heading → kind, stage and date of its entries
}

// mark identifies a block. It is in Pos, which Align ignores.
func mark(b *note.Block) string { return b.Pos.File }

func translate(n *note.Note, seed uint64, record bool) *made {
	m := &made{rnd: rand.New(rand.NewPCG(seed, 7)), a: *n, source: record, names: 0.95, of: map[string][]string{}}
	m.latin = n.Lang == "en"
	m.a.Blocks = m.copies(n.Blocks)
	m.b = m.a
	m.b.Lang = "en"
	if m.latin {
		m.b.Lang = "ru"
	}
	m.b.Path = "made." + string(m.b.Lang) + ".md"
	m.b.Blocks = m.blocks(m.a.Blocks)
	m.kinds = map[string]note.Block{}
	m.learn(&m.a)
	m.learn(&m.b)
	return m
}

func (m *made) copies(bs []note.Block) []note.Block {
	out := slices.Clone(bs)
	for i := range out {
		out[i].Pos.File = m.mark()
		out[i].Children = m.copies(out[i].Children)
		out[i].Source, out[i].SourceLang, out[i].Was = nil, "", nil
	}
	return out
}

func (m *made) mark() string {
	m.next++
	return fmt.Sprint("m", m.next)
}

func (m *made) blocks(bs []note.Block) []note.Block {
	var out []note.Block
	for _, b := range bs {
		t := b
		t.Lang = m.b.Lang
		t.Pos.File = m.mark()
		m.of[mark(&t)] = []string{mark(&b)}
		if b.Type != note.Code {
			t.Text = m.text(b.Text)
		}
		t.Source, t.SourceLang, t.Was = nil, "", nil
		if m.source {
			t.Source, t.SourceLang = b.Text, b.Lang
		}
		t.Children = m.blocks(b.Children)
		if t.Type == note.Heading && !t.Text.Blank() && align.Fingerprint(t.Text) != align.Fingerprint(b.Text) {
			t.ID = note.BlockID("h-" + mark(&t))
		}
		if strings.HasPrefix(string(t.ID), "x-") {
			t.ID = note.BlockID("x-" + mark(&t))
		}
		out = append(out, t)
	}
	return out
}

func (m *made) text(t note.Text) note.Text {
	stretch := math.Exp(m.rnd.NormFloat64() * 0.2)
	out := slices.Clone(t)
	code := 0
	for i := range out {
		if out[i].Ref == nil {
			out[i].HTML = m.html(out[i].HTML, stretch, &code)
		}
	}
	return out
}

func (m *made) html(s string, stretch float64, code *int) string {
	var out strings.Builder
	for s != "" {
		words, rest, ok := strings.Cut(s, "<")
		if *code > 0 {
			out.WriteString(words)
		} else {
			out.WriteString(m.words(words, stretch))
		}
		if !ok {
			break
		}
		tag, after, _ := strings.Cut(rest, ">")
		switch {
		case strings.HasPrefix(tag, "code"), strings.HasPrefix(tag, "pre"):
			*code++
		case strings.HasPrefix(tag, "/code"), strings.HasPrefix(tag, "/pre"):
			*code--
		}
		out.WriteString("<" + tag + ">")
		s = after
	}
	return out.String()
}

// words replaces the letters of plain text. Digits, entities and most names stay.
func (m *made) words(s string, stretch float64) string {
	var out strings.Builder
	runes := []rune(s)
	for i := 0; i < len(runes); i++ {
		r := runes[i]
		switch {
		case r == '&':
			for ; i < len(runes) && runes[i] != ';'; i++ {
				out.WriteRune(runes[i])
			}
			out.WriteByte(';')
		case r < 0x80 && unicode.IsLetter(r):
			from := i
			for i+1 < len(runes) && runes[i+1] < 0x80 && (unicode.IsLetter(runes[i+1]) || unicode.IsDigit(runes[i+1]) || strings.ContainsRune("-_.", runes[i+1])) {
				i++
			}
			m.latinWord(&out, string(runes[from:i+1]), stretch)
		case unicode.IsLetter(r):
			m.letter(&out, r, stretch)
		case r == '。' && m.rnd.Float64() < 0.9:
			out.WriteString(". ")
		case strings.ContainsRune("。、，", r):
			out.WriteString(", ")
		default:
			out.WriteRune(r)
		}
	}
	return out.String()
}

func (m *made) latinWord(out *strings.Builder, w string, stretch float64) {
	if !m.latin {
		if m.rnd.Float64() < m.names {
			out.WriteString(w)
		}
		return
	}
	if strings.ContainsFunc(w, unicode.IsDigit) || strings.ToLower(w[1:]) != w[1:] {
		out.WriteString(w)
		return
	}
	for _, r := range w {
		for n := stretch; n > m.rnd.Float64(); n-- {
			out.WriteRune('а' + unicode.ToLower(r) - 'a')
		}
	}
}

func (m *made) letter(out *strings.Builder, r rune, stretch float64) {
	h := fnv.New32()
	fmt.Fprint(h, r)
	sum := h.Sum32()
	n := 2.1 * stretch
	if r < 0x2E80 {
		n = 1.05 * stretch
	}
	for ; n > m.rnd.Float64(); n-- {
		out.WriteByte('a' + byte(sum%26))
		sum /= 26
	}
	if sum%4 == 0 && r >= 0x2E80 {
		out.WriteByte(' ')
	}
}

// number numbers the IDs of entries with the same subject, as the parser does.
func number(n *note.Note) {
	taken := map[note.BlockID]bool{}
	for b := range n.All {
		if b.Type != note.Entry {
			continue
		}
		stem := b.ID
		if at := strings.LastIndexByte(string(stem), '-'); at > 0 && len(stem)-at == 2 && !strings.HasPrefix(string(stem), "h-") {
			stem = stem[:at]
		}
		b.ID = stem
		for i := 2; taken[b.ID]; i++ {
			b.ID = note.BlockID(fmt.Sprintf("%s-%d", stem, i))
		}
		taken[b.ID] = true
	}
}

// settle sets the kinds and dates of entries from their headings, as the parser does.
func (m *made) settle() {
	m.under(&m.a)
	m.under(&m.b)
	number(&m.b)
}

func (m *made) under(n *note.Note) {
	var above note.Block
	for i := range n.Blocks {
		b := &n.Blocks[i]
		if kind, ok := m.kinds[mark(b)]; ok {
			above.Kind, above.Date = kind.Kind, kind.Date
		}
		if b.Type == note.Entry && b.Level == 0 {
			b.Kind, b.Date = above.Kind, above.Date
		}
	}
}

// learn records the kind and date of each heading.
func (m *made) learn(n *note.Note) {
	last := ""
	for _, b := range n.Blocks {
		switch {
		case b.Type == note.Heading:
			last = mark(&b)
			m.kinds[last] = note.Block{}
		case b.Type == note.Entry && last != "":
			m.kinds[last] = note.Block{Kind: b.Kind, Date: b.Date}
			last = ""
		}
	}
}

func (m *made) draw(bs []note.Block, n int, fit func(*note.Block) bool) []int {
	var at []int
	for i := range bs {
		if fit(&bs[i]) {
			at = append(at, i)
		}
	}
	m.rnd.Shuffle(len(at), func(i, j int) { at[i], at[j] = at[j], at[i] })
	at = at[:min(n, len(at))]
	slices.Sort(at)
	return at
}

func (m *made) remove(n int, fit func(*note.Block) bool) {
	at := m.draw(m.b.Blocks, n, fit)
	for _, i := range slices.Backward(at) {
		m.b.Blocks = slices.Delete(m.b.Blocks, i, i+1)
	}
}

func (m *made) add(from []note.Block, n int, fit func(*note.Block) bool) {
	for _, i := range m.draw(from, n, fit) {
		places := m.draw(m.b.Blocks, 1, fit)
		if len(places) == 0 {
			return
		}
		b := from[i]
		b.Pos.File = m.mark()
		b.Text, b.Lang, b.Source = m.text(b.Text), m.b.Lang, nil
		b.Children = nil
		if b.Type == note.Entry {
			old := m.b.Blocks[places[0]]
			b.ID = note.BlockID("pr-9" + mark(&b)[1:])
			b.Attr = note.Attribution{PRs: []string{"9" + mark(&b)[1:]}}
			b.Kind, b.Stage, b.Date, b.Level = old.Kind, old.Stage, old.Date, old.Level
		}
		m.b.Blocks = slices.Insert(m.b.Blocks, places[0]+m.rnd.IntN(2), b)
	}
}

func (m *made) move(n int, fit func(*note.Block) bool) {
	for range n {
		at := m.draw(m.b.Blocks, 1, fit)
		if len(at) == 0 {
			return
		}
		b := m.b.Blocks[at[0]]
		m.b.Blocks = slices.Delete(m.b.Blocks, at[0], at[0]+1)
		to := m.draw(m.b.Blocks, 1, fit)
		if len(to) == 0 {
			m.b.Blocks = slices.Insert(m.b.Blocks, at[0], b)
			return
		}
		if old := m.b.Blocks[to[0]]; b.Type == note.Entry {
			b.Kind, b.Stage, b.Date = old.Kind, old.Stage, old.Date
		}
		m.b.Blocks = slices.Insert(m.b.Blocks, to[0], b)
	}
}

func (m *made) reorder() {
	var starts []int
	for i := range m.b.Blocks {
		if b := &m.b.Blocks[i]; b.Type == note.Heading && b.Level == 2 {
			starts = append(starts, i)
		}
	}
	if len(starts) < 2 {
		return
	}
	var parts [][]note.Block
	for k, i := range starts {
		end := len(m.b.Blocks)
		if k+1 < len(starts) {
			end = starts[k+1]
		}
		parts = append(parts, slices.Clone(m.b.Blocks[i:end]))
	}
	m.rnd.Shuffle(len(parts), func(i, j int) { parts[i], parts[j] = parts[j], parts[i] })
	m.b.Blocks = append(slices.Clone(m.b.Blocks[:starts[0]]), slices.Concat(parts...)...)
}

func (m *made) cut(n int) {
	for _, i := range slices.Backward(m.draw(m.b.Blocks, n, cuttable)) {
		b := m.b.Blocks[i]
		words := b.Text[0].HTML
		half := strings.Index(words[len(words)/3:], ". ") + len(words)/3 + 2
		first, second := b, b
		first.Text = note.Text{{HTML: words[:half-1] + "</p>"}}
		second.Text = append(note.Text{{HTML: "<p>" + words[half:]}}, b.Text[1:]...)
		second.Pos.File = m.mark()
		m.of[mark(&second)] = m.of[mark(&b)]
		m.b.Blocks = slices.Replace(m.b.Blocks, i, i+1, first, second)
	}
}

// cuttable reports whether a block is a paragraph that can be split after a sentence, without
// markup before that place.
func cuttable(b *note.Block) bool {
	if b.Type != note.Prose || len(b.Text) == 0 || !strings.HasPrefix(b.Text[0].HTML, "<p>") || len(b.Source) > 0 {
		return false
	}
	words := b.Text[0].HTML
	at := strings.Index(words[len(words)/3:], ". ")
	return at > 0 && at+len(words)/3 < 3*len(words)/4 && !strings.ContainsAny(words[3:at+len(words)/3], "<&")
}

type verdict struct {
	right, partial, wrong, missed int
	lines                         []string // the wrong pairs
	unseen                        []string // the missed pairs
}

func (m *made) judge(al *align.Alignment, of func(*note.Block) bool) verdict {
	var v verdict
	in := map[string]bool{}
	stands := map[string][]string{} // mark of a → marks of b
	for b := range m.a.All {
		in[mark(b)] = true
	}
	for b := range m.b.All {
		for _, a := range m.of[mark(b)] {
			stands[a] = append(stands[a], mark(b))
		}
	}
	for b := range m.b.All {
		if !of(b) {
			continue
		}
		truth := slices.DeleteFunc(slices.Clone(m.of[mark(b)]), func(s string) bool { return !in[s] })
		got, ok := al.OfB(b)
		switch {
		case !ok && len(truth) == 0:
		case !ok:
			v.missed++
			v.unseen = append(v.unseen, fmt.Sprint(b.Type, " ", words([]*note.Block{b})))
		case slices.Equal(marks(got.A), truth) && (len(truth) > 1 || slices.Equal(marks(got.B), stands[truth[0]])):
			v.right++
		case len(truth) > 0 && slices.Contains(marks(got.A), truth[0]) && slices.Contains(stands[truth[0]], mark(got.B[0])):
			v.partial++
			v.lines = append(v.lines, "partial: "+words(got.A)+"\n\t"+words(got.B))
		default:
			v.wrong++
			v.lines = append(v.lines, "wrong: "+words(got.A)+"\n\t"+words(got.B))
		}
	}
	return v
}

func marks(bs []*note.Block) []string {
	var out []string
	for _, b := range bs {
		out = append(out, mark(b))
	}
	return out
}

func (v *verdict) plus(w verdict) {
	v.right += w.right
	v.partial += w.partial
	v.wrong += w.wrong
	v.missed += w.missed
	v.lines = append(v.lines, w.lines...)
	v.unseen = append(v.unseen, w.unseen...)
}
