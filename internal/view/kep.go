package view

// KEPView is the data of the page of a KEP, template kep. If two KEPs share a number, the page
// has both in KEPs, and the other fields are about the number.
type KEPView struct {
	Frame
	Number   string
	Summary  *Summary      // nil if unknown
	Twice    bool          // whether two KEPs share the number
	KEPs     []Enhancement // one or two; none if only notes have the number
	Gates    []GateRow
	PRs      []PRRow      // newest first, at most 100
	OlderPRs *Link        // link to the lists of all pull requests, if there are more
	Entries  []EntryGroup // citations in all languages, newest release first
	Count    int          // number of entries
	Langs    []Text       // languages of Entries
	GitHub   Link
}

// Summary is a sentence that describes a KEP or a gate.
type Summary struct {
	Text Text
	From Link // gate or pull request from whose text the sentence comes
}

// Enhancement is the content of a kep.yaml, with the timeline of the KEP.
type Enhancement struct {
	Words
	Title        string // in English
	Status       string // as in kep.yaml: implementable, implemented, …
	StatusWord   string // translation of Status, or empty
	Stage        *Stage // current stage
	SIG          *Link
	Also         []Link // participating SIGs
	Authors      []Link
	Created      *Date
	Milestones   []Milestone // milestones in kep.yaml
	Replaces     []Link
	SupersededBy []Link
	SeeAlso      []Link
	Folder       Link  // folder on GitHub
	Line         *Line // nil if unknown
}

// Milestone is a milestone of kep.yaml: the planned release of a stage.
type Milestone struct {
	Stage   Tag
	Release string
	Href    string
}

// EntryGroup is the entries of one release or of the log.
type EntryGroup struct {
	ID      string // anchor
	Title   string // "1.27", or the name of the log
	Href    string
	Entries []Entry
	Rows    []ChangeRow // on the page of a person, changes in short form
	More    *Link       // link to all entries of the group, if some are omitted here
}

// ChangeRow is a change in short form, on one line.
type ChangeRow struct {
	PR   *Link  // first pull request of the entry; rows share it
	Href string // address of the entry in its note
	Text Text   // shortened text
	Kind *Tag
	Note Text   // SIG of the note, else its shortened title
	More []Link // entries of other notes about the same change; Text is the name of the note
}

// CitationsView is the data of a further page of the citations of a thing (/keps/127/1.20-1.29/), or
// of the proposals, template said.
type CitationsView struct {
	Frame
	Groups []EntryGroup
	Prev   *Link // link to the previous page; Note is the number of its entries
	Next   *Link
}

// Line is the timeline of a KEP or a gate. Wide screens show an SVG of Columns and Spans. Narrow
// screens and print show a list of Steps. X and W are in CSS pixels.
type Line struct {
	Words
	Width   int
	Columns []LineColumn
	Spans   []LineSpan
	Steps   []LineStep
	Alt     string      // the timeline in one sentence, for aria-label
	Gates   []Link      // gates that are the source; empty if the milestones in kep.yaml are
	File    string      // first release with data from kep.yaml after data from gates; empty if there is only one source
	Differ  string      // disagreement between kep.yaml and the gate, in words; may be empty
	Open    bool        // whether the last span has no end
	End     *LineColumn // release that removed the gate; nil if the gate exists, or if the release is before the first column
	Beyond  *LineSpan   // position of the releases that are newer than the data, if Open; only X and W are set
	Reach   string      // newest release of the data on a gate, in words, if Beyond is set
	Counted bool        // whether a column has entries: print an explanation of the numbers
}

// LineColumn is a release of a timeline.
type LineColumn struct {
	Release string
	Href    string // address of the page of the release; may be empty
	X       int
	Entries int // number of citations in notes of the release; 0 is not printed
}

// LineSpan is a range of releases with one stage and one default.
type LineSpan struct {
	Stage Stage
	From  string
	To    string // last release; empty if current
	X, W  int
	Solid bool   // whether the span is filled (on by default or GA) instead of outlined
	Label string // short: "beta, off"
}

// LineStep is a span in words, for the list.
type LineStep struct {
	Stage   Stage
	From    Link
	To      string
	Text    string // "1.30–1.32"
	Entries int    // number of citations in notes of these releases
}

// GateView is the data of the page of a feature gate, template gate.
type GateView struct {
	Frame
	Name        string
	Summary     *Summary // first sentence of the description, or of an official note; nil if unknown
	Stage       *Stage   // current stage, or the last stage of a removed gate
	KEPSays     string   // current stage of its KEP in words, if it differs; else empty
	Former      []string // previous names
	Removed     bool     // whether Kubernetes no longer has the gate
	RemovedIn   string   // releases that removed it according to the sources, with the mark; may be empty
	Sources     []Link   // sources of the removal: Text is the release or file, Note the official text
	Line        *Line
	Rows        []GateStage
	Marks       []Link // explanation of the marks in Rows
	Description []Rich // one per upstream language: that of the page first, English last
	KEPs        []KEPItem
	Entries     []EntryGroup
	Count       int
	Upstream    Link
}

// GateStage is a row of the table of stages on the upstream website.
type GateStage struct {
	Stage Stage
	From  string
	To    string // empty if current
	Mark  string // mark of the source, in words
	Other string // stage in a source that disagrees; may be empty
}

// GateRow is a gate in a list.
type GateRow struct {
	Words
	Name      string
	Href      string
	Stage     *Stage // last stage; Since is its first release
	Since     string // first release with the gate
	Removed   bool
	RemovedIn string // releases that removed it according to the sources; may be empty
	Gone      string // release that removed it; empty if unknown or if a source still has the gate
	Present   bool   // whether a supported release has the gate
	KEPs      []Link
	Noted     int
	Langs     []Text // languages of the notes that cite it
	Line      *Line  // on KEP pages, and in small size in the list
}

// GatesView is the data of /gates/, template gates.
type GatesView struct {
	Frame
	Rows   []GateRow // most recent change first
	Stages []Option  // filters
	Now    Option    // number of gates in supported releases
	Oldest string    // oldest supported release
}

// KEPsView is the data of /keps/, template keps.
type KEPsView struct {
	Frame
	English  string   // lang attribute of titles and statuses, if the page is not English
	Rows     []KEPRow // most recent change first
	SIGs     []Option
	Stages   []Option
	Statuses []Option
}

// KEPRow is a KEP in the list.
type KEPRow struct {
	Words
	Number     string
	Href       string
	Title      string // in English
	SIG        *Link
	SIGCode    string
	Status     string // as in kep.yaml
	StatusWord string // translation of Status, or empty
	Stage      *Stage
	Since      string // release of the latest change of stage; empty if unknown
	Planned    string // Since in words, if that release is not published yet; else empty
	Noted      int
	Langs      []Text
}
