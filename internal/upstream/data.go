package upstream

import (
	"cmp"
	"maps"
	"regexp"
	"slices"
	"strconv"
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
	notes       map[int][]OfficialNote
	former      map[string]*Gate
	folded      map[string]*Gate // by name in lower case
	folders     map[string][]*KEP
	gatesOfKEP  map[string][]string
	kepsOfGate  map[string][]string
	learned     map[string]bool // gates whose KEP only official notes tell
	digest      string

	// Made when first asked for; making them twice gives the same, so they are no state.
	namesOnce  sync.Once
	names      *ref.Names
	kepsOfNote sync.Map // *ReleaseNote -> []string
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

// index builds every index from the lists.
func (d *Data) index() {
	d.indexKEPs()
	d.indexReleases()
	d.indexGates()
	d.indexPeople()
}

func (d *Data) indexKEPs() {
	d.KEPs, d.folders = map[string][]*KEP{}, map[string][]*KEP{}
	for _, k := range d.KEPList {
		if !isNumber(k.Number) {
			continue
		}
		d.KEPs[k.Number] = append(d.KEPs[k.Number], k)
		folder, _, _ := strings.Cut(k.Slug(), "-")
		if folder = strings.TrimLeft(folder, "0"); isNumber(folder) && folder != k.Number {
			d.folders[folder] = append(d.folders[folder], k)
		}
	}
	d.SIGs = make(map[note.SIG]*SIG, len(d.SIGList))
	for _, s := range d.SIGList {
		d.SIGs[s.Label] = s
	}
}

// successor and predecessor find the gate that took another one's place, and the
// one whose place a gate took, in an English description. lineage has a word of every
// match, because the expressions cost more than all other indexing.
var (
	successor   = regexp.MustCompile("(?:superseded\\s+by|in\\s+favor\\s+of|renamed\\s+to)\\s+(?:the\\s+)?`([A-Z][A-Za-z0-9]+)`")
	predecessor = regexp.MustCompile("(?:[Rr]enamed\\s+from|known\\s+as)\\s+(?:the\\s+)?`([A-Z][A-Za-z0-9]+)`")
	lineage     = []string{"superseded", "favor", "enamed", "known"}
)

func (d *Data) indexGates() {
	d.Gates, d.former = make(map[string]*Gate, len(d.GateList)), map[string]*Gate{}
	for _, g := range d.GateList {
		d.Gates[g.Name] = g
		for _, f := range g.FormerTitles {
			d.former[f] = g
		}
	}
	d.kepsOfGate, d.gatesOfKEP = map[string][]string{}, map[string][]string{}
	d.folded = make(map[string]*Gate, len(d.Gates))
	for _, g := range d.GateList {
		d.folded[strings.ToLower(g.Name)] = g
	}
	for _, k := range d.KEPList {
		for _, use := range k.Gates {
			if g := d.GateWritten(use.Name); g != nil && isNumber(k.Number) {
				d.kepsOfGate[g.Name] = append(d.kepsOfGate[g.Name], k.Number)
			}
		}
	}
	d.inheritKEPs()
	d.learnGates()
	for name, numbers := range d.kepsOfGate {
		sortNumbers(numbers)
		d.kepsOfGate[name] = slices.Compact(numbers)
		for _, n := range d.kepsOfGate[name] {
			d.gatesOfKEP[n] = append(d.gatesOfKEP[n], name)
		}
	}
	for _, names := range d.gatesOfKEP {
		slices.Sort(names)
	}
}

// inheritKEPs gives a gate that no KEP names the KEPs of the gate that came after it.
func (d *Data) inheritKEPs() {
	inherited := map[string][]string{}
	inherit := func(old, new *Gate) {
		if old != nil && new != nil && old != new && len(d.kepsOfGate[old.Name]) == 0 && len(d.kepsOfGate[new.Name]) > 0 {
			inherited[old.Name] = slices.Clone(d.kepsOfGate[new.Name])
		}
	}
	for _, g := range d.GateList {
		text := g.Description["en"]
		if !slices.ContainsFunc(lineage, func(word string) bool { return strings.Contains(text, word) }) {
			continue
		}
		if m := successor.FindStringSubmatch(text); m != nil {
			inherit(g, d.Gate(m[1]))
		}
		if m := predecessor.FindStringSubmatch(text); m != nil {
			inherit(d.Gate(m[1]), g)
		}
	}
	maps.Copy(d.kepsOfGate, inherited)
}

func (d *Data) indexReleases() {
	for _, r := range d.Releases {
		d.ReleaseList = append(d.ReleaseList, r)
	}
	slices.SortFunc(d.ReleaseList, func(a, b *Release) int { return CompareReleases(a.Release, b.Release) })
	d.notes = map[int][]OfficialNote{}
	for _, r := range d.ReleaseList {
		for i := range r.Notes {
			d.indexNote(r.Release, &r.Notes[i])
		}
	}
}

func (d *Data) indexNote(r note.Release, n *ReleaseNote) {
	if n.Repo != "" {
		return
	}
	for _, pr := range append([]int{n.PR}, n.Also...) {
		d.notes[pr] = append(d.notes[pr], OfficialNote{r, n})
		slices.SortStableFunc(d.notes[pr], func(a, b OfficialNote) int {
			return cmp.Or(CompareReleases(a.Release, b.Release), cmp.Compare(draft(a.Note), draft(b.Note)))
		})
	}
}

func draft(n *ReleaseNote) int {
	if n.Published {
		return 0
	}
	return 1
}

func (d *Data) indexPeople() {
	d.People = map[note.Person]*Person{}
	for _, s := range d.SIGList {
		for _, l := range s.Leads {
			if p := d.person(l.Person); p != nil {
				p.Name = cmp.Or(p.Name, l.Name)
				p.Leads = append(p.Leads, Leading{s.Label, l.Role})
			}
		}
	}
	for _, k := range d.KEPList {
		for _, a := range k.Authors {
			if p := d.person(note.Person(a)); p != nil && isNumber(k.Number) && !slices.Contains(p.KEPs, k.Number) {
				p.KEPs = append(p.KEPs, k.Number)
			}
		}
	}
	for _, r := range d.ReleaseList {
		for i := range r.Notes {
			for _, a := range append([]note.Person{r.Notes[i].Author}, r.Notes[i].Authors...) {
				if p := d.person(a); p != nil {
					p.Notes = append(p.Notes, OfficialNote{r.Release, &r.Notes[i]})
				}
			}
		}
	}
	for _, p := range d.People {
		sortNumbers(p.KEPs)
	}
}

// handle is what GitHub allows as the name of an account.
var handle = regexp.MustCompile(`^[A-Za-z0-9][A-Za-z0-9-]{0,38}$`)

// IsHandle reports whether s can be the name of an account on GitHub.
func IsHandle(s string) bool { return handle.MatchString(s) }

// person returns the entry of a handle, made when it is new; nil for other names.
func (d *Data) person(p note.Person) *Person {
	if !IsHandle(string(p)) {
		return nil
	}
	if d.People[lower(p)] == nil {
		d.People[lower(p)] = &Person{Handle: p}
	}
	return d.People[lower(p)]
}

// CompareReleases orders releases by their numbers: 1.9 before 1.27. What is no
// release comes first, by the alphabet.
func CompareReleases(a, b note.Release) int {
	return cmp.Or(cmp.Compare(minor(a), minor(b)), cmp.Compare(a, b))
}

func minor(r note.Release) int {
	if !IsRelease(string(r)) {
		return -1
	}
	n, _ := strconv.Atoi(string(r[2:]))
	return n
}

// sortNumbers sorts strings of digits by the numbers that they spell.
func sortNumbers(ss []string) {
	slices.SortFunc(ss, func(a, b string) int {
		x, y := strings.TrimLeft(a, "0"), strings.TrimLeft(b, "0")
		return cmp.Or(cmp.Compare(len(x), len(y)), cmp.Compare(x, y), cmp.Compare(a, b))
	})
}
