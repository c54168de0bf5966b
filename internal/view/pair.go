package view

import "html/template"

// Two is the bar above a note in two languages. It has a language switch, and the source of the
// other column.
type Two struct {
	Words
	A, B    View   // column of the note, and the other column
	Remarks bool   // whether the note has remarks, so that readers can choose to see only them
	From    string // main source of the other column, in words
	By      []Link // authors of the other version of the note
	Age     string // whether the translation is up to date, in words; empty if unknown
}

// View is an option of the language switch.
type View struct {
	Value string // value in the address: ja
	Text  string // name of the language in that language
	Lang  string // language tag; empty for the language of the page
}

// Pair is a block with its counterpart. Templates print it instead of the text of the block.
type Pair struct {
	Class   string // class of both columns: "prose" for paragraphs; else empty
	ID      string // anchor of A; may be empty
	Self    string // language tag of the page, for interface text in a column
	A       Rich   // text of the note; without HTML if it is printed elsewhere
	Machine string // label if A is machine-translated; else empty
	B       []Counterpart

	// Content that both columns have in common is printed once.
	Table  template.HTML // printed instead of A and B: a table with both languages in each row; may be empty
	Shared template.HTML // code printed after A and B; may be empty
	Next   *Pair         // pair after Shared; may be nil
}

// Counterpart is the text of a block in the other language.
type Counterpart struct {
	Rich    Rich
	By      *Link  // note that Rich quotes; nil for a version of the same note
	Brief   bool   // whether Rich is only the beginning of the text: print it and By on one line
	From    string // source in words, if it differs from that in the bar
	Machine string // label if it is machine-translated
}

// Mark is the state of a block in a note with two languages. Templates print nothing for the zero
// value.
type Mark struct {
	State   string // class: "lone" (without a counterpart), "solo" (only in the other language), or empty
	Cap     string // caption of State; may be empty
	Machine string // label if the block is machine-translated and no Pair shows it
	Stale   *Stale // set if the translation is outdated
}

// Stale is the difference between the source at the time of the translation and the current
// source.
type Stale struct {
	Words
	Lang  string // language of the source
	Edits []Edit
}

// Edit is a piece of a changed text.
type Edit struct {
	Op   string // "" for unchanged, "del" for deleted, "ins" for inserted
	Text string
}
