package view

// UpgradesView is /upgrade/: the possible upgrades, newest origin first: template upgrades.
type UpgradesView struct {
	Frame
	Origins []UpgradeOrigin
	Next    Link // announcements for later releases; empty if there are none
	Check   Link // check of own files
}

// UpgradeOrigin is a release to upgrade from.
type UpgradeOrigin struct {
	Words
	Release      string
	Href         string // the release's page
	EndOfSupport *Date
	Targets      []UpgradeTarget // nearest first
}

// UpgradeTarget is a release to upgrade to.
type UpgradeTarget struct {
	Release string
	Href    string // the page of the upgrade
	Urgent  int    // urgent notes of all steps
	Action  int    // rows of all steps that need action
}

// UpgradeView lists the changes between two releases: template upgrade. Each change is in the first
// matching section only.
type UpgradeView struct {
	Frame
	From, To  string
	Releases  []UpgradeRelease // From and all steps
	Path      string           // the releases in order: 1.27 → 1.28 → 1.29
	Skew      Link             // upstream's policy on version skew
	Next      Link             // announcements for later releases; empty if there are none
	Check     string           // address of the check of own files
	Rows      string           // selector of the rows, for scripts
	Effects   []UpgradeEffect  // what the rows ask for
	Counts    []UpgradeCount   // one per section that is not empty
	GateReach string           // last release with feature gate data, if the upgrade goes beyond it; else empty
	Hints     []UpgradeHint    // of releases beyond GateReach
	Total     int              // rows in all sections
	Presets   []UpgradePreset  // of SIGs and components
	SIGs      []Option         // filters
	Parts     []Option         // components
	Sections  []UpgradeSection
	Checklist []ChecklistPart
	English   string // language tag of ChecklistPart.Quotes, if not the page's
}

// UpgradeEffect counts the rows that ask for the same: action, behavior or nothing.
type UpgradeEffect struct {
	Code  string
	Title string
	Says  string // the rule, short
	Count int
}

// UpgradePreset is a filter for a role. Rows without a SIG and without a component match each.
type UpgradePreset struct {
	Code  string
	Title string
	Any   string // one of these has to match: "sig:node part:kubelet"
}

// UpgradeHint is what an official note says of a feature gate beyond the data on gates.
type UpgradeHint struct {
	Release string
	Gate    Link
	Stage   Tag
	PR      *Link  // nil if the sentence has no pull request
	Text    string // the English sentence
}

// UpgradeRelease is a release with its dates.
type UpgradeRelease struct {
	Release      string
	Href         string
	Origin       bool // From, which has no column in the table of counts
	Date         *Date
	EndOfSupport *Date
}

// UpgradeCount is a row of the table of counts.
type UpgradeCount struct {
	Title string
	Code  string // class of its section
	Href  string // "#urgent"
	Cells []UpgradeCell
	Total int
}

// UpgradeCell is a count for one release.
type UpgradeCell struct {
	N       int
	Href    string // "#urgent-1.27"; empty where N is 0
	Unknown bool   // no data reach to the release: N is 0 and means nothing
}

// UpgradeSection holds the changes of one kind by release.
type UpgradeSection struct {
	ID     string // anchor: urgent, removals, deprecations, …
	Title  string
	Code   string // class of its colour
	Effect string // of the rows that have none of their own
	Lead   string // introduction; may be empty
	Folded bool   // long, and nothing has to be done
	Short  bool   // rows are single lines that link to the page of the step
	Count  int
	Groups []UpgradeGroup
}

// UpgradeGroup is the part of a section for one release.
type UpgradeGroup struct {
	ID      string // anchor: urgent-1.27
	Release string
	Href    string // in a short section: the same part on the page of the step
	Known   *Rich  // known issues, official
	Changes []UpgradeChange
	Gates   []UpgradeGate
	Gone    []UpgradeGate // removed gates
	APIs    []UpgradeAPI
}

// UpgradeRow holds the filter codes of a row, separated by spaces.
type UpgradeRow struct {
	SIGCodes  string // the owners of its components included
	PartCodes string // components
	Effect    string // if it differs from that of the section
}

// UpgradeChange is a published pull request in short form.
type UpgradeChange struct {
	Words
	UpgradeRow
	Key     string // cache key: rows with equal keys are rendered once for all upgrades
	ID      string // anchor: pr-115331
	PR      Link   // in a single line: link to the whole row
	Parts   Names  // components: "kubelet, kube-proxy"
	Mark    *Tag   // Effect in words; nil if it is that of the section
	SIGs    string // "Node, Apps"
	Kinds   []Tag  // further kinds, besides its section
	Lead    *Text  // the first words, in a single line; else nil
	KEPs    []Link
	Gates   []Link
	Text    Rich     // official, English flow HTML
	Summary *Remark  // text of an entry in the page's language, if Text is in another language; else nil
	Notes   []Link   // other entries without a remark: Text is the note's title, Note its language in its own words
	Remarks []Remark // of the entries on it, the reader's language first
}

// UpgradeGate is a feature gate whose default changes, whose feature becomes GA, or that is
// removed.
type UpgradeGate struct {
	Words
	UpgradeRow
	Key     string // as in UpgradeChange
	Gate    Link
	Parts   Names  // components
	Before  *Stage // nil for a new gate
	After   *Stage // nil for a removed gate
	KEPs    []Link // Note is the title
	PRs     []Link // changes that name it
	Remarks []Remark
}

// UpgradeAPI is an API resource in upstream's data or an API list.
type UpgradeAPI struct {
	Words
	UpgradeRow
	Kind     Tag
	Resource Names  // policy/v1beta1/poddisruptionbudgets
	Instead  Names  // the replacement: policy/v1; may be empty
	Href     string // the entry in the list, else the list of API resources
}

// ChecklistPart is a section of the Markdown checklist: a heading and one line per row of the page.
type ChecklistPart struct {
	Title  string // with # and the blank lines around it
	Quotes string // "- [ ] …\n- [ ] …\n": changes, quoted in English; may be empty
	Lines  string // gates and API resources, in the page's language; may be empty
}
