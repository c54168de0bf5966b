package upstream

import (
	"regexp"
	"strings"

	"github.com/kawaraban/kawaraban/internal/note"
)

// GateHint is the stage of a feature gate according to an official note, for a release without
// data on gates. It is only a hint, because rules derive it from a sentence.
type GateHint struct {
	Gate  string
	Stage note.Stage
	PR    int
	Repo  string // repository of PR; empty for kubernetes/kubernetes
	Text  string // sentence of the note
}

// GateHints returns the hints for a release, sorted by gate. A gate has at most one hint per
// stage. It returns nil if there are data on gates for the release.
func (d *Data) GateHints(r note.Release) []GateHint {
	found := d.Findings[r]
	if found == nil || CompareReleases(r, d.GateReach()) <= 0 {
		return nil
	}
	var out []GateHint
	seen := map[[2]string]bool{}
	for _, f := range found.Findings { // findings are sorted by kind and name
		stage := stageOfGate(f)
		key := [2]string{f.Name, string(stage)}
		if f.Kind == "gate" && stage != "" && !seen[key] {
			seen[key] = true
			out = append(out, GateHint{f.Name, stage, f.PR, f.Repo, f.Text})
		}
	}
	return out
}

// stageWord matches a stage in an official note. towardWord matches the stage that a gate
// reaches.
var (
	stageWord  = regexp.MustCompile(`(?i)\b(?:alpha|beta|GA|stable|generally available|general availability)\b`)
	towardWord = regexp.MustCompile(`(?i)\bto (alpha|beta|GA|stable|generally available|general availability)\b`)
)

// stageOfGate returns the stage of a gate according to a sentence. It is empty if the sentence
// has none or several.
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
