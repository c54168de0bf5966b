// Package page says which pages exist: [Plan] turns a linked site into [Page]
// values, each with its address, the name of its template and a view that is made
// when it is asked for.
//
// There is one view struct per template (view_*.go). A template gets its struct
// and nothing else, never the site, so that what a page depends on is what its
// struct holds. Views hold plain values in reading order, addresses relative to the page,
// and fragments of HTML that were made once per entry and depth.
package page

// Page is one page of the site.
type Page struct {
	Path string     // of the file: ja/1.27/sig-node/index.html
	Lang string     // interface language; empty on / and 404
	Kind string     // name of the template
	View func() any // makes the view: one of the structs of view_*.go
}
