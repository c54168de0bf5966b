package view

// ChooseView is the data of /, template choose, where readers choose one of Frame.Languages.
type ChooseView struct {
	Frame
	Choices []Choice
}

// Choice is a language on the page /.
type Choice struct {
	Alternative
	Line string // description of the site in that language
}

// HomeView is the data of the home page of a language, template home.
type HomeView struct {
	Frame
	Picker   *UpgradePicker // nil without upgrades
	Search   string         // address of the search page
	Support  *SupportChart  // nil without releases
	Lead     *LeadRelease   // nil without releases
	Notes    []NoteRow      // notes in the language of the page, latest first, at most 8
	Others   []NoteRow      // notes that do not exist in the language of the page, latest first, at most 8
	AllNotes string         // address of the list of notes; may be empty
	Days     []LogDay       // latest day of the log
	Counts   []Link         // numbers of notes, entries, releases, KEPs and gates
}

// UpgradePicker is the form to choose an upgrade. It has two fields, which need a script. Without
// the script it has links to the newest upgrades.
type UpgradePicker struct {
	Words
	Path  string          // address of the list of upgrades, the prefix of their addresses
	From  []UpgradeOption // newest first
	To    []UpgradeOption // newest first
	Links []Link          // upgrades to the selected release, nearest origin first
	Now   string          // selected release to upgrade to
	Check Link            // link to the check of own files; empty on that page
}

// UpgradeOption is a release in a field of the picker.
type UpgradeOption struct {
	Release  string
	Targets  string // releases with an upgrade from it, for a data attribute: "1.36 1.35"
	Selected bool
}

// SupportChart is the chart of the periods in which releases are supported, according to data of
// the date AsOf.
type SupportChart struct {
	Words
	Rows   []SupportRow // releases that are supported or newer than the data, newest first
	Ended  []Link       // releases whose support ended, newest first
	From   int          // first day of the chart, in days since 1970-01-01
	Days   int          // length of the chart in days
	Day    string       // position of AsOf in the chart, in percent: "61.5"; empty if unknown
	Legend []Tag        // colours of the bars
	AsOf   *Date        // date of the data; nil without data
	Means  string       // explanation of the states; empty without support data
}

// SupportRow is a release in the chart.
type SupportRow struct {
	Words
	Code      string // supported, maintenance, ended, unknown
	Release   string
	Href      string
	Bars      []SupportBar
	Text      string // state in words, with its dates
	Over      int    // first day after the support, in days since 1970-01-01; 0 if unknown
	Past      string // text that replaces Text after that day
	Published string // number of changes, in words
	Notes     string // number of notes, in words
}

// SupportBar is a period of a release. X and Width are in percent.
type SupportBar struct{ Code, X, Width string }

// LeadRelease is the release that the home page shows first.
type LeadRelease struct {
	Words
	Release    string
	Href       string
	Name       string // name in the announcement, in English; may be empty
	Facts      []Link // date, support, and numbers of changes and notes
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
	From string // SIGs; may be empty
}

// ReleaseCard is a release in a list.
type ReleaseCard struct {
	Words
	Release      string
	Href         string
	Name         string // name in the announcement, in English; may be empty
	Date         *Date
	EndOfSupport *Date
	Support      *Support
	Published    int // number of changes; 0 if the official notes are not imported
	Notes        int
	Languages    []Text // languages of its notes, each named in that language
}

// NotesView is the data of /notes/, template notes.
type NotesView struct {
	Frame
	Groups    []NoteGroup // by release, newest first; notes without a release last
	Languages []Option    // filters
}

// NoteGroup is the notes of a release.
type NoteGroup struct {
	Words
	ID    string // anchor
	Title string
	Href  string // address of the page of the release; may be empty
	Notes []NoteRow
}

// ReleasesView is the data of /releases/, template releases. The newest release comes first.
type ReleasesView struct {
	Frame
	Releases []ReleaseCard
}

// ReleaseView is the data of the page of a release, template release. Templates omit empty
// sections.
type ReleaseView struct {
	Frame
	Release      string
	Name         string // name in the announcement, in English
	Date         *Date
	EndOfSupport *Date
	Support      *Support // nil without support data
	Source       *Link    // the announcement
	Announced    []Figure // numbers of enhancements in the announcement: all, alpha, beta, stable, deprecated
	Counts       []Link   // counts with links to what they count: published changes, SIGs, notes, languages
	Summary      *Rich    // hand-written summary; nil if there is none in the language of the page
	Lede         []LedeLine
	Published    int
	Changes      string          // address of the list of changes; empty if the official notes are not imported
	Board        *CoverageLink   // nil if the official notes are not imported
	Elsewhere    []ElsewhereNote // notes on other sites about the whole release

	Urgent       []Change // changes in the Urgent Upgrade Notes
	Bars         *Bars    // changes by SIG and kind; nil if the official notes are not imported
	Stages       []StageColumn
	Notes        []NoteRow
	Deprecations []Change
	Removals     []Change

	DeprecatedAPIs []Link       // API resources that the release deprecates
	RemovedGates   []Chip       // feature gates that the release removes
	RemovedFlags   []Chip       // flags, fields, metrics and admission plugins that the release removes according to official notes
	RemovedAPIs    []UpgradeAPI // API resources that the release removes according to upstream data or notes
	KnownIssues    *Rich        // official, in English
	Patches        []Patch
	CVEs           []CVE // vulnerabilities in the official feed
	WhatsNew       *Rich // official, in English
	Prev           *Link
	Next           *Link
}

// LedeLine is a line of the summary of a release: counts with links to their sections.
type LedeLine struct {
	Label string
	Links []Link
}

// Chip is a removed feature gate or flag.
type Chip struct {
	Link
	Parts Names // components that read the gate or flag
}

// Support is the support of a release on the date AsOf.
type Support struct {
	Tag            // "supported", "maintenance", "ended" or "unknown"
	AsOf    *Date  // date of the data; nil if unknown
	Latest  string // newest patch release; empty if unknown
	Patched *Date  // date of Latest; nil if unknown
}

// Patch is a patch release.
type Patch struct {
	Version string
	Date    *Date // nil if unknown
	Note    *Rich // note in the schedule, in English
	CVEs    []CVE
	Changes []Change // changes in its changelog; none if not imported
}

// CVE is a vulnerability in the official feed, or one that a patch release fixes.
type CVE struct {
	ID       string
	Title    string // in English
	Affected string // affected versions, as upstream writes them
	Fixed    string

	Href   string // URL of the issue; this and the fields below are set only for the feed
	Date   *Date  // nil if unknown
	Status string // in words: open or unfixed; else empty
	Text   string // in English: the sentence that names the release, if there are no lists of versions
}

// NoteRow is a note in a table of notes.
type NoteRow struct {
	Words
	Title     Text
	Href      string
	Shape     string // kind of the note: changes, overview, log, talk, page
	ShapeWord string
	Release   string // may be empty
	RelHref   string
	SIGs      []Link
	Authors   []Link
	Date      *Date
	Languages []Version // original first
	Official  bool      // whether the official English text is next to the text, because the note has no English version
	Codes     string    // languages including Official, for a data attribute: "ja en"
	Entries   int
	KEPs      int // number of distinct KEPs in its entries
	Covered   int // part of Published that the note covers; see NoteView
	Published int
}

// Version is a language of a note.
type Version struct {
	Text string // name of the language in that language
	Lang string
	Note string // state of a translation: outdated blocks, machine translation; may be empty
}

// Bars is the chart of the changes of a release by SIG and kind, as bars or as numbers.
type Bars struct {
	Words
	Kinds  []Option  // kinds that occur, in the order of the page; Count is the number in the release, not the sum of the column
	Rows   []BarRow  // in descending order of Total
	Total  int       // number of changes; less than the sum of the rows, because a change can have several SIGs
	Max    int       // maximum Total of a row
	Alt    string    // summary of the chart in one sentence
	NoSIG  int       // number of changes without a SIG
	Sums   []BarCell // number of changes per kind in the release, not the sum of the column
	Href   string    // address of the list of changes
	Linked bool      // whether rows link to the filtered list of changes
}

// BarRow is the numbers of changes of a SIG.
type BarRow struct {
	SIG   Link
	Total int
	Href  string // address of the list of changes, filtered by the SIG; may be empty
	Parts []BarPart
	Cells []BarCell // in the order of Bars.Kinds, with zeros
}

// BarCell is the number of changes of a SIG and of a kind.
type BarCell struct {
	N    int
	Href string // address of the list of changes, filtered by both
}

// BarPart is a segment of a bar. Empty segments are omitted.
type BarPart struct {
	Kind    Tag
	N       int
	Figure  string // N, formatted in the language of the page
	Percent string // in percent of the width of the chart: "31.2"
}

// StageColumn is the KEPs that reached a stage in a release.
type StageColumn struct {
	ID        string // anchor; may be empty
	Stage     Tag
	Announced int    // number in the announcement; 0 if it has none
	Says      string // difference to the announcement, in words; may be empty
	KEPs      []KEPItem
}

// KEPItem is a KEP in a list.
type KEPItem struct {
	Number string
	Href   string
	Title  string // in English
	Stage  *Stage // stage at the release of the list, else the current stage
	Then   *Stage // equal to Stage if the headings of the list do not show it; else nil
	Now    *Stage // current stage if it differs; its Text contains a word such as "now"
	Noted  int    // number of citations; in the list of a release, only in notes of that release

	InWords string // Noted in words, if the page has the space; else empty
}

// ChangesView is the data of the list of published pull requests of a release, template changes.
// Its rows have the attributes data-sigs and data-kinds, from Change.SIGCodes and KindCodes.
type ChangesView struct {
	Frame
	Release   string
	RelHref   string
	Total     int
	Noted     int      // number of covered changes
	SIGs      []Option // filters
	Kinds     []Option
	Languages []Option // languages of the notes about the changes
	Groups    []ChangeGroup
}

// ChangeGroup is the changes of one kind.
type ChangeGroup struct {
	ID      string // anchor
	Kind    Tag
	Changes []Change
}

// Change is a published pull request with its official text.
type Change struct {
	Words
	ID        string // anchor in the list of changes: pr-115331; else empty
	PR        Link   // "#115331", with the address on this site, else on GitHub; on the page of the pull request, this, Author and Notes are empty
	Release   *Link  // on the page of a pull request with several releases; else nil
	Text      Rich   // official text, English HTML paragraphs
	Author    *Link
	Kinds     []Tag
	KindCodes string // main kind, and urgent, for a data attribute: "bug urgent"
	SIGs      []Link
	SIGNames  string // printed instead of SIGs if the page already links to them: "API Machinery, Node"
	SIGCodes  string // SIGs for a data attribute: "node api-machinery"
	KEPs      []Link
	Gates     []Link
	Urgent    bool
	Came      []ChangeOutcome // on the page of a release; KEPs and Gates omit the subjects of these outcomes
	Notes     []Link          // citations: Text is the title of the note, Note the name of its language
	Langs     string          // languages of these notes, for a data attribute: "ja zh"
	Summary   *Remark         // text of an entry as in UpgradeChange.Summary; only for urgent notes of the release
	Remarks   []Remark        // remarks in entries about the change; only for urgent notes of the release
}
