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

// Page is the data about the page to build that all builders use.
type Page struct {
	Book   *address.Book
	Site   *site.Site
	Data   *upstream.Data
	L      *locale.Language
	Lang   note.Lang
	Path   string             // below /{l}/
	Kind   string             // kind of the page: the name of its template
	Up     string             // relative path to /{l}/: "../../", or "" on the home page
	Root   string             // relative path to the root of the site
	About  string             // address of the subject: see own
	Stated []string           // addresses that the page already shows, so that its quotes omit them
	Fed    bool               // the page has feeds
	Source func() feed.Source // source of its feeds; nil if it has none

	tagCache *tagCache
}

// releaseOf returns the release in the path of the page, else the release of a site with only
// one, else "".
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

// own returns the address of this page if it is about one thing, else "". Quotes on the page omit
// links to it.
func (pg *Page) own() string {
	if !slices.Contains([]string{"kep", "pr", "gate", "sig", "person"}, pg.Kind) {
		return ""
	}
	return pg.Href(fragment.EscapePath(pg.Path))
}

// OwnOf is own for a further page of a thing. It returns the address of the main page of the
// thing.
func (pg *Page) OwnOf(key note.Key) string {
	return pg.Href(fragment.EscapePath(pg.Book.Things.Path(key)))
}

func (pg *Page) grouped() bool {
	return slices.Contains([]string{"kep", "pr", "gate", "person", "repo", "said"}, pg.Kind)
}

// Say returns the interface text for views that have a template of their own.
func (pg *Page) Say() view.Words { return view.NewWords(pg.L) }

// Href returns the relative link to a path below /{l}/.
func (pg *Page) Href(path string) string {
	return cmp.Or(pg.Up+path, "./")
}

// Near shortens a link to a sibling page or a page below this one. Callers must not use it for
// links that several pages share.
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

// Tag returns the lang attribute for a text in a language. It is "" if the page has that
// language.
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

// Title returns the title of a note, marked with its language.
func (pg *Page) Title(n *note.Note) view.Text { return pg.Text(n.Title, cmp.Or(n.TitleLang, n.Lang)) }

// English returns the lang attribute of upstream texts.
func (pg *Page) English() string { return pg.Tag("en") }

// Date formats a date such as 2023-04-30. It returns nil for an empty date.
func (pg *Page) Date(iso string) *view.Date {
	if iso == "" {
		return nil
	}
	return &view.Date{ISO: iso, Text: pg.L.Date(iso)}
}
