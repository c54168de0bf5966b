// Package diag holds what is wrong with content: a [Diagnostic] is a [Position], a
// [Severity], a stable [Code], one sentence and a hint that says the next step.
//
// A content problem is data and never stops the pipeline; a Go error is for a
// machine that failed (a full disk, no permission). Rooms return diagnostics
// beside their value, the pipeline collects them, [Sort] puts them in order, and
// the printers of this package say them in one form everywhere:
//
//	content/1.27/sig-node.ja.md:24:18: no feature gate PodDistruptionConditions [gate/unknown]
//	    hint: did you mean PodDisruptionConditions?
package diag

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
)

// Position is a place in a content file.
type Position struct {
	File string `json:"file"`           // slash-separated path as the user knows it, relative to the site's root
	Line int    `json:"line,omitempty"` // from 1; 0 when the whole file is meant
	Col  int    `json:"col,omitempty"`  // from 1, in code points; 0 when the whole line is meant
}

// String prints the position as file:line:col and leaves out what is unknown.
func (p Position) String() string {
	switch {
	case p.Line == 0:
		return p.File
	case p.Col == 0:
		return fmt.Sprintf("%s:%d", p.File, p.Line)
	}
	return fmt.Sprintf("%s:%d:%d", p.File, p.Line, p.Col)
}

// Severity says how much a problem matters.
type Severity uint8

// The severities, most serious first.
const (
	Error   Severity = iota // the content cannot be used as it stands
	Warning                 // the content is used, and probably not as its author meant
	Info                    // worth knowing, never a reason to fail
)

// String is the word that people and machines read: error, warning, info.
func (s Severity) String() string {
	return [...]string{"error", "warning", "info"}[min(s, Info)]
}

// MarshalText implements encoding.TextMarshaler.
func (s Severity) MarshalText() ([]byte, error) { return []byte(s.String()), nil }

// Code names a rule for good, as family/problem: front-matter/unknown-field.
type Code string

// Diagnostic is one problem of one place.
type Diagnostic struct {
	Pos      Position `json:"pos"`
	Severity Severity `json:"severity"`
	Code     Code     `json:"code"`
	Text     string   `json:"text"`           // one sentence, lower-case, no full stop
	Hint     string   `json:"hint,omitempty"` // the next step, in the same manner
	Fix      Fix      `json:"fix,omitzero"`   // what mends it for certain; zero where a person has to judge
}

// Fix is an edit of the file that a diagnostic is about: the bytes from Start up to End
// become New. It is only there where no other mending is thinkable.
type Fix struct {
	Start int    `json:"start"` // offset in bytes from the beginning of the file
	End   int    `json:"end"`
	New   string `json:"new"`
}

// IsZero reports whether there is no fix.
func (f Fix) IsZero() bool { return f == Fix{} }

// String is the diagnostic on one line, without its hint.
func (d Diagnostic) String() string {
	return fmt.Sprintf("%s: %s [%s]", d.Pos, d.Text, d.Code)
}

// Errorf returns an error-level diagnostic.
func Errorf(pos Position, code Code, format string, args ...any) Diagnostic {
	return Diagnostic{Pos: pos, Severity: Error, Code: code, Text: sprintf(format, args...)}
}

// maxText is how many bytes a text or a hint has at most: the values in it come from notes.
const maxText = 2000

// sprintf formats a text and cuts it to maxText.
func sprintf(format string, args ...any) string {
	text := fmt.Sprintf(format, args...)
	if len(text) <= maxText {
		return text
	}
	return strings.ToValidUTF8(text[:maxText], "") + "…"
}

// Warnf returns a warning.
func Warnf(pos Position, code Code, format string, args ...any) Diagnostic {
	return Diagnostic{Pos: pos, Severity: Warning, Code: code, Text: sprintf(format, args...)}
}

// Infof makes a diagnostic of severity Info.
func Infof(pos Position, code Code, format string, args ...any) Diagnostic {
	return Diagnostic{Pos: pos, Severity: Info, Code: code, Text: sprintf(format, args...)}
}

// WithHint returns d with the hint set.
func (d Diagnostic) WithHint(format string, args ...any) Diagnostic {
	d.Hint = sprintf(format, args...)
	return d
}

// WithFix returns d with the fix set.
func (d Diagnostic) WithFix(f Fix) Diagnostic {
	d.Fix = f
	return d
}

// Compare orders by file, line, column, severity, code and text.
func Compare(a, b Diagnostic) int {
	return cmp.Or(
		cmp.Compare(a.Pos.File, b.Pos.File),
		cmp.Compare(a.Pos.Line, b.Pos.Line),
		cmp.Compare(a.Pos.Col, b.Pos.Col),
		cmp.Compare(a.Severity, b.Severity),
		cmp.Compare(a.Code, b.Code),
		cmp.Compare(a.Text, b.Text),
	)
}

// Sort puts the diagnostics in the order in which people read them and drops
// exact repeats.
func Sort(ds []Diagnostic) []Diagnostic {
	slices.SortStableFunc(ds, Compare)
	return slices.Compact(ds)
}

// Count returns how many of the diagnostics have each severity.
func Count(ds []Diagnostic) (errors, warnings, infos int) {
	for _, d := range ds {
		switch d.Severity {
		case Error:
			errors++
		case Warning:
			warnings++
		default:
			infos++
		}
	}
	return errors, warnings, infos
}
