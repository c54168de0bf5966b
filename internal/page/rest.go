package page

import (
	"cmp"
	"net/url"
	"strings"

	"github.com/kawaraban/kawaraban/internal/locale"
	"github.com/kawaraban/kawaraban/internal/view"
)

// bare makes the frame of a page that belongs to no language. It speaks the first
// language of the interface; what it says, it says in all.
func (p *planner) bare(kind, root string) (view.Frame, []view.Choice) {
	first := p.langs[0]
	f := view.Frame{
		Words: view.NewWords(first), Kind: kind, HTMLLang: first.Tag, Dir: first.Dir, Site: p.siteName(first.Code),
		Title: p.siteName(first.Code), Root: root, Home: root,
	}
	var choices []view.Choice
	for _, l := range p.langs {
		a := view.Alternative{Lang: string(l.Code), Tag: l.Tag, Self: l.Self, Href: root + string(l.Code) + "/"}
		f.Languages = append(f.Languages, a)
		choices = append(choices, view.Choice{Alternative: a, Line: p.choiceLine(l)})
	}
	return f, choices
}

// choiceLine is what the choice says of the site in a language: the site's own sentence, as
// its home does, else what is true of all.
func (p *planner) choiceLine(l *locale.Language) string {
	return cmp.Or(p.siteDescription(l.Code), l.T("choose.line"))
}

// choose makes /: a plain choice of languages.
func (p *planner) choose() view.ChooseView {
	f, choices := p.bare("choose", "./")
	f.Description = p.choiceLine(p.langs[0])
	if place := p.choicePlace(); place != nil {
		at := place()
		f.Canonical, f.Alternates = at.Address, at.Alternates
		f.Share = p.share(f.Canonical, p.langs[0].Code)
	}
	return view.ChooseView{Frame: f, Choices: choices}
}

// choicePlace is the place of the choice of languages: the homes lead to it as the page
// for everybody else, and it to them.
func (p *planner) choicePlace() func() Place {
	if p.o.BaseURL == "" {
		return nil
	}
	return func() Place {
		return Place{Address: p.address(""), Alternates: p.alternates("", "", p.homesOf("", ""))}
	}
}

// notFound makes 404.html. It is shown at any address, so its links begin with the
// site's own. Where that is not known it has none: they would lead to a further page that
// is not found.
func (p *planner) notFound() view.NotFoundView {
	root := "./"
	u, err := url.Parse(p.o.BaseURL)
	known := err == nil && p.o.BaseURL != ""
	if known {
		root = strings.TrimSuffix(u.EscapedPath(), "/") + "/"
	}
	f, _ := p.bare("notfound", root)
	if !known {
		f.Home = ""
	}
	f.Title = p.langs[0].T("notfound.title")
	v := view.NotFoundView{Frame: f}
	for _, l := range p.langs {
		m := view.Missing{Words: view.NewWords(l), Lang: string(l.Code), Tag: l.Tag, Dir: l.Dir, Self: l.Self, Title: l.T("notfound.title") + " · " + p.siteName(l.Code)}
		if known {
			sh := p.sheet(l, route{kind: "notfound"})
			sh.up, sh.root = root+string(l.Code)+"/", root
			m.Home, m.Search, m.Lists = sh.up, sh.href(searchPath), sh.lists()
		}
		v.Parts = append(v.Parts, m)
	}
	return v
}
