package view

import "html/template"

// Two is the bar above a note in two languages: a language switch, and the source of the other
// side.
type Two struct {
	Words
	A, B    View   // the column of the note, and the other one
	Remarks bool   // the note has remarks: offer to show only them
	From    string // main source of the other side, in words
	By      []Link // authors of that version of the note
	Age     string // whether the translation matches the original, in words; empty if unknown
}

// View is an option of the language switch.
type View struct {
	Value string // as in the address: ja
	Text  string // the language in its own words
	Lang  string // its tag; empty for the page's language
}

// Pair is a block with its counterpart. It is printed instead of the block's text.
type Pair struct {
	Class   string // of both sides: prose for flow HTML; else empty
	ID      string // anchor of A; may be empty
	Self    string // tag of the page's language, for interface text within a side
	A       Rich   // without HTML if the text is printed elsewhere
	Machine string // label of A if machine-translated; else empty
	B       []Counterpart

	// Content that both sides share, printed once: Table replaces them, Shared follows them.
	Table  template.HTML // a table with both languages in every row; else empty
	Shared template.HTML // code after the two texts; else empty
	Next   *Pair         // continues after Shared; else nil
}

// Counterpart is a counterpart of a block.
type Counterpart struct {
	Rich    Rich
	By      *Link  // the other note that Rich quotes; nil for a version of the same note
	Brief   bool   // Rich is only the beginning of By: print both on one line
	From    string // source in words, if it differs from the bar's
	Machine string // label if machine-translated
}

// Mark is the state of a block in a note with two languages. The zero value prints nothing.
type Mark struct {
	State   string // class: lone (no counterpart), solo (only in the other language), or empty
	Cap     string // caption of State; may be empty
	Machine string // label if machine-translated and no Pair shows it
	Stale   *Stale // the translation is outdated
}

// Stale is the difference between the source when translated and now.
type Stale struct {
	Words
	Lang  string // of the source
	Edits []Edit
}

// Edit is a piece of a changed text.
type Edit struct {
	Op   string // "" unchanged, del deleted, ins inserted
	Text string
}
