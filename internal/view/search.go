package view

import "github.com/kawaraban/kawaraban/internal/locale"

// SearchView is /search/: template search. The script fills it; without JavaScript its
// form leads to the lists.
type SearchView struct {
	Frame
	Search
	Lists []SearchList // where to look without a script: only those that there are
}

// FinderView is /search/dialog.html: template finder. It is no page that a reader goes to:
// the script of every page takes the dialog and the templates of its rows from there, so
// that no word of the interface stands in a script.
type FinderView struct {
	Frame
	Search
}

// Search is what the dialog and the page of the search say: names for the values that a
// search is narrowed to, each value as the index and the address spell it.
type Search struct {
	Page      string        // address of /search/
	Several   bool          // whether there are releases to choose among, and to look through one of them first
	Releases  []string      // that have a page, newest first
	SIGs      []Option      // by name; no counts
	Kinds     []Tag         // in the order in which a release lists them
	Stages    []Tag         // in the order of a feature's life
	Types     []Tag         // what is found: entry, section, note, post, kep, pr, gate, sig, term, release
	Found     []locale.Form // how many results there are, in every plural form; {n} is the number
	Languages []Option      // in which notes are written: Value as addresses spell it, Label its own name; no counts
}

// SearchList is a list of the site, with its parts where it has any: the pull requests
// have a page for each release and each thousand numbers.
type SearchList struct {
	Link
	Parts []Link
}
