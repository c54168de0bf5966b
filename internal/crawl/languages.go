package crawl

import (
	"bytes"
	"cmp"
	"io/fs"
	"path"
	"slices"
	"strings"
	"unicode"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
	"golang.org/x/text/language"

	"github.com/kawaraban/kawaraban/internal/diag"
	"github.com/kawaraban/kawaraban/internal/locale"
	"github.com/kawaraban/kawaraban/internal/note"
)

// Interface says that all texts of a site which are in the language of their page are
// words of its interface, as on a site whose notes are in another language.
type Interface struct {
	// Allowed reports whether a word of Latin letters may stand in a text of a language that is
	// written in other ones: a term of the field, or a name.
	Allowed func(word string, lang note.Lang) bool
	// Names are names of several words, or a word that is one only behind another: SIG Release.
	Names []string
}

// Languages compares every text of every page with the language that is in force there,
// and likewise titles, descriptions, and the attributes that are read out or shown. It
// reports letters of another script than the language's, Chinese characters of which only
// the other country's standard has, and English sentences that are said to be in another
// language. With words, every word of Latin letters as well that these do not allow. The
// error is that of a file that could not be read.
func Languages(fsys fs.FS, words *Interface) ([]diag.Diagnostic, error) {
	files, err := list(fsys)
	if err != nil {
		return nil, err
	}
	var ds []diag.Diagnostic
	for _, p := range files {
		if path.Ext(p) != ".html" {
			continue
		}
		src, err := fs.ReadFile(fsys, p)
		if err != nil {
			return nil, err
		}
		root, err := html.Parse(bytes.NewReader(src))
		if err != nil {
			return nil, err
		}
		r := &langReader{path: p, words: words, seen: map[string]bool{}, scripts: map[string]string{}}
		r.walk(root, place{})
		r.flush()
		ds = append(ds, r.diags...)
	}
	return diag.Sort(ds), nil
}

// langReader reads the texts of one page.
type langReader struct {
	path    string
	words   *Interface
	pieces  []piece // of the block at hand
	seen    map[string]bool
	scripts map[string]string // by tag
	diags   []diag.Diagnostic
}

// place is where a text stands.
type place struct {
	lang string
	code bool // within code
	name bool // within a link to a thing that has a name of its own, a number or a title, or a list of such names

	called bool // within a link to a thing whose name is in no language: Code of Conduct is a group
}

// piece is a text with its place.
type piece struct {
	text string
	place
}

// shown are the attributes that people read or hear, and those that scripts show.
var shown = []string{"alt", "title", "aria-label", "placeholder", "label", "data-copy", "data-copied", "data-copyfailed"}

// inline are elements that a sentence goes on through.
var inline = map[atom.Atom]bool{
	atom.A: true, atom.Abbr: true, atom.B: true, atom.Bdi: true, atom.Cite: true, atom.Code: true, atom.Del: true, atom.Dfn: true,
	atom.Em: true, atom.I: true, atom.Ins: true, atom.Kbd: true, atom.Mark: true, atom.Q: true, atom.S: true, atom.Samp: true,
	atom.Strong: true, atom.Sub: true, atom.Sup: true, atom.Time: true, atom.U: true, atom.Var: true, atom.Wbr: true, atom.Br: true,
}

func (r *langReader) walk(n *html.Node, at place) {
	switch n.Type {
	case html.TextNode:
		r.text(n.Data, at)
		return
	case html.ElementNode:
		if n.DataAtom == atom.Script || n.DataAtom == atom.Style {
			return
		}
		at = r.enter(n, at)
	}
	block := n.Type == html.ElementNode && !inline[n.DataAtom]
	if block {
		r.flush()
	}
	for c := range n.ChildNodes() {
		r.walk(c, at)
	}
	if block {
		r.flush()
	}
}

// enter returns the place within an element, and reads its attributes.
func (r *langReader) enter(n *html.Node, at place) place {
	attrs := map[string]string{}
	for _, a := range n.Attr {
		attrs[a.Key] = a.Val
	}
	if l, ok := attrs["lang"]; ok {
		at.lang = l
	}
	at.code = at.code || slices.Contains([]atom.Atom{atom.Code, atom.Pre, atom.Kbd, atom.Samp, atom.Textarea}, n.DataAtom)
	if n.DataAtom == atom.A {
		at.called = at.called || leadsTo(attrs["href"], named)
		at.name = at.name || at.called || leadsTo(attrs["href"], titled) || strings.Contains(attrs["href"], "://")
	}
	at.name = at.name || n.DataAtom == atom.Select && attrs["name"] == "sig"
	for _, name := range shown {
		if v := attrs[name]; v != "" {
			r.alone(v, at)
		}
	}
	if n.DataAtom == atom.Meta && slices.Contains([]string{"description", "og:image:alt"}, cmp.Or(attrs["name"], attrs["property"])) {
		r.alone(attrs["content"], at)
	}
	return at
}

// named are the lists of things whose names are in no language.
var named = []string{"people/", "repos/", "sigs/", "gates/", "apis/"}

// titled are the lists of things that have a number and an English title.
var titled = []string{"prs/", "keps/"}

// leadsTo reports whether a link leads to one thing of some lists.
func leadsTo(href string, lists []string) bool {
	href = strings.TrimLeft(href, "./")
	for _, list := range lists {
		if rest, ok := strings.CutPrefix(href, list); ok && strings.Trim(rest, "/") != "" {
			return true
		}
	}
	return false
}

// alone reads a text that is no part of a sentence around it.
func (r *langReader) alone(text string, at place) {
	kept := r.pieces
	r.pieces = nil
	r.text(text, at)
	r.flush()
	r.pieces = kept
}

// text looks at the letters of a text, and keeps it for the sentence it is part of.
func (r *langReader) text(text string, at place) {
	if strings.TrimSpace(text) == "" {
		return
	}
	if at.lang == "" {
		r.report("says no language", text, at)
		return
	}
	if what := r.letters(text, at.lang); what != "" {
		r.report(what, text, at)
	}
	r.pieces = append(r.pieces, piece{text, at})
}

// script returns the script of a language: Cyrl, Jpan, Hans, Kore, Latn.
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

// letters says which letters of a text are not of the language; empty when all are.
func (r *langReader) letters(text, tag string) string {
	script := r.script(tag)
	for _, c := range text {
		switch {
		case unicode.Is(unicode.Cyrillic, c) && script != "Cyrl":
			return "has Cyrillic letters"
		case (unicode.Is(unicode.Hiragana, c) || unicode.Is(unicode.Katakana, c)) && script != "Jpan":
			return "has kana"
		case unicode.Is(unicode.Hangul, c) && script != "Kore":
			return "has Hangul"
		case unicode.Is(unicode.Han, c) && !slices.Contains([]string{"Jpan", "Hans", "Hant", "Kore"}, script):
			return "has Chinese characters"
		case script == "Jpan" && locale.HanOf(c) == "zh":
			return "has the Chinese character " + string(c) + ", which Japanese has not"
		case script == "Hans" && locale.HanOf(c) == "ja":
			return "has the Japanese character " + string(c) + ", which simplified Chinese has not"
		}
	}
	return ""
}

// flush judges the texts of a block together, language by language.
func (r *langReader) flush() {
	pieces := r.pieces
	r.pieces = nil
	for len(pieces) > 0 {
		tag := pieces[0].lang
		var sentence strings.Builder
		var rest []piece
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
		if script := r.script(tag); script != "Latn" && locale.Detect(sentence.String(), note.Lang(strings.ToLower(tag))) == "en" {
			r.report("is an English sentence", sentence.String(), place{lang: tag})
		}
		pieces = rest
	}
}

// latin reports the words of Latin letters that a language of other letters may not have
// in its interface.
func (r *langReader) latin(p piece) {
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
			r.report("has the word "+word, p.text, p.place)
		}
	}
}

func isLatin(c rune) bool { return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' }

// notWord holds of what parts words; names of files and versions are one.
func notWord(c rune) bool {
	return !isLatin(c) && !(c >= '0' && c <= '9') && !strings.ContainsRune(".-_/'’@", c)
}

// report notes a finding, each once for a page.
func (r *langReader) report(what, text string, at place) {
	text = strings.Join(strings.Fields(text), " ")
	if runes := []rune(text); len(runes) > 120 {
		text = string(runes[:120]) + "…"
	}
	key := what + "\x00" + text
	if r.seen[key] {
		return
	}
	r.seen[key] = true
	r.diags = append(r.diags, diag.Errorf(diag.Position{File: r.path}, "site/language", "%q is said to be in %q and %s", text, at.lang, what))
}
