package fasttemplate

import (
	"cmp"
	"html/template"
	"reflect"
	"text/template/parse"
)

var builtins = map[string]func(args []expr) (expr, bool){
	"and": func(args []expr) (expr, bool) { return firstOf(false, args) },
	"or":  func(args []expr) (expr, bool) { return firstOf(true, args) },
	"not": not,
	"len": length,
	"eq":  equal,
	"ne":  func(args []expr) (expr, bool) { return ordered(args, func(c int) bool { return c != 0 }) },
	"lt":  func(args []expr) (expr, bool) { return ordered(args, func(c int) bool { return c < 0 }) },
	"le":  func(args []expr) (expr, bool) { return ordered(args, func(c int) bool { return c <= 0 }) },
	"gt":  func(args []expr) (expr, bool) { return ordered(args, func(c int) bool { return c > 0 }) },
	"ge":  func(args []expr) (expr, bool) { return ordered(args, func(c int) bool { return c >= 0 }) },
}

func (s scope) function(n *parse.IdentifierNode, nodes []parse.Node) (expr, error) {
	args := make([]expr, 0, len(nodes))
	for _, node := range nodes {
		arg, err := s.operand(node)
		if err != nil {
			return expr{}, err
		}
		args = append(args, arg)
	}
	if n.Ident == "once" {
		return s.once(n, nodes, args)
	}
	if own, ok := s.c.set.funcs[n.Ident]; ok {
		if f, ok := own.(func(string) (string, error)); ok && len(args) == 1 && args[0].typ == reflect.TypeFor[string]() {
			return called(f, args[0]), nil
		}
	} else if f := builtins[n.Ident]; f != nil {
		if e, ok := f(args); ok {
			return e, nil
		}
	}
	return expr{}, unknown(n, "no such function, or not of such arguments")
}

func called(f func(string) (string, error), arg expr) expr {
	return computed(reflect.TypeFor[string](), func(m *machine, fr frame) string {
		s, err := f(arg.text(m, fr))
		if err != nil {
			m.failed = true
		}
		return s
	})
}

// once compiles {{once "name" key data}}. The key must be a string.
func (s scope) once(n *parse.IdentifierNode, nodes []parse.Node, args []expr) (expr, error) {
	if len(args) != 3 || args[1].typ != reflect.TypeFor[string]() || args[2].value == nil {
		return expr{}, unknown(n, "not of such arguments")
	}
	name, ok := nodes[0].(*parse.StringNode)
	if !ok {
		return expr{}, unknown(n, "its template has no name")
	}
	if err := s.c.set.escape(name.Text); err != nil {
		return expr{}, err
	}
	p, err := s.c.part(use{name.Text, args[2].typ})
	if err != nil {
		return expr{}, err
	}
	key, data := args[1].text, args[2].value
	return computed(reflect.TypeFor[template.HTML](), func(m *machine, f frame) string {
		k := fragment{name.Text, key(m, f)}
		made, ok := m.fragments.Get(k)
		if !ok && !m.failed {
			made = m.renderApart(p, data(m, f))
			if !m.failed {
				m.fragments.Put(k, made)
			}
		}
		return string(made)
	}), nil
}

func (m *machine) renderApart(p *program, dot reflect.Value) template.HTML {
	start := len(m.out)
	m.call(p, dot)
	made := template.HTML(m.out[start:])
	m.out = m.out[:start]
	return made
}

// firstOf implements or and and: the first argument whose truth is stop, else the last one.
func firstOf(stop bool, args []expr) (expr, bool) {
	if len(args) == 0 {
		return expr{}, false
	}
	typ := args[0].typ
	for _, a := range args {
		if a.truth == nil {
			return expr{}, false
		}
		if a.typ != typ {
			typ = nil
		}
	}
	truth := func(m *machine, f frame) bool {
		for _, a := range args {
			if a.truth(m, f) == stop {
				return stop
			}
		}
		return !stop
	}
	if typ == nil {
		return expr{truth: truth}, true
	}
	isTrue := truths(typ)
	e := valued(typ, func(m *machine, f frame) (v reflect.Value) {
		for _, a := range args {
			if v = a.value(m, f); m.failed || isTrue(v) == stop {
				break
			}
		}
		return v
	})
	e.truth = truth
	return e, true
}

func not(args []expr) (expr, bool) {
	if len(args) != 1 || args[0].truth == nil {
		return expr{}, false
	}
	truth := args[0].truth
	return known(func(m *machine, f frame) bool { return !truth(m, f) }), true
}

func length(args []expr) (expr, bool) {
	if len(args) != 1 || args[0].value == nil {
		return expr{}, false
	}
	if k := args[0].typ.Kind(); k != reflect.Slice && k != reflect.String {
		return expr{}, false
	}
	value := args[0].value
	return valued(reflect.TypeFor[int](), func(m *machine, f frame) reflect.Value {
		return reflect.ValueOf(value(m, f).Len())
	}), true
}

// equal implements eq: the first argument equals one of the others. All are evaluated, because an
// error in any of them must be reported.
func equal(args []expr) (expr, bool) {
	var differ []func(*machine, frame) int
	for _, a := range args[min(1, len(args)):] {
		compare, ok := compared(args[0], a)
		if !ok {
			return expr{}, false
		}
		differ = append(differ, compare)
	}
	if len(differ) == 0 {
		return expr{}, false
	}
	return known(func(m *machine, f frame) bool {
		found := false
		for _, compare := range differ {
			found = compare(m, f) == 0 || found
		}
		return found
	}), true
}

func ordered(args []expr, holds func(int) bool) (expr, bool) {
	if len(args) != 2 {
		return expr{}, false
	}
	compare, ok := compared(args[0], args[1])
	if !ok {
		return expr{}, false
	}
	return known(func(m *machine, f frame) bool { return holds(compare(m, f)) }), true
}

func compared(a, b expr) (func(*machine, frame) int, bool) {
	switch {
	case a.text != nil && b.text != nil:
		return func(m *machine, f frame) int { return cmp.Compare(a.text(m, f), b.text(m, f)) }, true
	case isInt(a.typ) && isInt(b.typ):
		return func(m *machine, f frame) int { return cmp.Compare(a.value(m, f).Int(), b.value(m, f).Int()) }, true
	}
	return nil, false
}

func isInt(typ reflect.Type) bool {
	return typ != nil && reflect.Zero(typ).CanInt()
}
