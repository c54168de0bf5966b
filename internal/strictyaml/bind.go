package strictyaml

import (
	"encoding"
	"reflect"
	"slices"
	"strconv"
	"strings"

	yaml "go.yaml.in/yaml/v4"

	"github.com/kawaraban/kawaraban/internal/diag"
)

var (
	textType     = reflect.TypeFor[Text]()
	positionType = reflect.TypeFor[diag.Position]()
)

type slot struct {
	key    string // the key in messages: title, leads[2].name
	scalar bool   // one scalar may stand for a list or a map
}

// The messages for values of the wrong type, with the key and the value.
const (
	wantText   = "invalid value for %q: expected text, found %s"
	wantBool   = "invalid value for %q: expected true or false, found %s"
	wantNumber = "invalid value for %q: expected a whole number, found %s"
	wantList   = "invalid value for %q: expected a list, found %s"
	wantMap    = "invalid value for %q: expected keys with values, found %s"
)

func (d *decoder) bind(n *yaml.Node, v reflect.Value, s slot) {
	if !d.plain(n) || null(n) {
		return
	}
	if v.Type() == textType {
		d.bindText(n, v, s)
		return
	}
	if v.CanAddr() {
		if u, ok := v.Addr().Interface().(encoding.TextUnmarshaler); ok {
			d.bindUnmarshaler(n, u, s)
			return
		}
	}
	switch v.Kind() {
	case reflect.Pointer:
		p := reflect.New(v.Type().Elem())
		d.bind(n, p.Elem(), s)
		v.Set(p)
	case reflect.Struct:
		d.bindStruct(n, v, s)
	case reflect.Slice:
		d.bindSlice(n, v, s)
	case reflect.Map:
		d.bindMap(n, v, s)
	default:
		d.bindScalar(n, v, s)
	}
}

// plain rejects YAML features beyond lists, maps and scalars.
func (d *decoder) plain(n *yaml.Node) bool {
	switch {
	case n.Kind == yaml.AliasNode:
		hint(d.report(n.Line, n.Column, "alias", "unsupported YAML alias"), "write the value itself")
	case n.Anchor != "":
		hint(d.report(n.Line, n.Column, "alias", "unsupported YAML anchor %q", n.Anchor), "delete &%s", n.Anchor)
	case n.Style&yaml.TaggedStyle != 0 && n.Tag != "!!str":
		hint(d.report(n.Line, n.Column, "type", "unsupported YAML tag %q", n.Tag), "delete the tag, or put the value in quotes")
	default:
		return true
	}
	return false
}

// null reports whether a value is empty: nothing, ~ or null without quotes.
func null(n *yaml.Node) bool {
	return n.Kind == yaml.ScalarNode && n.Tag == "!!null" && n.Style&(yaml.SingleQuotedStyle|yaml.DoubleQuotedStyle|yaml.LiteralStyle|yaml.FoldedStyle) == 0
}

func (d *decoder) scalarText(n *yaml.Node, s slot, message string) (string, bool) {
	if n.Kind != yaml.ScalarNode {
		d.wrong(n, s, message)
		return "", false
	}
	return n.Value, true
}

func (d *decoder) wrong(n *yaml.Node, s slot, message string) *diag.Diagnostic {
	if s.key == "" {
		return d.report(n.Line, n.Column, "type", "invalid YAML: expected keys with values, found %s", shape(n))
	}
	return d.report(n.Line, n.Column, "type", message, s.key, shape(n))
}

// shape returns a value as messages quote it.
func shape(n *yaml.Node) string {
	switch n.Kind {
	case yaml.MappingNode:
		return "{…}"
	case yaml.SequenceNode:
		return "[…]"
	}
	return strconv.Quote(cut(n.Value))
}

func cut(s string) string {
	if r := []rune(s); len(r) > 40 {
		return string(r[:39]) + "…"
	}
	return s
}

func (d *decoder) bindText(n *yaml.Node, v reflect.Value, s slot) {
	if t, ok := d.scalarText(n, s, wantText); ok {
		v.Set(reflect.ValueOf(Text{t, d.pos(n.Line, n.Column)}))
	}
}

func (d *decoder) bindUnmarshaler(n *yaml.Node, u encoding.TextUnmarshaler, s slot) {
	t, ok := d.scalarText(n, s, wantText)
	if !ok {
		return
	}
	if err := u.UnmarshalText([]byte(t)); err != nil {
		d.report(n.Line, n.Column, "type", "invalid value for %q: %v", s.key, err)
	}
}

func (d *decoder) bindScalar(n *yaml.Node, v reflect.Value, s slot) {
	switch {
	case v.Kind() == reflect.String:
		if t, ok := d.scalarText(n, s, wantText); ok {
			v.SetString(t)
		}
	case v.Kind() == reflect.Bool:
		if t, ok := d.scalarText(n, s, wantBool); !ok {
			return
		} else if t != "true" && t != "false" {
			d.wrong(n, s, wantBool)
		} else {
			v.SetBool(t == "true")
		}
	case v.CanInt():
		if t, ok := d.scalarText(n, s, wantNumber); !ok {
			return
		} else if i, err := strconv.ParseInt(t, 10, v.Type().Bits()); err != nil {
			d.wrong(n, s, wantNumber)
		} else {
			v.SetInt(i)
		}
	default:
		d.report(n.Line, n.Column, "type", "unsupported Go type for %q: %s", s.key, v.Type())
	}
}

func (d *decoder) bindSlice(n *yaml.Node, v reflect.Value, s slot) {
	items := n.Content
	switch {
	case n.Kind == yaml.ScalarNode && s.scalar:
		items = []*yaml.Node{n}
	case n.Kind != yaml.SequenceNode:
		p := d.wrong(n, s, wantList)
		if n.Kind == yaml.ScalarNode {
			hint(p, "write [%s]", cut(n.Value))
		}
		return
	}
	if d.maxItems > 0 && len(items) > d.maxItems {
		next := items[d.maxItems]
		hint(d.report(next.Line, next.Column, "too-many", "too many items in %q: only the first %d of %d are used", s.key, d.maxItems, len(items)),
			"delete the other items")
		items = items[:d.maxItems]
	}
	out := reflect.MakeSlice(v.Type(), len(items), len(items))
	for i, item := range items {
		if v.Type().Elem() == textType { // an invalid item keeps its position
			out.Index(i).Set(reflect.ValueOf(Text{Pos: d.pos(item.Line, item.Column)}))
		}
		d.bind(item, out.Index(i), slot{s.key + "[" + strconv.Itoa(i+1) + "]", s.scalar})
	}
	v.Set(out)
}

func (d *decoder) bindMap(n *yaml.Node, v reflect.Value, s slot) {
	t := v.Type()
	if t.Key().Kind() != reflect.String {
		d.report(n.Line, n.Column, "type", "unsupported Go type for %q: %s", s.key, t)
		return
	}
	out := reflect.MakeMap(t)
	add := func(key string, value *yaml.Node, s slot) {
		e := reflect.New(t.Elem()).Elem()
		d.bind(value, e, s)
		out.SetMapIndex(reflect.ValueOf(key).Convert(t.Key()), e)
	}
	switch {
	case n.Kind == yaml.ScalarNode && s.scalar:
		add("", n, s)
	case n.Kind != yaml.MappingNode:
		d.wrong(n, s, wantMap)
		return
	default:
		d.eachKey(n, func(key, value *yaml.Node) { add(key.Value, value, s.below(key.Value)) })
	}
	v.Set(out)
}

func (s slot) below(key string) slot {
	if s.key != "" {
		key = s.key + "." + key
	}
	return slot{key, s.scalar}
}

// eachKey calls f for every valid key of a map and reports the others.
func (d *decoder) eachKey(n *yaml.Node, f func(key, value *yaml.Node)) {
	seen := map[string]*yaml.Node{}
	for i := 0; i+1 < len(n.Content); i += 2 {
		key, value := n.Content[i], n.Content[i+1]
		if !d.plain(key) {
			continue
		}
		if key.Kind != yaml.ScalarNode {
			d.report(key.Line, key.Column, "type", "invalid key %s: expected text", shape(key))
			continue
		}
		if first := seen[key.Value]; first != nil {
			hint(d.report(key.Line, key.Column, "duplicate-key", "duplicate key %q", cut(key.Value)),
				"delete one of the two: the first is on line %d", d.pos(first.Line, first.Column).Line)
			continue
		}
		seen[key.Value] = key
		f(key, value)
	}
}

type field struct {
	name   string
	index  []int
	scalar bool
}

// fields lists the keys of a struct type and the index of its position field.
func fields(t reflect.Type) (out []field, pos []int) {
	for i := range t.NumField() {
		f := t.Field(i)
		name, flags, _ := strings.Cut(f.Tag.Get("yaml"), ",")
		switch {
		case !f.IsExported():
		case flags == "pos" && f.Type == positionType:
			pos = f.Index
		case flags == "inline" && f.Type.Kind() == reflect.Struct:
			inner, _ := fields(f.Type)
			for _, in := range inner {
				in.index = append(slices.Clone(f.Index), in.index...)
				out = append(out, in)
			}
		case name != "" && name != "-":
			out = append(out, field{name, f.Index, flags == "scalar"})
		}
	}
	return out, pos
}

func (d *decoder) bindStruct(n *yaml.Node, v reflect.Value, s slot) {
	if n.Kind != yaml.MappingNode {
		d.wrong(n, s, wantMap)
		return
	}
	known, pos := fields(v.Type())
	if pos != nil {
		v.FieldByIndex(pos).Set(reflect.ValueOf(d.pos(n.Line, n.Column)))
	}
	d.eachKey(n, func(key, value *yaml.Node) {
		at := slices.IndexFunc(known, func(f field) bool { return f.name == key.Value })
		if at < 0 {
			d.unknown(key, value, known)
			return
		}
		below := s.below(key.Value)
		below.scalar = known[at].scalar
		d.bind(value, v.FieldByIndex(known[at].index), below)
	})
}

func (d *decoder) unknown(key, value *yaml.Node, known []field) {
	d.inspect(value)
	if d.lax {
		return
	}
	names := make([]string, len(known))
	for i, f := range known {
		names[i] = f.name
	}
	p := d.report(key.Line, key.Column, "unknown-field", "unknown field %q", cut(key.Value))
	if near := diag.Near(key.Value, names); near != "" {
		hint(p, "did you mean %s?", near)
	} else {
		hint(p, "known fields: %s", strings.Join(names, ", "))
	}
}

// inspect reports aliases and duplicate keys in a value that is not bound.
func (d *decoder) inspect(n *yaml.Node) {
	switch {
	case d.lax && n.Style&yaml.TaggedStyle != 0: // an unused value may have tags
	case !d.plain(n):
	case n.Kind == yaml.MappingNode:
		d.eachKey(n, func(_, value *yaml.Node) { d.inspect(value) })
	default:
		for _, c := range n.Content {
			d.inspect(c)
		}
	}
}
