// Package affects answers what an upgrade of Kubernetes does to the files of an operator.
//
// [Read] finds settings in a file of any form: flags, feature gates, API versions, fields of
// component configuration, admission plugins, metrics. Package facts collects from upstream's data
// what each release does to such names. [Match] compares both for an upgrade and returns findings.
//
// The page /upgrade/check/ does the same in the browser, with the files that package facts emits.
// So the reader and the rules are plain scanning and tables: no YAML library, no regular
// expressions. The vectors in testdata/vectors hold for both.
//
// Only a name that is set can break. Names in prose, in lists of served APIs and in help texts are
// listed or mentioned. A fact that sources contradict does not break either.
package affects

import "github.com/kawaraban/kawaraban/internal/note"

// How is the certainty that a setting is in use.
type How string

// The ways a name occurs in the input.
const (
	Set       How = "set"       // configured
	Listed    How = "listed"    // served by a cluster, or accepted by a program
	Mentioned How = "mentioned" // named in prose
)

// Setting is a configurable name in the input.
type Setting struct {
	Kind      string `json:"kind"` // gate, flag, api, field, plugin, metric
	Name      string `json:"name"` // --flag; group/version Kind
	Value     string `json:"value,omitempty"`
	Component string `json:"component,omitempty"` // kubelet, "kubectl run"; empty if unknown
	Line      int    `json:"line"`
	How       How    `json:"how"`
}

// Seen is something that the reader recognized.
type Seen struct {
	What string `json:"what"` // KubeletConfiguration, flags of kubelet
	File string `json:"file,omitempty"`
	Line int    `json:"line"`
}

// Skipped is something that was not checked.
type Skipped struct {
	Code string `json:"code"` // see docs/upgrade.md
	Name string `json:"name,omitempty"`
	File string `json:"file,omitempty"`
	Line int    `json:"line,omitempty"`
}

// Reading is the result of reading one file.
type Reading struct {
	File     string    `json:"file"`
	Settings []Setting `json:"settings"`
	Seen     []Seen    `json:"seen"`
	Skipped  []Skipped `json:"skipped"`
}

// Fact is what a release does to a name.
type Fact struct {
	Kind        string         `json:"kind"`
	Name        string         `json:"name"`
	Event       string         `json:"event"`                // see the events below
	Components  []string       `json:"components,omitempty"` // empty: any
	Value       string         `json:"value,omitempty"`      // that a lock or a new default has
	Or          note.Release   `json:"or,omitempty"`         // another possible release
	Others      []note.Release `json:"others,omitempty"`     // releases of sources that disagree
	Mark        string         `json:"mark"`
	Text        string         `json:"text,omitempty"` // official sentence
	PR          int            `json:"pr,omitempty"`
	Repo        string         `json:"repo,omitempty"` // of PR; empty for kubernetes/kubernetes
	Since       note.Release   `json:"since,omitempty"`
	Target      note.Release   `json:"target,omitempty"` // of an announcement; empty if none is named
	Replacement string         `json:"replacement,omitempty"`
	Files       []string       `json:"files,omitempty"` // data files below content/_data
	Page        string         `json:"page,omitempty"`  // without the language
	Remarks     []Remark       `json:"remarks,omitempty"`
}

// Remark is what a person wrote in a note of the site on the pull request of a fact.
type Remark struct {
	Lang   note.Lang `json:"lang"`
	Text   string    `json:"text"`             // first sentence
	Author string    `json:"author,omitempty"` // without @
}

// The events of facts.
const (
	Removed    = "removed"
	Locked     = "locked" // Value cannot be changed
	On         = "on"     // the default is true now
	Off        = "off"    // the default is false now
	Stable     = "stable" // the feature is GA and on
	Deprecated = "deprecated"
	Announced  = "announced" // a later removal or lock
	Changed    = "changed"   // of a flag, field or plugin: its default or behavior
	Unused     = "unused"    // a flag without effect
)

// Step is what one release does.
type Step struct {
	Release note.Release `json:"release"`
	Facts   []Fact       `json:"facts"`
}

// Base has the names and the life of each, without sentences.
type Base struct {
	Releases []note.Release      `json:"releases"` // with a step, oldest first
	Reach    Reach               `json:"reach"`
	Gates    map[string]string   `json:"gates"`    // see lifeOf
	APIs     map[string]API      `json:"apis"`     // by group/version Kind
	Flags    map[string][]string `json:"flags"`    // by component, without hyphens, from the reference; a deprecated one ends in !
	Plugins  []string            `json:"plugins"`  // from the reference
	Gone     []Gone              `json:"gone"`     // removed flags, plugins and gates of kubeadm
	Promises []Promise           `json:"promises"` // on flags, plugins, fields and metrics, oldest first
	Names    Names               `json:"names"`
}

// Reach holds the last release that the data cover.
type Reach struct {
	Notes note.Release `json:"notes"`
	Gates note.Release `json:"gates"`
	Flags note.Release `json:"flags"`
}

// API is the life of an API version.
type API struct {
	Deprecated  note.Release `json:"deprecated,omitempty"`
	Removed     note.Release `json:"removed,omitempty"`
	Replacement string       `json:"replacement,omitempty"`
}

// Promise is an announcement or deprecation that had not come true when it was made.
type Promise struct {
	Gone                // Release is that of the announcement
	Event  string       `json:"event"` // Announced or Deprecated
	Target note.Release `json:"target,omitempty"`
}

// Gone is a removal.
type Gone struct {
	Kind       string       `json:"kind"`
	Name       string       `json:"name"`
	Components []string     `json:"components,omitempty"`
	Release    note.Release `json:"release"`
	PR         int          `json:"pr,omitempty"`
}
