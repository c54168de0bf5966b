package page

import (
	"net/url"
	"strings"
)

// bare makes the frame of a page that belongs to no language. It speaks the first
// language of the interface; what it says, it says in all.
func (p *planner) bare(kind, root string) (Frame, []Choice) {
	first := p.langs[0]
	f := Frame{
		Words: Words{first}, Kind: kind, HTMLLang: first.Tag, Dir: first.Dir, Site: p.siteName(first.Code),
		Title: p.siteName(first.Code), Root: root, Home: root,
	}
	var choices []Choice
	for _, l := range p.langs {
		a := Alternative{Lang: string(l.Code), Tag: l.Tag, Self: l.Self, Href: root + string(l.Code) + "/"}
		f.Languages = append(f.Languages, a)
		choices = append(choices, Choice{Alternative: a, Line: l.T("choose.line")})
	}
	return f, choices
}

// choose makes /: a plain choice of languages.
func (p *planner) choose() ChooseView {
	f, choices := p.bare("choose", "./")
	f.Description = p.langs[0].T("choose.line")
	if place := p.choicePlace(); place != nil {
		at := place()
		f.Canonical, f.Alternates = at.Address, at.Alternates
		f.Share = p.share(f.Canonical, p.langs[0].Code)
	}
	return ChooseView{f, choices}
}

// choicePlace is the place of the choice of languages: the homes lead to it as the page
// for everybody else, and it to them.
func (p *planner) choicePlace() func() Place {
	if p.o.BaseURL == "" {
		return nil
	}
	return func() Place {
		return Place{Address: p.address(""), Alternates: p.alternates(route{}, p.homesOf(route{}))}
	}
}

// notFound makes 404.html. It is shown at any address, so its links begin with the
// site's own. Where that is not known it has none: they would lead to a further page that
// is not found.
func (p *planner) notFound() NotFoundView {
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
	v := NotFoundView{Frame: f}
	for _, l := range p.langs {
		m := Missing{Words: Words{l}, Lang: string(l.Code), Tag: l.Tag, Dir: l.Dir, Self: l.Self, Title: l.T("notfound.title") + " · " + p.siteName(l.Code)}
		if known {
			sh := p.sheet(l, route{kind: "notfound"})
			sh.up, sh.root = root+string(l.Code)+"/", root
			m.Home, m.Search, m.Lists = sh.up, sh.href(searchPath), sh.lists()
		}
		v.Parts = append(v.Parts, m)
	}
	return v
}
