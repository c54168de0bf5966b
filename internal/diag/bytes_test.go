package diag

import (
	"strings"
	"testing"
	"unicode/utf8"
)

func TestBytesAreShown(t *testing.T) {
	var b strings.Builder
	d := Errorf(Position{File: "a\x83.md", Line: 1, Col: 3}, "x/y", "wrong: \x83\x1b[2J").WithHint("write \xff")
	if err := WriteText(&b, []Diagnostic{d}, Style{Line: func(Position) string { return "\x93\xfa\x1b[2J\x96" }}); err != nil {
		t.Fatal(err)
	}
	if got := b.String(); !utf8.ValidString(got) || strings.Contains(got, "\x1b") || strings.Count(got, "\uFFFD") < 5 {
		t.Errorf("%q", got)
	}
}
