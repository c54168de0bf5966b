package view

// NoteView is the data of the page of a note, template note. The dated entries of a log are in
// LogView.
type NoteView struct {
	Frame
	ID       string // 1.27/sig-node
	Shape    string // kind of the note: changes, overview, log, talk, page
	Shapes   string // Shape in the language of the page
	Heading  Text   // title with its language
	Up       []Link // links above the title: the release, the SIGs
	Authors  []Link
	Date     *Date
	Language Text   // name of the language of the text, in that language
	Machine  string // notice about machine translation; may be empty
	Versions []Link // other languages of the note, each named in that language; Note is the state of the translation
	Notice   *Notice
	HeadingB *Text // title in the other language; may be nil
	Two      *Two  // language switch; nil for a page with one language
	Source   *Link // where the note was first published
	Edit     *Link // link to the editor, else to the file; may be nil
	Releases []Link
	SIGs     []Link
	KEPs     []Link // KEPs of the whole note
	Gates    []Link
	PRs      []Link

	Changed     *Date  // date of the last commit to this version; nil if unknown or equal to Date
	History     string // URL of the commits to the file; may be empty
	Editors     []Link // contributors in git that are not authors, earliest first
	MoreEditors string // number of further contributors; may be empty

	Entries   int // number of entries on this page
	Remarks   int
	Covered   int           // number of pull requests of its release and SIGs that the note covers
	Published int           // number of pull requests of its release and SIGs; 0 if the kind of note has no coverage
	Board     *CoverageLink // link to the changes without a note; nil without coverage

	Items []Item

	Months []Link // months of a log, whose pages have the dated entries; Note is the count
	Prev   *Link  // note about the same SIG or of the same kind for the previous release
	Next   *Link
}

// LogView is the data of a month of all logs, or of a page of a long month, template log. /log/
// has a LogListView.
type LogView struct {
	Frame
	Month Date
	Notes []NoteRow // notes with the entries
	Two   *Two      // language switch; nil without counterparts, or if the logs have different languages
	Pairs bool      // whether an entry has a counterpart
	Days  []LogDay
	Prev  *Link // previous page of the log
	Next  *Link
}

// LogDay is the entries of a day. ID is its anchor (d-2023-04-08) on the page of the month. Href
// is its address.
type LogDay struct {
	Words
	ID      string
	Href    string
	Date    Date
	Entries []Entry // empty if the author wrote only the date
	More    *Link   // link to the whole day, if some entries are omitted here
}

// LogListView is the data of /log/, template loglist: the latest days and all months.
type LogListView struct {
	Frame
	Latest []LogDay
	Years  []LogYear
	Notes  []NoteRow
}

// LogYear is the months of a year, newest first. The Note of a link is the number of entries.
type LogYear struct {
	Year   string
	Months []Link
}
