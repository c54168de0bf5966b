package diag

import (
	"errors"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"
)

func TestWriteText(t *testing.T) {
	at := func(file string, line, col int) Position { return Position{File: file, Line: line, Col: col} }
	lines := map[int]string{
		1: "- 機能ゲート PodDistruptionConditions を有効に",
		2: "\tか\u3099x",
		3: strings.Repeat("長い行。", 40),
		4: "短い",
		5: "\x1b[31mred",
		7: "---\r",
		8: "- ---",
	}
	ds := []Diagnostic{
		Errorf(at("b.md", 0, 0), "note/empty", "the note is empty"),
		Warnf(at("a.md", 4, 0), "a/b", "the whole line"),
		Errorf(at("a.md", 1, 9), "gate/unknown", "unknown feature gate \"PodDistruptionConditions\"").WithHint("did you mean %s?", "PodDisruptionConditions"),
		Errorf(at("a.md", 2, 4), "a/b", "after a tab and a combining mark"),
		Errorf(at("a.md", 3, 101), "a/b", "far to the right"),
		Errorf(at("a.md", 4, 99), "a/b", "beyond the end"),
		Errorf(at("a.md", 5, 5), "a/b", "tricks \x1b[2J \u202e"),
		Errorf(at("a.md", 6, 1), "a/b", "a line that is not there"),
		Errorf(at("a.md", 6, 1), "a/b", "a line that is not there"),
		Errorf(at("a.md", 7, 1), "a/b", "a fence"),
		Errorf(at("a.md", 8, 3), "a/b", "more than a fence"),
	}
	want := "a.md:1:9: unknown feature gate \"PodDistruptionConditions\" [gate/unknown]\n" +
		"    - 機能ゲート PodDistruptionConditions を有効に\n" +
		"                 ^\n" +
		"    hint: did you mean PodDisruptionConditions?\n" +
		"a.md:2:4: after a tab and a combining mark [a/b]\n" +
		"            か\u3099x\n" +
		"              ^\n" +
		"a.md:3:101: far to the right [a/b]\n" +
		"    …" + strings.Repeat("長い行。", 12) + "長い…\n" +
		"                                     ^\n" +
		"a.md:4: warning: the whole line [a/b]\n" +
		"    短い\n" +
		"a.md:4:99: beyond the end [a/b]\n" +
		"    短い\n" +
		"        ^\n" +
		"a.md:5:5: tricks <U+001B>[2J <U+202E> [a/b]\n" +
		"    \ufffd[31mred\n" +
		"        ^\n" +
		"a.md:6:1: a line that is not there [a/b]\n" +
		"a.md:7:1: a fence [a/b]\n" +
		"a.md:8:3: more than a fence [a/b]\n" +
		"    - ---\n" +
		"      ^\n" +
		"b.md: the note is empty [note/empty]\n"
	var b strings.Builder
	first := ds[0]
	err := WriteText(&b, ds, Style{Line: func(p Position) string { return lines[p.Line] }})
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(want, b.String()); diff != "" {
		t.Error(diff)
	}
	if ds[0] != first {
		t.Error("the caller's diagnostics were sorted in place")
	}
}

func TestWriteTextColor(t *testing.T) {
	var b strings.Builder
	ds := []Diagnostic{Warnf(Position{File: "a.md", Line: 1}, "a/b", "x")}
	if err := WriteText(&b, ds, Style{Color: true}); err != nil {
		t.Fatal(err)
	}
	if want := "\x1b[33ma.md:1\x1b[0m: warning: x [a/b]\n"; b.String() != want {
		t.Errorf("got %q, want %q", b.String(), want)
	}
}

func TestCaret(t *testing.T) {
	for _, before := range []string{"", "abc", "日本語", "ｶﾅ", "ＡＢ", "é", "e\u0301", "👍 ", "\t", "a\tb", "한국어", "«русский» ", strings.Repeat("あ", 300)} {
		shown := strings.Split(excerpt(before+"X end", len([]rune(before))+1, window), "\n")
		column := 0
		for _, r := range shown[0][:strings.Index(shown[0], "X")] {
			column += Width(r)
		}
		if caret := strings.Index(shown[1], "^"); caret != column {
			t.Errorf("%q: the caret is at %d, the character at %d", before, caret, column)
		}
	}
}

func TestColumns(t *testing.T) {
	line := strings.Repeat("あ", 200) + "X" + strings.Repeat("い", 200)
	for _, columns := range []int{0, 1, 26, 40, 60, 61, 80, 106, 107, 300} {
		var b strings.Builder
		ds := []Diagnostic{Warnf(Position{File: "a.md", Line: 1, Col: 201}, "a/b", "x")}
		if err := WriteText(&b, ds, Style{Columns: columns, Line: func(Position) string { return line }}); err != nil {
			t.Fatal(err)
		}
		shown := strings.Split(b.String(), "\n")
		width := func(s string) (n int) {
			for _, r := range s {
				n += Width(r)
			}
			return n
		}
		room := max(columns, len(indent)+leastWindow+2)
		if columns == 0 || columns > 106 {
			room = len(indent) + window + 2
		}
		if got := width(shown[1]); got > room || got < room-2 {
			t.Errorf("with %d columns a line has %d", columns, got)
		}
		if at := width(shown[1][:strings.Index(shown[1], "X")]); strings.Index(shown[2], "^") != at {
			t.Errorf("with %d columns the caret is at %d, the character at %d", columns, strings.Index(shown[2], "^"), at)
		}
	}
}

func TestExcerptTells(t *testing.T) {
	for line, want := range map[string]string{"---": "", "--- ": "", "---\r": "", "": "", "----": "----", "title: A": "title: A"} {
		text, before := Excerpt(line, 1)
		if text != want || (before < 0) != (want == "") {
			t.Errorf("%q: %q, %d code points before", line, text, before)
		}
	}
}

func TestWidth(t *testing.T) {
	for r, want := range map[rune]int{'a': 1, 'あ': 2, 'ｱ': 1, 'Ａ': 2, '。': 2, '\u0301': 0, '\u200b': 0, '\u200d': 0, 'я': 1, '…': 1, '한': 2, '👍': 2, '\ufe0f': 0} {
		if got := Width(r); got != want {
			t.Errorf("Width(%q) = %d, want %d", r, got, want)
		}
	}
}

type fullDisk struct{}

func (fullDisk) Write([]byte) (int, error) { return 0, errors.New("no space") }

func TestWriteErrors(t *testing.T) {
	ds := []Diagnostic{Errorf(Position{File: "a"}, "a/a", "x")}
	if WriteText(fullDisk{}, ds, Style{}) == nil {
		t.Error("a failed write gives no error")
	}
}

func FuzzExcerpt(f *testing.F) {
	f.Add("\t日本語\xff", 3)
	f.Fuzz(func(t *testing.T, line string, col int) {
		out := excerpt(strings.ReplaceAll(line, "\n", ""), col, window)
		if n := strings.Count(out, "\n"); n != 1 && n != 2 || len([]rune(out)) > 4*window+len([]rune(line)) {
			t.Errorf("%q at %d: %q", line, col, out)
		}
	})
}

// TestExcerptOfLongLine checks that the cost of an excerpt does not depend on the length of the
// line, since one line can have thousands of problems.
func TestExcerptOfLongLine(t *testing.T) {
	line := strings.Repeat("あ", 50_000) + "x" + strings.Repeat("い", 50_000)
	if n := testing.AllocsPerRun(1, func() { Excerpt(line, 50_001) }); n > 5000 {
		t.Errorf("an excerpt of a long line makes %.0f allocations", n)
	}
	text, before := Excerpt(line, 50_001)
	if before < 1 || []rune(text)[before] != 'x' || !strings.HasPrefix(text, "…あ") || !strings.HasSuffix(text, "い…") {
		t.Errorf("%q, %d", text, before)
	}
}

func TestLongValue(t *testing.T) {
	d := Errorf(Position{}, "x", "invalid date %q", strings.Repeat("日", 100_000)).WithHint("%s", strings.Repeat("9", 100_000))
	if len(d.Text) > maxText+10 || len(d.Hint) > maxText+10 || !utf8.ValidString(d.Text) || !strings.HasSuffix(d.Text, "日…") {
		t.Errorf("%d and %d bytes", len(d.Text), len(d.Hint))
	}
}
