// Package inspection has the two ends of kawaraban upgrade: the files that it reads, and the
// formats of its report.
package inspection

import (
	"fmt"
	"slices"
	"strings"

	"github.com/kawaraban/kawaraban/internal/affects"
	"github.com/kawaraban/kawaraban/internal/diag"
	"github.com/kawaraban/kawaraban/internal/note"
)

// severities of the classes.
var severities = map[affects.Class]diag.Severity{affects.Breaks: diag.Error, affects.Changes: diag.Warning, affects.Cleanup: diag.Info, affects.Coming: diag.Info}

// diagnostics returns the findings of a class as problems of the input: what happens, and in the hint
// what is known of it.
func diagnostics(r affects.Result, class affects.Class, lang note.Lang) []diag.Diagnostic {
	var out []diag.Diagnostic
	for _, f := range ofClass(r, class) {
		out = append(out, diag.Diagnostic{
			Pos: diag.Position{File: f.File, Line: f.Line}, Severity: severities[f.Class], Code: diag.Code(string(f.Class) + "/" + f.Kind),
			Text: textOf(f), Hint: details(f, lang),
		})
	}
	return out
}

func ofClass(r affects.Result, class affects.Class) []affects.Finding {
	var out []affects.Finding
	for _, f := range r.Findings {
		if f.Class == class {
			out = append(out, f)
		}
	}
	return out
}

// kindWords are the words before names.
var kindWords = map[string]string{"gate": "feature gate ", "field": "field ", "plugin": "admission plugin ", "metric": "metric "}

// subject names the setting with its value and component.
func subject(f affects.Finding) string {
	out := kindWords[f.Kind] + f.Name
	if f.Value != "" && f.Kind == "gate" {
		out += "=" + f.Value
	}
	if f.Component != "" && f.Kind != "gate" && f.Kind != "plugin" {
		out += " of " + f.Component
	}
	return out
}

// textOf describes in one sentence what happens.
func textOf(f affects.Finding) string {
	release := string(f.Release)
	if f.Or != "" {
		release = string(f.Or) + " or " + release
	}
	out := subject(f)
	switch f.Event {
	case affects.Removed:
		out += ": removed in " + release
	case affects.Locked:
		out += ": locked to " + f.Expected + " in " + release
	case affects.On, affects.Off:
		out += ": default is " + f.Expected + " from " + release
	case affects.Stable:
		out += ": stable and on by default since " + release
	case affects.Deprecated:
		out += ": deprecated in " + release
	case affects.Announced:
		out += ": removal or lock announced in " + release
	case affects.Unused:
		out += ": without effect since " + release
	default:
		out += ": changed in " + release
	}
	return out + doubt(f)
}

// doubt gives the reasons why a finding is less certain.
func doubt(f affects.Finding) string {
	var why []string
	if f.Mark == "disagree" {
		why = append(why, "sources disagree")
	}
	if f.Component == "" && len(f.Components) > 0 && f.Kind == "flag" {
		why = append(why, "of "+strings.Join(f.Components, ", "))
	}
	switch f.How {
	case affects.Listed:
		why = append(why, "available, not necessarily used")
	case affects.Mentioned:
		why = append(why, "only mentioned")
	}
	if len(why) == 0 {
		return ""
	}
	return " (" + strings.Join(why, "; ") + ")"
}

// details has the replacement, the announcement, the official sentence with its pull request, and a
// remark, in the reader's language if there is one.
func details(f affects.Finding, lang note.Lang) string {
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
		out = append(out, f.Sentence+pull(f))
	} else if f.Class != affects.Coming || f.Mark != "" {
		out = append(out, "by "+strings.Join(f.Sources, ", ")+" ("+f.Mark+")"+pull(f))
	}
	if r, ok := remarkFor(f, lang); ok {
		by := ""
		if r.Author != "" {
			by = " by " + r.Author
		}
		out = append(out, "remark"+by+": "+r.Text)
	}
	return strings.Join(out, "; ")
}

// remarkFor returns the remark in a language, else in English, else the first; false without any.
func remarkFor(f affects.Finding, lang note.Lang) (affects.Remark, bool) {
	for _, want := range []note.Lang{lang, "en"} {
		if i := slices.IndexFunc(f.Remarks, func(r affects.Remark) bool { return r.Lang == want }); i >= 0 {
			return f.Remarks[i], true
		}
	}
	if len(f.Remarks) == 0 {
		return affects.Remark{}, false
	}
	return f.Remarks[0], true
}

// pull returns the pull request in brackets; empty without one.
func pull(f affects.Finding) string {
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

// skippedText describes what was not checked.
func skippedText(s affects.Skipped) string {
	out := skippedWords[s.Code]
	if s.Name != "" {
		out += ": " + s.Name
	}
	return out
}
