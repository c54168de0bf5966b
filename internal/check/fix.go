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

// FixedFile is the content of a file before and after its fixes.
type FixedFile struct {
	Path          string
	Before, After []byte
	Fixes         int // number of applied fixes
}

// ApplyFixes applies the fixes of problems and returns the changed files, sorted by path. It writes
// no files. It rejects fixes that overlap, because only a person can choose between them. It also
// rejects fixes that would change how the rest of the file is parsed: bytes that are not words must
// remain equal.
func ApplyFixes(files []*File, ds []diag.Diagnostic) []FixedFile {
	byFile := map[string][]diag.Fix{}
	for _, d := range ds {
		if !d.Fix.IsZero() {
			byFile[d.Pos.File] = append(byFile[d.Pos.File], d.Fix)
		}
	}
	var out []FixedFile
	for _, f := range files {
		fixes := dropOverlaps(f.certain(byFile[f.Path]))
		if len(fixes) == 0 {
			continue
		}
		after, n := f.apply(fixes)
		if n > 0 {
			out = append(out, FixedFile{f.Path, f.Bytes, after, n})
		}
	}
	slices.SortFunc(out, func(a, b FixedFile) int { return cmp.Compare(a.Path, b.Path) })
	return out
}

// certain returns the fixes that change only words.
func (f *File) certain(fixes []diag.Fix) []diag.Fix {
	return slices.DeleteFunc(slices.Clone(fixes), func(fix diag.Fix) bool { return !f.mayFix(fix) })
}

func (f *File) mayFix(fix diag.Fix) bool {
	return f.IsWords(fix.Start, fix.End) && !f.trails(fix.Start) && utf8.ValidString(fix.New) &&
		!strings.ContainsFunc(fix.New, func(r rune) bool { return unicode.IsControl(r) || r == '\u2028' || r == '\u2029' }) &&
		string(f.Bytes[fix.Start:fix.End]) != fix.New
}

// trails reports whether the text at an offset follows a bare URL without a space. Markdown ends
// a URL at the first non-ASCII character, but the author may have meant a longer URL.
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

// dropOverlaps sorts the fixes. It removes duplicates and all fixes that overlap.
func dropOverlaps(fixes []diag.Fix) []diag.Fix {
	slices.SortFunc(fixes, func(a, b diag.Fix) int {
		return cmp.Or(cmp.Compare(a.Start, b.Start), cmp.Compare(a.End, b.End), cmp.Compare(a.New, b.New))
	})
	fixes = slices.Compact(fixes)
	bad := make([]bool, len(fixes))
	reach, by := -1, 0 // largest end so far, and the index of its fix
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

// apply applies the fixes and returns their number. If all of them together would change how
// other bytes are parsed, it tries each separately.
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

// maxTries is the maximum number of fixes that are tried separately. Each attempt parses the
// whole file.
const maxTries = 100

func edit(text []byte, fixes []diag.Fix) []byte {
	out := make([]byte, 0, len(text)+16*len(fixes))
	at := 0
	for _, fix := range fixes {
		out = append(append(out, text[at:fix.Start]...), fix.New...)
		at = fix.End
	}
	return append(out, text[at:]...)
}

// skeleton returns the bytes of a text that are not words, each after its kind.
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
