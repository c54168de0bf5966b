package view

// UpgradesView is /upgrade/: where one runs, and where one can go from there: template
// upgrades. Newest origin first.
type UpgradesView struct {
	Frame
	Origins []UpgradeOrigin
}

// UpgradeOrigin is a release that one comes from.
type UpgradeOrigin struct {
	Words
	Release      string
	Href         string // the release's page
	EndOfSupport *Date
	Targets      []UpgradeTarget // nearest first
}

// UpgradeTarget is a release that one goes to.
type UpgradeTarget struct {
	Release  string
	Href     string // the page of the upgrade
	Urgent   int    // urgent notes on the way
	Removals int    // removals on the way, in whichever section they stand
}

// UpgradeView is what stands between two releases: template upgrade. Every change
// stands once, in the first section that it belongs to.
type UpgradeView struct {
	Frame
	From, To  string
	Releases  []UpgradeRelease // From, and every release on the way
	Counts    []UpgradeCount   // one for each section that is not empty
	Further   bool             // a count has more in other sections
	GateReach string           // last release with feature gate data, where the upgrade goes beyond it; else empty
	Total     int              // rows of all sections
	SIGs      []Option         // filters
	Parts     []Option         // components
	Kinds     []Option         // what a change is: a row can be several
	Sections  []UpgradeSection
	Checklist []ChecklistPart
	English   string // tag of the language of ChecklistPart.Quotes, where it is not the page's
}

// UpgradeRelease is a release with its dates.
type UpgradeRelease struct {
	Release      string
	Href         string
	Origin       bool // where one comes from: it has no column in the table of counts
	Date         *Date
	EndOfSupport *Date
}

// UpgradeCount is a row of the table of counts.
type UpgradeCount struct {
	Title string
	Code  string // of its section: a class
	Href  string // "#urgent"
	Cells []UpgradeCell
	Total int
	// Further is how many rows of other sections are of this kind too: a removal
	// among the urgent notes.
	Further int
}

// UpgradeCell is a count for one release.
type UpgradeCell struct {
	N       int
	Href    string // "#urgent-1.27"; empty where N is 0
	Unknown bool   // no data reach to the release: N is 0 and means nothing
}

// UpgradeSection holds what is of one kind, release by release.
type UpgradeSection struct {
	ID     string // anchor: urgent, removals, deprecations, flips, ga, gone, api
	Title  string
	Code   string // class of its colour
	Lead   string // a sentence on what it holds; may be empty
	Short  bool   // its rows are lines, which lead to the page of the one step
	Count  int
	Groups []UpgradeGroup
}

// UpgradeGroup is the part of one release.
type UpgradeGroup struct {
	ID      string // anchor: urgent-1.27
	Release string
	Href    string // of a short section: the same part on the page of the one step
	Changes []UpgradeChange
	Gates   []UpgradeGate
	APIs    []UpgradeAPI
}

// UpgradeRow is what every row has for the filters: codes, separated by spaces.
type UpgradeRow struct {
	SIGCodes  string
	PartCodes string // components
	KindCodes string // where it belongs to further sections than the one it stands in: all of them, "urgent removals"
}

// UpgradeChange is a published pull request, shown in few words.
type UpgradeChange struct {
	Words
	UpgradeRow
	Key     string // equal where all of it is equal: what is printed once for every upgrade
	ID      string // anchor: pr-115331
	PR      Link   // in a line to the whole row
	SIGs    string // "Node, Apps"
	Kinds   []Tag  // what it is beside its section
	Lead    *Text  // of a line, the first words; nil in a whole row
	KEPs    []Link
	Gates   []Link
	Text    Rich     // official, English flow HTML
	Told    *Remark  // the words of an entry on it in the page's language, where Text is in another one; else nil
	Notes   []Link   // further entries on it without a remark: Text is the note's title, Note the language's own name
	Remarks []Remark // of the entries on it, the reader's language first
}

// UpgradeGate is a feature gate whose default flips, that is GA now, or that goes.
type UpgradeGate struct {
	Words
	UpgradeRow
	Key     string // as in UpgradeChange
	Gate    Link
	Before  *Stage // nil for a gate that is new
	After   *Stage // nil for a gate that is gone
	KEPs    []Link // Note is the title
	PRs     []Link // changes that name it
	Remarks []Remark
}

// UpgradeAPI is a resource of the API that an API list names.
type UpgradeAPI struct {
	Words
	UpgradeRow
	Kind     Tag
	Resource string // policy/v1beta1/poddisruptionbudgets
	Href     string // the entry of the list
}

// ChecklistPart is a piece of the checklist in Markdown: a heading, and a line for each
// row of the page, in the same order.
type ChecklistPart struct {
	Title  string // with its #, and the empty lines around it
	Quotes string // "- [ ] …\n- [ ] …\n": lines of changes, which quote English; may be empty
	Lines  string // those of gates and API resources, in the page's language; may be empty
}
