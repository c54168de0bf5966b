package view

import "github.com/kawaraban/kawaraban/internal/locale"

// SearchView is the data of /search/, template search. A script adds the results. Without
// JavaScript, the page links to the lists of the site.
type SearchView struct {
	Frame
	Search
	Lists []SearchList // non-empty lists, shown without JavaScript
}

// FinderView is the data of /search/dialog.html, template finder. Scripts load the dialog and the
// templates of result rows from this file, so that they contain no interface text. Readers never
// open it.
type FinderView struct {
	Frame
	Search
}

// Search is the content of the search dialog and of the search page: the filters with their
// labels. Their values are those of the index and of the address.
type Search struct {
	Page      string        // address of /search/
	Several   bool          // whether there are several releases to filter by
	Releases  []string      // releases with a page, newest first
	SIGs      []Option      // by name, without counts
	Kinds     []Tag         // in the order of the lists of a release
	Stages    []Tag         // by maturity
	Types     []Tag         // types of results: entry, section, note, post, kep, pr, gate, sig, term, release
	Found     []locale.Form // plural forms of the number of results; {n} is the number
	Languages []Option      // languages of notes, without counts
}

// SearchList is a list of the site, with its pages. For example, pull requests have one page per
// release and per thousand numbers.
type SearchList struct {
	Link
	Parts []Link
}
