package view

// NoteView is a note, a talk or a log without months: template note.
type NoteView struct {
	Frame
	ID       string // 1.27/sig-node
	Shape    string // changes, overview, log, talk
	Shapes   string // translated shape
	Heading  Text   // title with its language
	Up       []Link // above the title: the release, the SIGs
	Authors  []Link
	Date     *Date
	Language Text   // language shown, in its own words
	Machine  string // notice for a machine translation; else empty
	Versions []Link // other languages of the note in their own words; Note is the state of the translation
	Notice   *Notice
	HeadingB *Text // title in the other language; or nil
	Two      *Two  // language switch; nil for a page with one language
	Source   *Link // where the note was first published
	Edit     *Link // edit link, else link to the source; or nil
	Releases []Link
	SIGs     []Link
	KEPs     []Link // topics of the whole note
	Gates    []Link
	PRs      []Link

	Changed     *Date  // day of the last commit to this version; nil if unknown or equal to Date
	History     string // address of the file's commits; or empty
	Editors     []Link // other contributors in git, earliest first
	MoreEditors string // number of further contributors; or empty

	Entries   int // on this page
	Remarks   int
	Covered   int           // pull requests of its release and SIGs that the note covers
	Published int           // their total; 0: no coverage (overview, log, talk)
	Board     *CoverageLink // uncovered changes; nil without coverage

	Items []Item

	Months []Link // of a log; Note is the count. The dated entries are on their pages
	Prev   *Link  // the note of the same SIG or kind for the previous release
	Next   *Link
}

// LogView is a month of all logs, or a part of a long month: template log. /log/ is a LogListView.
type LogView struct {
	Frame
	Month Date
	Notes []NoteRow // sources of the entries
	Two   *Two      // language switch; nil without counterparts, or if the logs have different languages
	Pairs bool      // an entry has a counterpart
	Days  []LogDay
	Prev  *Link // previous page of the log
	Next  *Link
}

// LogDay is a day with its entries. ID is its anchor (d-2023-04-08) on the month's page, Href its
// address.
type LogDay struct {
	Words
	ID      string
	Href    string
	Date    Date
	Entries []Entry // none if the author wrote only the date
	More    *Link   // to the whole day, if some entries are missing here
}

// LogListView is /log/: the latest days and all months: template loglist.
type LogListView struct {
	Frame
	Latest []LogDay
	Years  []LogYear
	Notes  []NoteRow
}

// LogYear lists the months of a year, newest first; the Note of a link is the count.
type LogYear struct {
	Year   string
	Months []Link
}
