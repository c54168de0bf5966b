package source

import (
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"github.com/kawaraban/kawaraban/internal/note"
)

// FuzzKinds reads any words as a heading and as an entry: a kind and a stage are those of
// the tables, whatever letters, white space and signs stand around them; a name that is
// proposed for a slip is right; and what an entry says of its stage, it says with more
// sentences behind it.
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
		holdKind(t, words)
		holdStage(t, words)
		if sign, _, ok := remarkMark(words); ok != IsRemark(words) || ok && !strings.HasPrefix(words, sign) {
			t.Errorf("%q is a remark: %t, by %q", words, ok, sign)
		}
		if k := apiLabel(words, true); k != "" && !slices.Contains([]note.EntryKind{note.APIAdded, note.APIDeprecated, note.APIRemoved}, k) {
			t.Errorf("%q is a label of %q", words, k)
		}
	})
}

// holdKind holds what the words are as a heading.
func holdKind(t *testing.T, words string) {
	t.Helper()
	kind := KindOfHeading(words)
	if kind != "" && KindOfHeading(string(kind)) != kind {
		t.Errorf("%q is of a kind %q", words, kind)
	}
	if utf8.ValidString(words) {
		for _, same := range []string{norm.NFKC.String(words), norm.NFD.String(words), "  " + words + "\u3000", "“" + words + "”!"} {
			if got := KindOfHeading(same); got != kind {
				t.Errorf("%q is of kind %q, %q of kind %q", words, kind, same, got)
			}
		}
	}
	right, certain := MisspeltKind(words)
	switch again, _ := MisspeltKind(right); {
	case right == "" && certain:
		t.Errorf("%q: certain of nothing", words)
	case right != "" && (KindOfHeading(right) == "" || again != ""):
		t.Errorf("%q is to be %q, of kind %q, to be %q", words, right, KindOfHeading(right), again)
	case right != "" && kind != "" && kindSlips[foldWords(words)] == "":
		t.Errorf("%q is of kind %q, and to be %q", words, kind, right)
	}
}

// holdStage holds what the words say of a stage.
func holdStage(t *testing.T, words string) {
	t.Helper()
	stages := []note.Stage{"", note.Alpha, note.Beta, note.Stable, note.Deprecated, note.Removed}
	heading, said := stageOfHeading(words), stageSaid(words)
	if !slices.Contains(stages, heading) || !slices.Contains(stages, said) {
		t.Fatalf("%q: stages %q and %q", words, heading, said)
	}
	if more := words + "。他に何もない。"; len(strings.ToLower(more)) < longestStageText && stageSaid(more) != said {
		t.Errorf("%q says %q, with a sentence behind it %q", words, said, stageSaid(more))
	}
}
