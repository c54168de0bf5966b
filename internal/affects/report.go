package affects

import (
	"fmt"
	"strings"

	"github.com/kawaraban/kawaraban/internal/diag"
)

// severities of the classes.
var severities = map[Class]diag.Severity{Breaks: diag.Error, Changes: diag.Warning, Cleanup: diag.Info, Coming: diag.Info}

// Diagnostic returns a finding as a problem of the input: what happens, and in the hint what is known
// of it.
func (f Finding) Diagnostic() diag.Diagnostic {
	return diag.Diagnostic{
		Pos: diag.Position{File: f.File, Line: f.Line}, Severity: severities[f.Class], Code: diag.Code(string(f.Class) + "/" + f.Kind),
		Text: f.Text(), Hint: f.Details(),
	}
}

// kindWords are the words before names.
var kindWords = map[string]string{"gate": "feature gate ", "field": "field ", "plugin": "admission plugin ", "metric": "metric "}

// subject names the setting with its value and component.
func (f Finding) subject() string {
	out := kindWords[f.Kind] + f.Name
	if f.Value != "" && f.Kind == "gate" {
		out += "=" + f.Value
	}
	if f.Component != "" && f.Kind != "gate" && f.Kind != "plugin" {
		out += " of " + f.Component
	}
	return out
}

// Text says in one sentence what happens.
func (f Finding) Text() string {
	release := string(f.Release)
	if f.Or != "" {
		release = string(f.Or) + " or " + release
	}
	out := f.subject()
	switch f.Event {
	case eventRemoved:
		out += ": removed in " + release
	case eventLocked:
		out += ": locked to " + f.Expected + " in " + release
	case eventOn, eventOff:
		out += ": default is " + f.Expected + " from " + release
	case eventStable:
		out += ": stable and on by default since " + release
	case eventDeprecated:
		out += ": deprecated in " + release
	case eventUnused:
		out += ": without effect since " + release
	default:
		out += ": changed in " + release
	}
	return out + f.doubt()
}

// doubt says why a finding is less certain.
func (f Finding) doubt() string {
	var why []string
	if f.Mark == "disagree" {
		why = append(why, "sources disagree")
	}
	if f.Component == "" && len(f.Components) > 0 && f.Kind == "flag" {
		why = append(why, "of "+strings.Join(f.Components, ", "))
	}
	switch f.How {
	case Listed:
		why = append(why, "available, not necessarily used")
	case Mentioned:
		why = append(why, "only mentioned")
	}
	if len(why) == 0 {
		return ""
	}
	return " (" + strings.Join(why, "; ") + ")"
}

// Details has the replacement, the announcement, and the official sentence with its pull request.
func (f Finding) Details() string {
	var out []string
	if f.Replacement != "" {
		out = append(out, "use "+f.Replacement)
	}
	if f.Since != "" {
		out = append(out, "announced in "+string(f.Since))
	}
	if f.Target != "" {
		out = append(out, "announced for "+string(f.Target))
	}
	if len(f.Others) > 0 {
		others := make([]string, len(f.Others))
		for i, r := range f.Others {
			others[i] = string(r)
		}
		out = append(out, "another source: "+strings.Join(others, ", "))
	}
	if f.Sentence != "" {
		out = append(out, f.Sentence+f.pull())
	} else if f.Class != Coming || f.Mark != "" {
		out = append(out, "by "+strings.Join(f.Sources, ", ")+" ("+f.Mark+")")
	}
	return strings.Join(out, "; ")
}

// pull returns the pull request in brackets; empty without one.
func (f Finding) pull() string {
	if f.PR == 0 {
		return ""
	}
	return fmt.Sprintf(" (%s#%d)", f.Repo, f.PR)
}

// skippedWords describe the codes of what was not checked.
var skippedWords = map[string]string{
	"size": "larger than 50 MB", "binary": "binary file", "link": "symbolic link, not followed", "nothing": "nothing recognized",
	"file":     "not a regular file, or not readable",
	"too-deep": "nested too deeply: partly read", "too-many": "too many settings: partly read", "truncated": "ends within a bracket: read up to there",
	"custom-resource": "custom resource", "program": "flags of a program that is not a component of Kubernetes",
	"no-notes": "no release notes", "gates-end": "data on feature gates end, later changes only from notes", "flags-end": "reference of flags ends",
}

// Text says what was not checked.
func (s Skipped) Text() string {
	out := skippedWords[s.Code]
	if s.Name != "" {
		out += ": " + s.Name
	}
	return out
}
