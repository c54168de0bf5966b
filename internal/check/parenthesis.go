package check

import (
	"regexp"
	"strings"

	"github.com/kawaraban/kawaraban/internal/diag"
)

// closingLine matches a masked line that ends with an attribution. The groups are the text, the
// opening parentheses, the numbers and people, the closing parentheses, and the lists of SIGs.
var closingLine = regexp.MustCompile(`^(.*?)([(（]*)((?:\x01*[#＃][0-9]+[\x01\x03]*|\x01*[@＠][A-Za-z0-9][A-Za-z0-9-]*(?:\[bot\])?[\x01\x03]*)(?:\s*[,、，]\s*(?:\x01*[#＃][0-9]+[\x01\x03]*|\x01*[@＠][A-Za-z0-9][A-Za-z0-9-]*(?:\[bot\])?[\x01\x03]*))*)([)）]*)((?:\s*[\[\x01][^\[\]\x01\x03]*[\]\x01])*[\s.。]*(?:\x04[\x04 ]*)?)$`)

// fixParenthesis returns the fix for a missing or extra parenthesis of an attribution. It
// requires that all parentheses before the attribution match. It returns the zero Fix if they do
// not, or if the attribution begins on an earlier line.
func fixParenthesis(f *File, d diag.Diagnostic) diag.Fix {
	mask := f.Mask()
	open := 0 // number of unmatched parentheses on earlier lines
	for n := d.Pos.Line; n <= len(f.starts()) && (n == d.Pos.Line || continues(f.Line(n))); n++ {
		at := f.starts()[n-1]
		line := mask[at:f.lineEnd(n)]
		m := closingLine.FindStringSubmatchIndex(line)
		if m == nil {
			if open += depth(line); splitAttribution.MatchString(line) {
				return diag.Fix{}
			}
			continue
		}
		opened, closed := line[m[4]:m[5]], line[m[8]:m[9]]
		if open+depth(line[:m[3]]) != 0 {
			return diag.Fix{}
		}
		a, b := strings.Count(opened, "(")+strings.Count(opened, "（"), strings.Count(closed, ")")+strings.Count(closed, "）")
		switch {
		case a == 0 && b == 1:
			return diag.Fix{Start: at + m[6], End: at + m[6], New: sameWidth(closed, ")", "(", "（")}
		case a == 1 && b == 0:
			return diag.Fix{Start: at + m[7], End: at + m[7], New: sameWidth(opened, "(", ")", "）")}
		case a == 1 && b == 2:
			return diag.Fix{Start: at + m[9] - len(lastRune(closed)), End: at + m[9]}
		case a == 2 && b == 1:
			return diag.Fix{Start: at + m[4], End: at + m[4] + len(opened) - len(lastRune(opened))}
		}
		return diag.Fix{}
	}
	return diag.Fix{}
}

// splitAttribution matches the end of a line whose attribution continues on the next line.
var splitAttribution = regexp.MustCompile(`[#＃@＠][A-Za-z0-9-]+(?:\[bot\])?[\x01\x03]*\s*[,、，]\s*$`)

var itemStart = regexp.MustCompile(`^(?:[-*+]|[0-9]{1,9}[.)])(?:\s|$)`)

// continues reports whether a line may belong to the paragraph before it.
func continues(line []byte) bool {
	s := strings.TrimSpace(string(line))
	return s != "" && !itemStart.MatchString(s) && !strings.HasPrefix(s, "#")
}

func depth(s string) int {
	return strings.Count(s, "(") + strings.Count(s, "（") - strings.Count(s, ")") - strings.Count(s, "）")
}

// sameWidth returns the narrow or wide form of a parenthesis, to match its partner.
func sameWidth(partner, narrowPartner, narrow, wide string) string {
	if partner == narrowPartner {
		return narrow
	}
	return wide
}

func lastRune(s string) string {
	r := []rune(s)
	return string(r[len(r)-1])
}
