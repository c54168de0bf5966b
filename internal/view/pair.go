package view

import "html/template"

// Two is the bar over a note that is shown in two languages: a choice of views, each
// named by its language, and where the other side comes from.
type Two struct {
	Words
	A, B    View   // the column of the note, and the other one
	Remarks bool   // the note has remarks: offer to show them alone
	From    string // where most of the other side comes from, in words
	By      []Link // who wrote it, where another version of the note is meant; may be empty
}

// View is a choice of the bar.
type View struct {
	Value string // as the address has it: ja
	Text  string // own name of the language
	Lang  string // its tag; empty where it is the page's
}

// Pair is a block beside what the other language has. It is printed in place of the block's
// own text.
type Pair struct {
	Class   string // of both sides: prose where they are flow HTML; else empty
	ID      string // anchor of A; may be empty
	Self    string // tag of the page's language, for its words within a side
	A       Rich   // without HTML where the block's own text stands elsewhere
	Machine string // the sign of A where a program made it; else empty
	B       []Beside

	// What both sides have, printed once: in place of them, or behind them.
	Table  template.HTML // a table that says both in every row; else empty
	Shared template.HTML // code behind the two texts; else empty
	Next   *Pair         // what stands behind Shared; else nil
}

// Beside is what the other language has beside a block.
type Beside struct {
	Rich    Rich
	By      *Link  // the note that says it, where it says it in its own words of the same thing; else nil
	Brief   bool   // Rich begins what By says, after the mark between a name and words: print both on one line
	From    string // where it comes from, in words, where that is not what the bar says
	Machine string // the sign of what a program made
}

// Mark says what is to be known of a block in a note of two languages. The zero value says
// nothing.
type Mark struct {
	State   string // class: lone where the other language has nothing beside it, solo where only the other language has it; may be empty
	Cap     string // words for State; may be empty
	Machine string // the sign of a block that a program made, where no Pair has it
	Stale   *Stale // the block is a translation of what its source no longer says, or stands beside one
}

// Stale is how a source has changed since it was translated.
type Stale struct {
	Words
	Lang  string // of the source
	Edits []Edit
}

// Edit is a piece of a changed text.
type Edit struct {
	Op   string // "" for what stayed, del for what is gone, ins for what is new
	Text string
}
