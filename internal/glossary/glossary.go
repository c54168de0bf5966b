// Package glossary holds the words of the field: a [Term] has names in several languages, of
// which the first is the one to use, words that are wrong for it, and one sentence that says
// what it is. [Parse] reads the hand-kept file of them, [Glossary.Find] finds the terms that
// a text names.
//
// The file, content/_data/glossary.yaml, is a list:
//
//	terms:
//	  - id: sidecar-container          # the anchor on the page, kept for good
//	    names:                         # one name, or several: the first is to be used
//	      en: [sidecar container, sidecar]
//	      ja: [サイドカーコンテナ, サイドカー]
//	    avoid:                         # words that are surely wrong for it
//	      ja: [補助コンテナ]
//	    about:                         # one sentence each
//	      en: A container that starts before the others of its Pod and runs beside them.
//	    link: false                    # its mentions in notes do not become links
//
// Languages are those of the site's addresses; one that the interface does not have yet is
// kept. What is wrong with a term costs as little of it as can be.
//
// # How a text is read
//
// A text is cut into tokens: a run of Latin letters and digits, a run of Cyrillic letters, a
// run of katakana, any other letter by itself. A name is found where its tokens stand one
// after another with nothing but a blank or a hyphen between them. So Pod is not found in
// PodSpec, in --pod-cidr or in api/pods.go, and サイドカー not in サイドカーコンテナ, which is
// another name. Letter case does not count, nor does the ending of an English plural or of
// a Russian noun or adjective: see stem. Forms that change within (узел, узла) stand in the
// file.
//
// In every language the English names are found too, since notes of every language use them.
package glossary

import (
	"regexp"
	"slices"
	"strings"

	"github.com/kawaraban/kawaraban/internal/diag"
	"github.com/kawaraban/kawaraban/internal/locale"
	"github.com/kawaraban/kawaraban/internal/note"
	"github.com/kawaraban/kawaraban/internal/strictyaml"
)

// ID names a term for good: it is part of addresses.
type ID string

// Term is a word of the field.
type Term struct {
	ID    ID
	Names map[note.Lang][]string // the first is the one to use; a language is absent or has one at least
	Forms map[note.Lang][]string // of names: found, but no names to show
	Avoid map[note.Lang][]string // words that are wrong for the term
	About map[note.Lang]string   // one sentence, plain text
	Link  bool                   // whether a mention of it in a note helps its reader as a link
	Pos   diag.Position
}

// Name returns the name to use in a language, and the language that it is in: where there is
// none, that is English, else the first language that has a name.
func (t *Term) Name(lang note.Lang) (string, note.Lang) {
	return pick(t.Names, lang, func(names []string) string { return names[0] })
}

// Sentence returns what the term is, in a language or, where nothing is said in it, as Name
// does; empty where nothing is said in any.
func (t *Term) Sentence(lang note.Lang) (string, note.Lang) {
	return pick(t.About, lang, func(s string) string { return s })
}

// pick chooses among languages: the one asked for, English, the first by the alphabet.
func pick[T any](of map[note.Lang]T, lang note.Lang, text func(T) string) (string, note.Lang) {
	for _, l := range append([]note.Lang{lang, "en"}, sortedLangs(of)...) {
		if v, ok := of[l]; ok {
			return text(v), l
		}
	}
	return "", lang
}

func sortedLangs[T any](of map[note.Lang]T) []note.Lang {
	var out []note.Lang
	for l := range of {
		out = append(out, l)
	}
	slices.Sort(out)
	return out
}

// Glossary is all terms. It is immutable; nil and the zero value have none.
type Glossary struct {
	Terms []Term // by id
	byID  map[ID]*Term
	tries map[note.Lang]*node // of every language that has names
}

// Term returns the term of an id, or nil.
func (g *Glossary) Term(id ID) *Term {
	if g == nil {
		return nil
	}
	return g.byID[id]
}

const (
	maxName  = 80  // characters of a name
	maxAbout = 400 // of a sentence
)

// plainID is what can be an anchor in every language.
var plainID = regexp.MustCompile(`^[a-z0-9]+(-[a-z0-9]+)*$`)

// list is the anchor that the page of the glossary has beside those of every page.
const list = "list"

// row is a term as it stands in the file.
type row struct {
	ID    strictyaml.Text              `yaml:"id"`
	Names map[string][]strictyaml.Text `yaml:"names,scalar"`
	Forms map[string][]strictyaml.Text `yaml:"forms,scalar"`
	Avoid map[string][]strictyaml.Text `yaml:"avoid,scalar"`
	About map[string]strictyaml.Text   `yaml:"about"`
	Link  *bool                        `yaml:"link"`
	Pos   diag.Position                `yaml:",pos"`
}

// Parse reads the file of terms; file is its name for the diagnostics. The glossary is never
// nil: what could be read is in it, with all that is wrong beside it.
func Parse(src []byte, file string) (*Glossary, []diag.Diagnostic) {
	var rows struct {
		Terms []row `yaml:"terms"`
	}
	ds := strictyaml.Unmarshal(src, diag.Position{File: file}, &rows, strictyaml.Code("glossary"))
	p := parser{g: &Glossary{byID: map[ID]*Term{}, tries: map[note.Lang]*node{}}, diags: ds, spoken: map[note.Lang]map[string]ID{}}
	ids := map[string]bool{}
	for _, r := range rows.Terms {
		if r.Pos.Line != 0 { // else what stands there is no term, and was said
			p.term(r, ids)
		}
	}
	slices.SortFunc(p.g.Terms, func(a, b Term) int { return strings.Compare(string(a.ID), string(b.ID)) })
	p.index()
	return p.g, diag.Sort(p.diags)
}

// parser is the state of one Parse.
type parser struct {
	g      *Glossary
	diags  []diag.Diagnostic
	spoken map[note.Lang]map[string]ID // whose name a key is
}

func (p *parser) report(pos diag.Position, code diag.Code, hint, format string, args ...any) {
	p.diags = append(p.diags, diag.Errorf(pos, code, format, args...).WithHint("%s", hint))
}

// term reads a row and keeps it where it has an id and a name.
func (p *parser) term(r row, ids map[string]bool) {
	at := r.ID.Pos
	if at.Line == 0 {
		at = r.Pos
	}
	switch id := r.ID.Value; {
	case id == "":
		p.report(at, "glossary/id", "give it one, such as init-container", "a term without an id is left out")
		return
	case !plainID.MatchString(id) || len(id) > maxName:
		p.report(at, "glossary/id", "write small letters, digits and hyphens: init-container", "%q is no id of a term, so it is left out", id)
		return
	case id == list || slices.Contains(note.PageIDs, note.BlockID(id)):
		p.report(at, "glossary/id", "choose another, such as "+id+"-term", "%q is an anchor of the page itself, so the term is left out", id)
		return
	case ids[id]:
		p.report(at, "glossary/duplicate", "join the two", "the term %s stands here twice; the second is left out", id)
		return
	}
	ids[r.ID.Value] = true
	t := Term{ID: ID(r.ID.Value), Link: r.Link == nil || *r.Link, Pos: r.Pos}
	unspoken := func(lang note.Lang, name string, at diag.Position) bool { return p.unspoken(lang, t.ID, name, at) }
	t.Names = p.words(r.Names, r.Pos, unspoken)
	if len(t.Names) == 0 {
		p.report(at, "glossary/missing", "every term needs one, such as en: init container", "the term %s has no name, so it is left out", t.ID)
		return
	}
	t.Forms = p.words(r.Forms, r.Pos, unspoken)
	t.Avoid = p.words(r.Avoid, r.Pos, func(note.Lang, string, diag.Position) bool { return true })
	t.About = p.abouts(r.About, r.Pos)
	p.g.Terms = append(p.g.Terms, t)
}

// lang judges the key of a language.
func (p *parser) lang(key string, at diag.Position) (note.Lang, bool) {
	l, ok := locale.FromSuffix(key)
	if !ok || string(l) != key {
		p.report(at, "glossary/language", "write en, ja, zh, ru or another code as the site's addresses have it", "%q is no language", key)
		return "", false
	}
	return l, true
}

// place is where the first of some texts stands, else around.
func place(texts []strictyaml.Text, around diag.Position) diag.Position {
	for _, t := range texts {
		if t.Pos.Line != 0 {
			return t.Pos
		}
	}
	return around
}

// words reads the words of a term by language, as far as they are good and taken.
func (p *parser) words(in map[string][]strictyaml.Text, around diag.Position, take func(note.Lang, string, diag.Position) bool) map[note.Lang][]string {
	out := map[note.Lang][]string{}
	for _, key := range sortedKeys(in) {
		lang, ok := p.lang(key, place(in[key], around))
		if !ok {
			continue
		}
		for _, t := range in[key] {
			if word, ok := p.word(t, around); ok && take(lang, word, t.Pos) {
				out[lang] = append(out[lang], word)
			}
		}
	}
	return out
}

// unspoken makes a name that of a term, unless it has been one before.
func (p *parser) unspoken(lang note.Lang, id ID, name string, at diag.Position) bool {
	if p.spoken[lang] == nil {
		p.spoken[lang] = map[string]ID{}
	}
	key := keyOf(name)
	if other, ok := p.spoken[lang][key]; ok {
		p.report(at, "glossary/duplicate", "a name means one term; forms that differ by case or ending are one", "%s is a name of %s already", name, other)
		return false
	}
	p.spoken[lang][key] = id
	return true
}

// word judges a name: one that no text could be found to hold is none.
func (p *parser) word(t strictyaml.Text, around diag.Position) (string, bool) {
	at := t.Pos
	if at.Line == 0 {
		at = around
	}
	word := strings.Join(strings.Fields(t.Value), " ")
	switch {
	case word == "":
		p.report(at, "glossary/missing", "write it, or take the line away", "an empty name")
	case len([]rune(word)) > maxName:
		p.report(at, "glossary/name", "write it shorter", "a name of more than %d characters", maxName)
	case !findable(word):
		p.report(at, "glossary/name", "write words alone, parted by blanks or hyphens; what stands in brackets is a name of its own",
			"%q cannot be found in a text", word)
	default:
		return word, true
	}
	return "", false
}

// abouts reads the sentences of a term.
func (p *parser) abouts(in map[string]strictyaml.Text, around diag.Position) map[note.Lang]string {
	out := map[note.Lang]string{}
	for _, key := range sortedKeys(in) {
		t := in[key]
		lang, ok := p.lang(key, place([]strictyaml.Text{t}, around))
		sentence := strings.Join(strings.Fields(t.Value), " ")
		switch {
		case !ok || sentence == "":
		case len([]rune(sentence)) > maxAbout:
			p.report(t.Pos, "glossary/about", "say it in one sentence", "more than %d characters on a term", maxAbout)
		default:
			out[lang] = sentence
		}
	}
	return out
}

func sortedKeys[T any](m map[string]T) []string {
	var out []string
	for k := range m {
		out = append(out, k)
	}
	slices.Sort(out)
	return out
}

// index makes the tries: each language's own names and words to avoid, and the English names
// where the language has no other use for them.
func (p *parser) index() {
	g := p.g
	for i := range g.Terms {
		t := &g.Terms[i]
		g.byID[t.ID] = t
		for _, written := range []map[note.Lang][]string{t.Names, t.Forms} {
			for lang, names := range written {
				for _, name := range names {
					p.trie(lang).put(name, end{term: t})
				}
			}
		}
	}
	for i := range g.Terms {
		p.avoid(&g.Terms[i])
	}
	for i := range g.Terms {
		for _, name := range g.Terms[i].Names["en"] {
			for _, lang := range sortedLangs(g.tries) {
				p.trie(lang).put(name, end{term: &g.Terms[i]})
			}
		}
	}
}

// avoid puts the words to avoid of a term into the tries.
func (p *parser) avoid(t *Term) {
	for _, lang := range sortedLangs(t.Avoid) {
		for _, word := range t.Avoid[lang] {
			if old := p.trie(lang).put(word, end{term: t, avoid: true}); old.term != nil {
				p.report(t.Pos, "glossary/avoid", "a word cannot be right and wrong", "%s, to be avoided for %s, stands for %s too", word, t.ID, old.term.ID)
			}
		}
	}
}

func (p *parser) trie(lang note.Lang) *node {
	if p.g.tries[lang] == nil {
		p.g.tries[lang] = &node{}
	}
	return p.g.tries[lang]
}
