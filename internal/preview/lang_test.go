package preview

import (
	"strings"
	"testing"

	"github.com/kawaraban/kawaraban/internal/diag"
	"github.com/kawaraban/kawaraban/internal/note"
)

// TestProblemsInLanguages checks that problems are in the language of the options, else in the
// first language of the site, else in English.
func TestProblemsInLanguages(t *testing.T) {
	files := small()
	files["site.yaml"] = "languages: [ja, zh, ru, en]\n"
	d := diag.Warnf(diag.Position{File: "content/x.ja.md"}, "gate/unknown", "unknown feature gate %q", "PodDistruption").WithHint("did you mean %s?", "PodDisruption")
	for _, x := range []struct{ lang, tag, text, hint string }{
		{"", "ja", `フィーチャーゲート "PodDistruption" は不明です`, "ヒント：PodDisruption の誤りではありませんか？"},
		{"zh", "zh-Hans", `未知的特性门控 "PodDistruption"`, "提示：是否应为 PodDisruption？"},
		{"ru", "ru", `неизвестный feature gate "PodDistruption"`, "подсказка: возможно, имелось в виду PodDisruption?"},
		{"en", "en", `unknown feature gate "PodDistruption"`, "hint: did you mean PodDisruption?"},
		{"de", "en", `unknown feature gate "PodDistruption"`, "hint: did you mean PodDisruption?"},
	} {
		s := serve(t, folder(t, files), Options{Lang: note.Lang(x.lang)})
		<-s.ready
		got := s.newTrouble([]diag.Diagnostic{d}, func(diag.Position) string { return "" })
		if p := got.list[0]; got.lang != x.tag || p.Text != x.text || !strings.HasSuffix(x.hint, p.Hint) || !strings.Contains(got.text, x.text) || !strings.Contains(got.text, x.hint) {
			t.Errorf("%q: %s: %s | %s\n%s", x.lang, got.lang, p.Text, p.Hint, got.text)
		}
	}
}
