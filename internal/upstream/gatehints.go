package upstream

import (
	"regexp"
	"strings"

	"github.com/kawaraban/kawaraban/internal/note"
)

// GateHint is what an official note says of a feature gate in a release that the data on gates do
// not reach to. It is a hint: one sentence, read by rules.
type GateHint struct {
	Gate  string
	Stage note.Stage
	PR    int
	Repo  string // of PR; empty for kubernetes/kubernetes
	Text  string // the sentence
}

// GateHints returns the hints of a release by name of the gate, at most one for each gate and
// stage. It is empty for releases that the data on gates reach to.
func (d *Data) GateHints(r note.Release) []GateHint {
	found := d.Findings[r]
	if found == nil || CompareReleases(r, d.GateReach()) <= 0 {
		return nil
	}
	var out []GateHint
	seen := map[[2]string]bool{}
	for _, f := range found.Findings { // sorted by kind and name
		stage := stageOfGate(f)
		key := [2]string{f.Name, string(stage)}
		if f.Kind == "gate" && stage != "" && !seen[key] {
			seen[key] = true
			out = append(out, GateHint{f.Name, stage, f.PR, f.Repo, f.Text})
		}
	}
	return out
}

// Words for stages in official notes; the second form is what a gate becomes.
var (
	stageWord  = regexp.MustCompile(`(?i)\b(?:alpha|beta|GA|stable|generally available|general availability)\b`)
	towardWord = regexp.MustCompile(`(?i)\bto (alpha|beta|GA|stable|generally available|general availability)\b`)
)

// stageOfGate returns the stage that a sentence gives a gate; empty if it gives none or several.
func stageOfGate(f Finding) note.Stage {
	switch f.Class {
	case Removed:
		return note.Removed
	case Deprecated:
		return note.Deprecated
	}
	if m := towardWord.FindAllStringSubmatch(f.Text, -1); len(m) == 1 {
		return stageNamed(m[0][1])
	}
	var only note.Stage
	for _, w := range stageWord.FindAllString(f.Text, -1) {
		st := stageNamed(w)
		if only != "" && only != st {
			return ""
		}
		only = st
	}
	return only
}

func stageNamed(word string) note.Stage {
	switch strings.ToLower(word) {
	case "alpha":
		return note.Alpha
	case "beta":
		return note.Beta
	}
	return note.Stable
}
