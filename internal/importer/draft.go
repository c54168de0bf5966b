package importer

import (
	"github.com/kawaraban/kawaraban/internal/diag"
	"github.com/kawaraban/kawaraban/internal/note"
)

// draft is the content of a release's Markdown.
type draft struct {
	whatsNew    string
	knownIssues string
	entries     []draftEntry
	unnumbered  []draftEntry // notes without a pull request
	left        []leftOut    // not imported, in the order of the file
}

// leftOut counts the omitted items of a part of the notes.
type leftOut struct {
	part  string
	items int
	pos   diag.Position // of the first item
}

// draftEntry is an entry of the Markdown.
type draftEntry struct {
	section string         // heading above it
	kind    note.EntryKind // from the heading; empty if the heading is not a kind
	urgent  bool           // in the urgent section
	repo    string         // of prs; empty for kubernetes/kubernetes
	prs     []int          // empty for a note without a pull request
	threads []string       // of other repositories, from the attribution and the text
	people  []note.Person
	sigs    []note.SIG
	text    string // Markdown without attribution
	pos     diag.Position
}
