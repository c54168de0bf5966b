package source

import (
	"iter"
	"regexp"
	"slices"
	"strings"

	"github.com/kawaraban/kawaraban/internal/note"
)

// Words for stages in text. They count only next to a verb such as "graduate". "An alpha metric"
// and "a deprecated flag was removed" do not describe the stage of a feature.
const (
	alphaWord  = `(?:alpha|アルファ版?|α版?|альфа)`
	betaWord   = `(?:beta|ベータ版?|β版?|бета)`
	stableWord = `(?:stable|ga|安定版|一般提供|stable\s*\(ga\)|ga\s*[（(]\s*stable\s*[)）])`
)

// stageForm is a form of words that means that a feature reached a stage.
type stageForm struct {
	stage   note.Stage
	needs   []string // word stems, one of which must occur; nil if unknown
	pattern *regexp.Regexp
}

// stageForms apply to a sentence in lower case. The last match in the sentence counts, so "from
// beta to GA" means GA.
var stageForms = append(append(append(
	becoming(note.Alpha, alphaWord), becoming(note.Beta, betaWord)...), becoming(note.Stable, stableWord)...),
	stageForm{note.Stable, nil, regexp.MustCompile(`正式发布|正式可用|正式版になりました|стал[аи]?\s+стабильн|признан[аы]?\s+стабильн|переш[её]?л[аи]?\s+в\s+стабильн|переходит\s+в\s+(?:стабильн|статус\s+stable)`)},
	stageForm{note.Deprecated, []string{"しま", "して", "した", "し、", "され", "なり", "なって", "なった"}, regexp.MustCompile(`(?:非推奨|廃止予定|deprecated)\s*(?:に|と)(?:しま|して、|した(?:$|、)|し、|され(?:ま|た(?:$|、))|な(?:り|って|った(?:$|、)))`)},
	stageForm{note.Deprecated, []string{"非推奨", "廃止予定"}, regexp.MustCompile(`(?:非推奨|廃止予定)(?:です|である|化(?:しました|されました|した|された)?)$`)},
	stageForm{note.Deprecated, []string{"标记为", "标为", "宣布"}, regexp.MustCompile(`(?:被|已被?)?\s*(?:标记为|标为|宣布)\s*[“"「]?(?:已?弃用|即将废弃|废弃)`)},
	stageForm{note.Deprecated, []string{"弃用", "废弃"}, regexp.MustCompile(`^(?:弃用|废弃)|已(?:被)?弃用$`)},
	stageForm{note.Deprecated, []string{"deprecated"}, regexp.MustCompile(`(?:is|are|was|were|been|now)\s+deprecated`)},
	stageForm{note.Deprecated, []string{"deprecate"}, regexp.MustCompile(`^deprecated?s?\b`)},
	stageForm{note.Deprecated, []string{"устаревш"}, regexp.MustCompile(`(?:объявлен|помечен|признан)[аоы]?\s+устаревш`)},
	stageForm{note.Removed, []string{"削除", "廃止", "除去"}, regexp.MustCompile(`(?:を|が|は)\s*(?:削除|廃止|除去)(?:しました|されました|された|した|済み)?$`)},
	stageForm{note.Removed, []string{"移除", "删除"}, regexp.MustCompile(`(?:已|被|已被)?(?:移除|删除)(?:了|$)|^(?:移除|删除)`)},
	stageForm{note.Removed, []string{"removed"}, regexp.MustCompile(`(?:was|were|been|is|are)\s+(?:now\s+)?removed`)},
	stageForm{note.Removed, []string{"remov"}, regexp.MustCompile(`^remov(?:ed|es|e)\b`)},
	stageForm{note.Removed, []string{"удал", "убран"}, regexp.MustCompile(`(?:удал[её]н|убран)[аоы]?(?:\s|$)|^удал(?:ил|яет)`)},
)

// Word stems that occur next to a stage in these forms, by language.
var (
	becomesJA = []string{"な", "昇格", "移行", "上が", "入り", "導入", "追加", "し"}
	becomesZH = []string{"进阶", "升级", "升至", "晋升", "进入", "成为", "毕业", "达到", "转为", "以"}
	becomesEN = []string{"graduat", "promot", "mov", "transition", "went", "going", "advanc"}
	isNowEN   = []string{"is", "are", "become", "became", "reache", "goes", "enters", "hits"}
	becomesRU = []string{"переш", "переход", "переведен", "переведён", "повышен", "вош", "получил", "достиг"}
)

// becoming returns the forms for reaching a stage, in four languages.
func becoming(stage note.Stage, word string) []stageForm {
	return []stageForm{
		{stage, becomesJA, regexp.MustCompile(word + `\s*(?:に|へ|と|として)?\s*(?:な(?:り|って|った(?:$|、|ので|ため|が))|昇格|移行|上が|入り|導入|追加|し(?:ま|た|て|$))`)},
		{stage, becomesZH, regexp.MustCompile(`(?:进阶至?|升级至?|升至|晋升为?|进入|成为|毕业至?|达到|转为|以)\s*` + word)},
		{stage, becomesEN, regexp.MustCompile(`(?:graduat\w*|promot\w*|mov\w*|transition\w*|went|going|advanc\w*)\b[^.]{0,60}?(?:to|as|into)\s+(?:the\s+)?` + word + `\b`)},
		{stage, isNowEN, regexp.MustCompile(`\b(?:(?:is|are)\s+(?:now\s+(?:in\s+)?|in\s+)|(?:has become|became|reached|reaches|goes|enters|hits)\s+(?:in\s+|to\s+)?)` + word + `\b`)},
		{stage, becomesRU, regexp.MustCompile(`(?:переш[её]?л[аио]?|переходит|переходят|переведен[аоы]?|переведён|повышен[аоы]?|вош[её]?л[аио]?|получил[аио]?|достиг(?:ла|ли|ло)?)\s+(?:в\s+|до\s+|из\s+\S+\s+в\s+)?(?:статус[а]?\s+|стади[июя]\s+)?` + word)},
	}
}

// stageInText returns the stage of the first sentence that has one, or "".
func stageInText(plain string) note.Stage {
	plain = clipped(strings.ToLower(plain))
	if hinted(plain) == 0 {
		return "" // the common case
	}
	for _, s := range sentences(plain) {
		var stage note.Stage
		last := -1
		for f := range hintedForms(s) {
			if f.needs != nil && !containsAny(s, f.needs) {
				continue
			}
			if at := f.pattern.FindAllStringIndex(s, -1); at != nil && at[len(at)-1][1] > last {
				stage, last = f.stage, at[len(at)-1][1]
			}
		}
		if stage != "" {
			return stage
		}
	}
	return ""
}

// hintedForms yields the forms of those stages whose hints occur in a text.
func hintedForms(s string) iter.Seq[*stageForm] {
	return func(yield func(*stageForm) bool) {
		set := hinted(s)
		for i := range stageForms {
			if f := &stageForms[i]; set.has(f.stage) && !yield(f) {
				return
			}
		}
	}
}

// stageHints lists word stems for each stage. A form is tried only if a hint of its stage occurs
// in the sentence. Most sentences have none, and this check is fast.
var stageHints = []struct {
	stage note.Stage
	parts []string
}{
	{note.Alpha, []string{"alpha", "アルファ", "α", "альфа"}},
	{note.Beta, []string{"beta", "ベータ", "β", "бета"}},
	{note.Stable, []string{"stable", wordGA, "安定版", "一般提供", "正式", "стабильн"}},
	{note.Deprecated, []string{"deprecate", "非推奨", "廃止予定", "弃用", "废弃", "устаревш"}},
	{note.Removed, []string{"remov", "削除", "廃止", "除去", "移除", "删除", "удал", "убран"}},
}

// wordGA matches only as a whole word, so not at the beginning of "gateway".
const wordGA = "ga"

// stageSet is a set of stages, with one bit per index of stageHints.
type stageSet uint8

func (set stageSet) has(stage note.Stage) bool {
	for i, row := range stageHints {
		if row.stage == stage {
			return set&(1<<i) != 0
		}
	}
	return false
}

// hint is a word stem from stageHints, with its stage.
type hint struct {
	part  string
	stage stageSet
}

// hintTable finds hints by their first two bytes. It must be fast, because it is used at each
// position of each text.
type hintTable struct {
	row  [1 << 16]uint8 // index in rows by two bytes; 0 if no hint begins with them
	rows [][]hint
}

var hints = listHints()

func listHints() *hintTable {
	t := &hintTable{rows: make([][]hint, 1)}
	for i, of := range stageHints {
		for _, part := range of.parts {
			at := &t.row[pairAt(part, 0)]
			if *at == 0 {
				*at, t.rows = uint8(len(t.rows)), append(t.rows, nil)
			}
			t.rows[*at] = append(t.rows[*at], hint{part, 1 << i})
		}
	}
	return t
}

// pairAt returns the two bytes at i as an index of hintTable.row.
func pairAt(s string, i int) uint16 { return uint16(s[i])<<8 | uint16(s[i+1]) }

// hinted returns the stages whose hints occur in a text.
func hinted(s string) (set stageSet) {
	for i := 0; i+1 < len(s); i++ {
		row := hints.row[pairAt(s, i)]
		if row == 0 {
			continue
		}
		for _, h := range hints.rows[row] {
			if strings.HasPrefix(s[i:], h.part) && (h.part != wordGA || !asciiLetter(s, i-1) && !asciiLetter(s, i+len(wordGA))) {
				set |= h.stage
			}
		}
	}
	return set
}

func asciiLetter(s string, i int) bool { return i >= 0 && i < len(s) && s[i] >= 'a' && s[i] <= 'z' }

func containsAny(s string, parts []string) bool {
	return slices.ContainsFunc(parts, func(p string) bool { return strings.Contains(s, p) })
}

// longestStageText is the maximum number of bytes of a text that are searched for a stage.
const longestStageText = 2000

// sentenceEnds replaces the end of each sentence by a line break.
var sentenceEnds = strings.NewReplacer("。", "\n", "！", "\n", ". ", "\n", "; ", "\n", "；", "\n")

// clipped returns the beginning of a text, up to longestStageText bytes.
func clipped(s string) string {
	if len(s) > longestStageText {
		return strings.ToValidUTF8(s[:longestStageText], "")
	}
	return s
}

// sentences splits a text. The full stop in v1.27 or k8s.io does not end a sentence.
func sentences(s string) []string {
	s = sentenceEnds.Replace(s)
	var out []string
	for part := range strings.SplitSeq(s, "\n") {
		if part = strings.Trim(part, " .　"); part != "" {
			out = append(out, part)
		}
	}
	return out
}
