package upstream

import (
	"slices"

	"github.com/kawaraban/kawaraban/internal/note"
)

// Mark is the kind of source of a fact.
type Mark string

// The values of Mark.
const (
	Listed   Mark = "listed"   // from a machine-readable list of the release
	Said     Mark = "said"     // from an official sentence
	Derived  Mark = "derived"  // derived from other data
	Disagree Mark = "disagree" // two sources differ; both are available
)

// Source is the source of a fact.
type Source struct {
	File    string       `json:"file,omitempty"`    // name of the data file in content/_data
	Release note.Release `json:"release,omitempty"` // release of the list or note; for a removal, the release according to the source
	PR      int          `json:"pr,omitempty"`      // pull request of the note
	Text    string       `json:"text,omitempty"`    // official sentence
}

// GateVersions is the list of feature gates of a release branch of kubernetes/kubernetes. It has
// the history of each gate up to that branch. It lacks gates that were removed before.
type GateVersions struct {
	Release note.Release         `json:"release"`
	Path    string               `json:"path"` // path of the list in its repository
	Gates   map[string][]GateSet `json:"gates"`
	Kubeadm map[string][]GateSet `json:"kubeadm,omitempty"` // gates of kubeadm itself
}

// GateSet is the state of a gate from a release onwards.
type GateSet struct {
	From    note.Release `json:"from,omitempty"` // empty for the state before the versioned lists
	Stage   note.Stage   `json:"stage"`
	Default bool         `json:"default"`
	Locked  bool         `json:"locked,omitempty"`
}

// API is the lifecycle of a version of an API kind.
type API struct {
	Group       string       `json:"group"` // empty for the core group
	Version     string       `json:"version"`
	Kind        string       `json:"kind"`
	Introduced  note.Release `json:"introduced,omitempty"`
	Deprecated  note.Release `json:"deprecated,omitempty"`
	Removed     note.Release `json:"removed,omitempty"` // first release that does not serve it
	Replacement string       `json:"replacement,omitempty"`
	Since       note.Release `json:"since,omitempty"` // first release with the replacement
	Text        string       `json:"text,omitempty"`  // sentence of the deprecation guide
}

// APIList is the list of kinds that the API server of a release serves, by group/version. The
// core group is v1.
type APIList struct {
	Release note.Release        `json:"release"`
	Served  map[string][]string `json:"served"` // sorted kinds
}

// Support is the support dates and the patch releases of a minor release.
type Support struct {
	Release     note.Release   `json:"release"`
	Date        string         `json:"date,omitempty"`
	Maintenance string         `json:"maintenance,omitempty"` // start of maintenance mode, with critical fixes only
	EndOfLife   string         `json:"endOfLife,omitempty"`
	Ended       bool           `json:"ended,omitempty"` // whether the schedule lists it as end of life
	Note        string         `json:"note,omitempty"`
	Patches     []PatchRelease `json:"patches,omitempty"` // newest first
	Next        PatchRelease   `json:"next,omitzero"`     // planned patch release
}

type PatchRelease struct {
	Version string `json:"version"` // such as 1.34.3
	Date    string `json:"date,omitempty"`
	Note    string `json:"note,omitempty"`
}

// Reference is the flags and configuration kinds of a release, from the website.
type Reference struct {
	Release    note.Release `json:"release"`
	Components []Component  `json:"components"`
	Configs    []ConfigKind `json:"configs,omitempty"`
}

// Component is a program with its flags.
type Component struct {
	Name  string `json:"name"`
	Flags []Flag `json:"flags"`
}

// Flag is a flag in the reference of a component.
type Flag struct {
	Name       string   `json:"name"` // --cloud-provider
	Type       string   `json:"type,omitempty"`
	Default    string   `json:"default,omitempty"`
	Deprecated bool     `json:"deprecated,omitempty"`
	Help       string   `json:"help,omitempty"`   // first sentence of the help text
	Values     []string `json:"values,omitempty"` // names of admission plugins that the flag accepts
}

// ConfigKind is a type in the configuration file of a component.
type ConfigKind struct {
	API    string   `json:"api"`  // kubelet.config.k8s.io/v1beta1
	Kind   string   `json:"kind"` // KubeletConfiguration
	Fields []string `json:"fields"`
}

// Class is the effect of an official note on a flag, gate, plugin or field.
type Class string

// The values of Class.
const (
	Removed    Class = "removed"
	Deprecated Class = "deprecated"
	Changed    Class = "default changed"
	Added      Class = "added"
	Named      Class = "named" // the note names it, but no rule matches
)

// Finding is the name of a flag, gate or other setting in an official note of a release.
type Finding struct {
	Kind      string   `json:"kind"` // flag, gate, plugin, field, metric
	Name      string   `json:"name"`
	Component []string `json:"component,omitempty"` // components of a flag or field, or a command such as "kubectl run"; empty if unknown
	Class     Class    `json:"class"`
	PR        int      `json:"pr,omitempty"`
	Repo      string   `json:"repo,omitempty"` // repository of PR; empty for kubernetes/kubernetes
	Text      string   `json:"text"`           // sentence that contains the name
}

// Findings are the findings of one release.
type Findings struct {
	Release  note.Release `json:"release"`
	Findings []Finding    `json:"findings"`
	Promises []Promise    `json:"promises,omitempty"`
}

// PromiseTurn is the kind of change that an official note announces for a later release.
type PromiseTurn string

// The values of PromiseTurn.
const (
	WillGo    PromiseTurn = "removed"
	WillLock  PromiseTurn = "locked"
	Withdrawn PromiseTurn = "withdrawn" // the note withdraws an earlier announcement
)

// Promise is a sentence in an official note that announces a removal or a lock.
type Promise struct {
	Turn   PromiseTurn    `json:"turn"`
	Target note.Release   `json:"target,omitempty"` // release of the change; empty for "in a future release"
	Names  []PromisedName `json:"names,omitempty"`  // known names that the announcement is about
	PR     int            `json:"pr,omitempty"`
	Repo   string         `json:"repo,omitempty"` // repository of PR; empty for kubernetes/kubernetes
	Text   string         `json:"text"`           // sentence, after the sentences to which it refers
}

// PromisedName is a name in a [Promise].
type PromisedName struct {
	Kind      string   `json:"kind"` // flag, gate, plugin, field, metric, or api for a group and version
	Name      string   `json:"name"`
	Component []string `json:"component,omitempty"` // components of a flag or field; empty if unknown
}

// Patches are the patch releases of a minor release, from its changelog.
type Patches struct {
	Release note.Release `json:"release"`
	Patches []Patch      `json:"patches"` // newest first
}

type Patch struct {
	Version string       `json:"version"`
	Since   string       `json:"since,omitempty"` // previous version
	Entries []PatchEntry `json:"entries,omitempty"`
	CVEs    []CVE        `json:"cves,omitempty"`
}

type PatchEntry struct {
	PR     int            `json:"pr,omitempty"`
	Author note.Person    `json:"author,omitempty"`
	Kind   note.EntryKind `json:"kind,omitempty"`
	SIGs   []note.SIG     `json:"sigs,omitempty"`
	Urgent bool           `json:"urgent,omitempty"`
	Text   string         `json:"text"`
}

// CVE is a vulnerability in the official feed, or one that a patch release names. Only the feed
// sets Published and the fields after it.
type CVE struct {
	ID       string   `json:"id"`
	Title    string   `json:"title,omitempty"`
	Affected []string `json:"affected,omitempty"` // as upstream writes it: kubelet v1.28.0 - v1.28.3
	Fixed    []string `json:"fixed,omitempty"`
	Text     string   `json:"text,omitempty"` // in the feed, only if there are no lists: the sentence that names a release

	Published string `json:"published,omitempty"` // date: 2024-04-16
	Status    string `json:"status,omitempty"`    // open, fixed or unfixed; empty if unknown
	URL       string `json:"url,omitempty"`       // URL of the issue
	Core      bool   `json:"core,omitempty"`      // whether the versions are those of Kubernetes instead of another project
}

// Origin is the source of data files, as in content/_data/SOURCES.md.
type Origin struct {
	Files      string `json:"files"` // names of the files: releases/1.27.json, gates.json
	Repository string `json:"repository"`
	Path       string `json:"path"`
	Commit     string `json:"commit,omitempty"` // empty if unknown
	Date       string `json:"date,omitempty"`   // date of the commit
	Licence    string `json:"licence"`
	Address    string `json:"address,omitempty"` // download URL; may be empty
}

// Facts are the data that kawaraban update imports in addition to KEPs, SIGs, gates and notes. A
// field without an import is empty, and its facts are unknown.
type Facts struct {
	Supports   map[note.Release]*Support
	Guide      []API // sorted by group, kind and version
	Lifecycles []API
	Served     map[note.Release]*APIList
	GateLists  map[note.Release]*GateVersions
	References map[note.Release]*Reference
	Findings   map[note.Release]*Findings
	Patches    map[note.Release]*Patches
	CVEs       []CVE // of the official feed, newest first
	Origins    []Origin
}

// Supported returns the supported releases according to the imported schedule, newest first. It
// returns nil without a schedule.
func (f *Facts) Supported() []note.Release {
	var out []note.Release
	for id, s := range f.Supports {
		if !s.Ended {
			out = append(out, id)
		}
	}
	slices.SortFunc(out, func(a, b note.Release) int { return CompareReleases(b, a) })
	return out
}
