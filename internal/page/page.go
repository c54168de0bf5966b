// Package page says which pages exist: [Plan] turns a linked site into [Page]
// values, each with its address, the name of its template and a view that is made
// when it is asked for.
//
// Each kind of page is a family: it lists its pages, and finds the page at a path without
// listing the others, so that a preview shows one page without a list of all
// ([Planner.Find]). The list of families is in family.go. The views of a kind are made by one
// small type, which has a [builder.Builder] for what kinds have in common.
//
// The views are the structs of package view. Package page/address finds the page of a thing and
// divides long lists into pages. Package feed makes the feeds beside pages, package output writes
// the formats: Atom, JSON, sitemap.
//
// Views of one plan may be made from several goroutines at once.
package page

import (
	"github.com/kawaraban/kawaraban/internal/feed"
	"github.com/kawaraban/kawaraban/internal/page/address"
)

// Options is what pages need to know beside the site and the words.
type Options = address.Options

// Place is what search engines are told of a page.
type Place = address.Place

// Page is one page of the site.
type Page struct {
	Path string     // of the file: ja/1.27/sig-node/index.html
	Lang string     // interface language; empty on / and 404
	Kind string     // name of the template
	View func() any // makes the view: one of the structs of package view
	// Place makes what search engines are told; nil where they are told of another page, or
	// where the site's own address is not known.
	Place func() address.Place
	Feed  func() *feed.Feed // makes what its feeds say; nil where it has none
}
