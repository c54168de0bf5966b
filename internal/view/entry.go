package view

// Item is a block of a note. Type decides which of the other fields is set.
type Item struct {
	Type     string
	Heading  *Heading
	Entry    *Entry
	Remark   *Remark
	Card     *Card
	Rich     Rich
	ID       string    // anchor of prose, code or a picture, if the author gave one
	Outcomes *Outcomes // in a talk: outcomes of the features in this block; else nil
	Pair     *Pair     // prose with its counterpart, replaces Rich; else nil
	Mark     Mark
}

// Heading is a heading of a note. Its level is adjusted so that no level is skipped.
type Heading struct {
	ID    string
	Level int // 2 to 6
	Rich  Rich
	B     *Rich // the heading in the other language; nil if missing or equal
	Mark  Mark
	Kind  *Tag   // the only kind of the entries below it: colours the rule
	Stage *Tag   // the only stage of the entries below it, if they have no kind: colours the rule
	Gloss string // the kind in the page's language if the heading is in another language
	Count int    // entries directly below it; 0: print no number
}

// Card is a link to a video or slides on its own line.
type Card struct {
	Href string
	Text string
	Lang string
	Host string // destination site: youtube.com
}

// Entry is one change, post, feature or proposal. The same struct serves the note and the pages
// that quote the entry (KEP, pull request, gate, person, repository, log month). Quotes have From
// set.
//
// Print order: what is above the fact (From, Date, Area, PRs, Others, stage), Text, Official, what is
// below it (People, Gates, KEPs, SIGs, Also), then Details, Remarks, Nested.
type Entry struct {
	Words
	*LineLinks
	Links   string // cache key of the links, equal in all languages
	ID      string // anchor on this page; empty in quotes
	Href    string // in a quote: the entry in its note; else "#id"
	From    *From  // nil on the note's page
	Level   int    // 2 to 6 if the entry is a heading of the note (overview); else 0
	Titled  bool   // Text is a heading in the note: print it as a title if Level is 0
	Kind    *Tag
	Stage   *Stage // according to the note, at that time
	Now     *Stage // current stage of its KEP if it differs; Text states that it is current
	Date    *Date  // of a log entry, in quotes
	Area    Text   // section of an overview's entry, in quotes
	UpStage *Stage // stage of its KEP at the note's release, if the note has none
	UpKinds []Tag  // from the official note: urgent and the kind, if the note omits them
	Also    []Link // entries of other notes on the same pull request or KEP; Text is the note's SIG (with the release if it differs) or its title

	Text      Rich
	TextB     *Rich // heading in the other language; nil for entries that are not headings
	Pair      *Pair // Text with its counterpart, replaces Text if Level is 0; else nil
	Mark      Mark
	Unwritten bool   // not written yet: print Official instead; headings still have a title
	Official  *Rich  // if Unwritten: the official sentence, or the comment before the entry
	Upstream  bool   // Official is from upstream; else from the original of a translation
	Details   []Item // children of the entry except remarks
	Remarks   []Remark
	Nested    []Entry
	Outcomes  *Outcomes // in a log and on the list of proposals; else nil
}

// LineLinks are the links in the lines above and below an entry. Pages share them.
type LineLinks struct {
	PRs    []Link // "#115331": to the page on this site, else to GitHub
	Others []Link // threads of other repositories in the attribution
	People []Link // authors of the change, without @
	SIGs   []Link
	KEPs   []Link // "KEP-127"; Note is the title
	Gates  []Link // print in <code>
	UpSIGs []Link // from the official note, if the entry names none
}

// From is the source of a quoted entry.
type From struct {
	Title    Text   // of the note
	Href     string // the note's page
	Release  string // such as 1.27; empty for a log, or if a heading above shows it
	RelHref  string // the release's page; may be empty
	KindWord string // overview, log or talk in words; empty for changes
	SIGs     string // "SIG Node" for a changes note of one SIG; else empty
}

// Remark is an addition by the author of a note.
type Remark struct {
	Words
	Authors []Link // authors of the note; empty on the note's own page
	Rich    Rich
	Pair    *Pair // Rich with its counterpart, replaces Rich; else nil
	Mark    Mark
	From    *From  // source if shown next to an official sentence; nil within its note
	Href    string // its entry, if From is set
}

// Notice is shown at the top of a note that does not exist in the page's language.
type Notice struct {
	Words
	Page  string // the page's language in its own words
	Shown Text   // the shown language in its own words
	Href  string // the page with the interface in that language
}
