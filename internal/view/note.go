package view

// NoteView is the page of a note, a talk or a log that has no months: template note.
type NoteView struct {
	Frame
	ID       string // 1.27/sig-node
	Shape    string // changes, overview, log, talk
	Shapes   string // word for it
	Heading  Text   // title with the language it is in
	Up       []Link // above the title: the release, the SIGs
	Authors  []Link
	Date     *Date
	Language Text   // own name of the language shown
	Machine  string // says so where a machine made the version shown; else empty
	Versions []Link // the other languages that the note was written in; Text is their own name, Note what is to be known of a translation
	Notice   *Notice
	HeadingB *Text // the title in the other language of Two; nil where there is none
	Two      *Two  // the choice of views; nil where the page has one language
	Source   *Link // where the note first appeared
	Edit     *Link // to the editor of the forge, else to the source; nil where neither is known
	Releases []Link
	SIGs     []Link
	KEPs     []Link // what the whole note is about
	Gates    []Link
	PRs      []Link

	Changed     *Date  // when the version shown was changed last, by git; nil where that is not known or is Date
	History     string // the file's commits in the repository; empty where the address is not known
	Editors     []Link // who changed it beside Authors, by git, who began first
	MoreEditors string // how many more there are; empty for none

	Entries   int // on this page
	Remarks   int
	Covered   int           // published pull requests of its release and SIGs that the note covers
	Published int           // of how many; 0: no coverage to show (an overview, a log, a talk)
	Board     *CoverageLink // what nobody has covered of it; nil where there is no coverage

	Items []Item

	Months []Link // of a log: its months, Note is the count; the dated entries stand there
	Prev   *Link  // the same SIG's or kind's note of the release before
	Next   *Link
}

// LogView is a month of the log, of all notes of kind log, or of a month with more than a page
// holds a part: template log. The page /log/ is a LogListView.
type LogView struct {
	Frame
	Month Date
	Notes []NoteRow // the notes that the entries come from
	Two   *Two      // the choice of views; nil where no entry has a counterpart, or several logs are in different languages
	Pairs bool      // some entry has a counterpart
	Days  []LogDay
	Prev  *Link // the page of the log before this one
	Next  *Link
}

// LogDay is a day with its entries; ID is its anchor (d-2023-04-08) on its month's
// page, Href leads to where it begins.
type LogDay struct {
	Words
	ID      string
	Href    string
	Date    Date
	Entries []Entry // none where the author wrote the date and nothing below it
	More    *Link   // to all of the day, where not all entries are here
}

// LogListView is /log/: the latest days, then all months: template loglist.
type LogListView struct {
	Frame
	Latest []LogDay
	Years  []LogYear
	Notes  []NoteRow
}

// LogYear holds the months of a year, newest first; Note of a link is the count of entries.
type LogYear struct {
	Year   string
	Months []Link
}
