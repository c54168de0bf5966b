package view

// Item is a part of a note in its order. Type says which of the others is set.
type Item struct {
	Type     string    // heading, entry, remark, prose, code, picture, card
	Heading  *Heading  // heading
	Entry    *Entry    // entry
	Remark   *Remark   // remark that belongs to a section, not to an entry
	Card     *Card     // card
	Rich     Rich      // prose, code, picture: flow HTML, complete with its own elements
	ID       string    // anchor of prose, code, picture, where the author gave one
	Outcomes *Outcomes // of a talk: what became of the features that the part names; else nil
	Pair     *Pair     // prose beside its counterpart: stands for Rich; else nil
	Mark     Mark
}

// Heading is a heading of a note. Its level is made so that no level is skipped.
type Heading struct {
	ID    string
	Level int // 2 to 6
	Rich  Rich
	B     *Rich // the same heading in the other language; nil where there is none, or the same words
	Mark  Mark
	Kind  *Tag   // when the entries under it are of one kind: colour the rule by Code
	Stage *Tag   // when they are of no kind and at one stage: colour the rule by Code
	Gloss string // the kind in the page's language where the heading is in another one; else empty
	Count int    // entries right under it; 0: print no number
}

// Card is a bare link to a video or slides on a line of its own.
type Card struct {
	Href string
	Text string
	Lang string
	Host string // youtube.com: what the reader will leave to
}

// Entry is the unit of everything: one change, post, feature or proposal. The
// same struct serves the note itself and the pages that quote the entry (KEP, pull
// request, gate, person, repository, log month), with From set on those.
//
// Order on a page: line (PRs, Threads, People, Stage, Gates, KEPs, SIGs, Also), then Text,
// Official, Details, Remarks, Nested.
type Entry struct {
	Words
	*LineLinks
	Links   string // identifies what PRs, Others, People, Gates, KEPs and SIGs print: the same in every language
	ID      string // anchor on this page; empty on pages that quote it
	Href    string // on pages that quote it: the entry in its note; on the note itself "#id"
	From    *From  // on pages that quote it; nil on the note
	Level   int    // 2 to 6 when the entry is a heading of the note (overview): print Text as that heading; else 0
	Titled  bool   // Text is a heading in the note: print it as a title where Level is 0
	Kind    *Tag
	Stage   *Stage // as the note says it: then, not now
	Now     *Stage // today's stage of its KEP, where that is another one; its Text says that it is today's
	Date    *Date  // of a log entry, where From is set
	Area    Text   // of an overview's entry, where From is set
	UpStage *Stage // what held of its KEP at the release of the note, where the note does not say it
	UpKinds []Tag  // by the official note: urgent, where the note does not say so; the kind, where it gives none
	Also    []Link // entries of other notes on the same pull request or KEP: Text is the note's name: its group, with the release where that is another, or its title in its language

	Text      Rich  // inline HTML
	TextB     *Rich // the same in the other language, of an entry that is a heading; else nil
	Pair      *Pair // Text beside its counterpart: stands for Text where Level is 0; nil where there is none
	Mark      Mark
	Unwritten bool      // it waits for its words: say so, and print Official in their place; a heading has its title all the same
	Official  *Rich     // the official sentence of its pull request, or what its comment says, inline or flow HTML; where Unwritten is set
	Upstream  bool      // Official is upstream's; of a translation's comment it is the original's
	Details   []Item    // what stands under the entry and is no remark
	Remarks   []Remark  // of the note's author
	Nested    []Entry   // entries within the entry
	Outcomes  *Outcomes // what became of what it names: in a log, on the list of proposals; else nil
}

// LineLinks are the links on the line over an entry, which pages share.
type LineLinks struct {
	PRs    []Link // "#115331": to their pages here, else to GitHub
	Others []Link // threads of other repositories named by the attribution
	People []Link // authors of the change, handles without @
	SIGs   []Link
	KEPs   []Link // "KEP-127"; the KEP's title is the Note
	Gates  []Link // print in <code>
	UpSIGs []Link // by the official note, where the entry names none
}

// From says where a quoted entry comes from.
type From struct {
	Title    Text   // of the note
	Href     string // the note's page
	Release  string // 1.27; empty for a log, and where a heading over the quote says it
	RelHref  string // the release's page; may be empty
	KindWord string // word for the shape of the note: overview, log, talk; empty for changes
	SIGs     string // "SIG Node" for a changes note of one SIG; else empty
}

// Remark is what the author of a note adds of their own.
type Remark struct {
	Words
	Authors []Link // who wrote the note; empty on its own page, which says so once
	Rich    Rich   // flow HTML
	Pair    *Pair  // Rich beside its counterpart: stands for it; else nil
	Mark    Mark
	From    *From  // where it stands beside an official sentence (release, changes); nil within its note
	Href    string // the entry it belongs to, where From is set
}

// Notice stands at the top of a note in a language that the note does not have.
type Notice struct {
	Words
	Page  string // own name of the page's language
	Shown Text   // own name of the language shown
	Href  string // the note's page in the interface of that language
}
