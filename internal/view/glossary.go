package view

// GlossaryView is the data of /glossary/, template glossary.
type GlossaryView struct {
	Frame
	Terms []TermRow // sorted by the collation of the language of the page
}

// TermRow is a glossary term.
type TermRow struct {
	Words
	ID     string   // anchor
	Name   Text     // name in the language of the page, if it has one
	Also   []string // other correct names
	Avoid  []string // incorrect names that notes should not use
	About  Text
	Others []TermNames // names in other languages
}

// TermNames lists the names of a term in another language.
type TermNames struct {
	Language string // name of the language in that language
	Lang     string // language tag of Language and Names
	Names    string // preferred name first
}
