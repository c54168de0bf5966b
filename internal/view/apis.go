package view

import "html/template"

// APIsView is the data of /apis/, template apis. It lists the API resources in upstream data and
// in the API lists of notes, with the releases that added, deprecated and removed them.
type APIsView struct {
	Frame
	Marks    []Link   // explanation of the marks in cells: Text is the mark, Note its meaning
	Rows     []APIRow // newest removal first, then deprecation and addition; then by group, resource and version
	Groups   []Option // filters
	Releases []Option // newest first
	Kinds    []Option // api-added, api-deprecated, api-removed
}

// APIRow is one version of an API resource.
type APIRow struct {
	Words
	ID         string // anchor, used by references to the resource
	Group      string
	Version    string
	Resource   Names  // the kind from upstream data, else the resource from the API list
	Added      []Link // releases; each links to the entry of a note that lists the resource; Note is the mark
	Deprecated []Link
	Removed    []Link
	Instead    Names  // replacement: group/version
	Since      string // first release with the replacement; may be empty
	Releases   string // all releases in the row, for a data attribute: "1.26 1.29"
	Kinds      string // kinds of events in the row, for a data attribute: "api-added api-removed"
}

// Breaks returns the group and version with line break opportunities.
func (r APIRow) Breaks() template.HTML { return Names(r.Group + "/" + r.Version).Breaks() }

// Outcomes are the later events of the KEPs and pull requests that an entry or a section names.
type Outcomes struct {
	Words
	KEPs  []Outcome
	Codes string // for a data attribute of the list of proposals: current stages of the KEPs ("beta stable"), "none", or why they ended
	PRs   []Link // pull requests that a later release published; Href is the change in the list of that release
}

// Outcome is the development of a KEP after a note named it.
type Outcome struct {
	Words
	KEP   Link // Note is the title
	Title string
	Steps []OutcomeStep // later stages, oldest first
	Now   string        // current stage in words ("now beta, on by default"); empty if Steps show it
	Stage *Tag          // stage of Now; nil if no release has the feature
	Ended string        // in words, if the KEP was abandoned or not accepted; else empty
	By    []Link        // KEPs that replace it
}

// ChangeOutcome is the later events of a feature gate, a KEP or a setting that a change names.
type ChangeOutcome struct {
	Link
	Code  bool  // whether the name is printed as code: a gate or a setting
	Steps []Tag // oldest first: "GA in 1.31", "reverted in 1.30", "gate removed in 1.32"
}

// OutcomeStep is a stage that a KEP reached.
type OutcomeStep struct {
	Stage Tag
	Text  string // "beta in 1.29"
	Href  string // address of the page of the release, or empty
}
