package page

import (
	"slices"
	"strings"

	"github.com/kawaraban/kawaraban/internal/glossary"
	"github.com/kawaraban/kawaraban/internal/locale"
	"github.com/kawaraban/kawaraban/internal/note"
	"github.com/kawaraban/kawaraban/internal/view"
)

// hasGlossary reports whether there are words of the field.
func (p *planner) hasGlossary() bool {
	return p.data.Glossary != nil && len(p.data.Glossary.Terms) > 0
}

// glossary makes the page of the words of the field.
func (sh *sheet) glossary() any {
	v := view.GlossaryView{Frame: sh.frame(sh.l.T("nav.glossary"))}
	v.Description = sh.l.T("glossary.description")
	terms := sh.data.Glossary.Terms
	for i := range terms {
		v.Terms = append(v.Terms, sh.termRow(&terms[i]))
	}
	slices.SortStableFunc(v.Terms, func(a, b view.TermRow) int { return sh.l.Collate(a.Name.Text, b.Name.Text) })
	return v
}

// termRow makes a word of the list.
func (sh *sheet) termRow(t *glossary.Term) view.TermRow {
	name, lang := t.Name(sh.lang)
	about, said := t.Sentence(sh.lang)
	row := view.TermRow{Words: sh.say(), ID: string(t.ID), Name: sh.text(name, lang), About: sh.text(about, said), Avoid: t.Avoid[sh.lang]}
	if lang == sh.lang {
		row.Also = t.Names[lang][1:]
	}
	for _, other := range sh.termLangs(t) {
		if other != lang {
			row.Others = append(row.Others, view.TermNames{Language: sh.self(other).Text, Lang: locale.Tag(other), Names: sh.listed(other, t.Names[other])})
		}
	}
	return row
}

// listed joins names as their language does, where the interface has it.
func (p *planner) listed(lang note.Lang, names []string) string {
	comma := ", "
	if l := p.words.Get(lang); l != nil {
		comma = l.T("mark.comma")
	}
	return strings.Join(names, comma)
}

// termLangs lists the languages that a term has names in: those of the interface in its
// order, then the rest.
func (p *planner) termLangs(t *glossary.Term) []note.Lang {
	var out, rest []note.Lang
	for _, l := range p.langs {
		if len(t.Names[l.Code]) > 0 {
			out = append(out, l.Code)
		}
	}
	for l := range t.Names {
		if !slices.Contains(out, l) {
			rest = append(rest, l)
		}
	}
	slices.SortFunc(rest, func(a, b note.Lang) int { return strings.Compare(string(a), string(b)) })
	return append(out, rest...)
}
