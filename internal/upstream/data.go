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

// Data is all imported data, with indexes. It is immutable after Load, so callers must not modify
// its maps and slices. The zero value is empty.
type Data struct {
	KEPList     []*KEP                    // as imported, by directory; includes the template
	KEPs        map[string][]*KEP         // by number, without the template; several KEPs can share a number (2133, 0000)
	GateList    []*Gate                   // by name
	Gates       map[string]*Gate          // by name; the method Gate also finds former titles
	SIGList     []*SIG                    // by directory
	SIGs        map[note.SIG]*SIG         // by label
	ReleaseList []*Release                // oldest first
	Releases    map[note.Release]*Release // imported, or listed in releases.yaml
	Pulls       map[string][]string       // numbers of the KEPs that a pull request of kubernetes/enhancements changed
	People      map[note.Person]*Person   // by lower-case handle; see the method Person
	Claims      []Claim                   // newest release first, then by group
	Elsewhere   []Elsewhere               // newest release first, then by group
	Glossary    *glossary.Glossary        // nil without a glossary file
	Facts                                 // further data from kawaraban update

	notes      map[int][]OfficialNote
	former     map[string]*Gate
	folded     map[string]*Gate // gates by lower-case name
	folders    map[string][]*KEP
	gatesOfKEP map[string][]string
	kepsOfGate map[string][]string
	learned    map[string]bool // gates whose KEP only official notes name
	digest     string

	// computed on first use
	namesOnce  sync.Once
	names      *ref.Names
	kepsOfNote sync.Map // []string by *ReleaseNote

	made memo.Map[string, any] // see cached
}

// OfficialNote is a release note with its release.
type OfficialNote struct {
	Release note.Release
	Note    *ReleaseNote
}

// Person is a person in the imported data.
type Person struct {
	Handle note.Person // most frequent spelling
	Name   string      // full name from sigs.yaml; may be empty
	Leads  []Leading
	KEPs   []string       // numbers of the KEPs of this author, sorted, without duplicates
	Notes  []OfficialNote // notes about the pull requests of this author, oldest release first
}

// Leading is a role of a person in a group.
type Leading struct {
	SIG  note.SIG
	Role string
}

// Digest returns a hash of the bytes of all loaded files. Equal digests mean equal data.
func (d *Data) Digest() string { return d.digest }

// KEP returns the KEPs with a number. The number may have leading zeros. If no KEP has the
// number, it returns the KEP whose directory has it (2043 and 1884).
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

// Gate returns the feature gate with a name or a former title, or nil.
func (d *Data) Gate(name string) *Gate {
	if g := d.Gates[name]; g != nil {
		return g
	}
	return d.former[name]
}

// GateWritten returns the gate for a name as written in a kep.yaml, or nil. It ignores letter
// case (setHostnameAsFQDN).
func (d *Data) GateWritten(name string) *Gate {
	if g := d.Gate(name); g != nil {
		return g
	}
	return d.folded[strings.ToLower(name)]
}

// GatesOfKEP returns the names of the known gates of a KEP, sorted. Callers must not modify the
// slice.
func (d *Data) GatesOfKEP(number string) []string { return d.gatesOfKEP[number] }

// KEPsOfGate returns the numbers of the KEPs of a gate. It uses the first source that has any: a
// kep.yaml with a name of the gate, ignoring letter case; the gate that replaced it, according to
// descriptions; official notes that name one gate and one KEP. Callers must not modify the slice.
func (d *Data) KEPsOfGate(name string) []string { return d.kepsOfGate[name] }

// OfficialNote returns the notes about a pull request of kubernetes/kubernetes, oldest release
// first. Within a release, published notes precede drafts.
func (d *Data) OfficialNote(pr int) []OfficialNote { return d.notes[pr] }

// Person returns the person with a handle, ignoring letter case, or nil.
func (d *Data) Person(handle note.Person) *Person { return d.People[lower(handle)] }

func lower(p note.Person) note.Person { return note.Person(strings.ToLower(string(p))) }

var handle = regexp.MustCompile(`^[A-Za-z0-9][A-Za-z0-9-]{0,38}$`)

// IsHandle reports whether s is a valid GitHub account name.
func IsHandle(s string) bool { return handle.MatchString(s) }

// cached returns the result of make. It calls make once for each name.
func cached[T any](d *Data, name string, make func() T) T {
	return d.made.Make(name, func() any { return make() }).(T)
}
