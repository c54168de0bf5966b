package inspection

import (
	"encoding/json"
	"fmt"
	"io"
	"strings"

	"github.com/kawaraban/kawaraban/internal/affects"
	"github.com/kawaraban/kawaraban/internal/diag"
	"github.com/kawaraban/kawaraban/internal/note"
)

// Write prints a report as text by class, json, markdown, sarif, or annotations of GitHub. Remarks
// are in lang where they exist; JSON has all.
func Write(w io.Writer, r affects.Result, format string, style diag.Style, lang note.Lang) error {
	switch format {
	case "json":
		return writeJSON(w, r)
	case "sarif":
		return writeJSON(w, sarifOf(r, lang))
	case "markdown":
		_, err := io.WriteString(w, markdown(r, lang))
		return err
	}
	for _, class := range affects.Classes() {
		write := func(ds []diag.Diagnostic) error { return diag.WriteText(w, ds, style) }
		if format == "github" {
			write = func(ds []diag.Diagnostic) error {
				return diag.WriteGitHub(w, ds, "", func(string) bool { return false })
			}
		}
		if err := write(diagnostics(r, class, lang)); err != nil {
			return err
		}
	}
	if format == "github" {
		return nil
	}
	_, err := io.WriteString(w, rest(r))
	return err
}

func writeJSON(w io.Writer, v any) error {
	e := json.NewEncoder(w)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	return e.Encode(v)
}

// rest describes what the findings do not cover, and ends with the counts.
func rest(r affects.Result) string {
	var b strings.Builder
	for _, u := range r.Unknown {
		fmt.Fprintf(&b, "unknown: %s:%d: %s %s\n", diag.Visible(u.File), u.Line, u.Kind, diag.Visible(nameOf(u)))
	}
	for _, s := range r.NotChecked {
		fmt.Fprintf(&b, "not checked: %s%s\n", diag.Visible(placeOf(s.File, s.Line)), diag.Visible(skippedText(s)))
	}
	for _, s := range r.LookedAt {
		fmt.Fprintf(&b, "looked at: %s%s\n", diag.Visible(placeOf(s.File, s.Line)), diag.Visible(s.What))
	}
	return b.String() + counts(r) + "\n"
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

func counts(r affects.Result) string {
	parts := []string{}
	for _, class := range affects.Classes() {
		parts = append(parts, fmt.Sprintf("%d %s", len(ofClass(r, class)), class))
	}
	return fmt.Sprintf("%s to %s: %s, %d unknown, %d not checked", r.From, r.To, strings.Join(parts, ", "), len(r.Unknown), len(r.NotChecked))
}

// markdownText escapes the characters with a meaning in Markdown and HTML.
var markdownText = strings.NewReplacer("\\", "\\\\", "`", "\\`", "*", "\\*", "_", "\\_", "[", "\\[", "]", "\\]", "<", "&lt;", ">", "&gt;", "&", "&amp;", "|", "\\|", "\n", " ", "#", "\\#")

// markdown is a checklist.
func markdown(r affects.Result, lang note.Lang) string {
	var b strings.Builder
	fmt.Fprintf(&b, "# Kubernetes %s to %s\n", r.From, r.To)
	for _, class := range affects.Classes() {
		list := ofClass(r, class)
		if len(list) == 0 {
			continue
		}
		fmt.Fprintf(&b, "\n## %s\n\n", class)
		for _, f := range list {
			fmt.Fprintf(&b, "- [ ] %s (%s)\n", markdownText.Replace(diag.Visible(textOf(f))), markdownText.Replace(diag.Visible(fmt.Sprintf("%s:%d", f.File, f.Line))))
			if details := details(f, lang); details != "" {
				fmt.Fprintf(&b, "  %s\n", markdownText.Replace(diag.Visible(details)))
			}
		}
	}
	b.WriteString("\n## Not covered\n\n")
	for _, u := range r.Unknown {
		fmt.Fprintf(&b, "- unknown %s: %s\n", u.Kind, markdownText.Replace(diag.Visible(nameOf(u))))
	}
	for _, s := range r.NotChecked {
		fmt.Fprintf(&b, "- not checked: %s\n", markdownText.Replace(diag.Visible(placeOf(s.File, s.Line)+skippedText(s))))
	}
	return b.String() + "\n" + counts(r) + "\n"
}
