package upstream

import (
	"cmp"
	"slices"
	"strings"

	"github.com/kawaraban/kawaraban/internal/note"
)

// SupportState is the support of a release on the day of the imported schedule.
type SupportState string

// The states of support.
const (
	Supported   SupportState = "supported"
	Maintenance SupportState = "maintenance" // critical fixes only, before the end of life
	Ended       SupportState = "ended"
	Unknown     SupportState = "unknown" // the schedule does not have the release
)

// SupportOf returns the support of a release on the day of the schedule. Without a day, a release
// of the schedule is supported until it is listed as ended.
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

// Reach is the release and the day that the data of one part reach to.
type Reach struct {
	Part    string       // notes, gates, keps, sigs, apis, references, support
	Release note.Release // newest release that the data cover; empty if they are not by release
	Date    string       // of the source; empty if unknown
}

// ReachOf returns the reach of a part. It returns false if there are no such data.
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

// PatchFact is a patch release by the schedule and the changelog.
type PatchFact struct {
	PatchRelease
	Entries []PatchEntry // from the changelog; none if it was not imported
	CVEs    []CVE
}

// PatchesOf lists the known patch releases of a release, newest first.
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

// LatestPatch is the newest patch release that is known of a release, by its changelog or by
// the schedule; empty where none is.
func (f *Facts) LatestPatch(r note.Release) PatchRelease {
	if all := f.PatchesOf(r); len(all) > 0 {
		return all[0].PatchRelease
	}
	return PatchRelease{}
}

// comparePatches orders patch releases of one release: 1.34.3 before 1.34.10.
func comparePatches(a, b string) int {
	if len(a) != len(b) {
		return len(a) - len(b)
	}
	return strings.Compare(a, b)
}
