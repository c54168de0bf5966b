package source

import (
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/kawaraban/kawaraban/internal/note"
)

// plainMarks are the words that say no more than the box around a remark does. A word
// that says whose remark it is, such as 訳注, stays.
const plainMarks = `補足説明|補足|补充说明|补充|备注|注|Примечание|Прим\.|Комментарий|Remark`

// The ways in which rendered HTML begins with such a word: as a paragraph of its own, as
// emphasised words with the colon inside or outside, and plainly before a colon.
var (
	markParagraph = regexp.MustCompile(`^((?:<blockquote>\s*)?)<p>(?:<strong>|<em>)?(?:` + plainMarks + `)\s*[:：]?(?:</strong>|</em>)?\s*[:：]?</p>\s*`)
	markStressed  = regexp.MustCompile(`^((?:<(?:p|blockquote)>\s*)*)<(?:strong|em)>(?:` + plainMarks + `)\s*(?:[:：.。]\s*</(?:strong|em)>|</(?:strong|em)>\s*[:：])\s*`)
	markPlain     = regexp.MustCompile(`^((?:<(?:p|blockquote)>\s*)*)(?:` + plainMarks + `)\s*[:：]\s*`)
)

// unmarked leaves out the word by which the author marked a remark, since whoever prints
// it says so in the reader's language. A text that is nothing but the word stays.
func unmarked(t note.Text) note.Text {
	if len(t) == 0 || t[0].Ref != nil {
		return t
	}
	t = join("", t, "") // rendered blocks come in pieces
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

// capital begins a sentence anew after its first word is gone: in Cyrillic, where every
// sentence does; a Latin word may be a command.
func capital(s string) string {
	r, size := utf8.DecodeRuneInString(s)
	if !unicode.Is(unicode.Cyrillic, r) {
		return s
	}
	return string(unicode.ToUpper(r)) + s[size:]
}
