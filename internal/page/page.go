// Package page decides which pages a site has and builds their data. [Plan] turns a linked site
// into [Page] values. Each has a path, the name of a template, and a function that builds the
// view for it.
//
// Each kind of pages is a family, listed in family.go. A family can list all its pages, and can
// find the page at a path without listing the others. The preview therefore builds single pages
// ([Planner.Find]). A small type around a [builder.Builder] builds the views of a kind.
//
// The package does not define the views (package view), compute addresses (page/address), build
// feeds (feed) or write files (output). Callers may build views of one plan concurrently.
package page

import (
	"github.com/kawaraban/kawaraban/internal/feed"
	"github.com/kawaraban/kawaraban/internal/page/address"
)

// Options are the settings of the site that pages need.
type Options = address.Options

// Place is the data of a page for search engines.
type Place = address.Place

// Page is one page of the site.
type Page struct {
	Path string     // path of the file from the root of the site: ja/1.27/sig-node/index.html
	Lang string     // interface language; empty for index.html and 404.html
	Kind string     // name of the template
	View func() any // builds a struct of package view
	// Place returns the data for search engines. It is nil without base_url, and for pages that
	// search engines must not list.
	Place func() address.Place
	Feed  func() *feed.Feed // builds the feed of the page; nil if it has none
}
