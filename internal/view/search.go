package view

import "github.com/kawaraban/kawaraban/internal/locale"

// SearchView is /search/: template search. A script fills it; without JavaScript its form links to
// the lists.
type SearchView struct {
	Frame
	Search
	Lists []SearchList // non-empty lists, shown without JavaScript
}

// FinderView is /search/dialog.html: template finder. Scripts load the dialog and its row templates
// from it, so that scripts contain no interface text. Readers never open it.
type FinderView struct {
	Frame
	Search
}

// Search is the content of the search dialog and page: labels of the filter values, which are
// spelled as in the index and the address.
type Search struct {
	Page      string        // address of /search/
	Several   bool          // there are several releases to filter by
	Releases  []string      // with a page, newest first
	SIGs      []Option      // by name, without counts
	Kinds     []Tag         // in the order of a release's lists
	Stages    []Tag         // by maturity
	Types     []Tag         // types of results: entry, section, note, post, kep, pr, gate, sig, term, release
	Found     []locale.Form // plural forms of the number of results; {n} is the number
	Languages []Option      // languages of notes, without counts
}

// SearchList is a list of the site with its parts. For example, pull requests have a page per
// release and per thousand numbers.
type SearchList struct {
	Link
	Parts []Link
}
