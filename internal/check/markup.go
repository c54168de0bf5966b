package check

import (
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/kawaraban/kawaraban/internal/diag"
)

// quoteForApostrophe matches an opening quotation mark between a Latin word and its Russian
// ending: KEP«а instead of KEP’а. Automatic typography inserts such marks.
var quoteForApostrophe = regexp.MustCompile(`[A-Za-z0-9]«([а-яё]{1,4})([^а-яёА-ЯЁA-Za-z»]|$)`)

func apostrophes(_ *In, f *File) []diag.Diagnostic {
	var ds []diag.Diagnostic
	for at, line := range f.maskedLines() {
		if !strings.Contains(line, "«") {
			continue
		}
		for _, m := range quoteForApostrophe.FindAllStringSubmatchIndex(line, -1) {
			start := at + m[0] + 1
			word := lastWord(line[:m[0]+1])
			ds = append(ds, diag.Warnf(f.At(start), "markup/apostrophe", "quotation mark instead of an apostrophe in %s«%s", word, line[m[2]:m[3]]).
				WithHint("write %s’%s", word, line[m[2]:m[3]]).
				WithFix(diag.Fix{Start: start, End: start + len("«"), New: "’"}))
		}
	}
	return ds
}

func lastWord(s string) string {
	i := strings.LastIndexFunc(s, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) && r != '-' })
	if i < 0 {
		return s
	}
	_, size := utf8.DecodeRuneInString(s[i:])
	return s[i+size:]
}

// literalEmphasis reports ** that Markdown does not parse as emphasis.
func literalEmphasis(_ *In, f *File) []diag.Diagnostic {
	var ds []diag.Diagnostic
	for at, line := range f.maskedLines() {
		places := literalStars(line)
		for _, i := range places {
			d := diag.Warnf(f.At(at+i), "markup/literal-emphasis", "** is rendered literally").
				WithHint("write **words** without spaces inside, or escape it as \\*\\*")
			if len(places) == 1 {
				d = d.WithText("unmatched ** is rendered literally").WithHint("add the closing **, or escape it as \\*\\*")
			}
			ds = append(ds, d)
		}
	}
	return ds
}

// literalStars returns the offsets of ** that the author probably meant as emphasis. It skips a
// single ** between spaces, in a file pattern (**/*.go) and between numbers (2**10).
func literalStars(line string) []int {
	var meant, blank []int
	for i := 0; i+1 < len(line); i++ {
		if line[i] != '*' {
			continue
		}
		end := i
		for end < len(line) && line[end] == '*' {
			end++
		}
		switch kind := starsBetween(line[:i], line[end:]); {
		case end-i != 2 || kind == starsSign:
		case kind == starsBlank:
			blank = append(blank, i)
		default:
			meant = append(meant, i)
		}
		i = end
	}
	if len(meant) == 0 && len(blank) < 2 {
		return nil
	}
	out := append(meant, blank...)
	if len(blank) > 0 {
		slices.Sort(out)
	}
	return out
}

type stars uint8

const (
	starsMeant stars = iota
	starsBlank       // between spaces or at the end of a line
	starsSign        // a file pattern or a power
)

func starsBetween(before, after string) stars {
	a, _ := utf8.DecodeLastRuneInString(before)
	b, _ := utf8.DecodeRuneInString(after)
	blankBefore, blankAfter := before == "" || unicode.IsSpace(a), after == "" || unicode.IsSpace(b)
	switch {
	case a == '/' || b == '/' || a == '.' && b == '.' || isDigit(a) && isDigit(b):
		return starsSign
	case blankBefore && blankAfter:
		return starsBlank
	}
	return starsMeant
}

func isDigit(r rune) bool { return r >= '0' && r <= '9' }

// dashedFlag matches a dash instead of two hyphens and the name after it: –raw, —node-ip=x. The
// dash must be at the start of the text, or after a space, an opening bracket or a wide
// character.
var dashedFlag = regexp.MustCompile(`(^|[\s(\[{"'=/,:;\x01]|[^\x00-\x7F])([–—―−])([a-z][a-z0-9]*(?:-[a-z0-9]+)*)`)

// dashes reports flags with a dash instead of two hyphens. It adds a fix if the name is a known
// flag or has a value. It reports other names without a fix, and only if the name has a hyphen
// and the line has no other dash.
func dashes(in *In, f *File) []diag.Diagnostic {
	var ds []diag.Diagnostic
	for at, line := range f.maskedLines() {
		first := strings.IndexFunc(line, isDash)
		if first < 0 {
			continue
		}
		alone := first == strings.LastIndexFunc(line, isDash)
		for i := 0; i < len(line); {
			m := dashedFlag.FindStringSubmatchIndex(line[i:])
			if m == nil {
				break
			}
			from, to, end := i+m[4], i+m[5], i+m[7]
			i = end
			known, value := in.Vocabulary().IsFlag(line[to:end]), strings.HasPrefix(line[end:], "=")
			if !known && !value && !(alone && strings.Contains(line[to:end], "-")) {
				continue // probably a word after a dash
			}
			if before, _ := utf8.DecodeLastRuneInString(line[:from]); isDash(before) || unicode.In(before, unicode.Latin, unicode.Cyrillic) {
				continue
			}
			d := diag.Warnf(f.At(at+from), "flag/dash", "flag %q starts with a dash instead of two hyphens", line[to:end]).
				WithHint("write --%s", line[to:end])
			if known || value {
				d = d.WithFix(diag.Fix{Start: at + from, End: at + to, New: "--"})
			}
			ds = append(ds, d)
		}
	}
	return ds
}

func isDash(r rune) bool { return r == '–' || r == '—' || r == '―' || r == '−' }
