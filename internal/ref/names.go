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

// NamesSpec is what Names is made from, as plain maps and slices.
type NamesSpec struct {
	Gates       []string            // names of feature gates
	FormerGates map[string]string   // former title of a gate to its name
	AlsoKinds   []string            // gates whose names are also API kinds or products, beyond those known here
	KEPs        map[string][]string // number of a KEP to its titles (2133 has two)
	KEPFolders  map[string]string   // number that only a folder has to the number of the KEP in it: 2043, 1884
	SIGs        map[string]string   // label without sig- to display name: api-machinery, API Machinery
	WGs         map[string]string   // label without wg- to display name: lts, LTS
}

// Names is the immutable set of what can only be recognised by knowing it: feature
// gates, KEP numbers and titles, SIGs, working groups. The nil Names knows nothing.
type Names struct {
	gates  map[string]string // a name, current or former, to the current one
	kinds  map[string]bool   // gates that need a word for gate beside them
	keps   map[string][]string
	folder map[string]string // number of a folder to the KEP's own
	sigs   map[string]string // folded label or display name to label
	wgs    map[string]string
	titles titleIndex
	digest string
}

// NewNames builds the set. Equal specs give equal digests.
func NewNames(spec NamesSpec) *Names {
	n := &Names{
		gates:  maps.Clone(spec.FormerGates),
		kinds:  map[string]bool{},
		keps:   maps.Clone(spec.KEPs),
		folder: maps.Clone(spec.KEPFolders),
		sigs:   groupNames(spec.SIGs),
		wgs:    groupNames(spec.WGs),
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
	n.titles = newTitleIndex(spec.KEPs)
	n.digest = digest(spec)
	return n
}

// groupNames maps every spelling of a group's name to its label.
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

// foldGroup brings the name of a group into the form in which names are compared:
// lower case, words joined by a hyphen.
func foldGroup(s string) string {
	if isFolded(s) {
		return s
	}
	return strings.Join(strings.FieldsFunc(strings.ToLower(s), func(r rune) bool {
		return r == ' ' || r == '-' || r == '_' || r == '\t'
	}), "-")
}

// isFolded reports whether foldGroup would return what it is given.
func isFolded(s string) bool {
	joined := true // a hyphen or the beginning stands before
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
	b, err := json.Marshal(spec) // maps are written in the order of their keys
	if err != nil {
		return "" // strings, slices and maps of them always marshal
	}
	sum := sha256.Sum256(b)
	return hex.EncodeToString(sum[:])
}

// Digest identifies the contents of the set: equal digests recognise equal things.
func (n *Names) Digest() string {
	if n == nil {
		return ""
	}
	return n.digest
}

// Gate returns the current name of a gate that is or was called name.
func (n *Names) Gate(name string) (string, bool) {
	if n == nil {
		return "", false
	}
	g, ok := n.gates[name]
	return g, ok
}

// Gates returns every current name of a gate, sorted.
func (n *Names) Gates() []string {
	if n == nil {
		return nil
	}
	return slices.Compact(slices.Sorted(maps.Values(n.gates)))
}

// IsKEP reports whether number is that of a KEP.
func (n *Names) IsKEP(number string) bool {
	if n == nil {
		return false
	}
	_, ok := n.keps[number]
	return ok
}

// KEP returns the number of the KEP that number means: its own, or that of the KEP whose
// folder alone has it.
func (n *Names) KEP(number string) (string, bool) {
	if n.IsKEP(number) {
		return number, true
	}
	if n != nil && n.folder[number] != "" {
		return n.folder[number], true
	}
	return "", false
}

// KEPTitles returns the titles of the KEPs that have the number; usually one.
func (n *Names) KEPTitles(number string) []string {
	if n == nil {
		return nil
	}
	return n.keps[number]
}

// SIG returns the label of the SIG or working group that name means, in any spelling:
// "API Machinery", "api-machinery", "sig-api-machinery", "SIG API Machinery".
// Working groups have their wg- in front.
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

// SIGs returns the labels of every SIG and working group, sorted; those of working groups
// have their wg- in front.
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

// alsoKinds lists the gates whose names are API kinds, products or plain words too.
// They are references only in code or beside a word for gate.
var alsoKinds = []string{
	"Accelerators", "AppArmor", "CSINodeInfo", "CSIStorageCapacity", "ClusterTrustBundle", "DryRun", "EndpointSlice",
	"HugePages", "Initializers", "MutatingAdmissionPolicy", "PodCertificateRequest",
	"PodDisruptionBudget", "PodSecurity", "ReadWriteOncePod", "RunAsGroup", "RuntimeClass",
	"StartupProbe", "StorageVersionMigrator", "Sysctls", "TokenRequest", "ValidatingAdmissionPolicy",
	"VolumeAttributesClass",
}
