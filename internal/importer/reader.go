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

// reader turns the texts of one YAML file into checked values and collects what is
// wrong with them.
type reader struct {
	family string // of the diagnostics' codes
	file   string
	ds     []diag.Diagnostic
}

func (r *reader) code(name string) diag.Code { return diag.Code(r.family + "/" + name) }

func (r *reader) warn(t strictyaml.Text, code, format string, args ...any) {
	r.ds = append(r.ds, diag.Warnf(orFile(t.Pos, r.file), r.code(code), format, args...))
}

func (r *reader) info(t strictyaml.Text, code, format string, args ...any) {
	d := diag.Warnf(orFile(t.Pos, r.file), r.code(code), format, args...)
	d.Severity = diag.Info
	r.ds = append(r.ds, d)
}

// hint adds the next step to the problem reported last.
func (r *reader) hint(format string, args ...any) {
	last := len(r.ds) - 1
	r.ds[last] = r.ds[last].WithHint(format, args...)
}

// orFile is the place of a value, or the whole file where the value is missing.
func orFile(p diag.Position, file string) diag.Position {
	if p.File == "" {
		return diag.Position{File: file}
	}
	return p
}

// required returns the text and reports when there is none.
func (r *reader) required(t strictyaml.Text, key string) string {
	text := strings.TrimSpace(t.Value)
	if text == "" {
		r.warn(t, "missing", "%s is missing", key)
	}
	return text
}

// word returns one of the known words, or what stands there with a diagnostic.
func (r *reader) word(t strictyaml.Text, key string, known []string) string {
	if r.required(t, key) == "" {
		return ""
	}
	return r.optionalWord(t, key, known)
}

func (r *reader) optionalWord(t strictyaml.Text, key string, known []string) string {
	word := strings.TrimSpace(t.Value)
	if word == "" || slices.Contains(known, word) {
		return word
	}
	r.warn(t, key, "%q is no %s", cut(word), key)
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

// release returns a milestone as a release, without its v. A placeholder is none; of
// several releases the first counts.
func (r *reader) release(t strictyaml.Text, key string) note.Release {
	text := strings.TrimSpace(t.Value)
	if m := releaseForm.FindStringSubmatch(text); m != nil {
		return note.Release(m[1])
	}
	if placeholder.MatchString(text) {
		if t.Pos.File != "" {
			r.info(t, "milestone", "%s is %q, which is no release", key, text)
		}
		return ""
	}
	r.warn(t, "milestone", "%s is %q, which is no release", key, cut(text))
	if m := releaseIn.FindStringSubmatch(text); m != nil {
		r.hint("the first one in it, %s, is taken", m[1])
		return note.Release(m[1])
	}
	return ""
}

// lostZero is a milestone such as 1.30 that went through a number.
var lostZero = regexp.MustCompile(`^1\.[1-4]$`)

// milestone is release for a KEP.
func (r *reader) milestone(t strictyaml.Text, key string) note.Release {
	if text := strings.TrimSpace(t.Value); lostZero.MatchString(text) {
		r.warn(t, "milestone", "%s is %s: no KEP is that old", key, text)
		r.hint("did you mean %s0, in quotes?", text)
	}
	return r.release(t, key)
}

// date returns a day as 2006-01-02, or nothing where the text is no day of the calendar.
func (r *reader) date(t strictyaml.Text, key string) string {
	text := strings.TrimSpace(t.Value)
	if text == "" {
		return ""
	}
	day, err := time.Parse("2006-1-2", text)
	if err != nil {
		r.warn(t, "date", "%s is %q, which is no date", key, cut(text))
		return ""
	}
	if iso := day.Format(time.DateOnly); iso != text {
		r.info(t, "date", "%s is %q, read as %s", key, text, iso)
		return iso
	}
	return text
}

// mention finds handles within other words.
var mention = regexp.MustCompile(`@([A-Za-z0-9][A-Za-z0-9-]*)`)

// people returns handles without their @, or a free name as it is.
func (r *reader) people(t strictyaml.Text) []string {
	text := strings.TrimSpace(t.Value)
	handle := strings.TrimPrefix(text, "@")
	switch {
	case placeholder.MatchString(text):
		r.info(t, "author", "%q names nobody", text)
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
		r.warn(t, "author", "%q is no handle: %d handles are taken from it", cut(text), len(found))
		return found
	}
	r.info(t, "author", "%q is no handle", cut(text))
	return []string{text}
}

// values returns the texts that are not empty.
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

// cut shortens what a message quotes.
func cut(s string) string {
	if r := []rune(s); len(r) > 60 {
		return string(r[:59]) + "…"
	}
	return s
}

// Words that upstream files may use for a stage, and the form of a gate's name.
var (
	kepStages = []string{"alpha", "beta", "stable", "deprecated", "disabled", "removed"}
	gateName  = regexp.MustCompile(`^[A-Za-z][A-Za-z0-9]{2,99}$`)
)

// patchForm is the version of a patch release.
var patchForm = regexp.MustCompile(`^1\.[0-9]{1,3}\.[0-9]{1,3}(?:-[a-z]+\.[0-9]{1,3})?$`)
