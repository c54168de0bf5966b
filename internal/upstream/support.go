package upstream

import (
	"cmp"
	"slices"
	"strings"

	"github.com/kawaraban/kawaraban/internal/note"
)

// SupportState is the support of a release on the date of the imported schedule.
type SupportState string

// The values of SupportState.
const (
	Supported   SupportState = "supported"
	Maintenance SupportState = "maintenance" // critical fixes only, before the end of life
	Ended       SupportState = "ended"
	Unknown     SupportState = "unknown" // the schedule lacks the release
)

// SupportOf returns the support of a release on the date of the schedule. If the date is unknown,
// releases in the schedule are supported until it lists them as ended.
func (f *Facts) SupportOf(r note.Release) SupportState {
	s, day := f.Supports[r], f.DateOf(SupportFile)
	switch {
	case s == nil:
		return Unknown
	case s.Ended, day != "" && s.EndOfLife != "" && day > s.EndOfLife:
		return Ended
	case day != "" && s.Maintenance != "" && day >= s.Maintenance:
		return Maintenance
	}
	return Supported
}

// DateOf returns the date of the source of a data file, or "" if it is unknown.
func (f *Facts) DateOf(file string) string {
	for _, o := range f.Origins {
		if o.Files == file {
			return o.Date
		}
	}
	return ""
}

// Reach describes how current a set of imported data is.
type Reach struct {
	Part    string       // name of the data set: notes, gates, keps, sigs, apis, references, support
	Release note.Release // newest release in the data; empty if they are not by release
	Date    string       // date of the source; empty if unknown
}

// ReachOf returns the reach of a data set. It returns false if it is not imported.
func (d *Data) ReachOf(part string) (Reach, bool) {
	r := cached(d, "reach "+part, func() *Reach { return newReach(d, part) })
	if r == nil {
		return Reach{}, false
	}
	return *r, true
}

func newReach(d *Data, part string) *Reach {
	r, there := Reach{Part: part}, false
	switch part {
	case "notes":
		r.Release = newestNotes(d)
		there, r.Date = r.Release != "", d.DateOf(ReleaseDir+"/"+string(r.Release)+".json")
	case "gates":
		r.Release = d.GateReach()
		there, r.Date = r.Release != "", cmp.Or(d.DateOf(GateDir+"/"+string(r.Release)+".json"), d.DateOf(GateFile))
	case "keps":
		there, r.Date = len(d.KEPList) > 0, d.DateOf(KEPFile)
	case "sigs":
		there, r.Date = len(d.SIGList) > 0, d.DateOf(SIGFile)
	case "apis":
		there, r.Date = len(d.Guide) > 0, d.DateOf(GuideFile)
	case "references":
		r.Release = d.ReferenceReach()
		there, r.Date = r.Release != "", d.DateOf(ReferenceDir+"/"+string(r.Release)+".json")
	case "support":
		there, r.Date = len(d.Supports) > 0, d.DateOf(SupportFile)
	case "cves":
		there, r.Date = len(d.CVEs) > 0, d.DateOf(CVEFile)
	}
	if !there {
		return nil
	}
	return &r
}

// PatchFact is a patch release according to the schedule and the changelog.
type PatchFact struct {
	PatchRelease
	Entries []PatchEntry // entries in the changelog; none if it is not imported
	CVEs    []CVE
}

// PatchesOf returns the known patch releases of a minor release, newest first.
func (f *Facts) PatchesOf(r note.Release) []PatchFact {
	var out []PatchFact
	of := func(version string) *PatchFact {
		i := slices.IndexFunc(out, func(p PatchFact) bool { return p.Version == version })
		if i < 0 {
			i = len(out)
			out = append(out, PatchFact{PatchRelease: PatchRelease{Version: version}})
		}
		return &out[i]
	}
	if s := f.Supports[r]; s != nil {
		for _, p := range s.Patches {
			of(p.Version).PatchRelease = p
		}
	}
	if log := f.Patches[r]; log != nil {
		for _, p := range log.Patches {
			fact := of(p.Version)
			fact.Entries, fact.CVEs = p.Entries, p.CVEs
		}
	}
	slices.SortFunc(out, func(a, b PatchFact) int { return comparePatches(b.Version, a.Version) })
	return out
}

// LatestPatch returns the newest known patch release of a minor release, according to its
// changelog and the schedule. It returns the zero value if there is none.
func (f *Facts) LatestPatch(r note.Release) PatchRelease {
	if all := f.PatchesOf(r); len(all) > 0 {
		return all[0].PatchRelease
	}
	return PatchRelease{}
}

// comparePatches compares patch releases of the same minor release: 1.34.3 < 1.34.10.
func comparePatches(a, b string) int {
	if len(a) != len(b) {
		return len(a) - len(b)
	}
	return strings.Compare(a, b)
}
