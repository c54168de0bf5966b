package source

import (
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"github.com/kawaraban/kawaraban/internal/note"
)

// FuzzKinds parses any words as a heading and as an entry. A kind or stage must be one of the
// tables, whatever letters, white space and signs are around it. A suggested heading must be valid.
// The stage of an entry must not change with further sentences.
func FuzzKinds(f *testing.F) {
	for _, row := range kindTable {
		for _, w := range row.words {
			f.Add(w)
		}
	}
	for w := range stageWords {
		f.Add(w + " 機能")
	}
	for _, s := range []string{
		"Ｆｅａｔｕｒｅ", "Bug or Regresion", "Falling Test", "Feature (3)", "Graduated to GA", "バグや リグレッション:", "📝 補足: x", "※注）x", "Прим. x",
		"Graduated from beta to GA", "v1.27 で beta に昇格した。", "变成了已弃用", "the gateway was removed", "Added APIs:", "削除された API：", "İſ ß Σς",
	} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, words string) {
		checkKind(t, words)
		checkStage(t, words)
		if sign, _, ok := remarkMark(words); ok != IsRemark(words) || ok && !strings.HasPrefix(words, sign) {
			t.Errorf("%q is a remark: %t, by %q", words, ok, sign)
		}
		if k := apiLabel(words, true); k != "" && !slices.Contains([]note.EntryKind{note.APIAdded, note.APIDeprecated, note.APIRemoved}, k) {
			t.Errorf("%q is treated as a label of %q", words, k)
		}
	})
}

// checkKind checks the kind of words as a heading.
func checkKind(t *testing.T, words string) {
	t.Helper()
	kind := KindOfHeading(words)
	if kind != "" && KindOfHeading(string(kind)) != kind {
		t.Errorf("%q has the kind %q", words, kind)
	}
	if utf8.ValidString(words) {
		for _, same := range []string{norm.NFKC.String(words), norm.NFD.String(words), "  " + words + "\u3000", "“" + words + "”!"} {
			if got := KindOfHeading(same); got != kind {
				t.Errorf("%q has kind %q, %q has kind %q", words, kind, same, got)
			}
		}
	}
	right, certain := MisspeltKind(words)
	switch again, _ := MisspeltKind(right); {
	case right == "" && certain:
		t.Errorf("%q: certain without a suggestion", words)
	case right != "" && (KindOfHeading(right) == "" || again != ""):
		t.Errorf("%q has the suggestion %q, of kind %q, with the suggestion %q", words, right, KindOfHeading(right), again)
	case right != "" && kind != "" && kindTypos[foldWords(words)] == "":
		t.Errorf("%q has kind %q and the suggestion %q", words, kind, right)
	}
}

// checkStage checks the stage of words.
func checkStage(t *testing.T, words string) {
	t.Helper()
	stages := []note.Stage{"", note.Alpha, note.Beta, note.Stable, note.Deprecated, note.Removed}
	heading, inText := StageOfHeading(words), stageInText(words)
	if !slices.Contains(stages, heading) || !slices.Contains(stages, inText) {
		t.Fatalf("%q: stages %q and %q", words, heading, inText)
	}
	checkNeeds(t, words)
	if more := words + "。他に何もない。"; len(strings.ToLower(more)) < longestStageText && stageInText(more) != inText {
		t.Errorf("%q has stage %q, with a further sentence %q", words, inText, stageInText(more))
	}
}

// checkNeeds checks that a text that matches the pattern of a form contains one of its required words.
func checkNeeds(t *testing.T, words string) {
	t.Helper()
	for _, s := range sentences(clipped(strings.ToLower(words))) {
		for _, f := range stageForms {
			if f.needs != nil && !containsAny(s, f.needs) && f.pattern.MatchString(s) {
				t.Errorf("%q has none of %q, but stage %s", s, f.needs, f.stage)
			}
		}
	}
}

// TestStageNeeds combines each phrase for reaching a stage, in four languages, with each word for a
// stage, before and after it.
func TestStageNeeds(t *testing.T) {
	ways := []string{
		"な", "になり", "になった", "へ昇格", "に移行", "に上が", "入り", "導入", "として追加", "とし", "にした",
		"进阶", "进阶至", "升级", "升至", "晋升", "晋升为", "进入", "成为", "毕业", "毕业至", "达到", "转为", "以",
		"graduated to", "graduating to the", "promoted to", "moves into", "moved as", "transitioned to", "went to", "going to", "advanced to",
		"is now", "are now in", "is in", "has become", "became", "reached", "reaches", "goes to", "enters", "hits in",
		"перешел в", "перешёл в", "перешла в", "переходит в статус", "переходят в", "переведен в", "переведён в", "повышен до", "вошел в", "вошёл в", "получила статус", "достиг", "достигла стадии",
	}
	matched := 0
	for _, s := range []string{
		"非推奨にしました", "廃止予定として、", "deprecated とした", "非推奨とし、", "非推奨になり", "非推奨となって", "廃止予定になった", "廃止予定にされた", "非推奨です", "廃止予定化されました",
		"被标记为“弃用", "标为废弃", "宣布 即将废弃", "弃用 x", "x 已弃用", "x 已被弃用", "x is deprecated", "x has been deprecated", "deprecates x", "deprecate x", "x объявлено устаревшим",
		"x を削除した", "x は 除去済み", "x 已移除", "删除了 x", "移除 x", "x was now removed", "removes x", "remove x", "x удалён", "убрано x", "удаляет x",
	} {
		if checkNeeds(t, s); stageInText(s) == "" {
			t.Errorf("%q has no stage", s)
		}
	}
	for _, stage := range []string{"alpha", "アルファ版", "α", "альфа", "beta", "ベータ", "β版", "бета", "stable", "ga", "安定版", "一般提供", "stable (ga)", "ga（stable)"} {
		for _, way := range ways {
			for _, s := range []string{way + stage, way + " " + stage, stage + way, stage + " " + way, way + " x " + stage} {
				checkNeeds(t, s)
				if stageInText(s) != "" {
					matched++
				}
			}
		}
	}
	if matched < 700 { // 14 words for stages and 50 phrases: about every fifth combination is a sentence
		t.Errorf("%d sentences have a stage", matched)
	}
}
