package ref

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"maps"
	"slices"
	"strings"

	"github.com/kawaraban/kawaraban/internal/note"
)

// NamesSpec is the input of [NewNames].
type NamesSpec struct {
	Gates       []string            // names of feature gates
	FormerGates map[string]string   // former name of a gate to its name
	AlsoKinds   []string            // more gates whose names are also API kinds or products
	KEPs        map[string][]string // number of a KEP to its titles (2133 has two)
	KEPSlugs    map[string][]string // number of a KEP to the words of its directory names: user namespaces
	KEPFolders  map[string]string   // number in a directory name to the different number of its KEP: 2043, 1884
	SIGs        map[string]string   // label without sig- to display name: api-machinery, API Machinery
	WGs         map[string]string   // label without wg- to display name: lts, LTS
	// Published lists, by number, where official notes have a pull request of kubernetes/kubernetes.
	Published map[string][]Published
}

// Published is the official note of a pull request.
type Published struct {
	Release note.Release
	SIGs    []note.SIG
}

// Names is the immutable set of known names: feature gates, numbers and titles of KEPs, SIGs,
// working groups. The nil Names is empty.
type Names struct {
	gates  map[string]string // current or former name to the current one
	kinds  map[string]bool   // gates that need a word for gate next to them
	keps   map[string][]string
	folder map[string]string // number of a directory to that of its KEP
	sigs   map[string]string // folded label or display name to label
	wgs    map[string]string
	titles titleIndex
	pulls  map[string][]Published
	digest string
}

// NewNames builds the set. Equal specs have equal digests.
func NewNames(spec NamesSpec) *Names {
	n := &Names{
		gates:  maps.Clone(spec.FormerGates),
		kinds:  map[string]bool{},
		keps:   maps.Clone(spec.KEPs),
		folder: maps.Clone(spec.KEPFolders),
		sigs:   groupNames(spec.SIGs),
		wgs:    groupNames(spec.WGs),
		pulls:  maps.Clone(spec.Published),
	}
	if n.gates == nil {
		n.gates = map[string]string{}
	}
	for _, g := range spec.Gates {
		n.gates[g] = g
	}
	for _, k := range slices.Concat(alsoKinds, spec.AlsoKinds) {
		n.kinds[k] = true
	}
	n.titles = newTitleIndex(spec.KEPs, spec.KEPSlugs)
	n.digest = digest(spec)
	return n
}

func groupNames(display map[string]string) map[string]string {
	out := make(map[string]string, 2*len(display))
	for _, label := range slices.Sorted(maps.Keys(display)) {
		out[foldGroup(display[label])] = label
	}
	for label := range display {
		out[foldGroup(label)] = label
	}
	delete(out, "")
	return out
}

// foldGroup normalizes a group name: lower case, words joined by hyphens.
func foldGroup(s string) string {
	if isFolded(s) {
		return s
	}
	return strings.Join(strings.FieldsFunc(strings.ToLower(s), func(r rune) bool {
		return r == ' ' || r == '-' || r == '_' || r == '\t'
	}), "-")
}

func isFolded(s string) bool {
	joined := true // at the start or after a hyphen
	for i := range len(s) {
		c := s[i]
		if c >= 0x80 || c >= 'A' && c <= 'Z' || c == ' ' || c == '_' || c == '\t' || c == '-' && joined {
			return false
		}
		joined = c == '-'
	}
	return s == "" || !joined
}

func digest(spec NamesSpec) string {
	spec.Gates = slices.Sorted(slices.Values(spec.Gates))
	spec.AlsoKinds = slices.Sorted(slices.Values(spec.AlsoKinds))
	b, err := json.Marshal(spec) // map keys are sorted
	if err != nil {
		return "" // strings, slices and maps of them always marshal
	}
	sum := sha256.Sum256(b)
	return hex.EncodeToString(sum[:])
}

// Digest identifies the content of the set.
func (n *Names) Digest() string {
	if n == nil {
		return ""
	}
	return n.digest
}

// Gate returns the current name of a gate, for a current or former name.
func (n *Names) Gate(name string) (string, bool) {
	if n == nil {
		return "", false
	}
	g, ok := n.gates[name]
	return g, ok
}

// Gates returns the current names of all gates, sorted.
func (n *Names) Gates() []string {
	if n == nil {
		return nil
	}
	return slices.Compact(slices.Sorted(maps.Values(n.gates)))
}

// IsKEP reports whether number belongs to a KEP.
func (n *Names) IsKEP(number string) bool {
	if n == nil {
		return false
	}
	_, ok := n.keps[number]
	return ok
}

// KEP returns the number of a KEP, for its number or that in its directory name.
func (n *Names) KEP(number string) (string, bool) {
	if n.IsKEP(number) {
		return number, true
	}
	if n != nil && n.folder[number] != "" {
		return n.folder[number], true
	}
	return "", false
}

// KEPTitles returns the titles of the KEPs with a number; usually one.
func (n *Names) KEPTitles(number string) []string {
	if n == nil {
		return nil
	}
	return n.keps[number]
}

// Published returns the official notes of a pull request of kubernetes/kubernetes, oldest release
// first.
func (n *Names) Published(pr string) []Published {
	if n == nil {
		return nil
	}
	return n.pulls[pr]
}

// SIG returns the label of a SIG or working group for any spelling: "API Machinery",
// "api-machinery", "sig-api-machinery", "SIG API Machinery". Labels of working groups have the
// prefix wg-.
func (n *Names) SIG(name string) (note.SIG, bool) {
	if n == nil {
		return "", false
	}
	f := foldGroup(strings.ReplaceAll(name, "/", "-"))
	if label, ok := n.sigs[strings.TrimPrefix(f, "sig-")]; ok {
		return note.SIG(label), true
	}
	wg, isWG := strings.CutPrefix(f, "wg-")
	if label, ok := n.wgs[wg]; ok && isWG {
		return note.SIG("wg-" + label), true
	}
	return "", false
}

// SIGs returns the sorted labels of all SIGs and working groups.
func (n *Names) SIGs() []string {
	if n == nil {
		return nil
	}
	labels := slices.Collect(maps.Values(n.sigs))
	for label := range maps.Values(n.wgs) {
		labels = append(labels, "wg-"+label)
	}
	slices.Sort(labels)
	return slices.Compact(labels)
}

// alsoKinds lists gates whose names are also API kinds, products or ordinary words. They are
// references only in code or next to a word for gate.
var alsoKinds = []string{
	"Accelerators", "AppArmor", "CSINodeInfo", "CSIStorageCapacity", "ClusterTrustBundle", "DryRun", "EndpointSlice",
	"HugePages", "Initializers", "MutatingAdmissionPolicy", "PodCertificateRequest",
	"PodDisruptionBudget", "PodSecurity", "ReadWriteOncePod", "RunAsGroup", "RuntimeClass",
	"StartupProbe", "StorageVersionMigrator", "Sysctls", "TokenRequest", "ValidatingAdmissionPolicy",
	"VolumeAttributesClass",
}
