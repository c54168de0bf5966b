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
	Picker   *UpgradePicker // nil without upgrades
	Search   string         // address of the search page
	Support  *SupportChart  // nil without releases
	Lead     *LeadRelease   // nil without releases
	Notes    []NoteRow      // in the page's language, latest first, at most 8
	Others   []NoteRow      // likewise, notes that are not in the page's language
	AllNotes string         // address of the list of notes; may be empty
	Days     []LogDay       // latest day of the log
	Counts   []Link         // notes, entries, releases, KEPs, gates
}

// UpgradePicker leads to an upgrade: two fields with a script, else links to the newest upgrades.
type UpgradePicker struct {
	Words
	Path  string          // address of the list of upgrades, prefix of their addresses
	From  []UpgradeOption // newest first
	To    []UpgradeOption // newest first
	Links []Link          // upgrades to the selected release, nearest origin first
	Now   string          // the selected release to upgrade to
	Check Link            // check of own files; empty on its page
}

// UpgradeOption is a release in a field of the picker.
type UpgradeOption struct {
	Release  string
	Targets  string // releases with an upgrade from it, for a data attribute: "1.36 1.35"
	Selected bool
}

// SupportChart shows when releases are supported, by the data of a day.
type SupportChart struct {
	Words
	Rows   []SupportRow // in support or newer than the data, newest first
	Ended  []Link       // releases out of support, newest first
	From   int          // first day of the chart, counted from 1970
	Days   int          // length of the chart
	Day    string       // position of the day of the data in the chart: "61.5"; empty if unknown
	Legend []Tag        // colors of the bars
	AsOf   *Date        // nil without data
	Means  string       // what the states mean; empty without support data
}

// SupportRow is a release of the chart. From, Fixes and Until are positions as numbers of percent;
// they are empty if unknown.
type SupportRow struct {
	Words
	Code      string // supported, maintenance, ended, unknown
	Release   string
	Href      string
	Bars      []SupportBar
	Text      string // the state in words, with its dates
	Over      int    // first day after the support, counted from 1970; 0 if unknown
	Past      string // text of the row after that day
	Published string // number of changes, in words
	Notes     string // number of notes, in words
}

// SupportBar is a period of a release: X and Width are numbers of percent.
type SupportBar struct{ Code, X, Width string }

// LeadRelease is the release that the home page shows first.
type LeadRelease struct {
	Words
	Release    string
	Href       string
	Name       string // as announced, English; may be empty
	Facts      []Link // date, support, changes, notes
	Urgent     []Headline
	MoreUrgent *Link
	Removed    []Link // numbers of removed API versions, flags and gates
	Stable     []KEPItem
	MoreStable *Link
}

// Headline is a change in one sentence.
type Headline struct {
	Href string
	Text Text
	From string // components or SIGs; may be empty
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
}

// NotesView is /notes/: template notes.
type NotesView struct {
	Frame
	Groups    []NoteGroup // by release, newest first; notes without a release last
	Languages []Option    // filters
}

// NoteGroup holds the notes of a release.
type NoteGroup struct {
	Words
	ID    string // anchor
	Title string
	Href  string // the release's page; may be empty
	Notes []NoteRow
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
	Summary      *Rich    // what matters in it, kept by hand; nil if not in the page's language
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
	CVEs           []CVE // of the official feed
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
	Parts Names // components that read it
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

// CVE is a vulnerability that a patch release fixes, or one of the official feed.
type CVE struct {
	ID       string
	Title    string // English
	Affected string // versions, as written
	Fixed    string

	Href   string // the issue; only of the feed, as the fields below
	Date   *Date  // nil if unknown
	Status string // in words: open, unfixed; else empty
	Text   string // English: the sentence that names the release, if there are no lists
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
	Official  bool      // the official English of its changes is next to the text, and it has no English version
	Codes     string    // the same, for a data attribute: "ja en"
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
	Came      []ChangeOutcome // on the page of a release; what it has is in neither KEPs nor Gates
	Notes     []Link          // citations: Text is the note's title, Note its language in its own words
	Langs     string          // languages of these notes, for a data attribute: "ja zh"
	Summary   *Remark         // as UpgradeChange.Summary; only for urgent notes of the release
	Remarks   []Remark        // of these entries; only for urgent notes of the release
}
