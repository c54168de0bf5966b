package search

import (
	"github.com/kawaraban/kawaraban/internal/glossary"
	"github.com/kawaraban/kawaraban/internal/note"
)

// Type says what a document is.
type Type string

// The types of documents: things first, then what notes hold.
const (
	KEP     Type = "kep"
	PR      Type = "pr"
	SIG     Type = "sig"
	Gate    Type = "gate"
	Term    Type = "term" // of the glossary
	Release Type = "release"
	Note    Type = "note"    // the title of a note
	Section Type = "section" // a heading with the prose under it
	Post    Type = "post"    // of a log: a day, and what was written down on it
	Entry   Type = "entry"
)

// Types lists the types in the order in which documents are numbered.
var Types = []Type{KEP, PR, SIG, Gate, Term, Release, Note, Section, Post, Entry}

// Role says whose words a text is.
type Role int

// The roles of texts. Own words and remarks weigh as the document's own; official
// English, names behind references and code lead to it, and weigh less.
const (
	Own       Role = iota // the document's own words, in any of its versions
	Remark                // what the author of the note adds
	Official              // upstream's English, and what a machine made
	Reference             // names behind references: KEP titles, gates
	Code                  // a block of code or of output: no sentence to show where there is one
	Title                 // what the document is also called, in another language say: as good as its name
)

// Text is plain words of a document in one language.
type Text struct {
	Lang note.Lang
	Text string
	Role Role
}

// Doc is one document: what a search finds as one row, whatever language the words
// were in that led to it.
type Doc struct {
	Type     Type
	Path     string // below /{l}/, with the #anchor
	Name     string // as it is shown: #115331, KEP-753 Sidecar Containers, a heading
	NameLang note.Lang
	Of       string // the title of the note that a heading is in: shown behind its name, and no name of it
	OfLang   note.Lang
	IDs      []string    // terms of the thing itself, by analyzer.ID
	Refs     []string    // terms of what it names, by analyzer.ID
	Concept  glossary.ID // of the term of the glossary that it is
	Texts    []Text
	Release  note.Release // empty: of none
	SIGs     []note.SIG
	Kind     note.EntryKind
	Stage    note.Stage
	Langs    []note.Lang // those in which its note is written
	Out      string      // the upstream address, or empty
}
