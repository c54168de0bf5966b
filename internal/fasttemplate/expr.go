package fasttemplate

import (
	"reflect"
	"strconv"
	"text/template/parse"
)

// expr is a compiled value, with accessors for its uses.
type expr struct {
	typ   reflect.Type                            // nil: only truth is set
	value func(m *machine, f frame) reflect.Value // nil if typ is nil
	text  func(m *machine, f frame) string        // for strings
	truth func(m *machine, f frame) bool          // nil if not supported
	word  *word                                   // interface text without arguments
}

// valued returns the expr of a value of a type.
func valued(typ reflect.Type, value func(*machine, frame) reflect.Value) expr {
	e := expr{typ: typ, value: value}
	if isTrue := truths(typ); isTrue != nil {
		e.truth = func(m *machine, f frame) bool {
			v := value(m, f)
			return !m.failed && isTrue(v)
		}
	}
	if typ.Kind() == reflect.String {
		e.text = func(m *machine, f frame) string { return value(m, f).String() }
	}
	return e
}

// computed returns the expr of a computed string.
func computed(typ reflect.Type, text func(*machine, frame) string) expr {
	return expr{
		typ:   typ,
		text:  text,
		value: func(m *machine, f frame) reflect.Value { return reflect.ValueOf(text(m, f)).Convert(typ) },
		truth: func(m *machine, f frame) bool { return text(m, f) != "" },
	}
}

func known(truth func(*machine, frame) bool) expr {
	return expr{
		typ:   reflect.TypeFor[bool](),
		truth: truth,
		value: func(m *machine, f frame) reflect.Value { return reflect.ValueOf(truth(m, f)) },
	}
}

func constant(v any) expr {
	value := reflect.ValueOf(v)
	return valued(value.Type(), func(*machine, frame) reflect.Value { return value })
}

func truths(typ reflect.Type) func(reflect.Value) bool {
	switch typ.Kind() {
	case reflect.String, reflect.Slice:
		return func(v reflect.Value) bool { return v.Len() > 0 }
	case reflect.Bool:
		return reflect.Value.Bool
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		return func(v reflect.Value) bool { return v.Int() != 0 }
	case reflect.Pointer:
		return func(v reflect.Value) bool { return !v.IsNil() }
	case reflect.Struct:
		return func(reflect.Value) bool { return true }
	}
	return nil
}

func (s scope) pipe(p *parse.PipeNode) (expr, error) {
	if len(p.Cmds) != 1 {
		return expr{}, unknown(p, "no such pipeline")
	}
	return s.command(p.Cmds[0])
}

// command compiles a command: a function or a method with arguments, or a single operand.
func (s scope) command(cmd *parse.CommandNode) (expr, error) {
	args := cmd.Args[1:]
	switch n := cmd.Args[0].(type) {
	case *parse.IdentifierNode:
		return s.function(n, args)
	case *parse.FieldNode:
		return s.chain(n, s.dot, n.Ident, args)
	case *parse.VariableNode:
		return s.variable(n, args)
	default:
		if len(args) > 0 {
			return expr{}, unknown(cmd, "no such command")
		}
		return s.operand(n)
	}
}

func (s scope) operand(n parse.Node) (expr, error) {
	switch n := n.(type) {
	case *parse.DotNode:
		return s.chain(n, s.dot, nil, nil)
	case *parse.FieldNode:
		return s.chain(n, s.dot, n.Ident, nil)
	case *parse.VariableNode:
		return s.variable(n, nil)
	case *parse.PipeNode:
		if len(n.Decl) == 0 {
			return s.pipe(n)
		}
	case *parse.StringNode:
		return constant(n.Text), nil
	case *parse.BoolNode:
		return constant(n.True), nil
	case *parse.NumberNode:
		if _, err := strconv.Atoi(n.Text); err == nil && n.IsInt { // not a float or a character
			return constant(int(n.Int64)), nil
		}
	}
	return expr{}, unknown(n, "no such operand")
}

func (s scope) variable(n *parse.VariableNode, args []parse.Node) (expr, error) {
	v, ok := s.lookup(n.Ident[0])
	if !ok {
		return expr{}, unknown(n, "no such variable")
	}
	return s.chain(n, v, n.Ident[1:], args)
}

// hop is a step from a struct to one of its fields.
type hop struct {
	deref bool // through a pointer to the struct
	field int
}

// chain follows names from a variable. The last one may be a method.
func (s scope) chain(n parse.Node, from variable, names []string, args []parse.Node) (expr, error) {
	typ := from.typ
	var hops []hop
	for i, name := range names {
		base := pointed(typ)
		if _, ok := reflect.PointerTo(base).MethodByName(name); ok {
			if i < len(names)-1 {
				return expr{}, unknown(n, "no such method")
			}
			return s.method(n, place(from.slot, typ, hops), name, args)
		}
		next, path := fieldOf(typ, name)
		if next == nil {
			return expr{}, unknown(n, "no such field of %s", typ)
		}
		typ, hops = next, append(hops, path...)
	}
	if len(args) > 0 || typ.Kind() == reflect.Interface {
		return expr{}, unknown(n, "no such value")
	}
	return place(from.slot, typ, hops), nil
}

func pointed(typ reflect.Type) reflect.Type {
	if typ.Kind() == reflect.Pointer {
		return typ.Elem()
	}
	return typ
}

func fieldOf(typ reflect.Type, name string) (reflect.Type, []hop) {
	base := pointed(typ)
	if base.Kind() != reflect.Struct {
		return nil, nil
	}
	field, ok := base.FieldByName(name)
	if !ok || !field.IsExported() {
		return nil, nil
	}
	hops := make([]hop, 0, len(field.Index))
	for _, i := range field.Index {
		hops = append(hops, hop{typ.Kind() == reflect.Pointer, i})
		typ = pointed(typ).Field(i).Type
	}
	return typ, hops
}

// place returns the value at the end of a path that starts in a slot. It fails at a nil pointer, as
// html/template does.
func place(slot int, typ reflect.Type, hops []hop) expr {
	switch {
	case len(hops) == 0:
		return valued(typ, func(_ *machine, f frame) reflect.Value { return f[slot] })
	case len(hops) == 1 && !hops[0].deref:
		field := hops[0].field
		return valued(typ, func(_ *machine, f frame) reflect.Value { return f[slot].Field(field) })
	}
	none := reflect.Zero(typ)
	return valued(typ, func(m *machine, f frame) reflect.Value {
		v := f[slot]
		for _, h := range hops {
			if h.deref {
				if v = v.Elem(); !v.IsValid() {
					m.failed = true
					return none
				}
			}
			v = v.Field(h.field)
		}
		return v
	})
}
