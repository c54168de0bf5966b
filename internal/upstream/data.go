package upstream

import (
	"regexp"
	"strings"
	"sync"

	"github.com/kawaraban/kawaraban/internal/glossary"
	"github.com/kawaraban/kawaraban/internal/memo"
	"github.com/kawaraban/kawaraban/internal/note"
	"github.com/kawaraban/kawaraban/internal/ref"
)

// Data is all imported data with its indexes. It is immutable after Load, so callers must not write
// to its maps and slices. The zero value is empty.
type Data struct {
	KEPList     []*KEP                    // as imported, by directory, including the template
	KEPs        map[string][]*KEP         // by number, without the template; KEPs can share a number (2133, 0000)
	GateList    []*Gate                   // by name
	Gates       map[string]*Gate          // by name; see Gate for former titles
	SIGList     []*SIG                    // by directory
	SIGs        map[note.SIG]*SIG         // by label
	ReleaseList []*Release                // oldest first
	Releases    map[note.Release]*Release // imported or from releases.yaml
	Pulls       map[string][]string       // pull request of kubernetes/enhancements -> numbers of the changed KEPs
	People      map[note.Person]*Person   // by lower-case handle; see Person
	Claims      []Claim                   // newest release first, then by group
	Elsewhere   []Elsewhere               // in the same order
	Glossary    *glossary.Glossary        // nil without a glossary file
	Facts                                 // other data from update

	notes      map[int][]OfficialNote
	former     map[string]*Gate
	folded     map[string]*Gate // by lower-case name
	folders    map[string][]*KEP
	gatesOfKEP map[string][]string
	kepsOfGate map[string][]string
	learned    map[string]bool // gates whose KEP is known only from official notes
	digest     string

	// computed on the first call
	namesOnce  sync.Once
	names      *ref.Names
	kepsOfNote sync.Map // *ReleaseNote -> []string

	made memo.Map[string, any] // see cached
}

// OfficialNote is a release note with its release.
type OfficialNote struct {
	Release note.Release
	Note    *ReleaseNote
}

// Person is a person in the imported data.
type Person struct {
	Handle note.Person // in its most frequent spelling
	Name   string      // full name from sigs.yaml; may be empty
	Leads  []Leading
	KEPs   []string       // numbers of the KEPs that the person wrote, sorted, without duplicates
	Notes  []OfficialNote // notes on the person's pull requests, oldest release first
}

// Leading is a role that a person has in a group.
type Leading struct {
	SIG  note.SIG
	Role string
}

// Digest returns a hash of the loaded bytes. Data with equal digests are equal.
func (d *Data) Digest() string { return d.digest }

// KEP returns the KEPs with a number, with or without leading zeros. It also finds a KEP by the
// number of its directory if the file has another one (2043 and 1884).
func (d *Data) KEP(number string) []*KEP {
	if found := d.KEPs[number]; len(found) > 0 {
		return found
	}
	number = strings.TrimLeft(number, "0")
	if found := d.KEPs[number]; len(found) > 0 {
		return found
	}
	return d.folders[number]
}

// KEPNumbers returns the keys of KEPs in numerical order.
func (d *Data) KEPNumbers() []string {
	out := make([]string, 0, len(d.KEPs))
	for n := range d.KEPs {
		out = append(out, n)
	}
	sortNumbers(out)
	return out
}

// Gate returns the feature gate with a name or former title; nil if unknown.
func (d *Data) Gate(name string) *Gate {
	if g := d.Gates[name]; g != nil {
		return g
	}
	return d.former[name]
}

// GateWritten returns the gate for a name in kep.yaml, ignoring letter case (setHostnameAsFQDN);
// nil if unknown.
func (d *Data) GateWritten(name string) *Gate {
	if g := d.Gate(name); g != nil {
		return g
	}
	return d.folded[strings.ToLower(name)]
}

// GatesOfKEP returns the names of the known gates of a KEP, sorted.
func (d *Data) GatesOfKEP(number string) []string { return d.gatesOfKEP[number] }

// KEPsOfGate returns the KEP numbers of a gate. The sources are, in this order: a kep.yaml with its
// name or former title, ignoring letter case; the gate that replaced it, by the descriptions;
// official notes that name one gate and one KEP.
func (d *Data) KEPsOfGate(name string) []string { return d.kepsOfGate[name] }

// OfficialNote returns the notes on a pull request of kubernetes/kubernetes, oldest release first.
// Within a release, published notes come before drafts.
func (d *Data) OfficialNote(pr int) []OfficialNote { return d.notes[pr] }

// Person returns the person with a handle, ignoring letter case; nil if unknown.
func (d *Data) Person(handle note.Person) *Person { return d.People[lower(handle)] }

func lower(p note.Person) note.Person { return note.Person(strings.ToLower(string(p))) }

// handle matches valid GitHub account names.
var handle = regexp.MustCompile(`^[A-Za-z0-9][A-Za-z0-9-]{0,38}$`)

// IsHandle reports whether s is a valid GitHub account name.
func IsHandle(s string) bool { return handle.MatchString(s) }

// cached returns what make returns, made once for each name.
func cached[T any](d *Data, name string, make func() T) T {
	return d.made.Make(name, func() any { return make() }).(T)
}
