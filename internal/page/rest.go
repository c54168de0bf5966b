package page

import (
	"cmp"
	"net/url"
	"strings"

	"github.com/kawaraban/kawaraban/internal/locale"
	"github.com/kawaraban/kawaraban/internal/page/address"
	"github.com/kawaraban/kawaraban/internal/page/builder"
	"github.com/kawaraban/kawaraban/internal/view"
)

// notFound builds 404.html. Servers return it for any address, so its links start with the path
// of base_url. Without base_url it has no links.
func notFound(shared *builder.Shared) view.NotFoundView {
	bk, root := shared.Book, "./"
	u, err := url.Parse(bk.Options.BaseURL)
	known := err == nil && bk.Options.BaseURL != ""
	if known {
		root = strings.TrimSuffix(u.EscapedPath(), "/") + "/"
	}
	f, _ := bare(bk, "notfound", root)
	if !known {
		f.Home = ""
	}
	f.Title = bk.Languages.All[0].T("notfound.title")
	v := view.NotFoundView{Frame: f}
	for _, l := range bk.Languages.All {
		m := view.Missing{Words: view.NewWords(l), Lang: string(l.Code), Tag: l.Tag, Dir: l.Dir, Self: l.Self, Title: l.T("notfound.title") + " · " + bk.Options.SiteName(l.Code)}
		if known {
			b := shared.Page(l, "", "notfound", nil)
			b.Up, b.Root = root+string(l.Code)+"/", root
			m.Home, m.Search, m.Lists = b.Up, b.Href(address.SearchPath), searchViews{b}.lists()
		}
		v.Parts = append(v.Parts, m)
	}
	return v
}

// bare builds the frame of a page that is not below /{l}/. It uses the first interface language.
func bare(bk *address.Book, kind, root string) (view.Frame, []view.Choice) {
	first := bk.Languages.All[0]
	f := view.Frame{
		Words: view.NewWords(first), Kind: kind, HTMLLang: first.Tag, Dir: first.Dir, Site: bk.Options.SiteName(first.Code), Own: bk.Options.OwnName(first.Code),
		Title: bk.Options.SiteName(first.Code), Root: root, Home: root,
	}
	var choices []view.Choice
	for _, l := range bk.Languages.All {
		a := view.Alternative{Lang: string(l.Code), Tag: l.Tag, Self: l.Self, Href: root + string(l.Code) + "/"}
		f.Languages = append(f.Languages, a)
		choices = append(choices, view.Choice{Alternative: a, Line: choiceLine(bk, l)})
	}
	return f, choices
}

func choiceLine(bk *address.Book, l *locale.Language) string {
	return cmp.Or(bk.Options.SiteDescription(l.Code), l.T("choose.line"))
}

func choose(bk *address.Book) view.ChooseView {
	f, choices := bare(bk, "choose", "./")
	f.Description = choiceLine(bk, bk.Languages.All[0])
	if place := choicePlace(bk); place != nil {
		at := place()
		f.Canonical, f.Alternates = at.Address, at.Alternates
		f.Share = bk.Homes.Share(f.Canonical, bk.Languages.All[0].Code)
	}
	return view.ChooseView{Frame: f, Choices: choices}
}

func choicePlace(bk *address.Book) func() address.Place {
	if bk.Options.BaseURL == "" {
		return nil
	}
	return func() address.Place {
		return address.Place{Address: bk.Options.Address(""), Alternates: bk.Homes.Alternates("", "", bk.Homes.HomesOf("", ""))}
	}
}
