package upstream

import (
	"slices"

	"github.com/kawaraban/kawaraban/internal/note"
)

// Mark is the type of source of a fact.
type Mark string

// The marks of facts.
const (
	Listed   Mark = "listed"   // from a machine-readable list of that release
	Said     Mark = "said"     // from an official sentence
	Derived  Mark = "derived"  // derived from other data
	Disagree Mark = "disagree" // two sources differ; both are given
)

// Source is the source of a fact.
type Source struct {
	File    string       `json:"file,omitempty"`    // data file below content/_data
	Release note.Release `json:"release,omitempty"` // release of the list or note; of a removal, the one that the source gives
	PR      int          `json:"pr,omitempty"`      // pull request of the note
	Text    string       `json:"text,omitempty"`    // the official sentence
}

// GateVersions is the list of feature gates of one release branch of kubernetes/kubernetes. Each
// gate has its history up to that branch. Gates removed earlier are not in the list.
type GateVersions struct {
	Release note.Release         `json:"release"`
	Path    string               `json:"path"` // of the list in its repository
	Gates   map[string][]GateSet `json:"gates"`
	Kubeadm map[string][]GateSet `json:"kubeadm,omitempty"` // kubeadm's own gates
}

// GateSet is the state of a gate from a release on.
type GateSet struct {
	From    note.Release `json:"from,omitempty"` // empty: before the versioned lists
	Stage   note.Stage   `json:"stage"`
	Default bool         `json:"default"`
	Locked  bool         `json:"locked,omitempty"`
}

// API is the lifecycle of one version of an API kind.
type API struct {
	Group       string       `json:"group"` // empty for the core group
	Version     string       `json:"version"`
	Kind        string       `json:"kind"`
	Introduced  note.Release `json:"introduced,omitempty"`
	Deprecated  note.Release `json:"deprecated,omitempty"`
	Removed     note.Release `json:"removed,omitempty"` // first release without it
	Replacement string       `json:"replacement,omitempty"`
	Since       note.Release `json:"since,omitempty"` // first release with the replacement
	Text        string       `json:"text,omitempty"`  // sentence from the deprecation guide
}

// APIList lists the kinds that the API server of a release serves, by group/version (core: v1).
type APIList struct {
	Release note.Release        `json:"release"`
	Served  map[string][]string `json:"served"` // kinds, sorted
}

// Support has the support dates and patch releases of a release.
type Support struct {
	Release     note.Release   `json:"release"`
	Date        string         `json:"date,omitempty"`
	Maintenance string         `json:"maintenance,omitempty"` // start of maintenance mode
	EndOfLife   string         `json:"endOfLife,omitempty"`
	Ended       bool           `json:"ended,omitempty"` // listed as end of life
	Note        string         `json:"note,omitempty"`
	Patches     []PatchRelease `json:"patches,omitempty"` // newest first
	Next        PatchRelease   `json:"next,omitzero"`     // planned
}

type PatchRelease struct {
	Version string `json:"version"` // 1.34.3
	Date    string `json:"date,omitempty"`
	Note    string `json:"note,omitempty"`
}

// Reference lists flags and configuration kinds of one release, from the website.
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

// Flag is a flag from the reference.
type Flag struct {
	Name       string   `json:"name"` // --cloud-provider
	Type       string   `json:"type,omitempty"`
	Default    string   `json:"default,omitempty"`
	Deprecated bool     `json:"deprecated,omitempty"`
	Help       string   `json:"help,omitempty"`   // first sentence of the help text
	Values     []string `json:"values,omitempty"` // names of admission plugins
}

// ConfigKind is a type in a component's configuration file.
type ConfigKind struct {
	API    string   `json:"api"`  // kubelet.config.k8s.io/v1beta1
	Kind   string   `json:"kind"` // KubeletConfiguration
	Fields []string `json:"fields"`
}

// Class is the effect of an official entry on a flag, gate, plugin or field.
type Class string

// The classes of findings.
const (
	Removed    Class = "removed"
	Deprecated Class = "deprecated"
	Changed    Class = "default changed"
	Added      Class = "added"
	Named      Class = "named" // named, but no rule matches
)

// Finding is a configurable name in an official entry of a release.
type Finding struct {
	Kind      string   `json:"kind"` // flag, gate, plugin, field, metric
	Name      string   `json:"name"`
	Component []string `json:"component,omitempty"` // of a flag or field, or a command such as "kubectl run"; empty if unknown
	Class     Class    `json:"class"`
	PR        int      `json:"pr,omitempty"`
	Repo      string   `json:"repo,omitempty"` // of PR; empty for kubernetes/kubernetes
	Text      string   `json:"text"`           // sentence with the name
}

// Findings are the findings of one release.
type Findings struct {
	Release  note.Release `json:"release"`
	Findings []Finding    `json:"findings"`
	Promises []Promise    `json:"promises,omitempty"`
}

// PromiseTurn is what an official note announces for a later release.
type PromiseTurn string

// The announcements of notes.
const (
	WillGo    PromiseTurn = "removed"
	WillLock  PromiseTurn = "locked"
	Withdrawn PromiseTurn = "withdrawn" // the note takes an earlier announcement back
)

// Promise is a sentence in an official note that announces a removal or a lock.
type Promise struct {
	Turn   PromiseTurn    `json:"turn"`
	Target note.Release   `json:"target,omitempty"` // empty: "in a future release"
	Names  []PromisedName `json:"names,omitempty"`  // what it concerns, as far as it is a known name
	PR     int            `json:"pr,omitempty"`
	Repo   string         `json:"repo,omitempty"` // of PR; empty for kubernetes/kubernetes
	Text   string         `json:"text"`           // the sentence, with those before that it refers to
}

// PromisedName is a name in a [Promise].
type PromisedName struct {
	Kind      string   `json:"kind"` // flag, gate, plugin, field, metric, or api for a group and version
	Name      string   `json:"name"`
	Component []string `json:"component,omitempty"` // of a flag or field; empty if unknown
}

// Patches are the patch releases of one release, from its changelog.
type Patches struct {
	Release note.Release `json:"release"`
	Patches []Patch      `json:"patches"` // newest first
}

type Patch struct {
	Version string       `json:"version"`
	Since   string       `json:"since,omitempty"` // version before it
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

// CVE is a vulnerability: of the official feed, or named by a patch release. Only those of the feed
// have the fields from Published on.
type CVE struct {
	ID       string   `json:"id"`
	Title    string   `json:"title,omitempty"`
	Affected []string `json:"affected,omitempty"` // as written: kubelet v1.28.0 - v1.28.3
	Fixed    []string `json:"fixed,omitempty"`
	Text     string   `json:"text,omitempty"` // in the feed only without lists: the sentence that names a release

	Published string `json:"published,omitempty"` // 2024-04-16
	Status    string `json:"status,omitempty"`    // open, fixed or unfixed; empty if unknown
	URL       string `json:"url,omitempty"`       // of the issue
	Core      bool   `json:"core,omitempty"`      // the versions are those of Kubernetes, not of another project
}

// Origin is the source of data files, as listed in content/_data/SOURCES.md.
type Origin struct {
	Files      string `json:"files"` // releases/1.27.json, gates.json
	Repository string `json:"repository"`
	Path       string `json:"path"`
	Commit     string `json:"commit,omitempty"` // empty if unknown
	Date       string `json:"date,omitempty"`   // of the commit
	Licence    string `json:"licence"`
	Address    string `json:"address,omitempty"` // download URL; may be empty
}

// Facts are data from update in addition to KEPs, SIGs, gates and notes. A part without an import
// is empty, so its facts are unknown.
type Facts struct {
	Supports   map[note.Release]*Support
	Guide      []API // by group, kind, version
	Lifecycles []API
	Served     map[note.Release]*APIList
	GateLists  map[note.Release]*GateVersions
	References map[note.Release]*Reference
	Findings   map[note.Release]*Findings
	Patches    map[note.Release]*Patches
	CVEs       []CVE // of the official feed, newest first
	Origins    []Origin
}

// Supported returns the supported releases of the imported schedule, newest first; nil without a
// schedule.
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
