package view

// GlossaryView is /glossary/: the words of the field: template glossary.
type GlossaryView struct {
	Frame
	Terms []TermRow // in the order of the page's language
}

// TermRow is a word of the field.
type TermRow struct {
	Words
	ID     string   // anchor
	Name   Text     // in the page's language, where it has one
	Also   []string // further names in that language
	Avoid  []string // words of the page's language that are wrong for it
	About  Text
	Others []TermNames // in the other languages
}

// TermNames are the names of a term in another language.
type TermNames struct {
	Language string // its own name, in itself
	Lang     string // tag of both
	Names    string // the one to use first, parted as the language parts them
}
