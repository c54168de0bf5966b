// Package strictyaml binds YAML to Go structs. [Unmarshal] reports all mistakes at once, each with
// line and column. [Text] is a string with its position.
//
// A library parses the syntax. The binding is our own, because common libraries read 1.30 as the
// number 1.3, lose columns, or stop at the first mistake. It supports only lists, maps and scalars.
// Size and depth are limited, and no input causes a panic.
package strictyaml

import (
	"reflect"
	"strings"
	"unicode/utf8"

	"github.com/kawaraban/kawaraban/internal/diag"
)

// Text is a scalar with its position. Pos is zero if the key is absent. List items always have a
// position.
type Text struct {
	Value string
	Pos   diag.Position
}

// String returns the text.
func (t Text) String() string { return t.Value }

const (
	maxBytes    = 512 << 10 // upstream's sigs.yaml, the largest file, has 192 KB
	maxDepth    = 64        // of nested lists and maps
	maxProblems = 100       // reported for one text; the rest is only counted
	maxChunks   = 400       // top-level keys parsed separately after a syntax error
)

// Option is an option of Unmarshal.
type Option func(*decoder)

// Lax accepts unknown keys, for upstream files of which only some fields matter.
func Lax() Option { return func(d *decoder) { d.lax = true } }

// Code sets the prefix of the codes: Code("front-matter") gives front-matter/unknown-field. The
// default is yaml.
func Code(family string) Option { return func(d *decoder) { d.family = family } }

// MaxItems binds the first n items of every list and reports the next one as "too-many".
func MaxItems(n int) Option { return func(d *decoder) { d.maxItems = n } }

type decoder struct {
	base     diag.Position
	lines    []string
	lax      bool
	family   string
	maxItems int // 0: no limit
	problems []diag.Diagnostic
	dropped  int
}

// Unmarshal binds the YAML text src to v, a pointer, and returns all mistakes, sorted. It binds
// everything that is valid; nil means no mistakes. base is the position of src in its file, so that
// front matter is reported with the lines of its note. A line or column of 0 means 1.
//
// The rules are:
//
//   - A scalar is text unless the field has another type: in a string field, 1.30, 2023-02-23 and
//     true stay as written.
//   - These are mistakes: unknown keys (with a suggestion), duplicate keys, wrong types, anchors and
//     aliases, merge keys, custom tags, and a second document.
//   - An empty value, ~ and null leave a field unchanged.
//   - A syntax error affects only its top-level key.
//
// Struct tags name the keys: `yaml:"title"`. Fields may be strings, bools, integers,
// encoding.TextUnmarshaler, [Text], structs, pointers, slices, and maps with string keys. With
// `yaml:"sigs,scalar"` one scalar may stand for a list of one, or for a map with the key "". With
// `yaml:",inline"` the outer struct takes the keys of an embedded one. A diag.Position field tagged
// `yaml:",pos"` gets the position of the first key.
//
// The codes of the diagnostics, after the prefix that [Code] sets, are: syntax, tab, encoding, limit,
// unknown-field, duplicate-key, alias, type.
func Unmarshal(src []byte, base diag.Position, v any, opts ...Option) []diag.Diagnostic {
	base.Line, base.Col = max(base.Line, 1), max(base.Col, 1)
	d := &decoder{base: base, family: "yaml"}
	for _, o := range opts {
		o(d)
	}
	text, ok := d.clean(src)
	target := reflect.ValueOf(v)
	switch {
	case !ok:
	case target.Kind() != reflect.Pointer || target.IsNil():
		d.report(1, 1, "type", "unsupported Go type %T", v)
	default:
		if root := d.parse(text); root != nil {
			d.bind(root, target.Elem(), slot{})
		}
	}
	return d.result()
}

func (d *decoder) result() []diag.Diagnostic {
	out := diag.Sort(d.problems)
	if d.dropped > 0 {
		last := out[len(out)-1].Pos
		out = append(out, diag.Errorf(last, d.code("limit"), "%d more problems are not listed", d.dropped))
	}
	return out
}

func (d *decoder) code(name string) diag.Code { return diag.Code(d.family + "/" + name) }

// report adds a problem at a line and column of the text, both from 1.
func (d *decoder) report(line, col int, code, format string, args ...any) *diag.Diagnostic {
	if len(d.problems) >= maxProblems {
		d.dropped++
		return new(diag.Diagnostic)
	}
	d.problems = append(d.problems, diag.Errorf(d.pos(line, col), d.code(code), format, args...))
	return &d.problems[len(d.problems)-1]
}

// hint sets the hint of a problem that report returned.
func hint(p *diag.Diagnostic, format string, args ...any) { *p = p.WithHint(format, args...) }

func (d *decoder) pos(line, col int) diag.Position {
	line = min(max(line, 1), max(len(d.lines), 1))
	width := 0
	if len(d.lines) > 0 {
		width = utf8.RuneCountInString(strings.TrimPrefix(d.lines[line-1], bom))
	}
	col = min(max(col, 1), width+1)
	if line == 1 {
		col += d.base.Col - 1
	}
	return diag.Position{File: d.base.File, Line: d.base.Line + line - 1, Col: col}
}
