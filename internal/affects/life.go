package affects

import (
	"slices"
	"strconv"
	"strings"

	"github.com/kawaraban/kawaraban/internal/note"
)

// Span is a range of releases in which a gate has one state.
type Span struct {
	From   int  // minor release
	Stage  byte // a, b, s, d; x: removed
	On     byte // 1, 0; ? if unknown
	Locked bool
}

// LifeOf writes the life of a gate as one text, such as "23a0 24b1 27s1L 29x": for each change the
// minor release, the stage (alpha, beta, stable, deprecated, x for removed), the default (? if
// unknown) and L for a locked default.
func LifeOf(spans []Span) string {
	parts := make([]string, 0, len(spans))
	for _, s := range spans {
		part := strconv.Itoa(s.From) + string(rune(s.Stage))
		if s.Stage != 'x' {
			part += string(rune(s.On))
		}
		if s.Locked {
			part += "L"
		}
		parts = append(parts, part)
	}
	return strings.Join(parts, " ")
}

// SpansOf reads the life of a gate.
func SpansOf(life string) []Span {
	var out []Span
	for _, part := range fields(life) {
		i := strings.IndexAny(part, "absdx")
		if i < 0 {
			continue
		}
		from, _ := strconv.Atoi(part[:i])
		s := Span{From: from, Stage: part[i], On: '?'}
		if i+1 < len(part) {
			s.On, s.Locked = part[i+1], strings.HasSuffix(part, "L")
		}
		out = append(out, s)
	}
	return out
}

// At returns the state in a release, and whether it is known.
func At(spans []Span, release int) (Span, bool) {
	for _, s := range slices.Backward(spans) {
		if s.From <= release {
			return s, true
		}
	}
	return Span{}, false
}

// MinorOf returns the minor version of a release: 27 of 1.27; 0 if it has none.
func MinorOf(r note.Release) int {
	_, minor, _ := strings.Cut(string(r), ".")
	n, _ := strconv.Atoi(minor)
	return n
}

// ReleaseOf returns the release of a minor version.
func ReleaseOf(minor int) note.Release { return note.Release("1." + strconv.Itoa(minor)) }

// BoolOf returns the default of a span as the value of a gate; empty if unknown.
func BoolOf(on byte) string {
	switch on {
	case '1':
		return "true"
	case '0':
		return "false"
	}
	return ""
}
