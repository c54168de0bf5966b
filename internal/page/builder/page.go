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

// Page is the page to build: its language, path and subject.
type Page struct {
	Book   *address.Book
	Site   *site.Site
	Data   *upstream.Data
	L      *locale.Language
	Lang   note.Lang
	Path   string             // below /{l}/
	Kind   string             // name of the template
	Up     string             // path to /{l}/: "../../", or "" on the home page
	Root   string             // path to the root of the site
	About  string             // address of the subject: see own
	Stated []string           // addresses that the page links to, so that its quotes need not
	Fed    bool               // the page has feeds
	Source func() feed.Source // of its feeds; nil if it has none

	tagCache *tagCache
}

// releaseOf returns the release of the page, or of a site with one release; else "".
func (pg *Page) releaseOf() note.Release {
	first, _, _ := strings.Cut(pg.Path, "/")
	if r := note.Release(first); r != "" && pg.Site.HasRelease(r) {
		return r
	}
	return pg.Site.Only()
}

func (pg *Page) number() string {
	return strings.TrimSuffix(strings.TrimPrefix(pg.Path, "prs/"), "/")
}

// own returns the address of the subject of the page. Quotes on the page need not link to it.
func (pg *Page) own() string {
	if !slices.Contains([]string{"kep", "pr", "gate", "sig", "person"}, pg.Kind) {
		return ""
	}
	return pg.Href(fragment.EscapePath(pg.Path))
}

// OwnOf is own for a page below that of a thing.
func (pg *Page) OwnOf(key note.Key) string {
	return pg.Href(fragment.EscapePath(pg.Book.Things.Path(key)))
}

func (pg *Page) grouped() bool {
	return slices.Contains([]string{"kep", "pr", "gate", "person", "repo", "said"}, pg.Kind)
}

// Say returns the interface text for parts of a view with their own template.
func (pg *Page) Say() view.Words { return view.NewWords(pg.L) }

// Href makes a path below /{l}/ relative to the page.
func (pg *Page) Href(path string) string {
	return cmp.Or(pg.Up+path, "./")
}

// Near shortens a link to a sibling or child page. Do not use it for shared links.
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

// Title returns the title of a note with its language.
func (pg *Page) Title(n *note.Note) view.Text { return pg.Text(n.Title, cmp.Or(n.TitleLang, n.Lang)) }

// English returns the lang attribute of upstream texts.
func (pg *Page) English() string { return pg.Tag("en") }

// Date formats a date; nil for an empty one.
func (pg *Page) Date(iso string) *view.Date {
	if iso == "" {
		return nil
	}
	return &view.Date{ISO: iso, Text: pg.L.Date(iso)}
}
