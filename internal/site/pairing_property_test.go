package site_test

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/kawaraban/kawaraban/internal/note"
	"github.com/kawaraban/kawaraban/internal/site"
	"github.com/kawaraban/kawaraban/internal/source"
)

var vocabulary = map[note.Lang][]string{
	"en": {"the kubelet", "now", "reports", "an error", "when", "a volume", "is gone", "and", "retries", "the mount", "without", "delay", "for every", "pod", "on the node", "of the cluster"},
	"ja": {"ノードは", "新しい", "設定を", "読み込み", "エラーを", "返すように", "なりました", "ボリュームが", "消えた", "場合に", "再試行し", "クラスタの", "状態を", "すぐに", "更新します", "既定では"},
	"zh": {"节点", "现在会", "读取", "新的", "配置", "并返回", "错误", "当", "存储卷", "消失时", "重试", "集群的", "状态", "立即", "更新", "默认情况下"},
	"ru": {"узел", "теперь", "читает", "новые", "настройки", "и сообщает", "об ошибке", "если", "том", "исчез", "повторяет", "попытку", "для каждого", "пода", "без задержки", "кластера"},
}

var kindHeadings = []string{"API Change", "Feature", "Bug or Regression", "Other (Cleanup or Flake)"}

// generatedEntry is an entry of a generated note, or a remark on it, in both languages. kept is the
// source in the comment of the translation.
type generatedEntry struct {
	pr           int
	source, kept string
	translated   string
	remark       *generatedEntry
}

type twoNotes struct {
	from, to            note.Lang
	source, translation [4][]generatedEntry
}

func sentence(rng *rand.Rand, lang note.Lang) string {
	var words []string
	for range 6 + rng.IntN(14) {
		words = append(words, vocabulary[lang][rng.IntN(len(vocabulary[lang]))])
	}
	sep := " "
	if lang == "ja" || lang == "zh" {
		sep = ""
	}
	return strings.Join(words, sep)
}

func reworded(rng *rand.Rand, lang note.Lang, text string) string {
	words := vocabulary[lang]
	runes := []rune(text)
	mid := len(runes) / 2
	for mid < len(runes) && strings.Contains(text, " ") && runes[mid] != ' ' {
		mid++
	}
	sep := ""
	if strings.Contains(text, " ") {
		sep = " "
	}
	return words[rng.IntN(len(words))] + sep + string(runes[:mid]) + sep + words[rng.IntN(len(words))] + string(runes[mid:])
}

func (t *twoNotes) render(rng *rand.Rand, lang note.Lang, parts [4][]generatedEntry, translates bool) string {
	var b strings.Builder
	fmt.Fprintf(&b, "---\ntitle: %s\nkind: changes\nsigs: [node]\n", sentence(rng, lang))
	if translates {
		fmt.Fprintf(&b, "translates: sig-node.%s.md\n", t.from)
	}
	b.WriteString("---\n")
	for i, part := range parts {
		fmt.Fprintf(&b, "\n## %s\n", kindHeadings[i])
		for _, e := range part {
			text := e.source
			if translates {
				text = e.translated
				fmt.Fprintf(&b, "\n<!--\n%s\n-->", e.kept)
			}
			fmt.Fprintf(&b, "\n- %s (#%d, @mona) [SIG Node]\n", strings.ReplaceAll(text, "\n", "\n  "), e.pr)
			switch {
			case e.remark == nil:
			case translates:
				fmt.Fprintf(&b, "  <!-- :pencil: %s -->\n  - :pencil: %s\n", e.remark.kept, e.remark.translated)
			default:
				fmt.Fprintf(&b, "  - :pencil: %s\n", e.remark.source)
			}
		}
	}
	return b.String()
}

func spaced(rng *rand.Rand, text string) string {
	words := strings.Split(text, " ")
	var b strings.Builder
	for i, w := range words {
		if i > 0 {
			b.WriteString([]string{" ", "  ", "\n"}[rng.IntN(3)])
		}
		b.WriteString(w)
	}
	return b.String()
}

func at(parts [4][]generatedEntry, pr int) (part, i int) {
	for p := range parts {
		if i := slices.IndexFunc(parts[p], func(e generatedEntry) bool { return e.pr == pr }); i >= 0 {
			return p, i
		}
	}
	return -1, -1
}

type drawn struct {
	twoNotes
	removed, added, reworded map[int]bool
}

func newGeneratedEntry(rng *rand.Rand, pr int, from, to note.Lang) generatedEntry {
	text := sentence(rng, from)
	return generatedEntry{pr: pr, source: text, kept: text, translated: sentence(rng, to)}
}

// draw returns a source of 44 entries and its translation. It removes 10 from the translation, adds
// 5, moves 5 and changes 5 in the source. Some of the others are rewrapped.
func draw(rng *rand.Rand) *drawn {
	langs := [][2]note.Lang{{"ja", "en"}, {"en", "zh"}, {"ru", "ja"}, {"zh", "ru"}}[rng.IntN(4)]
	d := &drawn{twoNotes: twoNotes{from: langs[0], to: langs[1]}, removed: map[int]bool{}, added: map[int]bool{}, reworded: map[int]bool{}}
	for i := range 44 {
		e := newGeneratedEntry(rng, 115000+i, d.from, d.to)
		if rng.IntN(3) == 0 {
			remark := newGeneratedEntry(rng, 0, d.from, d.to)
			e.remark = &remark
		}
		d.source[i%4] = append(d.source[i%4], e)
	}
	for p := range d.source {
		d.translation[p] = slices.Clone(d.source[p])
	}
	order := rng.Perm(44)
	for _, i := range order[:10] {
		d.removed[115000+i] = true
		p, at := at(d.translation, 115000+i)
		d.translation[p] = slices.Delete(d.translation[p], at, at+1)
	}
	for _, i := range order[10:15] {
		d.reworded[115000+i] = true
		p, at := at(d.source, 115000+i)
		e := &d.source[p][at]
		e.source = reworded(rng, d.from, e.source)
		if e.remark != nil {
			again := *e.remark
			again.source = reworded(rng, d.from, again.source)
			e.remark = &again
		}
	}
	for _, i := range order[12:17] { // some of them are reworded
		p, at := at(d.translation, 115000+i)
		e := d.translation[p][at]
		d.translation[p] = slices.Delete(d.translation[p], at, at+1)
		to := rng.IntN(4)
		d.translation[to] = slices.Insert(d.translation[to], rng.IntN(len(d.translation[to])+1), e)
	}
	for i := range 5 {
		d.added[116000+i] = true
		to := rng.IntN(4)
		d.translation[to] = slices.Insert(d.translation[to], rng.IntN(len(d.translation[to])+1), newGeneratedEntry(rng, 116000+i, d.from, d.to))
	}
	for p := range d.source {
		for i := range d.source[p] {
			d.source[p][i].source = spaced(rng, d.source[p][i].source)
		}
		for i := range d.translation[p] {
			d.translation[p][i].kept = spaced(rng, d.translation[p][i].kept)
		}
	}
	return d
}

func parse(t *testing.T, path, text string) *note.Note {
	t.Helper()
	n, ds := source.Parse(source.Input{Path: path, Bytes: []byte(text)}, world(t).Names(), source.Options{})
	if n == nil {
		t.Fatal(ds)
	}
	return n
}

// TestTranslationEdited checks that after entries were removed, added, moved and reworded all pairs
// are correct, and that exactly the reworded entries are stale.
func TestTranslationEdited(t *testing.T) {
	for seed := range uint64(100) {
		rng := rand.New(rand.NewPCG(seed, 7))
		d := draw(rng)
		src := parse(t, fmt.Sprintf("content/1.27/sig-node.%s.md", d.from), d.render(rng, d.from, d.twoNotes.source, false))
		tr := parse(t, fmt.Sprintf("content/1.27/sig-node.%s.md", d.to), d.render(rng, d.to, d.translation, true))
		s, _ := site.Link([]*note.Note{src, tr}, world(t), site.Options{})
		d.check(t, seed, s, tr)
		d.check(t, seed, s, src)
		d.checkPieces(t, seed, s, tr)
	}
}

// checkPieces checks the counts of the translation: of its entries exactly the reworded ones are
// stale, and of its remarks only theirs. A reworded remark may be too different to be recognized.
func (d *drawn) checkPieces(t *testing.T, seed uint64, s *site.Site, tr *note.Note) {
	t.Helper()
	count, ok := s.TranslationOf(tr)
	if !ok || count.From != d.from || count.Machine > 0 {
		t.Errorf("seed %d: %+v", seed, count)
	}
	var stale []string
	var owner int
	for _, p := range count.Pieces {
		switch {
		case p.Source == nil:
		case p.Source.Type == note.Entry:
			fmt.Sscan(p.Source.Attr.PRs[0], &owner)
			if p.State == site.StaleState {
				stale = append(stale, fmt.Sprint(owner))
			}
			if want := d.removed[owner]; want != (p.State == site.MissingState) {
				t.Errorf("seed %d: #%d is %s", seed, owner, p.State)
			}
		case p.Source.Type == note.Remark:
			sure := p.State != site.UncertainState
			if gone := p.State == site.MissingState; sure && (gone != d.removed[owner] || !gone && d.reworded[owner] != (p.State == site.StaleState)) || !sure && !d.removed[owner] && !d.reworded[owner] {
				t.Errorf("seed %d: the remark of #%d is %s: %s", seed, owner, p.State, p.Source.Text.Plain())
			}
		}
	}
	slices.Sort(stale)
	if diff := cmp.Diff(numbersOf(d.reworded), stale); diff != "" {
		t.Errorf("seed %d: stale: %s", seed, diff)
	}
}

func (d *drawn) check(t *testing.T, seed uint64, s *site.Site, n *note.Note) {
	t.Helper()
	var paired, alone, solo, stale []string
	p := s.Pairing(n, n.Lang)
	for _, row := range p.Rows {
		switch {
		case len(row.Blocks) == 0 && row.Other[0].Blocks[0].Type == note.Entry:
			solo = append(solo, row.Other[0].Blocks[0].Attr.PRs...)
		case len(row.Blocks) != 1 || row.Blocks[0].Type != note.Entry:
		case len(row.Other) == 0:
			alone = append(alone, row.Blocks[0].Attr.PRs...)
		case row.Other[0].How == site.ByTranslation:
			pair := row.Blocks[0].Attr.PRs[0] + "=" + row.Other[0].Blocks[0].Attr.PRs[0]
			if row.Blocks[0].Attr.PRs[0] != row.Other[0].Blocks[0].Attr.PRs[0] {
				t.Errorf("seed %d: %s", seed, pair)
			}
			paired = append(paired, pair)
		default:
			alone = append(alone, row.Blocks[0].Attr.PRs...)
		}
		if row.Stale != nil && row.Stale.Block.Type == note.Entry {
			stale = append(stale, row.Stale.Block.Attr.PRs...)
		}
	}
	mine, theirs := numbersOf(d.removed), numbersOf(d.added)
	if n.Lang == d.to {
		mine, theirs = theirs, mine
	}
	for name, lists := range map[string][2][]string{
		"alone": {mine, alone}, "only the other has": {theirs, solo}, "stale": {numbersOf(d.reworded), stale},
	} {
		slices.Sort(lists[1])
		if diff := cmp.Diff(lists[0], lists[1]); diff != "" {
			t.Errorf("seed %d, %s of %s: %s: %s", seed, n.Lang, d.from, name, diff)
		}
	}
	if len(paired) != 34 {
		t.Errorf("seed %d: %d pairs, want 34", seed, len(paired))
	}
}

func numbersOf(set map[int]bool) []string {
	var out []string
	for _, pr := range slices.Sorted(maps.Keys(set)) {
		out = append(out, fmt.Sprint(pr))
	}
	return out
}
