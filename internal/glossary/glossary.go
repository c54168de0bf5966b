// Package glossary contains the terms of a site. A [Term] has names in several languages, words to
// avoid, and a sentence of explanation. [Parse] parses content/_data/glossary.yaml, which
// docs/glossary.md describes. [Glossary.Find] finds terms in a text.
//
// A text is split into tokens: runs of Latin letters and digits, of Cyrillic letters, or of
// katakana; any other letter is a token. A name matches tokens that only spaces or a hyphen
// separate. So Pod does not match in PodSpec, --pod-cidr or api/pods.go. Letter case, English plural
// endings and some Russian endings are ignored: see appendStem. English names match in every
// language, because notes in all languages use them.
package glossary

import (
	"maps"
	"regexp"
	"slices"
	"strings"

	"github.com/kawaraban/kawaraban/internal/diag"
	"github.com/kawaraban/kawaraban/internal/locale"
	"github.com/kawaraban/kawaraban/internal/note"
	"github.com/kawaraban/kawaraban/internal/strictyaml"
)

// ID identifies a term permanently: it is part of addresses.
type ID string

// Term is a term of the glossary.
type Term struct {
	ID    ID
	Names map[note.Lang][]string // preferred name first; no empty lists
	Forms map[note.Lang][]string // of names: matched, but not shown
	Avoid map[note.Lang][]string // non-preferred words
	About map[note.Lang]string   // one sentence, plain text
	Link  bool                   // whether notes link it
	Pos   diag.Position
}

// Name returns the preferred name in a language, and the language of the result: without one in
// lang, English, else the first language.
func (t *Term) Name(lang note.Lang) (string, note.Lang) {
	return pick(t.Names, lang, func(names []string) string { return names[0] })
}

// Sentence returns the explanation, with languages chosen as in Name; empty without one.
func (t *Term) Sentence(lang note.Lang) (string, note.Lang) {
	return pick(t.About, lang, func(s string) string { return s })
}

// pick chooses a language: lang, English, the first in alphabetical order.
func pick[T any](of map[note.Lang]T, lang note.Lang, text func(T) string) (string, note.Lang) {
	for _, l := range append([]note.Lang{lang, "en"}, slices.Sorted(maps.Keys(of))...) {
		if v, ok := of[l]; ok {
			return text(v), l
		}
	}
	return "", lang
}

// Glossary is an immutable set of terms. nil and the zero value are empty.
type Glossary struct {
	Terms []Term // by id
	byID  map[ID]*Term
	tries map[note.Lang]*node // by language
}

// Term returns the term with an id, or nil.
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

var plainID = regexp.MustCompile(`^[a-z0-9]+(-[a-z0-9]+)*$`)

// list is an anchor on the page of the glossary; a term must not have this id.
const list = "list"

type row struct {
	ID    strictyaml.Text              `yaml:"id"`
	Names map[string][]strictyaml.Text `yaml:"names,scalar"`
	Forms map[string][]strictyaml.Text `yaml:"forms,scalar"`
	Avoid map[string][]strictyaml.Text `yaml:"avoid,scalar"`
	About map[string]strictyaml.Text   `yaml:"about"`
	Link  *bool                        `yaml:"link"`
	Pos   diag.Position                `yaml:",pos"`
}

// Parse parses the file of terms; file is its name in diagnostics. The glossary is never nil and
// contains everything valid: a mistake in a term affects as little of it as possible. Languages
// without an interface are allowed.
func Parse(src []byte, file string) (*Glossary, []diag.Diagnostic) {
	var rows struct {
		Terms []row `yaml:"terms"`
	}
	ds := strictyaml.Unmarshal(src, diag.Position{File: file}, &rows, strictyaml.Code("glossary"))
	p := parser{g: &Glossary{byID: map[ID]*Term{}, tries: map[note.Lang]*node{}}, diags: ds, spoken: map[note.Lang]map[string]ID{}}
	ids := map[string]bool{}
	for _, r := range rows.Terms {
		if r.Pos.Line != 0 { // otherwise it is not a term, which is already reported
			p.term(r, ids)
		}
	}
	slices.SortFunc(p.g.Terms, func(a, b Term) int { return strings.Compare(string(a.ID), string(b.ID)) })
	p.index()
	return p.g, diag.Sort(p.diags)
}

type parser struct {
	g      *Glossary
	diags  []diag.Diagnostic
	spoken map[note.Lang]map[string]ID // the term of each key
}

func (p *parser) report(d diag.Diagnostic) { p.diags = append(p.diags, d) }

func (p *parser) term(r row, ids map[string]bool) {
	at := r.ID.Pos
	if at.Line == 0 {
		at = r.Pos
	}
	switch id := r.ID.Value; {
	case id == "":
		p.report(diag.Errorf(at, "glossary/id", "missing id of a term; the term is ignored").WithHint("add id: with a value such as init-container"))
		return
	case !plainID.MatchString(id) || len(id) > maxName:
		p.report(diag.Errorf(at, "glossary/id", "invalid term id %q; the term is ignored", id).WithHint("use lower-case letters, digits and hyphens, such as init-container"))
		return
	case id == list || slices.Contains(note.PageIDs, note.BlockID(id)):
		p.report(diag.Errorf(at, "glossary/id", "reserved term id %q; the term is ignored", id).WithHint("choose another id, such as %s-term", id))
		return
	case ids[id]:
		p.report(diag.Errorf(at, "glossary/duplicate", "duplicate term %q; the second is ignored", id).WithHint("merge the two terms"))
		return
	}
	ids[r.ID.Value] = true
	t := Term{ID: ID(r.ID.Value), Link: r.Link == nil || *r.Link, Pos: r.Pos}
	claim := func(lang note.Lang, name string, at diag.Position) bool { return p.claim(lang, t.ID, name, at) }
	t.Names = p.words(r.Names, r.Pos, claim)
	if len(t.Names) == 0 {
		p.report(diag.Errorf(at, "glossary/missing", "missing name of term %q; the term is ignored", t.ID).WithHint("add a name, such as en: init container"))
		return
	}
	t.Forms = p.words(r.Forms, r.Pos, claim)
	t.Avoid = p.words(r.Avoid, r.Pos, func(note.Lang, string, diag.Position) bool { return true })
	t.About = p.abouts(r.About, r.Pos)
	p.g.Terms = append(p.g.Terms, t)
}

func (p *parser) lang(key string, at diag.Position) (note.Lang, bool) {
	l, ok := locale.FromSuffix(key)
	if !ok || string(l) != key {
		p.report(diag.Errorf(at, "glossary/language", "invalid language code %q", key).WithHint("write a code such as en, ja, zh or ru"))
		return "", false
	}
	return l, true
}

func place(texts []strictyaml.Text, around diag.Position) diag.Position {
	for _, t := range texts {
		if t.Pos.Line != 0 {
			return t.Pos
		}
	}
	return around
}

// words returns the valid words of a term by language, for which take returns true.
func (p *parser) words(in map[string][]strictyaml.Text, around diag.Position, take func(note.Lang, string, diag.Position) bool) map[note.Lang][]string {
	out := map[note.Lang][]string{}
	for _, key := range slices.Sorted(maps.Keys(in)) {
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

func (p *parser) claim(lang note.Lang, id ID, name string, at diag.Position) bool {
	if p.spoken[lang] == nil {
		p.spoken[lang] = map[string]ID{}
	}
	key := keyOf(name)
	if other, ok := p.spoken[lang][key]; ok {
		p.report(diag.Errorf(at, "glossary/duplicate", "duplicate name %q: it belongs to term %q", name, other).
			WithHint("delete one of the two; names that differ only in case or ending are the same"))
		return false
	}
	p.spoken[lang][key] = id
	return true
}

// word checks a name: no text could contain an invalid one.
func (p *parser) word(t strictyaml.Text, around diag.Position) (string, bool) {
	at := t.Pos
	if at.Line == 0 {
		at = around
	}
	word := strings.Join(strings.Fields(t.Value), " ")
	switch {
	case word == "":
		p.report(diag.Errorf(at, "glossary/missing", "empty name").WithHint("add the name, or delete the line"))
	case len([]rune(word)) > maxName:
		p.report(diag.Errorf(at, "glossary/name", "name exceeds %d characters", maxName).WithHint("shorten the name"))
	case !findable(word):
		p.report(diag.Errorf(at, "glossary/name", "name %q cannot be found in texts", word).
			WithHint("use only words with spaces or hyphens; list a name in brackets separately"))
	default:
		return word, true
	}
	return "", false
}

func (p *parser) abouts(in map[string]strictyaml.Text, around diag.Position) map[note.Lang]string {
	out := map[note.Lang]string{}
	for _, key := range slices.Sorted(maps.Keys(in)) {
		t := in[key]
		lang, ok := p.lang(key, place([]strictyaml.Text{t}, around))
		sentence := strings.Join(strings.Fields(t.Value), " ")
		switch {
		case !ok || sentence == "":
		case len([]rune(sentence)) > maxAbout:
			p.report(diag.Errorf(t.Pos, "glossary/about", "description exceeds %d characters", maxAbout).WithHint("shorten it to one sentence"))
		default:
			out[lang] = sentence
		}
	}
	return out
}

// index builds the tries: the names and non-preferred words of each language, and the English names
// that do not conflict.
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
			for _, lang := range slices.Sorted(maps.Keys(g.tries)) {
				p.trie(lang).put(name, end{term: &g.Terms[i]})
			}
		}
	}
}

func (p *parser) avoid(t *Term) {
	for _, lang := range slices.Sorted(maps.Keys(t.Avoid)) {
		for _, word := range t.Avoid[lang] {
			if old := p.trie(lang).put(word, end{term: t, avoid: true}); old.term != nil {
				p.report(diag.Errorf(t.Pos, "glossary/avoid", "word %q to avoid for term %q is a name of term %q", word, t.ID, old.term.ID).
					WithHint("delete the word from avoid or from the names"))
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
