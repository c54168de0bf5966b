package upstream

import (
	"fmt"
	"slices"
	"strings"

	"github.com/kawaraban/kawaraban/internal/note"
)

// maxChanges is the maximum number of sentences for each kind of data. The others are counted.
const maxChanges = 20

// Changes returns sentences that describe the differences between two imports, in English. They
// are sorted by kind of data: releases, gates, KEPs, groups, then others. The result is empty for
// equal data.
func Changes(was, now *Data) []string {
	var out []string
	for _, r := range now.ReleaseList {
		out = append(out, releaseChanges(was.Releases[r.Release], r)...)
	}
	out = append(out, supportChanges(was, now)...)
	out = append(out, atMost("feature gates", gateChanges(was, now))...)
	out = append(out, atMost("KEPs", kepChanges(was, now))...)
	out = append(out, atMost("groups", sigChanges(was, now))...)
	out = append(out, atMost("vulnerabilities", cveChanges(was, now))...)
	return append(out, listChanges(was, now)...)
}

func atMost(what string, all []string) []string {
	if len(all) <= maxChanges {
		return all
	}
	return append(all[:maxChanges:maxChanges], fmt.Sprintf("%s: %d further changes", what, len(all)-maxChanges))
}

func releaseChanges(was, now *Release) []string {
	if was == nil || len(was.Notes) == 0 {
		if n := count(now.Published); n > 0 {
			return []string{fmt.Sprintf("Release %s: %s (new)", now.Release, plural(n, "published note"))}
		}
		return nil
	}
	type key struct {
		repo string
		pr   int
	}
	before := map[key]string{}
	for n := range was.Published {
		before[key{n.Repo, n.PR}] = strings.Join(n.Wordings(), "\n")
	}
	added, changed, same := 0, 0, 0
	for n := range now.Published {
		text, known := before[key{n.Repo, n.PR}]
		switch {
		case !known:
			added++
		case text != strings.Join(n.Wordings(), "\n"):
			changed++
		default:
			same++
		}
	}
	var parts []string
	for _, p := range []struct {
		n    int
		word string
	}{{added, "new"}, {changed, "changed"}, {len(before) - changed - same, "removed"}} {
		if p.n > 0 {
			parts = append(parts, plural(p.n, p.word+" note"))
		}
	}
	if len(parts) == 0 {
		return nil
	}
	return []string{fmt.Sprintf("Release %s: %s", now.Release, strings.Join(parts, ", "))}
}

func count(all func(func(*ReleaseNote) bool)) (n int) {
	for range all {
		n++
	}
	return n
}

func plural(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}

func supportChanges(was, now *Data) (out []string) {
	if len(was.Supports) == 0 && len(now.Supports) > 0 {
		return []string{fmt.Sprintf("Support dates: %s (new)", plural(len(now.Supports), "release"))}
	}
	for _, r := range now.ReleaseList {
		a, b := was.Supports[r.Release], now.Supports[r.Release]
		switch {
		case b == nil:
			continue
		case a == nil:
			out = append(out, fmt.Sprintf("Release %s: supported until %s", r.Release, b.EndOfLife))
		case !a.Ended && b.Ended:
			out = append(out, fmt.Sprintf("Release %s: support has ended", r.Release))
		case a.EndOfLife != b.EndOfLife:
			out = append(out, fmt.Sprintf("Release %s: supported until %s (was %s)", r.Release, b.EndOfLife, a.EndOfLife))
		}
		if x, y := was.LatestPatch(r.Release).Version, now.LatestPatch(r.Release).Version; x != y {
			out = append(out, fmt.Sprintf("Release %s: latest patch %s (was %s)", r.Release, y, orNone(x)))
		}
	}
	return out
}

func orNone(s string) string {
	if s == "" {
		return "none"
	}
	return s
}

func gateChanges(was, now *Data) (out []string) {
	if len(was.GateList) == 0 && len(now.GateList) > 0 {
		return []string{plural(len(now.GateList), "feature gate") + " (new)"}
	}
	for _, g := range now.GateList {
		old := was.Gates[g.Name]
		switch {
		case old == nil:
			out = append(out, fmt.Sprintf("Feature gate %s: new, %s", g.Name, stageOf(g)))
		case !old.Removed && g.Removed:
			out = append(out, fmt.Sprintf("Feature gate %s: removed", g.Name))
		case stageOf(old) != stageOf(g):
			out = append(out, fmt.Sprintf("Feature gate %s: now %s (was %s)", g.Name, stageOf(g), stageOf(old)))
		}
	}
	return out
}

// stageOf describes the last stage of a gate in words.
func stageOf(g *Gate) string {
	if len(g.Stages) == 0 {
		return "without a stage"
	}
	s := g.Stages[len(g.Stages)-1]
	words := string(s.Stage)
	if s.Default != nil {
		words += map[bool]string{true: ", on", false: ", off"}[*s.Default]
	}
	if s.Locked {
		words += ", locked"
	}
	return words + " since " + string(s.From)
}

func kepChanges(was, now *Data) (out []string) {
	if len(was.KEPList) == 0 && len(now.KEPList) > 0 {
		return []string{plural(len(now.KEPList), "KEP") + " (new)"}
	}
	old := map[string]*KEP{}
	for _, k := range was.KEPList {
		old[k.Dir] = k
	}
	for _, k := range now.KEPList {
		o := old[k.Dir]
		switch {
		case o == nil:
			out = append(out, fmt.Sprintf("KEP-%s: new, %s", k.Number, k.Title))
		case o.Status != k.Status:
			out = append(out, fmt.Sprintf("KEP-%s: now %s (was %s)", k.Number, orNone(k.Status), orNone(o.Status)))
		case o.Stage != k.Stage || o.LatestMilestone != k.LatestMilestone:
			out = append(out, fmt.Sprintf("KEP-%s: %s in %s (was %s in %s)", k.Number, orNone(k.Stage), orNone(k.LatestMilestone), orNone(o.Stage), orNone(o.LatestMilestone)))
		}
	}
	return out
}

func sigChanges(was, now *Data) (out []string) {
	if len(was.SIGList) == 0 && len(now.SIGList) > 0 {
		return []string{plural(len(now.SIGList), "group") + " (new)"}
	}
	for _, s := range now.SIGList {
		if was.SIGs[s.Label] == nil {
			out = append(out, fmt.Sprintf("Group %s: new", s.Dir))
		}
	}
	for _, s := range was.SIGList {
		if now.SIGs[s.Label] == nil {
			out = append(out, fmt.Sprintf("Group %s: retired", s.Dir))
		}
	}
	return out
}

func cveChanges(was, now *Data) (out []string) {
	if len(was.CVEs) == 0 && len(now.CVEs) > 0 {
		return []string{fmt.Sprintf("CVE feed: %d vulnerabilities (new)", len(now.CVEs))}
	}
	old := map[string]CVE{}
	for _, c := range was.CVEs {
		old[c.ID] = c
	}
	for _, c := range now.CVEs {
		o, known := old[c.ID]
		switch {
		case !known:
			out = append(out, fmt.Sprintf("%s: new, %s", c.ID, c.Title))
		case o.Status != c.Status:
			out = append(out, fmt.Sprintf("%s: now %s (was %s)", c.ID, orNone(c.Status), orNone(o.Status)))
		}
	}
	return out
}

// listChanges compares the data that are imported as lists per release.
func listChanges(was, now *Data) (out []string) {
	if a, b := len(was.Guide), len(now.Guide); a != b {
		out = append(out, fmt.Sprintf("API deprecation guide: %d versions of kinds (was %d)", b, a))
	}
	out = append(out, newLists("List of feature gates", was.GateLists, now.GateLists)...)
	out = append(out, newLists("Served APIs", was.Served, now.Served)...)
	return append(out, newLists("Flags and configuration", was.References, now.References)...)
}

func newLists[T any](what string, was, now map[note.Release]*T) (out []string) {
	var ids []note.Release
	for id := range now {
		if was[id] == nil {
			ids = append(ids, id)
		}
	}
	slices.SortFunc(ids, CompareReleases)
	for _, id := range ids {
		out = append(out, fmt.Sprintf("%s of %s (new)", what, id))
	}
	return out
}
