// Package strictyaml binds YAML to Go structs and reports every mistake at once,
// each with the line and column at which it stands. [Unmarshal] is all there is to
// call, [Text] is a string that remembers its place.
//
// The YAML library does the syntax; the binding is this package's own, because the
// common ones read 1.30 as the number 1.3, lose columns, or stop at the first
// mistake. The rules:
//
//   - A scalar is text until a field asks for something else: for a string field 1.30
//     stays "1.30", 2023-02-23 stays as written, and so does true.
//   - A key that the struct does not know is a mistake, with the name that was
//     probably meant. So are a repeated key, a wrong type, an anchor or alias (they
//     make bombs, and nobody needs them in a note), a merge key, a tag other than the
//     plain YAML ones, and a second document.
//   - An empty value, ~ and null leave a field as it was.
//   - A syntax error costs only the top-level key in which it stands: what follows is
//     read and judged as well.
//   - Nothing panics, and size and depth are bounded.
//
// Structs name their keys by tags: `yaml:"title"`. Fields may be strings, bools,
// integers, anything that implements encoding.TextUnmarshaler, [Text], structs,
// pointers, slices, and maps with string keys. `yaml:"sigs,scalar"` lets one scalar
// stand for a list of one, or for a map with the single key "" (below a list or map
// too). `yaml:",inline"` takes the keys of an embedded struct for the outer one, and
// a diag.Position field tagged `yaml:",pos"` gets the place of the struct's first key.
//
// The codes of the diagnostics, below the prefix that [Code] sets: syntax, tab,
// encoding, limit, unknown-field, duplicate-key, alias, type.
package strictyaml

import (
	"fmt"
	"reflect"
	"strings"
	"unicode/utf8"

	"github.com/kawaraban/kawaraban/internal/diag"
)

// Text is a scalar and the place where it stands. Pos is the zero value when the
// key is absent. An item of a list always has its place.
type Text struct {
	Value string
	Pos   diag.Position
}

// String returns the text alone.
func (t Text) String() string { return t.Value }

const (
	maxBytes    = 512 << 10 // upstream's sigs.yaml, the largest file read, has 192 KB
	maxDepth    = 64        // of nested lists and maps
	maxProblems = 100       // reported of one text; the rest is counted
	maxChunks   = 400       // top-level keys looked at one by one after a syntax error
)

// Option changes how Unmarshal judges.
type Option func(*decoder)

// Lax takes unknown keys, for upstream files of which only some fields matter.
func Lax() Option { return func(d *decoder) { d.lax = true } }

// Code sets the family of the diagnostics' codes: Code("front-matter") makes
// front-matter/unknown-field. Without it the family is yaml.
func Code(family string) Option { return func(d *decoder) { d.family = family } }

// MaxItems binds the first n items of every list, and reports the next one as "too-many".
// The option is for texts whose lists are short, and whose items cost more than reading them.
func MaxItems(n int) Option { return func(d *decoder) { d.maxItems = n } }

// decoder is the state of one Unmarshal.
type decoder struct {
	base     diag.Position
	lines    []string
	lax      bool
	family   string
	maxItems int // of a list; 0: no bound
	problems []diag.Diagnostic
	dropped  int
}

// Unmarshal binds the YAML text src to v, a pointer, and returns all that is wrong,
// sorted. What could be read is bound even so; a nil result means that all was.
//
// base is the place of src's first character in its file (a line or column of 0
// means 1), so that front matter reports the lines of its note.
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
		d.report(1, 1, "type", "cannot read YAML into a Go value of type %T", v)
	default:
		if root := d.parse(text); root != nil {
			d.bind(root, target.Elem(), slot{})
		}
	}
	return d.result()
}

// result sorts the problems and says how many were left out.
func (d *decoder) result() []diag.Diagnostic {
	out := diag.Sort(d.problems)
	if d.dropped > 0 {
		last := out[len(out)-1].Pos
		out = append(out, diag.Errorf(last, d.code("limit"), "%d more mistakes are not listed", d.dropped))
	}
	return out
}

func (d *decoder) code(name string) diag.Code { return diag.Code(d.family + "/" + name) }

// report notes a problem at a line and column of the text, both from 1, and returns
// it so that a hint can be added.
func (d *decoder) report(line, col int, code, format string, args ...any) *diag.Diagnostic {
	if len(d.problems) >= maxProblems {
		d.dropped++
		return new(diag.Diagnostic)
	}
	p := diag.Errorf(d.pos(line, col), d.code(code), "%s", fmt.Sprintf(format, args...))
	d.problems = append(d.problems, p)
	return &d.problems[len(d.problems)-1]
}

// pos turns a place in the text into one in the file, never outside of either.
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
