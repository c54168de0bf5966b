package view

// ChooseView is /: a plain choice of languages: template choose. Frame.Languages
// has them; Hello is the name of the site's matter in each.
type ChooseView struct {
	Frame
	Choices []Choice
}

// Choice is one language of the page /.
type Choice struct {
	Alternative
	Line string // one sentence in that language on what the site is
}

// HomeView is the home of a language: template home.
type HomeView struct {
	Frame
	Newest   *ReleaseCard  // nil on a site with no release
	Releases []ReleaseCard // all, oldest first: the line
	Notes    []NoteRow     // latest first, at most 12
	Wide     bool          // the notes stand in the wide column: the newest release has nothing more to say there
	Days     []LogDay      // latest of the log, at most 2 days
	Counts   []Figure      // notes, entries, releases, KEPs, gates
}

// ReleaseCard is a release in a line or list.
type ReleaseCard struct {
	Words
	Release      string
	Href         string
	Name         string // as announced, English; may be empty
	Date         *Date
	EndOfSupport *Date
	Published    int // changes; 0 where the official notes are not imported
	Notes        int
	Languages    []Text // own names of the languages with notes
	Urgent       int
	Urgents      []Change // on the home page, of the newest release only: at most 3
	Bars         *Bars    // on the home page, of the newest release only
	Current      bool
}

// ReleasesView is /releases/: template releases. Newest first.
type ReleasesView struct {
	Frame
	Releases []ReleaseCard
}

// ReleaseView is a release: template release. Sections that are empty are left out.
type ReleaseView struct {
	Frame
	Release      string
	Name         string // as announced, English
	Date         *Date
	EndOfSupport *Date
	Source       *Link    // the announcement
	Announced    []Figure // enhancements, alpha, beta, stable, deprecated: captioned "as announced"
	Counts       []Figure // what this site counts: published, sigs, notes, languages
	Published    int
	Changes      string          // address of the list of all changes; empty where nothing is imported
	Board        *CoverageLink   // nil where nothing is imported
	Elsewhere    []ElsewhereNote // on the whole release

	Urgent       []Change // read before you upgrade
	Bars         *Bars    // changes by SIG and kind; nil where nothing is imported
	Stages       []StageColumn
	Notes        []NoteRow
	Deprecations []Change
	Removals     []Change

	DeprecatedAPIs []Link // API resources that notes of the release list as deprecated, to their entries
	RemovedGates   []Link // feature gates that are gone from this release on: in the section of removals
	RemovedAPIs    []Link // API resources that notes of the release list as removed, to their entries
	KnownIssues    *Rich  // official, English
	WhatsNew       *Rich  // official, English
	Prev           *Link
	Next           *Link
}

// NoteRow is a note in a table of notes.
type NoteRow struct {
	Words
	Title     Text
	Href      string
	Shape     string // changes, overview, log, talk
	ShapeWord string
	Release   string // may be empty
	RelHref   string
	SIGs      []Link
	Authors   []Link
	Date      *Date
	Languages []Version // written in, original first
	Entries   int
	KEPs      int // distinct KEPs that its entries name: what an overview covers
	Covered   int // of Published; see NoteView
	Published int
}

// Version is a language that a note was written in.
type Version struct {
	Text string // own name
	Lang string
	Note string // what is to be known of a translation: how much of it is stale, that a machine made it; else empty
}

// Bars is the picture of a release: changes by SIG and kind. Drawn as a table of
// bars, or as plain numbers from the same rows.
type Bars struct {
	Words
	Kinds  []Option  // the kinds that occur, in reading order: legend and columns; Count is of the release, not the sum of the column
	Rows   []BarRow  // by Total, most first
	Total  int       // published in all: less than the sum of rows, since a change may belong to several SIGs
	Max    int       // greatest Total of a row
	Alt    string    // the picture in a sentence
	NoSIG  int       // changes that belong to no SIG
	Sums   []BarCell // changes of each of Kinds: of the release, not the sum of the column
	Href   string    // the list of changes
	Linked bool      // rows lead to the list of changes, filtered
}

// BarRow is a SIG's changes.
type BarRow struct {
	SIG   Link
	Total int
	Href  string // the list of changes, filtered to this SIG; may be empty
	Parts []BarPart
	Cells []BarCell // in the order of Bars.Kinds, zeros included
}

// BarCell is a count of a SIG's changes of a kind.
type BarCell struct {
	N    int
	Href string // the list of changes, filtered to these
}

// BarPart is a piece of a bar; pieces without changes are left out.
type BarPart struct {
	Kind    Tag
	N       int
	Figure  string // N as the language writes it
	Percent string // of the picture's width: "31.2"
}

// StageColumn holds the KEPs that reached a stage in a release.
type StageColumn struct {
	Stage     Tag
	Announced int    // 0: not announced
	Says      string // that the announcement counted otherwise; empty where it did not
	KEPs      []KEPItem
}

// KEPItem is a KEP in a list.
type KEPItem struct {
	Number string
	Href   string
	Title  string // English
	Stage  *Stage // then, in a list of a release; else today's
	Then   *Stage // the same, where the list does not say it by its headings
	Now    *Stage // today's, where that is another one; its Text says that it is today's
	Noted  int    // entries of notes that name it (in that release, where the list is of a release)

	InWords string // the same in words, where there is room for them; else empty
}

// ChangesView is the list of all published pull requests of a release: template
// changes. Rows carry data-sigs and data-kinds from Change.SIGCodes and KindCodes.
type ChangesView struct {
	Frame
	Release   string
	RelHref   string
	Total     int
	Noted     int      // changes that a note covers
	SIGs      []Option // filters
	Kinds     []Option
	Languages []Option // languages in which notes wrote about changes
	Groups    []ChangeGroup
}

// ChangeGroup holds the changes of one kind.
type ChangeGroup struct {
	ID      string // anchor
	Kind    Tag
	Changes []Change
}

// Change is a published pull request with its official sentence.
type Change struct {
	Words
	ID        string // anchor on the list of changes: pr-115331; else empty
	PR        Link   // "#115331": its page here, else GitHub; on its page itself empty, as Author and Notes are
	Release   *Link  // on the page of a pull request that several releases published; else nil
	Text      Rich   // official, English flow HTML
	Author    *Link
	Kinds     []Tag
	KindCodes string // the kind that it counts under, and urgent: "bug urgent", for a data attribute
	SIGs      []Link
	SIGNames  string // "API Machinery, Node": in the place of SIGs where the page links to them already
	SIGCodes  string // "node api-machinery"
	KEPs      []Link
	Gates     []Link
	Urgent    bool
	Notes     []Link   // entries that cite it: Text is the note's title in its language, Note the language's own name
	Langs     string   // "ja zh": languages of those notes, for a data attribute
	Told      *Remark  // as UpgradeChange.Told; on the release's urgent notes only
	Remarks   []Remark // of those entries; on the release's urgent notes only
}
