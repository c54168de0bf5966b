package check

import (
	"bytes"
	"cmp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/kawaraban/kawaraban/internal/diag"
	"github.com/kawaraban/kawaraban/internal/source"
)

// Mended is a file before and after its fixes.
type Mended struct {
	Path          string
	Before, After []byte
	Fixes         int // that were applied
}

// Mend applies the fixes of the problems to the files and returns the files that change, by
// path. Nothing is written. Fixes that overlap are refused, all of them: which one is right,
// a person has to say. So is each that would change what the rest of its file is: the
// bytes that are no words are the same before and after, one by one.
func Mend(files []*File, ds []diag.Diagnostic) []Mended {
	byFile := map[string][]diag.Fix{}
	for _, d := range ds {
		if !d.Fix.IsZero() {
			byFile[d.Pos.File] = append(byFile[d.Pos.File], d.Fix)
		}
	}
	var out []Mended
	for _, f := range files {
		fixes := apart(f.certain(byFile[f.Path]))
		if len(fixes) == 0 {
			continue
		}
		after, n := f.apply(fixes)
		if n > 0 {
			out = append(out, Mended{f.Path, f.Bytes, after, n})
		}
	}
	slices.SortFunc(out, func(a, b Mended) int { return cmp.Compare(a.Path, b.Path) })
	return out
}

// certain keeps the fixes that touch words only and change something.
func (f *File) certain(fixes []diag.Fix) []diag.Fix {
	return slices.DeleteFunc(slices.Clone(fixes), func(fix diag.Fix) bool { return !f.mayFix(fix) })
}

// mayFix reports whether a fix replaces words by words within one line.
func (f *File) mayFix(fix diag.Fix) bool {
	return f.IsWords(fix.Start, fix.End) && !f.trails(fix.Start) && utf8.ValidString(fix.New) &&
		!strings.ContainsFunc(fix.New, func(r rune) bool { return unicode.IsControl(r) || r == '\u2028' || r == '\u2029' }) &&
		string(f.Bytes[fix.Start:fix.End]) != fix.New
}

// trails reports whether the words at an offset stand right after a bare address, with no
// blank between: Markdown ends an address at the first letter that is not ASCII, its
// author may not.
func (f *File) trails(offset int) bool {
	before := f.Mask()[:offset]
	run := before[strings.LastIndexAny(before, " \t\n\u3000")+1:]
	i := strings.LastIndexByte(run, maskAddress)
	if i < 0 {
		return false
	}
	at := offset - len(run) + i
	return !strings.ContainsRune(")]>", rune(f.Bytes[at]))
}

// apart sorts the fixes, takes repeats of one out, and all that overlap another.
func apart(fixes []diag.Fix) []diag.Fix {
	slices.SortFunc(fixes, func(a, b diag.Fix) int {
		return cmp.Or(cmp.Compare(a.Start, b.Start), cmp.Compare(a.End, b.End), cmp.Compare(a.New, b.New))
	})
	fixes = slices.Compact(fixes)
	bad := make([]bool, len(fixes))
	reach, by := -1, 0 // the farthest end so far, and whose it is
	for i, fix := range fixes {
		if fix.Start < reach {
			bad[i], bad[by] = true, true
		}
		if i > 0 && fix.Start == fixes[i-1].Start {
			bad[i], bad[i-1] = true, true
		}
		if fix.End > reach {
			reach, by = fix.End, i
		}
	}
	var out []diag.Fix
	for i, fix := range fixes {
		if !bad[i] {
			out = append(out, fix)
		}
	}
	return out
}

// apply makes the fixes, from the end of the file. Where all together would change what
// other bytes are, each is tried for itself.
func (f *File) apply(fixes []diag.Fix) (after []byte, n int) {
	before := skeleton(f.Bytes, f.Segments())
	if after = edit(f.Bytes, fixes); bytes.Equal(skeleton(after, source.Segments(after)), before) {
		return after, len(fixes)
	}
	after = f.Bytes
	for _, fix := range slices.Backward(fixes[:min(len(fixes), maxTries)]) {
		tried := edit(after, []diag.Fix{fix})
		if bytes.Equal(skeleton(tried, source.Segments(tried)), before) {
			after, n = tried, n+1
		}
	}
	return after, n
}

// maxTries is how many fixes of a file are tried one by one: each costs a reading of the
// whole file.
const maxTries = 100

// edit returns the text with the fixes made, which are sorted and apart.
func edit(text []byte, fixes []diag.Fix) []byte {
	out := make([]byte, 0, len(text)+16*len(fixes))
	at := 0
	for _, fix := range fixes {
		out = append(append(out, text[at:fix.Start]...), fix.New...)
		at = fix.End
	}
	return append(out, text[at:]...)
}

// skeleton is everything of a text but its words: each byte with what it is.
func skeleton(text []byte, segments []source.Segment) []byte {
	var out []byte
	for _, s := range segments {
		if s.Kind == source.Words {
			continue
		}
		for _, c := range text[s.Start:s.End] {
			out = append(out, byte(s.Kind), c)
		}
	}
	return out
}
