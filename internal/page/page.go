// Package page says which pages exist: [Plan] turns a linked site into [Page]
// values, each with its address, the name of its template and a view that is made
// when it is asked for.
//
// Which pages there are is said by families, one for each kind: each lists its pages, and
// finds the one at a path without the others, so that a preview makes no list of all before
// it shows one ([Planner.Find]). What views ask of the plan is found in the same way.
//
// The views are the structs of package view. Fragments of HTML in them are made once per
// block and depth: below /{l}/ the relative links are the same in every language.
//
// No page grows without bound. A page of the log is a month, with a heading for each day
// (/log/2023/04/). What notes say about a thing (a KEP, a gate, a person) is on the page of
// the thing, up to 60 places. If there are more, each release and each month of the log has a
// page below it (/keps/127/1.27/, /keps/127/log-2023-04/). A month or a part with more than 100
// entries goes on in pages of 100 (/log/2023/04/2/, /keps/127/1.27/2/).
//
// What search engines are told of a page is made here as well ([Place]). Package feed makes the
// feeds beside pages, package output writes the formats: Atom, JSON, sitemap.
//
// A view is made by a sheet, which knows the page's language and its place in the
// tree. Views of one plan may be made from several goroutines at once.
package page

import (
	"slices"
	"strings"

	"github.com/kawaraban/kawaraban/internal/feed"
	"github.com/kawaraban/kawaraban/internal/git"
	"github.com/kawaraban/kawaraban/internal/locale"
	"github.com/kawaraban/kawaraban/internal/note"
	"github.com/kawaraban/kawaraban/internal/ref"
	"github.com/kawaraban/kawaraban/internal/site"
)

// Page is one page of the site.
type Page struct {
	Path string     // of the file: ja/1.27/sig-node/index.html
	Lang string     // interface language; empty on / and 404
	Kind string     // name of the template
	View func() any // makes the view: one of the structs of package view
	// Place makes what search engines are told; nil where they are told of another page, or
	// where the site's own address is not known.
	Place func() Place
	Feed  func() *feed.Feed // makes what its feeds say; nil where it has none
}

// Options is what pages need to know beside the site and the words.
type Options struct {
	Titles map[note.Lang]string // name of the site; "" is the name where a language has none of its own
	// Descriptions is a sentence on the site, as Titles are. Where a language has one, its home
	// shows that under the name of the site, in the place of words that fit every site.
	Descriptions map[note.Lang]string
	BaseURL      string      // https://example.org/notes/; empty when unknown
	Default      note.Lang   // of Languages, for readers of whom nothing is known; empty: the first
	Repository   string      // address that a file's path is appended to, for "edit"; may be empty
	Languages    []note.Lang // of the interface, in order; empty: all that the words have
	Names        *ref.Names  // for official texts that become HTML only here; may be nil
	History      *git.Log    // what git says of the notes' files; may be nil
}

// Plan lists the pages of a site: for a site restricted to a release those of that
// release, and every page that these link to.
func Plan(s *site.Site, words *locale.Set, o Options) []Page {
	return NewPlanner(s, words, o).Pages()
}

// Pages lists the pages, as [Plan] does.
func (pl Planner) Pages() []Page {
	p := pl.p
	routes := p.allRoutes()
	pages := slices.Grow(p.fixed(), len(p.langs)*(len(routes)+1))
	for _, l := range p.langs {
		for _, r := range routes {
			pages = append(pages, p.page(l, r))
		}
		pages = append(pages, p.finder(l))
	}
	return pages
}

// Find returns the page at a path, ja/1.27/sig-node/index.html: the one that Pages has there,
// made without a list of the others; false where Pages has none.
func (pl Planner) Find(path string) (Page, bool) { return pl.p.find(path) }

// depth returns the prefix that leads from a page below /{l}/ up to /{l}/.
func depth(path string) string { return strings.Repeat("../", strings.Count(path, "/")) }
