package sitecheck

import (
	"bytes"
	"cmp"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
	"golang.org/x/text/language"

	"github.com/kawaraban/kawaraban/internal/locale"
	"github.com/kawaraban/kawaraban/internal/note"
)

// Interface declares that all text in the language of the page is interface text. This applies to
// a site whose notes are in another language.
type Interface struct {
	// Allowed reports whether a Latin word is a term or a name that may occur in a language with
	// another script.
	Allowed func(word string, lang note.Lang) bool
	// Names are names that consist of several words, or that are names only after another word:
	// SIG Release.
	Names []string
}

type langReader struct {
	words   *Interface
	strict  bool              // whether to check each word
	pieces  []textRun         // texts of the current block
	scripts map[string]string // script of each language tag
	report  func(at int, what, tag, text string)
}

// textContext is the context of a text in a page.
type textContext struct {
	lang string
	code bool // whether it is in code
	name bool // whether it is in a link to an item with a name, number or title, or in a list of such names

	called bool // whether it is in a link to an item whose name has no language, such as the group Code of Conduct
}

type textRun struct {
	text string
	textContext
	at int // offset in the page
}

// shown are the attributes whose values users read or hear, and those that scripts show.
var shown = []string{"alt", "title", "aria-label", "placeholder", "label", "data-copy", "data-copied", "data-copyfailed"}

// inline are the elements that do not end a sentence.
var inline = map[atom.Atom]bool{
	atom.A: true, atom.Abbr: true, atom.B: true, atom.Bdi: true, atom.Cite: true, atom.Code: true, atom.Del: true, atom.Dfn: true,
	atom.Em: true, atom.I: true, atom.Ins: true, atom.Kbd: true, atom.Mark: true, atom.Q: true, atom.S: true, atom.Samp: true,
	atom.Strong: true, atom.Sub: true, atom.Sup: true, atom.Time: true, atom.U: true, atom.Var: true, atom.Wbr: true, atom.Br: true,
}

// enter returns the context of the content of an element. It also checks the attributes.
func (r *langReader) enter(t *tag, at textContext) textContext {
	if l, ok := t.get("lang"); ok {
		at.lang = l.text()
	}
	at.code = at.code || slices.Contains([]atom.Atom{atom.Code, atom.Pre, atom.Kbd, atom.Samp, atom.Textarea}, t.atom)
	if t.atom == atom.A {
		href := t.text("href")
		at.called = at.called || leadsTo(href, named)
		at.name = at.name || at.called || leadsTo(href, titled) || strings.Contains(href, "://")
	}
	at.name = at.name || t.atom == atom.Select && t.text("name") == "sig"
	for _, a := range t.attrs {
		if len(a.raw) > 0 && slices.Contains(shown, a.name) {
			r.alone(a.text(), at, a.at)
		}
	}
	if t.atom == atom.Meta && slices.Contains([]string{"description", "og:image:alt"}, cmp.Or(t.text("name"), t.text("property"))) {
		r.alone(t.text("content"), at, t.place("content"))
	}
	return at
}

// named are the directories of items whose names have no language.
var named = []string{"people/", "repos/", "sigs/", "gates/", "apis/"}

// titled are the directories of items with a number and an English title.
var titled = []string{"prs/", "keps/"}

// leadsTo reports whether the target of a link is in one of the directories.
func leadsTo(href string, lists []string) bool {
	href = strings.TrimLeft(href, "./")
	for _, list := range lists {
		if rest, ok := strings.CutPrefix(href, list); ok && strings.Trim(rest, "/") != "" {
			return true
		}
	}
	return false
}

// alone checks a text that is not part of a sentence.
func (r *langReader) alone(text string, at textContext, offset int) {
	kept := r.pieces
	r.pieces = nil
	r.text(text, at, offset)
	r.flush()
	r.pieces = kept
}

// raw checks text as in the source of the page. Latin text in a language with Latin script is
// correct, which is the common case.
func (r *langReader) raw(raw []byte, at textContext, offset int) {
	if at.lang != "" && r.script(at.lang) == "Latn" && ascii(raw) || len(bytes.TrimSpace(raw)) == 0 {
		return
	}
	r.text(html.UnescapeString(string(raw)), at, offset)
}

func ascii(b []byte) bool {
	for _, c := range b {
		if c >= 0x80 || c == '&' {
			return false
		}
	}
	return true
}

// text checks the letters of a text, and adds it to the sentence.
func (r *langReader) text(text string, at textContext, offset int) {
	if strings.TrimSpace(text) == "" {
		return
	}
	if at.lang == "" {
		if r.strict {
			r.report(offset, "no language", at.lang, text)
		}
		return
	}
	if r.strict {
		if what := r.letters(text, at.lang); what != "" {
			r.report(offset, what, at.lang, text)
		}
	}
	r.pieces = append(r.pieces, textRun{text, at, offset})
}

func (r *langReader) script(tag string) string {
	if s, ok := r.scripts[tag]; ok {
		return s
	}
	s := ""
	if t, err := language.Parse(tag); err == nil {
		script, _ := t.Script()
		s = script.String()
	}
	r.scripts[tag] = s
	return s
}

// letters describes letters that the language does not use, or returns "".
func (r *langReader) letters(text, tag string) string {
	script := r.script(tag)
	for _, c := range text {
		switch {
		case unicode.Is(unicode.Cyrillic, c) && script != "Cyrl":
			return "Cyrillic letters"
		case (unicode.Is(unicode.Hiragana, c) || unicode.Is(unicode.Katakana, c)) && script != "Jpan":
			return "kana"
		case unicode.Is(unicode.Hangul, c) && script != "Kore":
			return "Hangul"
		case unicode.Is(unicode.Han, c) && !slices.Contains([]string{"Jpan", "Hans", "Hant", "Kore"}, script):
			return "Chinese characters"
		case script == "Jpan" && locale.HanOf(c) == "zh":
			return "Chinese character " + string(c) + ", not used in Japanese"
		case script == "Hans" && locale.HanOf(c) == "ja":
			return "Japanese character " + string(c) + ", not used in simplified Chinese"
		}
	}
	return ""
}

// flush checks the sentences of a block, separately for each language.
func (r *langReader) flush() {
	pieces := r.pieces
	r.pieces = nil
	for len(pieces) > 0 {
		tag, at := pieces[0].lang, pieces[0].at
		var sentence strings.Builder
		var rest []textRun
		for _, p := range pieces {
			switch {
			case p.lang != tag:
				rest = append(rest, p)
			case p.code, p.called:
				sentence.WriteString(" ` ")
			default:
				sentence.WriteString(p.text)
				r.latin(p)
			}
		}
		r.sentence(sentence.String(), tag, at)
		pieces = rest
	}
}

func (r *langReader) sentence(text, tag string, at int) {
	declared, script := note.Lang(strings.ToLower(tag)), r.script(tag)
	found := locale.Detect(text, declared)
	switch {
	case found == declared || found == "":
	case found == "en" && script != "Latn" && (r.strict || englishWords(text) >= leastWords):
		r.report(at, "English sentence", tag, text)
	case found != "en" && !r.strict && r.script(string(found)) != script && foreign(text) >= leastLetters:
		r.report(at, "sentence in "+strconv.Quote(string(found)), tag, text)
	}
}

// Minimum numbers of words and letters of foreign text that is reported. Shorter text may be a
// name or a quotation.
const (
	leastWords   = 4
	leastLetters = 6
)

func englishWords(text string) int {
	n := 0
	for word := range strings.FieldsSeq(text) {
		if strings.IndexFunc(word, isLatin) == 0 {
			n++
		}
	}
	return n
}

func foreign(text string) int {
	n := 0
	for _, c := range text {
		if c >= 0x80 && unicode.IsLetter(c) && !unicode.Is(unicode.Latin, c) {
			n++
		}
	}
	return n
}

// latin reports Latin words that the interface does not allow in a language with another script.
func (r *langReader) latin(p textRun) {
	if r.words == nil || p.code || p.name || r.script(p.lang) == "Latn" {
		return
	}
	base, _, _ := strings.Cut(p.lang, "-")
	text := p.text
	for _, name := range r.words.Names {
		text = strings.ReplaceAll(text, name, " ")
	}
	for word := range strings.FieldsFuncSeq(text, notWord) {
		word = strings.Trim(word, ".-_/'’")
		if strings.IndexFunc(word, isLatin) >= 0 && !r.words.Allowed(word, note.Lang(base)) {
			r.report(p.at, "foreign word "+strconv.Quote(word), p.lang, p.text)
		}
	}
}

func isLatin(c rune) bool { return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' }

// notWord reports whether a character separates words. A file name or a version is one word.
func notWord(c rune) bool {
	return !isLatin(c) && !(c >= '0' && c <= '9') && !strings.ContainsRune(".-_/'’@", c)
}
