package upstream

import (
	"cmp"
	"maps"
	"regexp"
	"slices"
	"strings"

	"github.com/kawaraban/kawaraban/internal/note"
)

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

// successor matches the replacement of a gate in an English description, and predecessor matches
// the gate that it replaced. Each match contains a word of lineage, which is much faster to find.
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

// inheritKEPs copies the KEPs of the replacement to gates without KEPs.
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

// learnGates sets the KEP of gates that no kep.yaml contains. It uses official notes with one
// gate and one KEP, if all notes with the gate have the same KEP.
func (d *Data) learnGates() {
	d.learned = map[string]bool{}
	found := map[string][]string{}
	for _, r := range d.ReleaseList {
		for n := range r.Published {
			if len(n.KEPs) == 0 && !strings.Contains(n.Text, "KEP") {
				continue
			}
			m := d.namedIn(n.Text)
			keps := d.numbered(append(slices.Clone(n.KEPs), m.keps...))
			if len(m.gates) == 1 && len(keps) == 1 && len(d.kepsOfGate[m.gates[0]]) == 0 {
				found[m.gates[0]] = append(found[m.gates[0]], keps[0])
			}
		}
	}
	for gate, keps := range found {
		if keps = inOrder(keps); len(keps) == 1 {
			d.kepsOfGate[gate], d.learned[gate] = keps, true
		}
	}
}

// person returns the person with a handle, and creates it if necessary. It returns nil if p is
// not a handle.
func (d *Data) person(p note.Person) *Person {
	if !IsHandle(string(p)) {
		return nil
	}
	if d.People[lower(p)] == nil {
		d.People[lower(p)] = &Person{Handle: p}
	}
	return d.People[lower(p)]
}
