// Package page defines which pages a site has. [Plan] turns a linked site into [Page] values, each
// with its path, the name of its template, and a function that builds its view.
//
// Each kind of page is a family, listed in family.go. A family lists its pages, and finds the page at
// a path without listing the others, so that the preview can build a single page ([Planner.Find]).
// The views of a kind are built by a small type around a [builder.Builder], which has the parts that
// kinds share.
//
// Package view defines the views. Package page/address finds the page of a thing and divides long
// lists. Package feed builds the feeds. Package output writes the formats: HTML, Atom, JSON, sitemap.
//
// Views of one plan may be built concurrently.
package page

import (
	"github.com/kawaraban/kawaraban/internal/feed"
	"github.com/kawaraban/kawaraban/internal/page/address"
)

// Options are the settings of pages.
type Options = address.Options

// Place is a page's data for search engines.
type Place = address.Place

// Page is one page of the site.
type Page struct {
	Path string     // path of the file: ja/1.27/sig-node/index.html
	Lang string     // interface language; empty on / and 404
	Kind string     // name of the template
	View func() any // builds a struct of package view
	// Place returns data for search engines. It is nil without base_url, and for pages that search
	// engines should not list.
	Place func() address.Place
	Feed  func() *feed.Feed // builds the content of the page's feeds; nil if it has none
}
