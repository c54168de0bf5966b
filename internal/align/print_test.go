package align_test

import (
	"testing"

	"github.com/kawaraban/kawaraban/internal/align"
	"github.com/kawaraban/kawaraban/internal/note"
)

func TestSame(t *testing.T) {
	for _, c := range []struct {
		x, y string
		same bool
	}{
		{"A paragraph that is\nwrapped here.", "A paragraph\nthat is   wrapped here.", true},
		{"日本語の段落を\n折り返す。", "日本語の段落を折り返す。", true},
		{"Pod を作る", "Podを作る", true},
		{"a `code span` b", "a `code\nspan` b", true},
		{"- one\n- two", "* one\n\n* two", true},
		{"See k/k#115331.", "See\nk/k#115331.", true},
		{"\\<a", "&lt;a", true},
		{"word", "words", false},
		{"sword", "word", false},
		{"`a` b", "b", false},
		{"a word", "aword", false},
		{"set `a`", "set a", false},
		{"set *a*", "set a", false},
		{"- one\n- two", "- one two", false},
		{"[a](https://a.example/1)", "[a](https://a.example/2)", false},
		{"See k/k#115331.", "See k/k#115332.", false},
		{"- [ ] one", "- [x] one", false},
		{"```\na\n  b\n```", "```\na\n b\n```", false},
		{"```\na\nb\n```", "```\na b\n```", false},
		{"```go\na\n```", "~~~go\na\n~~~", true},
		{"| a | b |\n|---|---|\n| c | d |", "|a|b|\n|-|-|\n|c|d|", true},
		{"| a | b |\n|---|---|\n| c | d |", "|a|b|\n|-|-|\n|c d||", false},
		{"![x](a.png)", "![y](a.png)", false},
	} {
		x, y := firstText(t, c.x), firstText(t, c.y)
		if got := align.Same(x, y); got != c.same {
			t.Errorf("%q and %q: the same is %t", c.x, c.y, got)
		}
		if got := align.Same(y, x); got != c.same {
			t.Errorf("%q and %q: the same is %t", c.y, c.x, got)
		}
		if got := align.Fingerprint(x) == align.Fingerprint(y); got != c.same {
			t.Errorf("%q and %q: equal fingerprints are %t", c.x, c.y, got)
		}
	}
	if align.Fingerprint(nil) != "" || align.Fingerprint(note.Text{{HTML: "<p> \n</p>"}}) != "" {
		t.Error("what says nothing has a fingerprint")
	}
}

func firstText(t *testing.T, body string) note.Text {
	t.Helper()
	return parse(t, "content/1.27/a.ja.md", "---\ntitle: T\nkind: talk\n---\n\n"+body+"\n").Blocks[0].Text
}

// TestSameFootnote compares a paragraph with a comment of it, which lacks the footnote and may
// number it differently.
func TestSameFootnote(t *testing.T) {
	x := firstText(t, "A claim[^1].\n\n[^1]: Where it is from.")
	y := firstText(t, "A claim[^other].")
	if !align.Same(x, y) {
		t.Errorf("%v and %v differ by the mark of a footnote alone", x, y)
	}
}
