package fasttemplate

import (
	"reflect"
	"sync/atomic"
	"text/template/parse"
)

// localizer is a view with interface text. T and N are the only methods with arguments that programs
// call.
type localizer interface {
	T(key string, args ...any) string
	N(key string, n int, args ...any) string
}

// cacheable is a view whose interface text may be cached. While Voice returns the same pointer, T
// must return the same text for a key without arguments.
type cacheable interface{ Voice() any }

// method compiles a method call. Only methods of the value are supported, not those of its pointer,
// because addressability is known only at run time.
func (s scope) method(n parse.Node, view expr, name string, nodes []parse.Node) (expr, error) {
	base := pointed(view.typ)
	m, ok := base.MethodByName(name)
	if !ok || m.Type.NumIn() > 1 || len(nodes) > 0 {
		return s.textMethod(n, view, name, nodes)
	}
	out := m.Type.Out(0)
	if out.Kind() == reflect.Interface || m.Type.NumOut() > 2 || m.Type.NumOut() == 2 && m.Type.Out(1) != reflect.TypeFor[error]() {
		return expr{}, unknown(n, "no such method")
	}
	none := reflect.Zero(out)
	return valued(out, func(vm *machine, f frame) reflect.Value {
		v := reflect.Indirect(view.value(vm, f))
		if vm.failed || !v.IsValid() {
			vm.failed = true
			return none
		}
		results := v.Method(m.Index).Call(nil)
		vm.failed = vm.failed || len(results) == 2 && !results[1].IsNil()
		return results[0]
	}), nil
}

func (s scope) textMethod(n parse.Node, view expr, name string, nodes []parse.Node) (expr, error) {
	fixed := map[string]int{"T": 1, "N": 2}[name]
	if fixed == 0 || len(nodes) < fixed || !pointed(view.typ).Implements(reflect.TypeFor[localizer]()) {
		return expr{}, unknown(n, "no such method, or not of such arguments")
	}
	args := make([]expr, 0, len(nodes))
	for _, node := range nodes {
		arg, err := s.operand(node)
		if err != nil {
			return expr{}, err
		}
		if arg.value == nil {
			return expr{}, unknown(node, "no such argument")
		}
		args = append(args, arg)
	}
	if args[0].typ != reflect.TypeFor[string]() || name == "N" && args[1].typ != reflect.TypeFor[int]() {
		return expr{}, unknown(n, "not of such arguments")
	}
	return textCall(view, name, nodes, args), nil
}

func textCall(view expr, name string, nodes []parse.Node, args []expr) expr {
	key := args[0].text
	if name == "N" {
		return computed(reflect.TypeFor[string](), func(m *machine, f frame) string {
			k, count, rest := key(m, f), args[1].value(m, f).Int(), values(m, f, args[2:])
			if v := viewed(m, f, view); v != nil {
				return v.N(k, int(count), rest...)
			}
			return ""
		})
	}
	e := computed(reflect.TypeFor[string](), func(m *machine, f frame) string {
		k, rest := key(m, f), values(m, f, args[1:])
		if v := viewed(m, f, view); v != nil {
			return v.T(k, rest...)
		}
		return ""
	})
	if lit, ok := nodes[0].(*parse.StringNode); ok && len(args) == 1 && pointed(view.typ).Implements(reflect.TypeFor[cacheable]()) {
		e.word = &word{view: view, key: lit.Text}
	}
	return e
}

func values(m *machine, f frame, args []expr) []any {
	if len(args) == 0 {
		return nil
	}
	all := make([]any, 0, len(args))
	for _, a := range args {
		all = append(all, a.value(m, f).Interface())
	}
	return all
}

func viewed(m *machine, f frame, view expr) localizer {
	v := view.value(m, f)
	if m.failed || v.Kind() == reflect.Pointer && v.IsNil() {
		m.failed = true
		return nil
	}
	if v.Kind() != reflect.Pointer && v.CanAddr() {
		v = v.Addr() // avoids a copy of the value
	}
	return v.Interface().(localizer)
}

// word is interface text with a constant key and no arguments.
type word struct {
	view expr
	key  string
}

// voices is the maximum number of cached voices per word, more than a site has languages.
const voices = 32

// kept is the escaped text of a word in one voice.
type kept struct {
	voice any
	text  string
}

// printed returns the step that prints the word. The escaped text is cached per voice.
func (w *word) printed(escape escaper) step {
	var known atomic.Pointer[[]kept]
	known.Store(&[]kept{})
	return func(m *machine, f frame) {
		view := viewed(m, f, w.view)
		if view == nil {
			return
		}
		voice := view.(cacheable).Voice()
		all := *known.Load()
		for i := range all {
			if all[i].voice == voice {
				m.write(all[i].text)
				return
			}
		}
		start := len(m.out)
		m.take(escape(m.out, view.T(w.key)))
		// A concurrent update may be lost, which only causes another lookup.
		if len(all) < voices && reflect.ValueOf(voice).Kind() == reflect.Pointer {
			more := append(all[:len(all):len(all)], kept{voice, string(m.out[start:])})
			known.Store(&more)
		}
	}
}
