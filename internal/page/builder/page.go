package builder

import (
	"cmp"
	"slices"
	"strings"

	"github.com/kawaraban/kawaraban/internal/feed"
	"github.com/kawaraban/kawaraban/internal/fragment"
	"github.com/kawaraban/kawaraban/internal/locale"
	"github.com/kawaraban/kawaraban/internal/note"
	"github.com/kawaraban/kawaraban/internal/page/address"
	"github.com/kawaraban/kawaraban/internal/site"
	"github.com/kawaraban/kawaraban/internal/upstream"
	"github.com/kawaraban/kawaraban/internal/view"
)

// Page is the page that is made: its language, its place in the tree and what it is about.
type Page struct {
	Book   *address.Book
	Site   *site.Site
	Data   *upstream.Data
	L      *locale.Language
	Lang   note.Lang
	Path   string             // below /{l}/
	Kind   string             // name of the template
	Up     string             // leads to /{l}/: "../../", or "" on the home
	Root   string             // leads to the root of the site
	About  string             // leads to what the page is about: see own
	Stated []string           // addresses that the page itself names, so that its quotes need not
	Fed    bool               // the page has feeds
	Source func() feed.Source // of its feeds; nil if it has none

	voice *voice
}

// releaseOf returns the release of the page, or of a site of one release; empty for other pages.
func (pg *Page) releaseOf() note.Release {
	first, _, _ := strings.Cut(pg.Path, "/")
	if r := note.Release(first); r != "" && pg.Site.HasRelease(r) {
		return r
	}
	return pg.Site.Only()
}

// number is the pull request of the page.
func (pg *Page) number() string {
	return strings.TrimSuffix(strings.TrimPrefix(pg.Path, "prs/"), "/")
}

// own is the address of the subject of the page. Quotes on the page need not link to it.
func (pg *Page) own() string {
	if !slices.Contains([]string{"kep", "pr", "gate", "sig", "person"}, pg.Kind) {
		return ""
	}
	return pg.Href(fragment.EscapePath(pg.Path))
}

// OwnOf is own for a page below that of a thing.
func (pg *Page) OwnOf(key note.Key) string {
	if key.Kind == note.Thread || key.Kind == note.RepoRelease {
		return pg.Href(pg.Book.Threads.Href(key))
	}
	return pg.Href(fragment.EscapePath(pg.Book.Things.Path(key)))
}

// grouped reports whether headings or the title of the page name the release of each quote.
func (pg *Page) grouped() bool {
	return slices.Contains([]string{"kep", "pr", "gate", "person", "repo", "said"}, pg.Kind)
}

// Say returns the interface words for parts of a view with their own template.
func (pg *Page) Say() view.Words { return view.NewWords(pg.L) }

// Href makes a path below /{l}/ relative to the page.
func (pg *Page) Href(path string) string {
	return cmp.Or(pg.Up+path, "./")
}

// Near shortens a link to a place beside or below the page. Do not use it for links that pages
// share.
func (pg *Page) Near(href string) string {
	rest, ok := strings.CutPrefix(href, pg.Up)
	if !ok || pg.Up == "" {
		return href
	}
	here := pg.Path
	for here != "" {
		part, after, _ := strings.Cut(here, "/")
		short, ok := strings.CutPrefix(rest, part+"/")
		if !ok || short == "" {
			break
		}
		here, rest = after, short
	}
	return address.Depth(here) + rest
}

// Tag returns the lang attribute that a text needs on this page.
func (pg *Page) Tag(lang note.Lang) string {
	if lang == pg.Lang || lang == "" {
		return ""
	}
	return locale.Tag(lang)
}

// Text marks the language of a text if it is not the language of the page.
func (pg *Page) Text(s string, lang note.Lang) view.Text {
	return view.Text{Text: s, Lang: pg.Tag(lang)}
}

// Title is the title of a note with its language.
func (pg *Page) Title(n *note.Note) view.Text { return pg.Text(n.Title, cmp.Or(n.TitleLang, n.Lang)) }

// English is the lang attribute of upstream texts.
func (pg *Page) English() string { return pg.Tag("en") }

// Date puts a date into words; nil for an empty one.
func (pg *Page) Date(iso string) *view.Date {
	if iso == "" {
		return nil
	}
	return &view.Date{ISO: iso, Text: pg.L.Date(iso)}
}
