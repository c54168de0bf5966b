package page

import (
	"slices"
	"strings"

	"github.com/kawaraban/kawaraban/internal/glossary"
	"github.com/kawaraban/kawaraban/internal/locale"
	"github.com/kawaraban/kawaraban/internal/note"
	"github.com/kawaraban/kawaraban/internal/page/address"
	"github.com/kawaraban/kawaraban/internal/page/builder"
	"github.com/kawaraban/kawaraban/internal/view"
)

type glossaryViews struct{ b *builder.Builder }

func hasGlossary(bk *address.Book) bool {
	return bk.Data.Glossary != nil && len(bk.Data.Glossary.Terms) > 0
}

func (gl glossaryViews) glossary() any {
	v := view.GlossaryView{Frame: gl.b.Frames.Frame(gl.b.L.T("nav.glossary"))}
	v.Description = gl.b.L.T("glossary.description")
	terms := gl.b.Data.Glossary.Terms
	for i := range terms {
		v.Terms = append(v.Terms, gl.termRow(&terms[i]))
	}
	slices.SortStableFunc(v.Terms, func(a, b view.TermRow) int { return gl.b.L.Collate(a.Name.Text, b.Name.Text) })
	return v
}

func (gl glossaryViews) termRow(t *glossary.Term) view.TermRow {
	name, lang := t.Name(gl.b.Lang)
	about, aboutLang := t.Sentence(gl.b.Lang)
	row := view.TermRow{Words: gl.b.Say(), ID: string(t.ID), Name: gl.b.Text(name, lang), About: gl.b.Text(about, aboutLang), Avoid: t.Avoid[gl.b.Lang]}
	if lang == gl.b.Lang {
		row.Also = t.Names[lang][1:]
	}
	for _, other := range termLangs(gl.b.Book.Languages, t) {
		if other != lang {
			row.Others = append(row.Others, view.TermNames{Language: gl.b.Book.Languages.Self(other).Text, Lang: locale.Tag(other), Names: listed(gl.b.Book.Languages, other, t.Names[other])})
		}
	}
	return row
}

func listed(ls *address.Languages, lang note.Lang, names []string) string {
	comma := ", "
	if l := ls.Words.Get(lang); l != nil {
		comma = l.T("mark.comma")
	}
	return strings.Join(names, comma)
}

// termLangs returns the languages in which a term has names. Interface languages come first.
func termLangs(ls *address.Languages, t *glossary.Term) []note.Lang {
	var out, rest []note.Lang
	for _, l := range ls.All {
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
