package page

import (
	"strings"
	"testing"
	"unicode/utf8"
)

func TestFirstSentence(t *testing.T) {
	for text, want := range map[string]string{
		"":      "",
		"Short": "Short",
		"One line\nand another.\n\nA second paragraph.":        "One line and another.",
		"It has a sentence of some length. And another one.":   "It has a sentence of some length.",
		"A. very short first sentence is no sentence at all":   "A. very short first sentence is no…",
		"Words before `a code span that goes on and on` end.":  "Words before…",
		"See the [guide of many words](https://example.org/x)": "See the…",
		"Unbroken" + strings.Repeat("x", 60):                   "…",
	} {
		if got := firstSentence(text, 40); got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}

func FuzzFirstSentence(f *testing.F) {
	f.Add("Words before `code` and [a link](x), then more of them.", 20)
	f.Add("`", 0)
	f.Fuzz(func(t *testing.T, text string, limit int) {
		if !utf8.ValidString(text) {
			return
		}
		got := firstSentence(text, limit)
		if strings.ContainsAny(got, "\n\r\t") || utf8.RuneCountInString(got) > max(limit, 0)+1 {
			t.Errorf("%q at %d: %q", text, limit, got)
		}
	})
}
