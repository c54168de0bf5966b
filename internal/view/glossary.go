package view

// GlossaryView is /glossary/: template glossary.
type GlossaryView struct {
	Frame
	Terms []TermRow // sorted for the page's language
}

// TermRow is a glossary term.
type TermRow struct {
	Words
	ID     string   // anchor
	Name   Text     // in the page's language, if it has one
	Also   []string // other accepted names
	Avoid  []string // incorrect names
	About  Text
	Others []TermNames // in the other languages
}

// TermNames lists the names of a term in another language.
type TermNames struct {
	Language string // in its own words
	Lang     string // language tag of both
	Names    string // the preferred name first
}
