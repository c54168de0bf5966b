package source

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/kawaraban/kawaraban/internal/diag"
	"github.com/kawaraban/kawaraban/internal/note"
)

// KindOfHeading returns the kind of change that a heading names, "" for none. Slips that
// real notes have are taken for what they mean: see [MisspeltKind].
func KindOfHeading(words string) note.EntryKind { return kindOfHeading(words) }

// IsRemark reports whether a text begins as the remark of an author does: with the sign
// for it, or a word for it and a colon.
func IsRemark(plain string) bool { return isRemark(plain) }

// kindSlips are the aliases that are slips: what they mean is plain, so they are read, and
// what they should be is certain.
var kindSlips = map[string]string{"falling test": "Failing Test", "falling tests": "Failing Tests"}

// MisspeltKind returns the heading that was meant by one which is nearly the name of a
// kind of change; ok is false for one that is right, and for one that is far from all. The
// case of the first letter is kept.
func MisspeltKind(words string) (right string, ok bool) {
	folded := foldWords(words)
	if right, ok = kindSlips[folded]; ok {
		return right, true
	}
	if kindOfHeading(words) != "" || stageOfHeading(words) != "" || utf8.RuneCountInString(folded) < minKindSlip {
		return "", false
	}
	near := diag.Near(folded, kindNames)
	if near == "" || strings.HasPrefix(near, folded) || apart(near, folded) > maxKindSlip {
		return "", false
	}
	return asWritten(near, words), true
}

// minKindSlip is how long a heading must be for a letter of it to be a slip: among short
// words there are too many that are other words.
const minKindSlip = 6

// maxKindSlip is how much shorter or longer a slip may be.
const maxKindSlip = 2

// kindNames are the right names of kinds.
var kindNames = func() []string {
	var out []string
	for w := range kindWords {
		if _, slip := kindSlips[w]; !slip {
			out = append(out, w)
		}
	}
	return out
}()

func apart(a, b string) int {
	return max(utf8.RuneCountInString(a)-utf8.RuneCountInString(b), utf8.RuneCountInString(b)-utf8.RuneCountInString(a))
}

// asWritten gives a name of the table the capital letters that the heading has.
func asWritten(name, written string) string {
	words, like := strings.Fields(name), strings.Fields(written)
	for i, w := range words {
		first, size := utf8.DecodeRuneInString(w)
		if i < len(like) && strings.IndexFunc(like[i], unicode.IsUpper) == 0 {
			words[i] = string(unicode.ToUpper(first)) + w[size:]
		}
		if i < len(like) && len(like[i]) > 1 && strings.ToUpper(like[i]) == like[i] {
			words[i] = strings.ToUpper(w)
		}
	}
	return strings.Join(words, " ")
}
