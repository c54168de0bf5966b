package source

import (
	"slices"
	"strings"
	"sync"
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
// kind of change, with the capital letters that it has; "" for one that is right, and for
// one that is far from all. certain says that it is no other word: one with two slips may
// be, one that only ends in another way (Featured), and one of ideographs.
func MisspeltKind(words string) (right string, certain bool) {
	folded := foldWords(words)
	if right = kindSlips[folded]; right != "" {
		return right, true
	}
	if kindOfHeading(words) != "" || stageOfHeading(words) != "" {
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

// The lengths in letters that names of kinds have: among short ones a letter makes another
// word, and in long ones two letters are a slip.
const (
	shortKind       = 6
	shortIdeographs = 4
	longKind        = 12
)

// kindNames are the right names of kinds, sorted.
var kindNames = sync.OnceValue(func() []string {
	var out []string
	for w := range kindWords {
		if kindSlips[w] == "" {
			out = append(out, w)
		}
	}
	slices.Sort(out)
	return out
})

func ideographic(s string) bool {
	return strings.ContainsFunc(s, func(r rune) bool { return unicode.Is(unicode.Han, r) })
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

// StageOfHeading returns the stage that a heading names if it names nothing else.
func StageOfHeading(words string) note.Stage { return stageOfHeading(words) }
