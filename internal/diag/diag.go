// Package diag defines problems of content. A [Diagnostic] has a [Position], a [Severity], a stable
// [Code], one sentence, and a hint with the next step.
//
// A content problem is data and never stops the pipeline. A Go error means that the machine failed
// (a full disk, no permission). Packages return diagnostics with their result, the pipeline
// collects them, [Sort] orders them, and this package prints them in one format:
//
//	content/1.27/sig-node.ja.md:24:18: unknown feature gate "PodDistruptionConditions" [gate/unknown]
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
	File string `json:"file"`           // slash-separated path relative to the site
	Line int    `json:"line,omitempty"` // from 1; 0 for the whole file
	Col  int    `json:"col,omitempty"`  // from 1, in code points; 0 for the whole line
}

// String returns the position as file:line:col, without unknown parts.
func (p Position) String() string {
	switch {
	case p.Line == 0:
		return p.File
	case p.Col == 0:
		return fmt.Sprintf("%s:%d", p.File, p.Line)
	}
	return fmt.Sprintf("%s:%d:%d", p.File, p.Line, p.Col)
}

// Severity is the importance of a problem.
type Severity uint8

// The severities, most serious first.
const (
	Error   Severity = iota // the content cannot be used as written
	Warning                 // the content is used, but probably not as its author meant
	Info                    // information; never a reason to fail
)

// String returns error, warning or info.
func (s Severity) String() string {
	return [...]string{"error", "warning", "info"}[min(s, Info)]
}

// MarshalText implements encoding.TextMarshaler.
func (s Severity) MarshalText() ([]byte, error) { return []byte(s.String()), nil }

// Code is the permanent name of a rule, as family/problem: front-matter/unknown-field.
type Code string

// Diagnostic is one problem at one place.
type Diagnostic struct {
	Pos      Position `json:"pos"`
	Severity Severity `json:"severity"`
	Code     Code     `json:"code"`
	Text     string   `json:"text"`           // one sentence, lower-case, no full stop
	Hint     string   `json:"hint,omitempty"` // the next step, in the same style
	Fix      Fix      `json:"fix,omitzero"`   // an automatic fix; zero if a person must decide

	// TextMessage and HintMessage are Text and Hint for translation, see In.
	TextMessage Message `json:"-"`
	HintMessage Message `json:"-"`
}

// Fix replaces the bytes from Start to End of the diagnostic's file by New. It is set only if no
// other fix is possible.
type Fix struct {
	Start int    `json:"start"` // byte offset in the file
	End   int    `json:"end"`
	New   string `json:"new"`
}

// IsZero reports whether there is no fix.
func (f Fix) IsZero() bool { return f == Fix{} }

// String returns the diagnostic on one line, without its hint.
func (d Diagnostic) String() string {
	return fmt.Sprintf("%s: %s [%s]", d.Pos, d.Text, d.Code)
}

// Errorf returns a diagnostic of severity Error. Its format is a whole sentence, so that it can be
// translated; arguments are values, not parts of a sentence.
func Errorf(pos Position, code Code, format string, args ...any) Diagnostic {
	return Diagnostic{Pos: pos, Severity: Error, Code: code}.WithText(format, args...)
}

// Warnf is like Errorf, with severity Warning.
func Warnf(pos Position, code Code, format string, args ...any) Diagnostic {
	return Diagnostic{Pos: pos, Severity: Warning, Code: code}.WithText(format, args...)
}

// Infof is like Errorf, with severity Info.
func Infof(pos Position, code Code, format string, args ...any) Diagnostic {
	return Diagnostic{Pos: pos, Severity: Info, Code: code}.WithText(format, args...)
}

// maxText limits the bytes of a text or hint, because they may quote notes.
const maxText = 2000

func limited(text string) string {
	if len(text) <= maxText {
		return text
	}
	return strings.ToValidUTF8(text[:maxText], "") + "…"
}

// WithText returns d with a new text.
func (d Diagnostic) WithText(format string, args ...any) Diagnostic {
	d.Text, d.TextMessage = limited(fmt.Sprintf(format, args...)), messageOf(format, args)
	return d
}

// WithHint returns d with the hint set.
func (d Diagnostic) WithHint(format string, args ...any) Diagnostic {
	d.Hint, d.HintMessage = limited(fmt.Sprintf(format, args...)), messageOf(format, args)
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

// Sort sorts the diagnostics and removes duplicates.
func Sort(ds []Diagnostic) []Diagnostic {
	slices.SortStableFunc(ds, Compare)
	return slices.Compact(ds)
}

// Count returns the number of diagnostics of each severity.
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
