package view

import "html/template"

// APIsView is /apis/: every API resource in upstream's data and the API lists of notes, with the
// releases that added, deprecated and removed it: template apis.
type APIsView struct {
	Frame
	Marks    []Link   // how facts are known: the word of a cell, with its meaning as note
	Rows     []APIRow // newest removal first, then deprecation and addition; then by group, resource and version
	Groups   []Option // filters
	Releases []Option // newest first
	Kinds    []Option // api-added, api-deprecated, api-removed
}

// APIRow is one version of an API resource.
type APIRow struct {
	Words
	ID         string // anchor; references to the resource link to it
	Group      string
	Version    string
	Resource   Names  // the kind, if upstream's data have it; else the resource of the API list
	Added      []Link // release, linked to the entry of a note that lists it; Note is the mark
	Deprecated []Link
	Removed    []Link
	Instead    Names  // the replacement: group/version
	Since      string // first release with the replacement; may be empty
	Releases   string // all of these releases for a data attribute: "1.26 1.29"
	Kinds      string // likewise: "api-added api-removed"
}

// Breaks returns the group and version with line break opportunities.
func (r APIRow) Breaks() template.HTML { return Names(r.Group + "/" + r.Version).Breaks() }

// Outcomes is what happened to the KEPs and pull requests that an entry or a section names.
type Outcomes struct {
	Words
	KEPs  []Outcome
	Codes string // on the list of proposals, for a data attribute: current stages of the enhancements ("beta stable"), none, or why they ended
	PRs   []Link // published by a later release; Text states it, Href is the change in the list of that release
}

// Outcome is what happened to an enhancement after a note named it.
type Outcome struct {
	Words
	KEP   Link // Note is the title
	Title string
	Steps []OutcomeStep // later stages, oldest first
	Now   string        // current stage in words ("now beta, on by default"); empty if Steps show it
	Stage *Tag          // of Now; nil if no release has the feature
	Ended string        // abandoned or not accepted, in words; else empty
	By    []Link        // KEPs that replace it
}

// ChangeOutcome is what happened later to a feature gate, a KEP or a setting that a change names.
type ChangeOutcome struct {
	Link
	Code  bool  // a name in code: a gate or a setting
	Steps []Tag // oldest first: "GA in 1.31", "reverted in 1.30", "gate removed in 1.32"
}

// OutcomeStep is a stage that an enhancement reached.
type OutcomeStep struct {
	Stage Tag
	Text  string // "beta in 1.29"
	Href  string // the release's page, or empty
}
