package importer

import (
	"github.com/kawaraban/kawaraban/internal/diag"
	"github.com/kawaraban/kawaraban/internal/note"
)

// draft is what the Markdown of a release says.
type draft struct {
	whatsNew    string
	knownIssues string
	entries     []draftEntry
	unnumbered  []draftEntry // notes without a pull request
	left        []leftOut    // what is not imported, in the order of the file
}

// leftOut says how many items of a part of the notes are not imported.
type leftOut struct {
	part  string
	items int
	pos   diag.Position // of the first one
}

// draftEntry is an entry of the Markdown.
type draftEntry struct {
	section string         // words of the heading above it
	kind    note.EntryKind // by the heading; empty where the heading is none of a kind
	urgent  bool           // in the urgent section
	repo    string         // of prs; empty for kubernetes/kubernetes
	prs     []int          // at least one, but for a note without a pull request
	threads []string       // of other repositories, from the attribution and the text
	people  []note.Person
	sigs    []note.SIG
	text    string // Markdown without attribution
	pos     diag.Position
}
