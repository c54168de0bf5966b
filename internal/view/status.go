package view

// TranslationTable says how far translations have come: by language on the table of all
// boards, by note on the board of a release.
type TranslationTable struct {
	Words
	Head    string // of the first column
	Places  bool   // rows say where their notes are
	ByHand  bool   // no row has anything that a machine made
	Current bool   // no row has anything that is out of date
	Rows    []TranslationRow
}

// TranslationRow is a translation, or all translations into a language.
type TranslationRow struct {
	Words
	Name      Link
	Language  Text // own name; empty where Name says it
	Published int  // blocks of the source, as the bar of a board counts
	Covered   int  // of them translated
	Percent   string
	Stale     int
	Missing   int
	Machine   int
	Places    []Link // boards of releases, and notes that are on none
	Further   int    // notes on no board that have no room among Places
}

// StatusView is /status/, how far each release has been gone through, and /status/1.20-1.29/,
// the same of ten older ones: template status.
type StatusView struct {
	Frame
	Releases []StatusColumn // newest first
	Columns  []StatusColumn // those of Releases on which there is something of a group
	Rows     []StatusRow    // by name, changes without a group last; a cell for each of Columns
	Taken    bool           // a cell is taken, so that its sign needs a word
	Others   bool           // a cell has notes elsewhere
	Older    []Link         // the parts, where the tables have no room for all releases

	Translations *TranslationTable // by language; nil for none
}

// StatusColumn is a release, in which each change counts once.
type StatusColumn struct {
	Words
	Release   string
	Href      string // its board; empty where it has none
	Published int
	Covered   int
	Missing   int
	Mentioned int
	Percent   string
	Languages []LangFigure // in which it is covered, most first
	Elsewhere int          // notes that stand at other addresses
}

// LangFigure is how many changes are covered in a language.
type LangFigure struct {
	Language Text // own name
	N        int
	Figure   string // N as the language writes it
}

// StatusRow is a group through the releases.
type StatusRow struct {
	SIG   Link // plain words for changes without a group
	Cells []StatusCell
}

// StatusCell is a group's part of a release. An empty one has neither an address nor a
// count.
type StatusCell struct {
	Href      string
	Published int
	Covered   int
	Step      int  // 0 nothing covered, 1 to 3 some, 4 all: for a shade
	Taken     bool // somebody has it
	Elsewhere bool // notes on it stand elsewhere
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
	Free         int // groups of which something is missing and that nobody has taken
	Percent      string
	Languages    []LangFigure    // in which it is covered, most first
	Elsewhere    []ElsewhereNote // on the whole release
	Table        BoardTable      // by name, changes without a group last
	SIGs         []Option        // filters of what is missing; Count is of the missing
	Kinds        []Option
	Groups       []ChangeGroup     // what is missing, each change once, by kind
	Translations *TranslationTable // of the notes on it; nil for none
	Prev         *Link             // boards of the releases next to it
	Next         *Link
}

// BoardTable holds the groups of a release, or the releases of a group.
type BoardTable struct {
	Words
	Head    string // of the first column
	Counted bool   // a row has something published: without, nothing can be covered or missing
	Rows    []BoardRow
}

// BoardRow is a group's part of a release.
type BoardRow struct {
	Words
	ID        string // anchor: sig-node; empty on the page of a group
	Name      Link   // of the group, or of the release
	Published int
	Covered   int
	Missing   int
	Mentioned int
	Percent   string
	Filter    string // leads to what is missing, filtered to the group
	Numbers   []Link // what is missing, each to its place on the page; none on the page of a group
	Notes     []NoteRow
	Claims    []ClaimItem
	Elsewhere []ElsewhereNote
}

// ClaimItem says who has taken a group's part of a release.
type ClaimItem struct {
	Words
	Person Link
	Date   *Date
	Slides *Link
	Video  *Link
}

// ElsewhereNote is a note that stands at another address.
type ElsewhereNote struct {
	Words
	Title    Link // with the language of the title
	Language Text // own name of the note's language
	Author   *Link
	Shape    string // word for its kind; may be empty
}

// CoverageLink leads from a page to the board of its release, or to a group's part of it.
type CoverageLink struct {
	Words
	Href      string
	Published int
	Covered   int
	Missing   int
}
