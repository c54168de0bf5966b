package view

// KEPView is a KEP: template kep. A number used twice has one page with two
// enhancements; the rest of the page is about the number.
type KEPView struct {
	Frame
	Number   string
	Twice    bool          // the number is used twice: say so
	KEPs     []Enhancement // one or two; none for a number that only notes know
	Gates    []GateRow
	PRs      []PRRow      // newest first, at most 100
	OlderPRs *Link        // to the lists of all, where there are more; else nil
	Entries  []EntryGroup // everything that notes of any language say about it, newest release first
	Count    int          // entries in all
	Langs    []Text       // languages of those
	GitHub   Link
}

// Enhancement is what kep.yaml says today, and the line through the releases.
type Enhancement struct {
	Words
	Title        string // English
	Status       string // implementable, implemented, …: as upstream writes it
	StatusWord   string // the same in the page's language; empty where that is Status
	Stage        *Stage // now
	SIG          *Link
	Also         []Link // participating SIGs
	Authors      []Link
	Created      *Date
	Milestones   []Milestone // kep.yaml's targets
	Replaces     []Link
	SupersededBy []Link
	SeeAlso      []Link
	Folder       Link  // kep.yaml's folder on GitHub
	Line         *Line // nil where nothing is known
}

// Milestone is a target of kep.yaml.
type Milestone struct {
	Stage   Tag
	Release string
	Href    string // the release's page; may be empty
}

// EntryGroup holds entries of one release, or of the log.
type EntryGroup struct {
	ID      string // anchor
	Title   string // "1.27" or the word for the log
	Href    string
	Entries []Entry
	Rows    []ChangeRow // on the page of a person: their changes, in place of whole entries
	More    *Link       // to all entries of the group, where the page has not all of them; else nil
}

// ChangeRow is a change in one line: the entries that tell of it have the rest.
type ChangeRow struct {
	PR   *Link  // the first that the entry is attributed to; rows share it
	Href string // the entry in its note
	Text Text   // its words, shortened
	Kind *Tag
	Note Text   // the note: its group, else its title, shortened
	More []Link // the entries of further notes on the same change, each under the name of its note
}

// SaidView is a part of what notes say about a thing that they name often (/keps/127/1.27/),
// or of the proposals: template said.
type SaidView struct {
	Frame
	Entries []Entry
	Rows    []ChangeRow  // changes, in place of whole entries
	Groups  []EntryGroup // both by part, if the page is of a thread; then these two are empty
	Prev    *Link        // the page before; Note is the count
	Next    *Link
}

// Line is the life of a KEP or a gate: draw it as SVG on wide screens from
// Columns and Spans, as a list from Steps on narrow ones and in print. X and W
// are in the units of Width, which are CSS pixels.
type Line struct {
	Words
	Width   int
	Columns []LineColumn
	Spans   []LineSpan
	Steps   []LineStep
	Alt     string // the line in one sentence, for aria-label
	Gates   []Link // that it is drawn from; empty: drawn from kep.yaml's milestones
	File    string // release from which kep.yaml says what the gates' data do not; empty where they say all or nothing
	Differ  string // what kep.yaml and the one gate put into different releases, in words; empty where they agree
	Open    bool   // the last span goes on beyond the last column
	Counted bool   // some column has entries: explain the number in the circle
}

// LineColumn is a release on the line.
type LineColumn struct {
	Release string
	Href    string // the release's page; empty where the site has none
	X       int
	Entries int // of notes of that release; 0: no circle
}

// LineSpan is a run of releases in one stage with one default.
type LineSpan struct {
	Stage Stage
	From  string // first release
	To    string // last release; empty: still so
	X, W  int
	Solid bool   // filled: on by default or GA; outline only: off or unknown
	Label string // short: "beta, off"
}

// LineStep is the same as a span in words, for the vertical list.
type LineStep struct {
	Stage   Stage
	From    Link // release
	To      string
	Text    string // "1.30–1.32"
	Entries int    // of notes of those releases
}

// GateView is a feature gate: template gate.
type GateView struct {
	Frame
	Name        string
	Former      []string // titles it had before
	Removed     bool     // gone from Kubernetes
	Line        *Line
	Rows        []GateStage
	Description []Rich // one a language that upstream has, the page's first, English last
	KEPs        []KEPItem
	Entries     []EntryGroup
	Count       int
	Upstream    Link
}

// GateStage is a row of upstream's table.
type GateStage struct {
	Stage Stage
	From  string
	To    string // empty: still so
}

// GateRow is a gate in a list.
type GateRow struct {
	Words
	Name    string
	Href    string
	Stage   *Stage // the last
	Since   string // first release
	Removed bool
	KEPs    []Link
	Noted   int
	Langs   []Text // own names, of the notes that name it
	Line    *Line  // on KEP pages, and small in the list
}

// GatesView is /gates/: template gates.
type GatesView struct {
	Frame
	Rows   []GateRow
	Stages []Option // filters
}

// KEPsView is /keps/: template keps.
type KEPsView struct {
	Frame
	English  string // language of titles and statuses where it is not the page's
	Rows     []KEPRow
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
	Status     string // as upstream writes it
	StatusWord string // the same in the page's language; empty where that is Status
	Stage      *Stage
	Release    string // latest milestone
	RelHref    string
	Noted      int
	Langs      []Text
}
