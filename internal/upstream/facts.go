package upstream

import (
	"slices"

	"github.com/kawaraban/kawaraban/internal/note"
)

// Mark says how a fact is known.
type Mark string

// The marks of facts.
const (
	Listed   Mark = "listed"   // a machine-readable list of that release has it
	Said     Mark = "said"     // an official sentence says it
	Derived  Mark = "derived"  // it follows from other data
	Disagree Mark = "disagree" // two sources differ; both are given
)

// Source says where a fact comes from.
type Source struct {
	File    string       `json:"file,omitempty"`    // data file below content/_data
	Release note.Release `json:"release,omitempty"` // of the list or note; of a removal, the one that the source gives
	PR      int          `json:"pr,omitempty"`      // of the note
	Text    string       `json:"text,omitempty"`    // the official sentence
}

// GateVersions is the list of feature gates of one release branch of kubernetes/kubernetes.
// Each gate has the history that the branch knows, and no gate that was removed before.
type GateVersions struct {
	Release note.Release         `json:"release"`
	Path    string               `json:"path"` // of the list in the repository
	Gates   map[string][]GateSet `json:"gates"`
	Kubeadm map[string][]GateSet `json:"kubeadm,omitempty"` // kubeadm has gates of its own
}

// GateSet is what a list says of a gate from a release on.
type GateSet struct {
	From    note.Release `json:"from,omitempty"` // empty: since before versions were listed
	Stage   note.Stage   `json:"stage"`
	Default bool         `json:"default"`
	Locked  bool         `json:"locked,omitempty"`
}

// API is the life of a version of an API kind.
type API struct {
	Group       string       `json:"group"` // empty: the core group
	Version     string       `json:"version"`
	Kind        string       `json:"kind"`
	Introduced  note.Release `json:"introduced,omitempty"`
	Deprecated  note.Release `json:"deprecated,omitempty"`
	Removed     note.Release `json:"removed,omitempty"` // the first release that does not serve it
	Replacement string       `json:"replacement,omitempty"`
	Since       note.Release `json:"since,omitempty"` // first release with the replacement
	Text        string       `json:"text,omitempty"`  // the sentence of the deprecation guide
}

// APIList is what the API server of a release serves, by group/version (core: v1).
type APIList struct {
	Release note.Release        `json:"release"`
	Served  map[string][]string `json:"served"` // kinds, sorted
}

// Support says how long a release is supported, and which patch releases it has.
type Support struct {
	Release     note.Release   `json:"release"`
	Date        string         `json:"date,omitempty"`
	Maintenance string         `json:"maintenance,omitempty"` // begin of maintenance mode
	EndOfLife   string         `json:"endOfLife,omitempty"`
	Ended       bool           `json:"ended,omitempty"` // listed among the branches that have ended
	Note        string         `json:"note,omitempty"`
	Patches     []PatchRelease `json:"patches,omitempty"` // newest first
	Next        PatchRelease   `json:"next,omitzero"`     // planned
}

// PatchRelease is a patch release with its date.
type PatchRelease struct {
	Version string `json:"version"` // 1.34.3
	Date    string `json:"date,omitempty"`
	Note    string `json:"note,omitempty"`
}

// Reference is what the website's reference says of the components of one release.
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

// Flag is a flag as the reference describes it.
type Flag struct {
	Name       string   `json:"name"` // --cloud-provider
	Type       string   `json:"type,omitempty"`
	Default    string   `json:"default,omitempty"`
	Deprecated bool     `json:"deprecated,omitempty"`
	Help       string   `json:"help,omitempty"`   // its first sentence
	Values     []string `json:"values,omitempty"` // names of admission plugins
}

// ConfigKind is a type of a component's configuration file.
type ConfigKind struct {
	API    string   `json:"api"`  // kubelet.config.k8s.io/v1beta1
	Kind   string   `json:"kind"` // KubeletConfiguration
	Fields []string `json:"fields"`
}

// Class says what an official entry does to a flag, gate, plugin or field.
type Class string

// The classes of findings.
const (
	Removed    Class = "removed"
	Deprecated Class = "deprecated"
	Changed    Class = "default changed"
	Added      Class = "added"
	Named      Class = "named" // the entry names it and none of the rules applies
)

// Finding is an official entry of a release that names something people configure.
type Finding struct {
	Kind      string   `json:"kind"` // flag, gate, plugin, field, metric
	Name      string   `json:"name"`
	Component []string `json:"component,omitempty"` // of a flag or a field; empty: unknown
	Class     Class    `json:"class"`
	PR        int      `json:"pr,omitempty"`
	Repo      string   `json:"repo,omitempty"` // of PR; empty for kubernetes/kubernetes
	Text      string   `json:"text"`           // the sentence
}

// Findings are those of one release.
type Findings struct {
	Release  note.Release `json:"release"`
	Findings []Finding    `json:"findings"`
}

// Patches are the patch releases of one release, from its changelog.
type Patches struct {
	Release note.Release `json:"release"`
	Patches []Patch      `json:"patches"` // newest first
}

// Patch is a patch release with its entries.
type Patch struct {
	Version string       `json:"version"`
	Since   string       `json:"since,omitempty"` // the version that it follows
	Entries []PatchEntry `json:"entries,omitempty"`
	CVEs    []CVE        `json:"cves,omitempty"`
}

// PatchEntry is an entry of a patch release.
type PatchEntry struct {
	PR     int            `json:"pr,omitempty"`
	Author note.Person    `json:"author,omitempty"`
	Kind   note.EntryKind `json:"kind,omitempty"`
	SIGs   []note.SIG     `json:"sigs,omitempty"`
	Urgent bool           `json:"urgent,omitempty"`
	Text   string         `json:"text"`
}

// CVE is a vulnerability that a patch release names.
type CVE struct {
	ID       string   `json:"id"`
	Title    string   `json:"title,omitempty"`
	Affected []string `json:"affected,omitempty"` // as written: kubelet v1.28.0 - v1.28.3
	Fixed    []string `json:"fixed,omitempty"`
	Text     string   `json:"text,omitempty"`
}

// Origin says where data files come from. content/_data/SOURCES.md is made of these.
type Origin struct {
	Files      string `json:"files"` // releases/1.27.json, gates.json
	Repository string `json:"repository"`
	Path       string `json:"path"`
	Commit     string `json:"commit,omitempty"` // empty: not known
	Date       string `json:"date,omitempty"`   // of the commit
	Licence    string `json:"licence"`
	Address    string `json:"address,omitempty"` // where it was fetched, or empty
}

// Facts are the data that update imports beside KEPs, SIGs, gates and notes. A part that was
// never imported is empty: its facts are unknown.
type Facts struct {
	Supports   map[note.Release]*Support
	Guide      []API // by group, kind, version
	Lifecycles []API
	Served     map[note.Release]*APIList
	GateLists  map[note.Release]*GateVersions
	References map[note.Release]*Reference
	Findings   map[note.Release]*Findings
	Patches    map[note.Release]*Patches
	Origins    []Origin
}

// Supported lists the releases that the imported schedule calls supported, newest first; nil
// where no schedule was imported.
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
