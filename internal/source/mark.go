package source

import (
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/kawaraban/kawaraban/internal/note"
)

// plainMarks are the words that unmarked removes. Words that also name an author, such as 訳注, are
// not included.
const plainMarks = `補足説明|補足|补充说明|补充|备注|注|Примечание|Прим\.|Комментарий|Remark`

// Patterns for a mark at the beginning of rendered HTML: a paragraph with only the word, an
// emphasised word with a colon inside or after it, and a plain word with a colon.
var (
	markParagraph = regexp.MustCompile(`^((?:<blockquote>\s*)?)<p>(?:<strong>|<em>)?(?:` + plainMarks + `)\s*[:：]?(?:</strong>|</em>)?\s*[:：]?</p>\s*`)
	markStressed  = regexp.MustCompile(`^((?:<(?:p|blockquote)>\s*)*)<(?:strong|em)>(?:` + plainMarks + `)\s*(?:[:：.。]\s*</(?:strong|em)>|</(?:strong|em)>\s*[:：])\s*`)
	markPlain     = regexp.MustCompile(`^((?:<(?:p|blockquote)>\s*)*)(?:` + plainMarks + `)\s*[:：]\s*`)
)

// unmarked removes the word that marks a remark, because the page shows that word in the language
// of the reader. A text that consists only of the word is not changed.
func unmarked(t note.Text) note.Text {
	if len(t) == 0 || t[0].Ref != nil {
		return t
	}
	t = join("", t, "") // joins the spans of rendered blocks
	for _, mark := range []*regexp.Regexp{markParagraph, markStressed, markPlain} {
		m := mark.FindStringSubmatch(t[0].HTML)
		if m == nil {
			continue
		}
		rest := t[0].HTML[len(m[0]):]
		if len(t) == 1 && (rest == "" || strings.HasPrefix(rest, "</")) {
			return t
		}
		t[0].HTML = m[1] + capital(rest)
		return t
	}
	return t
}

// capital capitalizes the first letter of a sentence if it is Cyrillic. A Latin word is
// unchanged, because it may be a command.
func capital(s string) string {
	r, size := utf8.DecodeRuneInString(s)
	if !unicode.Is(unicode.Cyrillic, r) {
		return s
	}
	return string(unicode.ToUpper(r)) + s[size:]
}
