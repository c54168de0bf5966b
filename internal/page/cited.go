package page

import (
	"slices"
	"strings"

	"github.com/kawaraban/kawaraban/internal/fragment"
	"github.com/kawaraban/kawaraban/internal/note"
	"github.com/kawaraban/kawaraban/internal/page/address"
	"github.com/kawaraban/kawaraban/internal/page/builder"
	"github.com/kawaraban/kawaraban/internal/view"
)

// citedViews builds the further pages of a frequently cited thing.
type citedViews struct{ b *builder.Builder }

func citedRoutes(bk *address.Book, key note.Key) []route {
	parts, path := bk.Parts.Of(key), bk.Things.Path(key)
	var out []route
	for _, part := range parts {
		out = append(out, route{path + part + "/", "said", func(b *builder.Builder) any { return citedViews{b}.part(key, part, parts) }, nil})
	}
	return out
}

func (ct citedViews) part(key note.Key, part string, parts []string) view.CitationsView {
	name, lang := ct.thingName(key)
	pl, path := ct.b.Citations.Of(key).Places(), ct.b.Book.Things.Path(key)
	ct.b.About = ct.b.OwnOf(key)
	v := ct.partView(pl, parts, part, path, name)
	v.TitleLang = lang
	v.Groups = ct.b.Groups.OnPage(pl.OnPage(parts, part), ct.b.Groups.FillOf(key))
	v.Crumbs = append(ct.crumbs(key), view.Link{Href: ct.b.Href(fragment.EscapePath(path)), Text: name, Lang: lang})
	return v
}

func (ct citedViews) crumbs(key note.Key) []view.Link {
	list, _, _ := strings.Cut(ct.b.Book.Things.Path(key), "/")
	return []view.Link{{Href: ct.b.Href(list + "/"), Text: ct.b.L.T("nav." + list)}}
}

// partView builds a further page, with links to the previous and the next one. The caller adds
// the citations.
func (ct citedViews) partView(pl *address.Places, parts []string, part, path, name string) view.CitationsView {
	v := view.CitationsView{Frame: ct.b.Frames.Frame(name + " · " + ct.b.Groups.PartTitle(part))}
	link := func(i int) *view.Link {
		if i < 0 || i >= len(parts) {
			return nil
		}
		return &view.Link{
			Href: ct.b.Href(fragment.EscapePath(path + parts[i] + "/")), Text: ct.b.Groups.PartTitle(parts[i]),
			Note: ct.b.L.N("count.entries", len(pl.OnPage(parts, parts[i]))),
		}
	}
	i := slices.Index(parts, part)
	v.Prev, v.Next = link(i+1), link(i-1)
	return v
}

func (ct citedViews) thingName(key note.Key) (string, string) {
	switch key.Kind {
	case note.KEP:
		return "KEP-" + key.ID, ""
	case note.PR:
		return "#" + key.ID, ""
	}
	return ct.b.Site.Spelling(key), ""
}
