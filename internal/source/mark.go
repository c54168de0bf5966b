package source

import (
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/kawaraban/kawaraban/internal/note"
)

// plainMarks are the words with the same meaning as the frame of a remark. A word that names the
// author, such as 訳注, stays.
const plainMarks = `補足説明|補足|补充说明|补充|备注|注|Примечание|Прим\.|Комментарий|Remark`

// Rendered HTML begins with such a word in one of these ways: as a paragraph, as emphasis with the
// colon inside or outside, or as plain text before a colon.
var (
	markParagraph = regexp.MustCompile(`^((?:<blockquote>\s*)?)<p>(?:<strong>|<em>)?(?:` + plainMarks + `)\s*[:：]?(?:</strong>|</em>)?\s*[:：]?</p>\s*`)
	markStressed  = regexp.MustCompile(`^((?:<(?:p|blockquote)>\s*)*)<(?:strong|em)>(?:` + plainMarks + `)\s*(?:[:：.。]\s*</(?:strong|em)>|</(?:strong|em)>\s*[:：])\s*`)
	markPlain     = regexp.MustCompile(`^((?:<(?:p|blockquote)>\s*)*)(?:` + plainMarks + `)\s*[:：]\s*`)
)

// unmarked removes the word that marks a remark, because the page shows it in the reader's
// language. A text that is only the word stays.
func unmarked(t note.Text) note.Text {
	if len(t) == 0 || t[0].Ref != nil {
		return t
	}
	t = join("", t, "") // joins the pieces of rendered blocks
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

// capital capitalises the new first word of a sentence, in Cyrillic only: a Latin word may be a
// command.
func capital(s string) string {
	r, size := utf8.DecodeRuneInString(s)
	if !unicode.Is(unicode.Cyrillic, r) {
		return s
	}
	return string(unicode.ToUpper(r)) + s[size:]
}
