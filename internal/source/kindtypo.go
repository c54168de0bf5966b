package source

import (
	"slices"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"github.com/kawaraban/kawaraban/internal/diag"
)

// kindTypos maps frequent typos to their corrections.
var kindTypos = map[string]string{"falling test": "Failing Test", "falling tests": "Failing Tests"}

// MisspeltKind returns the correction of a heading with a typo in the name of a kind, with the
// same capital letters. It returns "" for a valid heading and for other headings. certain is
// false if the heading may be a different word. That applies to two typos, a different last
// letter (Featured) and ideographs.
func MisspeltKind(words string) (right string, certain bool) {
	folded := foldWords(words)
	if right = kindTypos[folded]; right != "" {
		return right, true
	}
	if KindOfHeading(words) != "" || StageOfHeading(words) != "" {
		return "", false
	}
	length := utf8.RuneCountInString(folded)
	limit := 1
	if length >= longKind {
		limit = 2
	}
	near := ""
	for _, name := range kindNames() {
		n := utf8.RuneCountInString(name)
		if n < shortKind && !(ideographic(name) && n >= shortIdeographs) || max(n-length, length-n) > limit {
			continue
		}
		if edits := diag.Edits(folded, name); edits < limit || edits == limit && near == "" {
			near, limit = name, edits
		}
	}
	if near == "" {
		return "", false
	}
	a, _ := utf8.DecodeLastRuneInString(folded)
	b, _ := utf8.DecodeLastRuneInString(near)
	return asWritten(near, words), limit == 1 && a == b && !ideographic(near)
}

// Lengths of kind names in letters. A typo in a short name results in a different word. A long
// name may have two typos.
const (
	shortKind       = 6
	shortIdeographs = 4
	longKind        = 12
)

// kindNames returns the valid names of kinds, sorted and folded.
var kindNames = sync.OnceValue(func() []string {
	var out []string
	for w := range kindWords {
		if kindTypos[w] == "" {
			out = append(out, w)
		}
	}
	slices.Sort(out)
	return out
})

func ideographic(s string) bool {
	return strings.ContainsFunc(s, func(r rune) bool { return unicode.Is(unicode.Han, r) })
}

// asWritten returns a name with the capital letters of the heading.
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
