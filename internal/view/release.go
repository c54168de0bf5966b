package view

// ChooseView is /: a choice of the languages in Frame.Languages: template choose.
type ChooseView struct {
	Frame
	Choices []Choice
}

// Choice is a language on /.
type Choice struct {
	Alternative
	Line string // description of the site in that language
}

// HomeView is the home of a language: template home.
type HomeView struct {
	Frame
	Newest   *ReleaseCard  // nil without releases
	Releases []ReleaseCard // all, oldest first
	Support  string        // what the states of support mean, and the day of the data; empty without support data
	Notes    []NoteRow     // latest first, at most 12
	Wide     bool          // show the notes in the wide column, because the newest release has no other content
	Days     []LogDay      // latest days of the log, at most 2
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
	Support      *Support
	Published    int // changes; 0 if the official notes are not imported
	Notes        int
	Languages    []Text // languages with notes, in their own words
	Urgent       int
	Urgents      []Change // on the home page, for the newest release: at most 3
	Bars         *Bars    // on the home page, for the newest release
	Current      bool
}

// ReleasesView is /releases/, newest first: template releases.
type ReleasesView struct {
	Frame
	Releases []ReleaseCard
}

// ReleaseView is a release: template release. Empty sections are omitted.
type ReleaseView struct {
	Frame
	Release      string
	Name         string // as announced, English
	Date         *Date
	EndOfSupport *Date
	Support      *Support // nil without support data
	Source       *Link    // the announcement
	Announced    []Figure // enhancements, alpha, beta, stable, deprecated, as announced
	Counts       []Link   // counts by this site with their places: published, sigs, notes, languages
	Lede         []LedeLine
	Published    int
	Changes      string          // address of the list of changes; empty if not imported
	Board        *CoverageLink   // nil if not imported
	Elsewhere    []ElsewhereNote // on the whole release

	Urgent       []Change // Urgent Upgrade Notes
	Bars         *Bars    // changes by SIG and kind; nil if not imported
	Stages       []StageColumn
	Notes        []NoteRow
	Deprecations []Change
	Removals     []Change

	DeprecatedAPIs []Link       // likewise
	RemovedGates   []Chip       // feature gates removed in this release
	RemovedFlags   []Chip       // flags, fields, metrics and admission plugins that official entries remove
	RemovedAPIs    []UpgradeAPI // API resources that upstream's data or notes of the release list as removed
	KnownIssues    *Rich        // official, English
	Patches        []Patch
	WhatsNew       *Rich // official, English
	Prev           *Link
	Next           *Link
}

// LedeLine is a line of what matters in a release: counts that lead to their sections.
type LedeLine struct {
	Label string
	Links []Link
}

// Chip is a removed feature gate or flag.
type Chip struct {
	Link
	Parts string // components that read it
}

// Support is the support of a release on the day of the data.
type Support struct {
	Tag            // supported, maintenance, ended, unknown
	AsOf    *Date  // of the data; nil if unknown
	Latest  string // the newest patch release; empty if unknown
	Patched *Date  // its date; nil if unknown
}

// Patch is a patch release.
type Patch struct {
	Version string
	Date    *Date // nil if unknown
	Note    *Rich // of the schedule, English
	CVEs    []CVE
	Changes []Change // entries of its changelog; none if not imported
}

// CVE is a vulnerability that a patch release fixes.
type CVE struct {
	ID       string
	Title    string // English
	Affected string // versions, as written
	Fixed    string
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
	Languages []Version // original first
	Entries   int
	KEPs      int // distinct KEPs in its entries
	Covered   int // of Published; see NoteView
	Published int
}

// Version is a language that a note was written in.
type Version struct {
	Text string // own name
	Lang string
	Note string // state of a translation: outdated blocks, machine translation; else empty
}

// Bars is the chart of a release: changes by SIG and kind, as a bar table or as numbers.
type Bars struct {
	Words
	Kinds  []Option  // kinds that occur, in reading order; Count is of the release, not the column sum
	Rows   []BarRow  // by Total, most first
	Total  int       // less than the sum of rows, because a change can have several SIGs
	Max    int       // maximum Total of a row
	Alt    string    // the chart in a sentence
	NoSIG  int       // changes without a SIG
	Sums   []BarCell // changes per kind in the release, not the column sum
	Href   string    // the list of changes
	Linked bool      // rows link to the filtered list of changes
}

// BarRow is the changes of a SIG.
type BarRow struct {
	SIG   Link
	Total int
	Href  string // the list of changes filtered by SIG; may be empty
	Parts []BarPart
	Cells []BarCell // in the order of Bars.Kinds, with zeros
}

// BarCell is the number of changes of a SIG and a kind.
type BarCell struct {
	N    int
	Href string // the list of changes filtered by both
}

// BarPart is a segment of a bar. Empty segments are omitted.
type BarPart struct {
	Kind    Tag
	N       int
	Figure  string // N in the page's language
	Percent string // of the chart's width: "31.2"
}

// StageColumn holds the KEPs that reached a stage in a release.
type StageColumn struct {
	ID        string // anchor; may be empty
	Stage     Tag
	Announced int    // 0: not announced
	Says      string // difference to the announcement, in words; or empty
	KEPs      []KEPItem
}

// KEPItem is a KEP in a list.
type KEPItem struct {
	Number string
	Href   string
	Title  string // English
	Stage  *Stage // stage at the release of the list, else the current stage
	Then   *Stage // the same, if the headings of the list do not show it
	Now    *Stage // current stage if it differs; Text states that it is current
	Noted  int    // citations, only in notes of the release if the list is of a release

	InWords string // Noted in words, if there is space; else empty
}

// ChangesView is the list of published pull requests of a release: template changes. Its rows carry
// data-sigs and data-kinds from Change.SIGCodes and KindCodes.
type ChangesView struct {
	Frame
	Release   string
	RelHref   string
	Total     int
	Noted     int      // covered changes
	SIGs      []Option // filters
	Kinds     []Option
	Languages []Option // languages of the notes on the changes
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
	PR        Link   // "#115331": page on this site, else GitHub; empty on its own page, as Author and Notes
	Release   *Link  // on the page of a pull request with several releases; else nil
	Text      Rich   // official, English flow HTML
	Author    *Link
	Kinds     []Tag
	KindCodes string // for a data attribute: the kind that it is counted as, and urgent: "bug urgent"
	SIGs      []Link
	SIGNames  string // replaces SIGs if the page links to them already: "API Machinery, Node"
	SIGCodes  string // "node api-machinery"
	KEPs      []Link
	Gates     []Link
	Urgent    bool
	Notes     []Link   // citations: Text is the note's title, Note its language in its own words
	Langs     string   // languages of these notes, for a data attribute: "ja zh"
	Summary   *Remark  // as UpgradeChange.Summary; only for urgent notes of the release
	Remarks   []Remark // of these entries; only for urgent notes of the release
}
