package view

// UpgradesView is the data of /upgrade/, template upgrades. It lists the possible upgrades,
// newest origin first.
type UpgradesView struct {
	Frame
	Origins []UpgradeOrigin
	Next    Link // link to announcements for later releases; empty if there are none
	Check   Link // link to the check of own files
}

// UpgradeOrigin is a release from which a cluster can be upgraded.
type UpgradeOrigin struct {
	Words
	Release      string
	Href         string // address of the page of the release
	EndOfSupport *Date
	Targets      []UpgradeTarget // nearest first
}

// UpgradeTarget is a release to which a cluster can be upgraded.
type UpgradeTarget struct {
	Release string
	Href    string // address of the page of the upgrade
	Urgent  int    // number of urgent notes in all steps
	Action  int    // number of rows that require action, in all steps
}

// UpgradeView is the data of the page about an upgrade between two releases, template upgrade.
// Each change is only in the first section that matches.
type UpgradeView struct {
	Frame
	From, To  string
	Releases  []UpgradeRelease // From and all steps
	Path      string           // the releases in order: 1.27 → 1.28 → 1.29
	Skew      Link             // upstream policy on version skew
	Next      Link             // link to announcements for later releases; empty if there are none
	Check     string           // address of the check of own files
	Rows      string           // CSS selector of the rows, for scripts
	Effects   []UpgradeEffect  // effects of the rows
	Counts    []UpgradeCount   // one for each section that is not empty
	GateReach string           // newest release with data on feature gates, if the upgrade has newer ones; else empty
	Hints     []UpgradeHint    // stages of gates in releases after GateReach
	Total     int              // number of rows in all sections
	Presets   []UpgradePreset  // presets for the filters by SIG and component
	SIGs      []Option         // filter by SIG
	Parts     []Option         // filter by component
	Sections  []UpgradeSection
	Checklist []ChecklistPart
	English   string // lang attribute of ChecklistPart.Quotes, if the page is not English
}

// UpgradeEffect is the number of rows with an effect: action, behavior or nothing.
type UpgradeEffect struct {
	Code  string
	Title string
	Says  string // short explanation
	Count int
}

// UpgradePreset is a filter for a role of readers. Rows without a SIG and without a component
// match every preset.
type UpgradePreset struct {
	Code  string
	Title string
	Any   string // codes of which a row must have one: "sig:node part:kubelet"
}

// UpgradeHint is a sentence of an official note about a feature gate, for releases without data
// on gates.
type UpgradeHint struct {
	Release string
	Gate    Link
	Stage   Tag
	PR      *Link  // nil if the note has no pull request
	Text    string // sentence in English
}

// UpgradeRelease is a release with its dates.
type UpgradeRelease struct {
	Release      string
	Href         string
	Origin       bool // whether it is From, which has no column in the table of counts
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

// UpgradeCell is the count of a section for one release.
type UpgradeCell struct {
	N       int
	Href    string // "#urgent-1.27"; empty if N is 0
	Unknown bool   // whether there are no data for the release: N is 0 without meaning
}

// UpgradeSection is the changes of one kind, by release.
type UpgradeSection struct {
	ID     string // anchor: urgent, removals, deprecations, …
	Title  string
	Code   string // class that sets its colour
	Effect string // effect of the rows whose Effect is empty
	Lead   string // introduction; may be empty
	Folded bool   // whether the section is initially closed: it is long and requires no action
	Short  bool   // whether rows are short and link to the page of the upgrade of one step
	Count  int
	Groups []UpgradeGroup
}

// UpgradeGroup is the rows of one release in a section.
type UpgradeGroup struct {
	ID      string // anchor: urgent-1.27
	Release string
	Href    string // in a short section, address of the same group on the page of the step
	Known   *Rich  // official known issues
	Changes []UpgradeChange
	Gates   []UpgradeGate
	Gone    []UpgradeGate // removed gates
	APIs    []UpgradeAPI
}

// UpgradeRow is the filter codes of a row, separated by spaces.
type UpgradeRow struct {
	SIGCodes  string // SIGs of the change and owners of its components
	PartCodes string // components
	Effect    string // effect, if it differs from that of the section
}

// UpgradeChange is a row for a published pull request.
type UpgradeChange struct {
	Words
	UpgradeRow
	Key     string // cache key: rows with equal keys are rendered once for all upgrades
	ID      string // anchor: pr-115331
	PR      Link   // pull request; in a short row, link to the complete row
	Parts   Names  // components: "kubelet, kube-proxy"
	Mark    *Tag   // Effect in words; nil if equal to that of the section
	SIGs    string // "Node, Apps"
	Kinds   []Tag  // further kinds that belong to other sections
	Lead    *Text  // first words in a short row; else nil
	KEPs    []Link
	Gates   []Link
	Text    Rich     // official text, English HTML paragraphs
	Summary *Remark  // text of an entry in the language of the page, if Text is in another language; else nil
	Notes   []Link   // other entries without a remark: Text is the title of the note, Note the name of its language
	Remarks []Remark // remarks in entries about the change; those in the language of the page come first
}

// UpgradeGate is a row for a feature gate that is removed, whose default changes, or whose
// feature becomes GA.
type UpgradeGate struct {
	Words
	UpgradeRow
	Key     string // cache key as in UpgradeChange
	Gate    Link
	Parts   Names  // components
	Before  *Stage // nil for a new gate
	After   *Stage // nil for a removed gate
	KEPs    []Link // Note is the title
	PRs     []Link // changes that name the gate
	Remarks []Remark
}

// UpgradeAPI is a row for an API resource from upstream data or an API list.
type UpgradeAPI struct {
	Words
	UpgradeRow
	Kind     Tag
	Resource Names  // policy/v1beta1/poddisruptionbudgets
	Instead  Names  // replacement: policy/v1; may be empty
	Href     string // address of the entry in the API list, else in the list of API resources
}

// ChecklistPart is a section of the Markdown checklist, with a line per row of the page.
type ChecklistPart struct {
	Title  string // heading with # and the blank lines around it
	Quotes string // lines for changes, quoted in English: "- [ ] …\n- [ ] …\n"; may be empty
	Lines  string // lines for gates and API resources, in the language of the page; may be empty
}
