package view

// Item is a block of a note. Type determines which of the other fields are set.
type Item struct {
	Type     string
	Heading  *Heading
	Entry    *Entry
	Remark   *Remark
	Card     *Card
	Rich     Rich
	ID       string    // anchor of prose, code or a picture, if the author set one
	Outcomes *Outcomes // in a talk, outcomes of the features in this section; else nil
	Pair     *Pair     // prose with its counterpart, printed instead of Rich; else nil
	Mark     Mark
}

// Heading is a heading of a note. Levels are adjusted so that none is skipped.
type Heading struct {
	ID    string
	Level int // 2 to 6
	Rich  Rich
	B     *Rich // heading in the other language; nil if missing or equal
	Mark  Mark
	Kind  *Tag   // kind of all entries below it, if there is only one: sets the colour
	Stage *Tag   // stage of all entries below it, if there is only one and they have no kind: sets the colour
	Gloss string // name of the kind in the language of the page, if the heading differs from it
	Count int    // number of entries directly below it; 0 is not printed
}

// Card is a link on a line of its own to a video or slides.
type Card struct {
	Href string
	Text string
	Lang string
	Host string // destination site: youtube.com
}

// Entry is a change, a post, a feature or a proposal. It is used on the page of a note and on
// pages that quote an entry: KEP, pull request, gate, person, repository, month of the log. From
// is set in quotes.
//
// Templates print the fields in this order: From, Date, Area, PRs, Others and the stages; Text
// and Official; People, Gates, KEPs, SIGs and Also; Details, Remarks and Nested.
type Entry struct {
	Words
	*LineLinks
	Links   string // cache key of the links; equal in all languages
	ID      string // anchor on this page; empty in quotes
	Href    string // in a quote, address of the entry in its note; else "#id"
	From    *From  // source of a quote; nil on the page of the note
	Level   int    // 2 to 6 if the entry is a heading of an overview; else 0
	Titled  bool   // whether Text is a heading in the note; if Level is 0, print it as a title
	Kind    *Tag
	Stage   *Stage // stage in the note, at that time
	Now     *Stage // current stage of its KEP if it differs; its Text contains a word such as "now"
	Date    *Date  // date of a post, in quotes
	Area    Text   // section of an overview that has the entry, in quotes
	UpStage *Stage // stage of its KEP at the release of the note, if the note has none
	UpKinds []Tag  // urgent and the kind from the official note, if the note omits them
	Also    []Link // entries of other notes about the same pull request or KEP; Text is the SIG of the note (with the release if it differs) or its title

	Text      Rich
	TextB     *Rich // heading in the other language; nil for entries that are not headings
	Pair      *Pair // Text with its counterpart, printed instead of Text if Level is 0; else nil
	Mark      Mark
	Unwritten bool   // whether the entry is not yet written: print Official instead; headings still have a title
	Official  *Rich  // if Unwritten, the official text, or the comment before the entry
	Upstream  bool   // whether Official comes from upstream; else it comes from the original of a translation
	Details   []Item // children of the entry except remarks
	Remarks   []Remark
	Nested    []Entry
	Outcomes  *Outcomes // in a log and in the list of proposals; else nil
}

// LineLinks are the links in the lines above and below an entry. Several pages share them.
type LineLinks struct {
	PRs    []Link // "#115331", with the address on this site, else on GitHub
	Others []Link // threads of other repositories in the attribution of the entry
	People []Link // authors of the change, without @
	SIGs   []Link
	KEPs   []Link // "KEP-127", with the title as Note
	Gates  []Link // printed in <code>
	UpSIGs []Link // SIGs from the official note, if the entry names none
}

// From is the source of a quote.
type From struct {
	Title    Text   // title of the note
	Href     string // address of the page of the note
	Release  string // such as 1.27; empty for a log, or if a heading above already shows it
	RelHref  string // address of the page of the release; may be empty
	KindWord string // overview, log or talk in words; empty for changes
	SIGs     string // "SIG Node" for a changes note about one SIG; else empty
}

// Remark is a comment by the author of a note.
type Remark struct {
	Words
	Authors []Link // authors of the note; empty on the page of the note
	Rich    Rich
	Pair    *Pair // Rich with its counterpart, printed instead of Rich; else nil
	Mark    Mark
	From    *From  // source, if the remark is next to an official text; nil on the page of the note
	Href    string // address of its entry, if From is set
}

// Notice is the message at the top of a note that does not exist in the language of the page.
type Notice struct {
	Words
	Page  string // name of the language of the page, in that language
	Shown Text   // name of the language of the text, in that language
	Href  string // address of the page whose interface has that language
}
