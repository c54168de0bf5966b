package source

import (
	"iter"
	"regexp"
	"strings"

	"github.com/kawaraban/kawaraban/internal/note"
)

// The words for stages in running text. They say a stage only where a verb of becoming
// stands beside them: "an alpha metric" and "a deprecated flag was removed" say other
// things.
const (
	alphaWord  = `(?:alpha|アルファ版?|α版?|альфа)`
	betaWord   = `(?:beta|ベータ版?|β版?|бета)`
	stableWord = `(?:stable|ga|安定版|一般提供|stable\s*\(ga\)|ga\s*[（(]\s*stable\s*[)）])`
)

// stageForm is a way to say in one sentence that a feature reached a stage.
type stageForm struct {
	stage   note.Stage
	needs   []string // parts of words of which the pattern needs one; nil where nothing is known of it
	pattern *regexp.Regexp
}

// stageForms are tried on one sentence in lower case; of those that match, the one that
// matches last in the sentence counts: "from beta to GA" is GA.
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

// What the forms of becoming say beside the stage.
var (
	becomesJA = []string{"な", "昇格", "移行", "上が", "入り", "導入", "追加", "し"}
	becomesZH = []string{"进阶", "升级", "升至", "晋升", "进入", "成为", "毕业", "达到", "转为", "以"}
	becomesEN = []string{"graduat", "promot", "mov", "transition", "went", "going", "advanc"}
	isNowEN   = []string{"is", "are", "become", "became", "reache", "goes", "enters", "hits"}
	becomesRU = []string{"переш", "переход", "переведен", "переведён", "повышен", "вош", "получил", "достиг"}
)

// becoming are the forms in which a stage is reached, in four languages.
func becoming(stage note.Stage, word string) []stageForm {
	return []stageForm{
		{stage, becomesJA, regexp.MustCompile(word + `\s*(?:に|へ|と|として)?\s*(?:な(?:り|って|った(?:$|、|ので|ため|が))|昇格|移行|上が|入り|導入|追加|し(?:ま|た|て|$))`)},
		{stage, becomesZH, regexp.MustCompile(`(?:进阶至?|升级至?|升至|晋升为?|进入|成为|毕业至?|达到|转为|以)\s*` + word)},
		{stage, becomesEN, regexp.MustCompile(`(?:graduat\w*|promot\w*|mov\w*|transition\w*|went|going|advanc\w*)\b[^.]{0,60}?(?:to|as|into)\s+(?:the\s+)?` + word + `\b`)},
		{stage, isNowEN, regexp.MustCompile(`\b(?:(?:is|are)\s+(?:now\s+(?:in\s+)?|in\s+)|(?:has become|became|reached|reaches|goes|enters|hits)\s+(?:in\s+|to\s+)?)` + word + `\b`)},
		{stage, becomesRU, regexp.MustCompile(`(?:переш[её]?л[аио]?|переходит|переходят|переведен[аоы]?|переведён|повышен[аоы]?|вош[её]?л[аио]?|получил[аио]?|достиг(?:ла|ли|ло)?)\s+(?:в\s+|до\s+|из\s+\S+\s+в\s+)?(?:статус[а]?\s+|стади[июя]\s+)?` + word)},
	}
}

// stageSaid returns the stage that a text says of itself: that of the first sentence
// which says one.
func stageSaid(plain string) note.Stage {
	plain = clipped(strings.ToLower(plain))
	if !hintsAny(plain) {
		return "" // as nearly always
	}
	for _, s := range sentences(plain) {
		var stage note.Stage
		last := -1
		for f := range formsHinted(s) {
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

// hintsAny reports whether a text has a hint of any stage.
func hintsAny(s string) bool {
	for range formsHinted(s) {
		return true
	}
	return false
}

// formsHinted yields the forms of which a text has a hint.
func formsHinted(s string) iter.Seq[*stageForm] {
	return func(yield func(*stageForm) bool) {
		hinted := false
		for i := range stageForms {
			f := &stageForms[i]
			if i == 0 || f.stage != stageForms[i-1].stage {
				hinted = containsAny(s, stageHints[f.stage])
			}
			if hinted && !yield(f) {
				return
			}
		}
	}
}

// stageHints are parts of words of which one must stand in a sentence before the forms
// of a stage are tried: most sentences have none, and looking for them is cheap.
var stageHints = map[note.Stage][]string{
	note.Alpha:      {"alpha", "アルファ", "α", "альфа"},
	note.Beta:       {"beta", "ベータ", "β", "бета"},
	note.Stable:     {"stable", wordGA, "安定版", "一般提供", "正式", "стабильн"},
	note.Deprecated: {"deprecate", "非推奨", "廃止予定", "弃用", "废弃", "устаревш"},
	note.Removed:    {"remov", "削除", "廃止", "除去", "移除", "删除", "удал", "убран"},
}

// wordGA is a hint only where it is a word: gateway has it too.
const wordGA = "ga"

func containsAny(s string, parts []string) bool {
	for _, p := range parts {
		if p == wordGA && hasGA(s) || p != wordGA && strings.Contains(s, p) {
			return true
		}
	}
	return false
}

func hasGA(s string) bool {
	for i := 0; ; {
		at := strings.Index(s[i:], wordGA)
		if at < 0 {
			return false
		}
		i += at + len(wordGA)
		if !asciiLetter(s, i-len(wordGA)-1) && !asciiLetter(s, i) {
			return true
		}
	}
}

func asciiLetter(s string, i int) bool { return i >= 0 && i < len(s) && s[i] >= 'a' && s[i] <= 'z' }

// longestStageText is how much of an entry is looked at for its stage.
const longestStageText = 2000

// sentenceEnds puts a line's end for what ends a sentence.
var sentenceEnds = strings.NewReplacer("。", "\n", "！", "\n", ". ", "\n", "; ", "\n", "；", "\n")

// clipped is the part of an entry's text that is looked at.
func clipped(s string) string {
	if len(s) > longestStageText {
		return strings.ToValidUTF8(s[:longestStageText], "")
	}
	return s
}

// sentences parts a text; the full stop within v1.27 or k8s.io parts nothing.
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
