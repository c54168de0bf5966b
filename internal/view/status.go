package view

// TranslationTable is the progress of translations: by language in the table of all boards, by note
// on the board of a release.
type TranslationTable struct {
	Words
	Head    string // header of the first column
	Places  bool   // rows link to their notes
	ByHand  bool   // no row has machine translations
	Current bool   // no row has outdated translations
	Rows    []TranslationRow
}

// TranslationRow is a translation, or all translations into a language.
type TranslationRow struct {
	Words
	Name      Link
	Language  Text // in its own words; empty if Name shows it
	Published int  // source blocks; named for the template of bars
	Covered   int  // translated source blocks
	Percent   string
	Stale     int
	Missing   int
	Machine   int
	Places    []Link // boards of releases, and notes without a board
	Further   int    // number of notes without a board that are not in Places
}

// StatusView is /status/, the coverage of each release, or /status/1.20-1.29/ for ten older
// releases: template status.
type StatusView struct {
	Frame
	Releases []StatusColumn // newest first
	Columns  []StatusColumn // the Releases with data of a SIG
	Rows     []StatusRow    // by name, changes without a SIG last; one cell per Column
	Taken    bool           // a cell is claimed: explain the mark
	Others   bool           // a cell has notes on other sites
	Older    []Link         // parts with older releases

	Translations *TranslationTable // by language; nil if empty
}

// StatusColumn is a release. Each change counts once.
type StatusColumn struct {
	Words
	Release   string
	Href      string // its board; or empty
	Published int
	Covered   int
	Missing   int
	Mentioned int
	Percent   string
	Languages []LangFigure // languages of the covering notes, most first
	Elsewhere int          // number of notes on other sites
}

// LangFigure is the number of changes covered in a language.
type LangFigure struct {
	Language Text // in its own words
	N        int
	Figure   string // N in the page's language
}

// StatusRow is a SIG across the releases.
type StatusRow struct {
	SIG   Link // plain text for changes without a SIG
	Cells []StatusCell
}

// StatusCell is a SIG's part of a release. An empty cell has no address and no counts.
type StatusCell struct {
	Href      string
	Published int
	Covered   int
	Step      int  // shade: 0 nothing covered, 1 to 3 partly, 4 all
	Taken     bool // claimed
	Elsewhere bool // has notes on other sites
}

// BoardView is /status/1.27/: template board.
type BoardView struct {
	Frame
	Release      string
	RelHref      string
	Published    int
	Covered      int
	Missing      int
	Mentioned    int
	Free         int // unclaimed SIGs with uncovered changes
	Percent      string
	Languages    []LangFigure    // languages of the covering notes, most first
	Elsewhere    []ElsewhereNote // on the whole release
	Table        BoardTable      // by name, changes without a SIG last
	SIGs         []Option        // filters of the uncovered changes, with their counts
	Kinds        []Option
	Groups       []ChangeGroup     // uncovered changes, each once, by kind
	Translations *TranslationTable // of its notes; nil if empty
	Prev         *Link             // boards of the adjacent releases
	Next         *Link
}

// BoardTable holds the SIGs of a release, or the releases of a SIG.
type BoardTable struct {
	Words
	Head    string // header of the first column
	Counted bool   // a row has published changes; otherwise coverage is not shown
	Rows    []BoardRow
}

// BoardRow is a SIG's part of a release.
type BoardRow struct {
	Words
	ID        string // sig-node; empty on the page of a SIG
	Name      Link   // of the SIG or the release
	Published int
	Covered   int
	Missing   int
	Mentioned int
	Percent   string
	Filter    string // link to the uncovered changes of the SIG
	Numbers   []Link // uncovered changes on the page; none on the page of a SIG
	Notes     []NoteRow
	Claims    []ClaimItem
	Elsewhere []ElsewhereNote
}

// ClaimItem is a claim of a SIG's part of a release.
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
	Title    Link // with the language of the title
	Language Text // the note's language in its own words
	Author   *Link
	Shape    string // kind in words; may be empty
}

// CoverageLink links to the board of a release, or to a SIG's part of it.
type CoverageLink struct {
	Words
	Href      string
	Published int
	Covered   int
	Missing   int
}
