package upstream

import (
	"regexp"
	"strings"
	"sync"

	"github.com/kawaraban/kawaraban/internal/glossary"
	"github.com/kawaraban/kawaraban/internal/note"
	"github.com/kawaraban/kawaraban/internal/ref"
)

// Data is everything that was imported, with its indexes. It is immutable once
// loaded; nobody writes into its maps and slices. The zero value holds nothing and
// answers every question.
type Data struct {
	KEPList     []*KEP                    // as imported, by folder, the template included
	KEPs        map[string][]*KEP         // by number, without the template: one KEP, or those that share it (2133, 0000)
	GateList    []*Gate                   // by name
	Gates       map[string]*Gate          // by name; see Gate for former titles
	SIGList     []*SIG                    // by folder
	SIGs        map[note.SIG]*SIG         // by label
	ReleaseList []*Release                // oldest first
	Releases    map[note.Release]*Release // imported or kept in releases.yaml
	Pulls       map[string][]string       // pull request of kubernetes/enhancements -> numbers of the KEPs that it touched
	People      map[note.Person]*Person   // by handle in lower case; see Person
	Claims      []Claim                   // newest release first, then by group
	Elsewhere   []Elsewhere               // in the same order
	Glossary    *glossary.Glossary        // the words of the field; nil where there is no file of them
	Facts                                 // what update imports beside these

	notes      map[int][]OfficialNote
	former     map[string]*Gate
	folded     map[string]*Gate // by name in lower case
	folders    map[string][]*KEP
	gatesOfKEP map[string][]string
	kepsOfGate map[string][]string
	learned    map[string]bool // gates whose KEP only official notes tell
	digest     string

	// Made when first asked for; making them twice gives the same, so they are no state.
	namesOnce  sync.Once
	names      *ref.Names
	kepsOfNote sync.Map // *ReleaseNote -> []string

	made sync.Map // see cached
}

// OfficialNote is a release note and the release that it stands in.
type OfficialNote struct {
	Release note.Release
	Note    *ReleaseNote
}

// Person is somebody whom the imported data name.
type Person struct {
	Handle note.Person // as it is mostly written
	Name   string      // full name, where sigs.yaml gives one
	Leads  []Leading
	KEPs   []string       // numbers of the KEPs they wrote, each once, in order
	Notes  []OfficialNote // notes of their pull requests, oldest release first
}

// Leading is a role that a person has in a group.
type Leading struct {
	SIG  note.SIG
	Role string
}

// Digest identifies the loaded bytes: equal digests mean equal Data.
func (d *Data) Digest() string { return d.digest }

// KEP returns the KEPs of a number, written with or without leading zeros. A number
// that only a folder has (2043, whose file says 1884) finds the KEP in that folder.
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

// KEPNumbers lists the keys of KEPs in numerical order.
func (d *Data) KEPNumbers() []string {
	out := make([]string, 0, len(d.KEPs))
	for n := range d.KEPs {
		out = append(out, n)
	}
	sortNumbers(out)
	return out
}

// Gate returns the feature gate of a name or a former title, nil when there is none.
func (d *Data) Gate(name string) *Gate {
	if g := d.Gates[name]; g != nil {
		return g
	}
	return d.former[name]
}

// GateWritten returns the gate that a kep.yaml means, letter case aside: some write
// setHostnameAsFQDN. It is nil when there is none.
func (d *Data) GateWritten(name string) *Gate {
	if g := d.Gate(name); g != nil {
		return g
	}
	return d.folded[strings.ToLower(name)]
}

// GatesOfKEP returns the names of the known gates that belong to a KEP, sorted.
func (d *Data) GatesOfKEP(number string) []string { return d.gatesOfKEP[number] }

// KEPsOfGate returns the numbers of the KEPs that a gate belongs to: those whose
// kep.yaml names it (letter case aside) or one of its former titles, else those of the
// gate that, by the descriptions, took its place, else the one that official notes which
// name no other gate and no other KEP name beside it.
func (d *Data) KEPsOfGate(name string) []string { return d.kepsOfGate[name] }

// OfficialNote returns the notes on a pull request of kubernetes/kubernetes, oldest
// release first, published ones before drafts within a release.
func (d *Data) OfficialNote(pr int) []OfficialNote { return d.notes[pr] }

// Person returns what is known of a handle, letter case aside; nil when nothing is.
func (d *Data) Person(handle note.Person) *Person { return d.People[lower(handle)] }

func lower(p note.Person) note.Person { return note.Person(strings.ToLower(string(p))) }

// handle is what GitHub allows as the name of an account.
var handle = regexp.MustCompile(`^[A-Za-z0-9][A-Za-z0-9-]{0,38}$`)

// IsHandle reports whether s can be the name of an account on GitHub.
func IsHandle(s string) bool { return handle.MatchString(s) }

// cached returns what make returns, made once for each name.
func cached[T any](d *Data, name string, make func() T) T {
	v, ok := d.made.Load(name)
	if !ok {
		v, _ = d.made.LoadOrStore(name, make())
	}
	return v.(T)
}
