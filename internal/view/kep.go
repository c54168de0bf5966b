package view

// KEPView is a KEP: template kep. A number used by two KEPs has one page with both. The rest of the
// page is about the number.
type KEPView struct {
	Frame
	Number   string
	Summary  *Summary      // what it is; nil if unknown
	Twice    bool          // two KEPs use the number
	KEPs     []Enhancement // one or two; none if only notes know the number
	Gates    []GateRow
	PRs      []PRRow      // newest first, at most 100
	OlderPRs *Link        // to the lists of all, if there are more
	Entries  []EntryGroup // all citations in any language, newest release first
	Count    int          // number of entries
	Langs    []Text       // their languages
	GitHub   Link
}

// Summary is a sentence on what a KEP or a gate is.
type Summary struct {
	Text Text
	From Link // the gate or pull request whose text it is
}

// Enhancement is the content of kep.yaml and the timeline.
type Enhancement struct {
	Words
	Title        string // English
	Status       string // as in kep.yaml: implementable, implemented, …
	StatusWord   string // translation of Status, or empty
	Stage        *Stage // now
	SIG          *Link
	Also         []Link // participating SIGs
	Authors      []Link
	Created      *Date
	Milestones   []Milestone // targets in kep.yaml
	Replaces     []Link
	SupersededBy []Link
	SeeAlso      []Link
	Folder       Link  // on GitHub
	Line         *Line // nil if unknown
}

// Milestone is a target of kep.yaml.
type Milestone struct {
	Stage   Tag
	Release string
	Href    string
}

// EntryGroup holds entries of one release or of the log.
type EntryGroup struct {
	ID      string // anchor
	Title   string // "1.27" or the name of the log
	Href    string
	Entries []Entry
	Rows    []ChangeRow // on a person's page: changes instead of entries
	More    *Link       // to all entries of the group, if some are missing here
}

// ChangeRow is a change in one line.
type ChangeRow struct {
	PR   *Link  // the entry's first pull request; shared between rows
	Href string // the entry in its note
	Text Text   // shortened text
	Kind *Tag
	Note Text   // the note: its SIG, else its shortened title
	More []Link // entries of other notes on the same change, named by note
}

// SaidView is one page of the citations of a frequently cited thing (/keps/127/1.20-1.29/), or of the
// proposals: template said.
type SaidView struct {
	Frame
	Groups []EntryGroup
	Prev   *Link // previous page; Note is the count
	Next   *Link
}

// Line is the timeline of a KEP or a gate. Wide screens show an SVG of Columns and Spans, narrow
// screens and print a list of Steps. X and W are in CSS pixels.
type Line struct {
	Words
	Width   int
	Columns []LineColumn
	Spans   []LineSpan
	Steps   []LineStep
	Alt     string      // the timeline in one sentence, for aria-label
	Gates   []Link      // source gates; empty: from the milestones in kep.yaml
	File    string      // first release with data from kep.yaml instead of gates; empty if there is only one source
	Differ  string      // disagreement between kep.yaml and the gate, in words; or empty
	Open    bool        // the last span is open-ended
	End     *LineColumn // release that removed the gate; nil if it is there, or earlier than the axis
	Beyond  *LineSpan   // releases beyond the data, of an open last span; only X and W
	Reach   string      // how far the data of a gate reach, if Beyond is set, in words
	Counted bool        // some column has entries: explain the number in the circle
}

// LineColumn is a release of a timeline.
type LineColumn struct {
	Release string
	Href    string // the release's page; empty where the site has none
	X       int
	Entries int // citations in notes of the release; 0: no circle
}

// LineSpan is a range of releases with one stage and one default.
type LineSpan struct {
	Stage Stage
	From  string
	To    string // last release; empty if current
	X, W  int
	Solid bool   // filled (on by default or GA) instead of outlined
	Label string // short: "beta, off"
}

// LineStep is a span in words, for the list.
type LineStep struct {
	Stage   Stage
	From    Link
	To      string
	Text    string // "1.30–1.32"
	Entries int    // citations in notes of these releases
}

// GateView is a feature gate: template gate.
type GateView struct {
	Frame
	Name        string
	Summary     *Summary // first sentence of the description, or of an official entry; nil if unknown
	Stage       *Stage   // now; of a removed gate the last one
	KEPSays     string   // that its KEP has another stage now, in words; or empty
	Former      []string // previous names
	Removed     bool     // from Kubernetes
	RemovedIn   string   // the releases that the sources give, with the mark; empty if none does
	Sources     []Link   // of the removal: Text is the release or file, Note the official sentence
	Line        *Line
	Rows        []GateStage
	Marks       []Link // how the stages are known
	Description []Rich // one per upstream language: the page's first, English last
	KEPs        []KEPItem
	Entries     []EntryGroup
	Count       int
	Upstream    Link
}

// GateStage is a row of upstream's stage table.
type GateStage struct {
	Stage Stage
	From  string
	To    string // empty if current
	Mark  string // how it is known, in words
	Other string // the stage by a source that disagrees; or empty
}

// GateRow is a gate in a list.
type GateRow struct {
	Words
	Name      string
	Href      string
	Stage     *Stage // the last stage; Since is its first release
	Since     string // first release
	Removed   bool
	RemovedIn string // the releases that the sources give; empty if none does
	Gone      string // release that removed it; empty if it is unknown or a source still has the gate
	Present   bool   // in a release that may be supported
	KEPs      []Link
	Noted     int
	Langs     []Text // languages of the notes that cite it
	Line      *Line  // on KEP pages, and small in the list
}

// GatesView is /gates/: template gates.
type GatesView struct {
	Frame
	Rows   []GateRow // most recent change first
	Stages []Option  // filters
	Now    Option    // the number of gates in a release that may be supported
	Oldest string    // the oldest of these releases
}

// KEPsView is /keps/: template keps.
type KEPsView struct {
	Frame
	English  string   // language of titles and statuses if not the page's
	Rows     []KEPRow // most recent movement first
	SIGs     []Option
	Stages   []Option
	Statuses []Option
}

// KEPRow is a KEP in the list.
type KEPRow struct {
	Words
	Number     string
	Href       string
	Title      string // English
	SIG        *Link
	SIGCode    string
	Status     string // as in kep.yaml
	StatusWord string // translation of Status, or empty
	Stage      *Stage
	Since      string // release of the latest movement; empty if unknown
	Planned    string // Since in words if that release is not out yet; else empty
	Noted      int
	Langs      []Text
}
