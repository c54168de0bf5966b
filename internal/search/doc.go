package search

import (
	"slices"

	"github.com/kawaraban/kawaraban/internal/glossary"
	"github.com/kawaraban/kawaraban/internal/note"
)

// Type is the type of a document.
type Type string

// The types of documents: first those of items, then those of parts of notes.
const (
	KEP     Type = "kep"
	PR      Type = "pr"
	SIG     Type = "sig"
	Gate    Type = "gate"
	Setting Type = "setting" // flag, configuration field, metric, admission plugin
	Person  Type = "person"
	Repo    Type = "repo"
	Term    Type = "term" // of the glossary
	Release Type = "release"
	Note    Type = "note"    // title of a note
	Section Type = "section" // heading with its prose
	Post    Type = "post"    // day of a log with its text
	Entry   Type = "entry"
)

// Types lists the types in the order of document numbers.
var Types = []Type{KEP, PR, SIG, Gate, Setting, Person, Repo, Term, Release, Note, Section, Post, Entry}

// Role is the source of a text, which decides its weight.
type Role int

// The roles of texts. Own words and remarks have full weight. Official English, names of
// referenced items and code have less.
const (
	Own       Role = iota // the document's own words in any version
	Remark                // a remark of the note's author
	Official              // upstream's English, and machine translations
	Reference             // names of referenced items: KEP titles, gates
	Code                  // a block of code or output, shown only if no sentence fits
	Title                 // another name, for example in another language, with the weight of the name
)

type Text struct {
	Lang note.Lang
	Text string
	Role Role
}

// Doc is one document: one row of search results in any language.
type Doc struct {
	Type     Type
	Path     string // below /{l}/, with the #anchor
	Name     string // as displayed: #115331, KEP-753 Sidecar Containers, a heading
	NameLang note.Lang
	Of       string // title of the note of a heading; displayed after the name, not searched as a name
	OfLang   note.Lang
	OfAlso   map[note.Lang]string // that title in further languages, for the other names of the heading
	IDs      []string             // terms of the item itself, by analyzer.ID
	Refs     []string             // terms of referenced items, by analyzer.ID
	Concept  glossary.ID          // set for a glossary term
	Texts    []Text
	Release  note.Release // may be empty
	SIGs     []note.SIG
	Kind     note.EntryKind
	Stage    note.Stage
	Meta     []string    // what it is found by and is not displayed: areas, earlier stages and their releases
	Langs    []note.Lang // languages of the note
	Out      string      // upstream URL; may be empty
}

func sortedLangs[V any](in map[note.Lang]V) []note.Lang {
	var out []note.Lang
	for l := range in {
		out = append(out, l)
	}
	slices.Sort(out)
	return out
}
