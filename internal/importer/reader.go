package importer

import (
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/kawaraban/kawaraban/internal/diag"
	"github.com/kawaraban/kawaraban/internal/note"
	"github.com/kawaraban/kawaraban/internal/strictyaml"
	"github.com/kawaraban/kawaraban/internal/upstream"
)

// validator validates the texts of one YAML file and collects diagnostics.
type validator struct {
	family string // of the diagnostic codes
	file   string
	ds     []diag.Diagnostic
}

func (r *validator) code(name string) diag.Code { return diag.Code(r.family + "/" + name) }

func (r *validator) warn(t strictyaml.Text, code, format string, args ...any) {
	r.ds = append(r.ds, diag.Warnf(orFile(t.Pos, r.file), r.code(code), format, args...))
}

func (r *validator) info(t strictyaml.Text, code, format string, args ...any) {
	d := diag.Warnf(orFile(t.Pos, r.file), r.code(code), format, args...)
	d.Severity = diag.Info
	r.ds = append(r.ds, d)
}

// hint adds a hint to the last diagnostic.
func (r *validator) hint(format string, args ...any) {
	last := len(r.ds) - 1
	r.ds[last] = r.ds[last].WithHint(format, args...)
}

// orFile returns the position of a value; that of the file if the value is missing.
func orFile(p diag.Position, file string) diag.Position {
	if p.File == "" {
		return diag.Position{File: file}
	}
	return p
}

// required returns the text and reports an empty one.
func (r *validator) required(t strictyaml.Text, key string) string {
	text := strings.TrimSpace(t.Value)
	if text == "" {
		r.warn(t, "missing", "missing %s", key)
	}
	return text
}

// word returns one of the known words; else the text, with a diagnostic.
func (r *validator) word(t strictyaml.Text, key string, known []string) string {
	if r.required(t, key) == "" {
		return ""
	}
	return r.optionalWord(t, key, known)
}

func (r *validator) optionalWord(t strictyaml.Text, key string, known []string) string {
	word := strings.TrimSpace(t.Value)
	if word == "" || slices.Contains(known, word) {
		return word
	}
	r.warn(t, key, "unknown %[2]s %[1]q", cut(word), key)
	if near := diag.Near(word, known); near != "" {
		r.hint("did you mean %s?", near)
	} else {
		r.hint("the words are %s", strings.Join(known, ", "))
	}
	return word
}

var (
	releaseForm = regexp.MustCompile(`^v?(1\.(?:0|[1-9][0-9]?))(?:\.[0-9]+)?$`)
	releaseIn   = regexp.MustCompile(`\bv?(1\.[1-9][0-9]?)\b`)
	placeholder = regexp.MustCompile(`(?i)^(?:|tbd|todo|0\.0|v?x\.y|n/?a|none|never|null)$`)
)

// release returns a milestone as a release, without its v; "" for a placeholder. It takes the first
// of several releases.
func (r *validator) release(t strictyaml.Text, key string) note.Release {
	text := strings.TrimSpace(t.Value)
	if m := releaseForm.FindStringSubmatch(text); m != nil {
		return note.Release(m[1])
	}
	if placeholder.MatchString(text) {
		if t.Pos.File != "" {
			r.info(t, "milestone", "invalid release in %s: %q", key, text)
		}
		return ""
	}
	r.warn(t, "milestone", "invalid release in %s: %q", key, cut(text))
	if m := releaseIn.FindStringSubmatch(text); m != nil {
		r.hint("using the first one, %s", m[1])
		return note.Release(m[1])
	}
	return ""
}

// lostZero matches a milestone such as 1.30 that was parsed as a number.
var lostZero = regexp.MustCompile(`^1\.[1-4]$`)

func (r *validator) milestone(t strictyaml.Text, key string) note.Release {
	if text := strings.TrimSpace(t.Value); lostZero.MatchString(text) {
		r.warn(t, "milestone", "implausible %s %s: older than all KEPs", key, text)
		r.hint("did you mean %s0, in quotes?", text)
	}
	return r.release(t, key)
}

// date returns a date as 2006-01-02; "" if invalid.
func (r *validator) date(t strictyaml.Text, key string) string {
	text := strings.TrimSpace(t.Value)
	if text == "" {
		return ""
	}
	day, err := time.Parse("2006-1-2", text)
	if err != nil {
		r.warn(t, "date", "invalid date in %s: %q", key, cut(text))
		return ""
	}
	if iso := day.Format(time.DateOnly); iso != text {
		r.info(t, "date", "unusual date in %s: %q, read as %s", key, text, iso)
		return iso
	}
	return text
}

// mention matches handles in a text.
var mention = regexp.MustCompile(`@([A-Za-z0-9][A-Za-z0-9-]*)`)

// people returns handles without @, or a full name.
func (r *validator) people(t strictyaml.Text) []string {
	text := strings.TrimSpace(t.Value)
	handle := strings.TrimPrefix(text, "@")
	switch {
	case placeholder.MatchString(text):
		r.info(t, "author", "placeholder %q instead of a name", text)
		return nil
	case upstream.IsHandle(handle):
		return []string{handle}
	}
	var found []string
	for _, m := range mention.FindAllStringSubmatch(text, -1) {
		if upstream.IsHandle(m[1]) && strings.Contains(text, " ") {
			found = append(found, m[1])
		}
	}
	if len(found) > 0 || len(text) > 200 {
		r.warn(t, "author", "invalid handle %q, using %d handles in it", cut(text), len(found))
		return found
	}
	r.info(t, "author", "invalid handle %q", cut(text))
	return []string{text}
}

// values returns the non-empty texts.
func values(ts []strictyaml.Text) []string {
	var out []string
	for _, t := range ts {
		if v := strings.TrimSpace(t.Value); v != "" {
			out = append(out, v)
		}
	}
	return out
}

func isDigits(s string) bool { return s != "" && len(s) < 10 && strings.Trim(s, "0123456789") == "" }

func cut(s string) string {
	if r := []rune(s); len(r) > 60 {
		return string(r[:59]) + "…"
	}
	return s
}

// Stages in upstream files, and the form of a gate's name.
var (
	kepStages = []string{"alpha", "beta", "stable", "deprecated", "disabled", "removed"}
	gateName  = regexp.MustCompile(`^[A-Za-z][A-Za-z0-9]{2,99}$`)
)

// patchForm matches the version of a patch release.
var patchForm = regexp.MustCompile(`^1\.[0-9]{1,3}\.[0-9]{1,3}(?:-[a-z]+\.[0-9]{1,3})?$`)
