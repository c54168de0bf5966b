package upstream

import (
	"cmp"
	"maps"
	"slices"
	"strings"
	"time"
	"unicode"

	"github.com/kawaraban/kawaraban/internal/diag"
	"github.com/kawaraban/kawaraban/internal/locale"
	"github.com/kawaraban/kawaraban/internal/note"
	"github.com/kawaraban/kawaraban/internal/strictyaml"
)

// boardCode is the first part of the codes of diagnostics about files that are maintained by
// hand.
const boardCode = "board"

func (l *loader) claims() error {
	b, err := l.read(ClaimFile)
	if err != nil || b == nil {
		return err
	}
	var file struct {
		Claims []struct {
			Release strictyaml.Text `yaml:"release"`
			SIG     strictyaml.Text `yaml:"sig"`
			Person  strictyaml.Text `yaml:"person"`
			Date    strictyaml.Text `yaml:"date"`
			Slides  strictyaml.Text `yaml:"slides"`
			Video   strictyaml.Text `yaml:"video"`
			Pos     diag.Position   `yaml:",pos"`
		} `yaml:"claims"`
	}
	l.diags = append(l.diags, strictyaml.Unmarshal(b, place(ClaimFile), &file, strictyaml.Code(boardCode))...)
	for _, row := range file.Claims {
		if row.Pos.Line == 0 { // not a row; already reported
			continue
		}
		r := rowReader{l: l, pos: row.Pos}
		c := Claim{
			Release: r.release(row.Release), SIG: r.group(row.SIG, true), Person: r.person(row.Person, true),
			Date: r.date(row.Date), Slides: r.address(row.Slides, "slides", false), Video: r.address(row.Video, "video", false),
		}
		key := func(o Claim) bool {
			return o.Release == c.Release && o.SIG == c.SIG && strings.EqualFold(string(o.Person), string(c.Person))
		}
		if !r.lost && !r.twice(slices.ContainsFunc(l.data.Claims, key), diag.Phrase("duplicate claim")) {
			l.data.Claims = append(l.data.Claims, c)
		}
	}
	slices.SortStableFunc(l.data.Claims, func(a, b Claim) int {
		return cmp.Or(CompareReleases(b.Release, a.Release), cmp.Compare(a.SIG, b.SIG))
	})
	return nil
}

func (l *loader) elsewhere() error {
	b, err := l.read(ElsewhereFile)
	if err != nil || b == nil {
		return err
	}
	var file struct {
		Notes []struct {
			Release strictyaml.Text `yaml:"release"`
			SIG     strictyaml.Text `yaml:"sig"`
			Title   strictyaml.Text `yaml:"title"`
			Lang    strictyaml.Text `yaml:"lang"`
			URL     strictyaml.Text `yaml:"url"`
			Author  strictyaml.Text `yaml:"author"`
			Kind    strictyaml.Text `yaml:"kind"`
			Pos     diag.Position   `yaml:",pos"`
		} `yaml:"notes"`
	}
	l.diags = append(l.diags, strictyaml.Unmarshal(b, place(ElsewhereFile), &file, strictyaml.Code(boardCode))...)
	for _, row := range file.Notes {
		if row.Pos.Line == 0 { // not a row; already reported
			continue
		}
		r := rowReader{l: l, pos: row.Pos}
		e := Elsewhere{
			Release: r.release(row.Release), SIG: r.group(row.SIG, false), Title: r.title(row.Title), Lang: r.language(row.Lang),
			URL: r.address(row.URL, "url", true), Author: r.person(row.Author, false), Kind: r.kind(row.Kind),
		}
		key := func(o Elsewhere) bool { return o.Release == e.Release && o.SIG == e.SIG && o.URL == e.URL }
		if !r.lost && !r.twice(slices.ContainsFunc(l.data.Elsewhere, key), diag.Phrase("duplicate note")) {
			l.data.Elsewhere = append(l.data.Elsewhere, e)
		}
	}
	slices.SortStableFunc(l.data.Elsewhere, func(a, b Elsewhere) int {
		return cmp.Or(CompareReleases(b.Release, a.Release), cmp.Compare(a.SIG, b.SIG))
	})
	return nil
}

// rowReader checks the fields of a row. A row without a required field is omitted. Other problems
// affect only their field.
type rowReader struct {
	l    *loader
	pos  diag.Position
	lost bool
}

// at returns the position of a field, or of its row if the field is missing.
func (r *rowReader) at(t strictyaml.Text) diag.Position { return orPlace(t.Pos, r.pos) }

func (r *rowReader) report(d diag.Diagnostic) { r.l.diags = append(r.l.diags, d) }

// lose reports a problem and omits the row.
func (r *rowReader) lose(d diag.Diagnostic) {
	r.lost = true
	r.report(d)
}

// present reports a required field that is empty.
func (r *rowReader) present(t strictyaml.Text, field string) bool {
	if strings.TrimSpace(t.Value) != "" {
		return true
	}
	r.lose(diag.Errorf(r.at(t), "board/missing", "missing %s, row omitted", field).WithHint("add %s: to the row", field))
	return false
}

func (r *rowReader) twice(is bool, why diag.Phrase) bool {
	if is {
		r.lose(diag.Errorf(r.pos, "board/duplicate", "%s, row omitted", why))
	}
	return is
}

func (r *rowReader) release(t strictyaml.Text) note.Release {
	known := r.l.data.Releases
	switch {
	case !r.present(t, "release"):
	case !IsRelease(t.Value):
		r.lose(diag.Errorf(r.at(t), "board/release", "invalid release %q", t.Value).WithHint(`write release: "1.27"`))
	case len(known) > 0 && known[note.Release(t.Value)] == nil:
		r.lose(diag.Errorf(r.at(t), "board/release", "unknown release %q", t.Value).
			WithHint("import its notes, or add a row to " + ReleasesFile))
	}
	return note.Release(t.Value)
}

// group reads a SIG in any form that notes may use: node, sig-node, SIG Node. A former group is
// valid if the notes of a release have its label.
func (r *rowReader) group(t strictyaml.Text, needed bool) note.SIG {
	if t.Value == "" {
		if needed {
			r.present(t, "sig")
		}
		return ""
	}
	known := r.l.groups()
	name := strings.ReplaceAll(strings.ToLower(strings.TrimSpace(t.Value)), " ", "-")
	for _, label := range []string{name, strings.TrimPrefix(name, "sig-")} {
		if known[label] || len(known) == 0 && plainName.MatchString(label) {
			return note.SIG(label)
		}
	}
	d := diag.Errorf(r.at(t), "board/sig", "unknown SIG or working group %q", t.Value)
	r.lose(meant(d, strings.TrimPrefix(name, "sig-"), slices.Collect(maps.Keys(known))))
	return ""
}

// meant adds a hint with a similar name, if there is one.
func meant(d diag.Diagnostic, word string, candidates []string) diag.Diagnostic {
	if near := diag.Near(word, candidates); near != "" {
		return d.WithHint("did you mean %s?", near)
	}
	return d
}

func (r *rowReader) person(t strictyaml.Text, needed bool) note.Person {
	name := strings.TrimPrefix(OneLine(t.Value), "@")
	switch {
	case name == "" && needed:
		r.present(strictyaml.Text{Pos: t.Pos}, "person")
	case name != "" && !strings.ContainsFunc(name, unicode.IsLetter):
		r.report(diag.Errorf(r.at(t), "board/person", "invalid name %q", t.Value).WithHint("write a GitHub handle or a name"))
		r.lost = r.lost || needed
		return ""
	}
	return note.Person(name)
}

func (r *rowReader) title(t strictyaml.Text) string {
	r.present(t, "title")
	return OneLine(t.Value)
}

// language reads a language code as in file names: ja, zh-cn, pt-br.
func (r *rowReader) language(t strictyaml.Text) note.Lang {
	if !r.present(t, "lang") {
		return ""
	}
	lang, ok := locale.FromSuffix(t.Value)
	if !ok {
		r.lose(diag.Errorf(r.at(t), "board/language", "invalid language code %q", t.Value).WithHint("write a code such as en, ja, zh or ru"))
	}
	return lang
}

func (r *rowReader) kind(t strictyaml.Text) note.NoteKind {
	kinds := []string{string(note.Changes), string(note.Overview), string(note.Log), string(note.Talk)}
	if t.Value == "" || slices.Contains(kinds, t.Value) {
		return note.NoteKind(t.Value)
	}
	d := diag.Errorf(r.at(t), "board/kind", "unknown note kind %q", t.Value).WithHint("write one of %s", strings.Join(kinds, ", "))
	r.report(meant(d, t.Value, kinds))
	return ""
}

func (r *rowReader) date(t strictyaml.Text) string {
	if _, err := time.Parse(time.DateOnly, t.Value); err != nil && t.Value != "" {
		r.report(diag.Errorf(r.at(t), "board/date", "invalid date %q", t.Value).WithHint("write it as 2023-06-15"))
		return ""
	}
	return t.Value
}

// address reads a web address. It reports other URL schemes.
func (r *rowReader) address(t strictyaml.Text, field string, needed bool) string {
	if t.Value == "" {
		if needed {
			r.present(t, field)
		}
		return ""
	}
	if isAddress(t.Value) {
		return t.Value
	}
	r.report(diag.Errorf(r.at(t), "board/address", "invalid web address in %s: %q", field, t.Value).WithHint("write the full URL, starting with https://"))
	r.lost = r.lost || needed
	return ""
}

// groups returns the labels of all groups in the imported data.
func (l *loader) groups() map[string]bool {
	if l.labels != nil {
		return l.labels
	}
	l.labels = map[string]bool{}
	for _, s := range l.data.SIGList {
		if s != nil && s.Label != "" {
			l.labels[string(s.Label)] = true
		}
	}
	for _, r := range l.data.Releases {
		for i := range r.Notes {
			for _, g := range r.Notes[i].SIGs {
				l.labels[string(g)] = true
			}
		}
	}
	return l.labels
}
