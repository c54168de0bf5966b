package view

// TranslationTable is the progress of translations. In the table of all boards it has a row per
// language, and on the board of a release a row per note.
type TranslationTable struct {
	Words
	Head    string // header of the first column
	Places  bool   // whether rows link to their notes
	ByHand  bool   // whether no row has machine translations
	Current bool   // whether no row has outdated translations
	Rows    []TranslationRow
}

// TranslationRow is a translation, or all translations into a language.
type TranslationRow struct {
	Words
	Name      Link
	Language  Text // name of the language in that language; empty if Name shows it
	Published int  // number of source blocks; the template of bars requires this name
	Covered   int  // number of translated source blocks
	Percent   string
	Stale     int
	Missing   int
	Machine   int
	Places    []Link // links to boards of releases, and to notes without a board
	Further   int    // number of notes without a board that are not in Places
}

// StatusView is the data of /status/, the coverage of each release, and of pages such as
// /status/1.20-1.29/ with ten older releases. Its template is status.
type StatusView struct {
	Frame
	Releases []StatusColumn // newest first
	Columns  []StatusColumn // the Releases that have data by SIG
	Rows     []StatusRow    // by name, changes without a SIG last; one cell for each of Columns
	Taken    bool           // whether a cell has a claim: print an explanation of the mark
	Others   bool           // whether a cell has notes on other sites
	Older    []Link         // pages with older releases

	Translations *TranslationTable // by language; nil if empty
}

// StatusColumn is the coverage of a release. Each change counts once.
type StatusColumn struct {
	Words
	Release   string
	Href      string // address of its board; may be empty
	Published int
	Covered   int
	Missing   int
	Mentioned int
	Percent   string
	Languages []LangFigure // languages of the notes that cover changes, most first
	Elsewhere int          // number of notes on other sites
}

// LangFigure is the number of changes covered by notes in a language.
type LangFigure struct {
	Language Text // name of the language in that language
	N        int
	Figure   string // N, formatted in the language of the page
}

// StatusRow is the coverage of a SIG in each release.
type StatusRow struct {
	SIG   Link // plain text for changes without a SIG
	Cells []StatusCell
}

// StatusCell is the coverage of a SIG in a release. An empty cell has no address and no counts.
type StatusCell struct {
	Href      string
	Published int
	Covered   int
	Step      int  // shade: 0 for nothing covered, 1 to 3 for a part, 4 for all
	Taken     bool // whether an author claimed it
	Elsewhere bool // whether there are notes on other sites
}

// BoardView is the data of /status/1.27/, template board.
type BoardView struct {
	Frame
	Release      string
	RelHref      string
	Published    int
	Covered      int
	Missing      int
	Mentioned    int
	Free         int // number of SIGs without a claim that have changes without a note
	Percent      string
	Languages    []LangFigure    // languages of the notes that cover changes, most first
	Elsewhere    []ElsewhereNote // notes on other sites about the whole release
	Table        BoardTable      // by SIG, changes without a SIG last
	SIGs         []Option        // filters of the changes without a note, with their counts
	Kinds        []Option
	Groups       []ChangeGroup     // uncovered changes, each once, by kind
	Translations *TranslationTable // translations of its notes; nil if empty
	Prev         *Link             // boards of the adjacent releases
	Next         *Link
}

// BoardTable is the coverage by SIG for a release, or by release for a SIG.
type BoardTable struct {
	Words
	Head    string // header of the first column
	Counted bool   // whether a row has published changes; otherwise coverage is not shown
	Rows    []BoardRow
}

// BoardRow is the coverage of a SIG in a release.
type BoardRow struct {
	Words
	ID        string // sig-node; empty on the page of a SIG
	Name      Link   // name of the SIG or the release
	Published int
	Covered   int
	Missing   int
	Mentioned int
	Percent   string
	Filter    string // link to the uncovered changes of the SIG
	Numbers   []Link // uncovered changes on the page; empty on the page of a SIG
	Notes     []NoteRow
	Claims    []ClaimItem
	Take      string // GitHub's page for the new note, if nobody writes it; may be empty
	Elsewhere []ElsewhereNote
}

// ClaimItem is the claim of an author to write about a SIG in a release.
type ClaimItem struct {
	Words
	Person Link
	Date   *Date
	Slides *Link
	Video  *Link
}

// ElsewhereNote is a note on another site.
type ElsewhereNote struct {
	Words
	Title    Link // title with its language
	Language Text // name of the language of the note, in that language
	Author   *Link
	Shape    string // kind in words; may be empty
}

// CoverageLink links to the board of a release, or to the row of a SIG in it.
type CoverageLink struct {
	Words
	Href      string
	Published int
	Covered   int
	Missing   int
}
