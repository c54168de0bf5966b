package check

import (
	"regexp"
	"strings"

	"github.com/kawaraban/kawaraban/internal/diag"
)

// closingLine is a line that ends in an attribution, as the mask shows it: what stands
// before, opening parentheses, numbers and people (links among them), closing ones, and
// lists of SIGs.
var closingLine = regexp.MustCompile(`^(.*?)([(（]*)((?:\x01*[#＃][0-9]+[\x01\x03]*|\x01*[@＠][A-Za-z0-9][A-Za-z0-9-]*(?:\[bot\])?[\x01\x03]*)(?:\s*[,、，]\s*(?:\x01*[#＃][0-9]+[\x01\x03]*|\x01*[@＠][A-Za-z0-9][A-Za-z0-9-]*(?:\[bot\])?[\x01\x03]*))*)([)）]*)((?:\s*[\[\x01][^\[\]\x01\x03]*[\]\x01])*[\s.。]*(?:\x04[\x04 ]*)?)$`)

// mendParenthesis finds the parenthesis of an attribution that is lost or one too many. It
// is certain where those before the attribution match each other, so that only one of its
// own can be meant, and one is missing or too many. The fix is zero where that is not so, and
// where the attribution begins on a line before its last.
func mendParenthesis(f *File, d diag.Diagnostic) diag.Fix {
	mask := f.Mask()
	open := 0 // parentheses of the lines before
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
			return diag.Fix{Start: at + m[6], End: at + m[6], New: like(closed, ")", "(", "（")}
		case a == 1 && b == 0:
			return diag.Fix{Start: at + m[7], End: at + m[7], New: like(opened, "(", ")", "）")}
		case a == 1 && b == 2:
			return diag.Fix{Start: at + m[9] - len(lastRune(closed)), End: at + m[9]}
		case a == 2 && b == 1:
			return diag.Fix{Start: at + m[4], End: at + m[4] + len(opened) - len(lastRune(opened))}
		}
		return diag.Fix{}
	}
	return diag.Fix{}
}

// splitAttribution is the end of a line whose attribution goes on in the next one.
var splitAttribution = regexp.MustCompile(`[#＃@＠][A-Za-z0-9-]+(?:\[bot\])?[\x01\x03]*\s*[,、，]\s*$`)

// itemStart is the sign of a list item.
var itemStart = regexp.MustCompile(`^(?:[-*+]|[0-9]{1,9}[.)])(?:\s|$)`)

// continues reports whether a line can belong to the paragraph before it.
func continues(line []byte) bool {
	s := strings.TrimSpace(string(line))
	return s != "" && !itemStart.MatchString(s) && !strings.HasPrefix(s, "#")
}

// depth is how many more parentheses a text opens than it closes.
func depth(s string) int {
	return strings.Count(s, "(") + strings.Count(s, "（") - strings.Count(s, ")") - strings.Count(s, "）")
}

// like is the narrow or the wide form of a parenthesis, as its partner is.
func like(partner, narrowPartner, narrow, wide string) string {
	if partner == narrowPartner {
		return narrow
	}
	return wide
}

// lastRune is the last character of a run of parentheses.
func lastRune(s string) string {
	r := []rune(s)
	return string(r[len(r)-1])
}
