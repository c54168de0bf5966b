package main

import (
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/fatih/color"

	"github.com/kawaraban/kawaraban/internal/affects"
	"github.com/kawaraban/kawaraban/internal/diag"
)

func (a upgradeCmd) printUpgrade(r affects.Result, format string) error {
	switch format {
	case "json":
		return writeJSON(a.stdout, r)
	case "sarif":
		return writeJSON(a.stdout, r.SARIF())
	case "github":
		return machine(diag.WriteGitHub(a.stdout, diagnosticsOf(r.Findings), ""))
	case "markdown":
		_, err := io.WriteString(a.stdout, upgradeMarkdown(r))
		return machine(err)
	}
	return a.upgradeText(r)
}

func diagnosticsOf(findings []affects.Finding) []diag.Diagnostic {
	var out []diag.Diagnostic
	for _, f := range findings {
		out = append(out, f.Diagnostic())
	}
	return out
}

func ofClass(findings []affects.Finding, class affects.Class) []affects.Finding {
	var out []affects.Finding
	for _, f := range findings {
		if f.Class == class {
			out = append(out, f)
		}
	}
	return out
}

// upgradeText prints the findings by class, then what is unknown and what was not checked.
func (a upgradeCmd) upgradeText(r affects.Result) error {
	var style diag.Style
	if f, ok := a.stdout.(*os.File); ok && isTerminal(f) {
		style.Color = !color.NoColor
	}
	for _, class := range affects.Classes() {
		if err := diag.WriteText(a.stdout, diagnosticsOf(ofClass(r.Findings, class)), style); err != nil {
			return machine(err)
		}
	}
	_, err := io.WriteString(a.stdout, upgradeRest(r))
	return machine(err)
}

// upgradeRest describes what the findings do not cover, and ends with the counts.
func upgradeRest(r affects.Result) string {
	var b strings.Builder
	for _, u := range r.Unknown {
		fmt.Fprintf(&b, "unknown: %s:%d: %s %s\n", diag.Visible(u.File), u.Line, u.Kind, diag.Visible(nameOf(u)))
	}
	for _, s := range r.NotChecked {
		fmt.Fprintf(&b, "not checked: %s%s\n", diag.Visible(placeOf(s.File, s.Line)), diag.Visible(s.Text()))
	}
	for _, s := range r.LookedAt {
		fmt.Fprintf(&b, "looked at: %s%s\n", diag.Visible(placeOf(s.File, s.Line)), diag.Visible(s.What))
	}
	return b.String() + upgradeCounts(r) + "\n"
}

func nameOf(u affects.Unknown) string {
	if u.Component == "" {
		return u.Name
	}
	return u.Name + " of " + u.Component
}

func placeOf(file string, line int) string {
	switch {
	case file == "":
		return ""
	case line == 0:
		return file + ": "
	}
	return fmt.Sprintf("%s:%d: ", file, line)
}

func upgradeCounts(r affects.Result) string {
	parts := []string{}
	for _, class := range affects.Classes() {
		parts = append(parts, fmt.Sprintf("%d %s", len(ofClass(r.Findings, class)), class))
	}
	return fmt.Sprintf("%s to %s: %s, %d unknown, %d not checked", r.From, r.To, strings.Join(parts, ", "), len(r.Unknown), len(r.NotChecked))
}

// markdownText escapes the characters with a meaning in Markdown and HTML.
var markdownText = strings.NewReplacer("\\", "\\\\", "`", "\\`", "*", "\\*", "_", "\\_", "[", "\\[", "]", "\\]", "<", "&lt;", ">", "&gt;", "&", "&amp;", "|", "\\|", "\n", " ", "#", "\\#")

// upgradeMarkdown is a checklist.
func upgradeMarkdown(r affects.Result) string {
	var b strings.Builder
	fmt.Fprintf(&b, "# Kubernetes %s to %s\n", r.From, r.To)
	for _, class := range affects.Classes() {
		list := ofClass(r.Findings, class)
		if len(list) == 0 {
			continue
		}
		fmt.Fprintf(&b, "\n## %s\n\n", class)
		for _, f := range list {
			fmt.Fprintf(&b, "- [ ] %s (%s)\n", markdownText.Replace(diag.Visible(f.Text())), markdownText.Replace(diag.Visible(fmt.Sprintf("%s:%d", f.File, f.Line))))
			if details := f.Details(); details != "" {
				fmt.Fprintf(&b, "  %s\n", markdownText.Replace(diag.Visible(details)))
			}
		}
	}
	b.WriteString("\n## Not covered\n\n")
	for _, u := range r.Unknown {
		fmt.Fprintf(&b, "- unknown %s: %s\n", u.Kind, markdownText.Replace(diag.Visible(nameOf(u))))
	}
	for _, s := range r.NotChecked {
		fmt.Fprintf(&b, "- not checked: %s\n", markdownText.Replace(diag.Visible(placeOf(s.File, s.Line)+s.Text())))
	}
	return b.String() + "\n" + upgradeCounts(r) + "\n"
}
