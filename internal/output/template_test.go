package output

import (
	"fmt"
	"html/template"
	"io/fs"
	"maps"
	"path"
	"reflect"
	"slices"
	"strings"
	"testing"
	"text/template/parse"

	"github.com/kawaraban/kawaraban/internal/view"
	"github.com/kawaraban/kawaraban/templates"
)

var views = map[string]any{
	"apis":      view.APIsView{},
	"board":     view.BoardView{},
	"changes":   view.ChangesView{},
	"choose":    view.ChooseView{},
	"finder":    view.FinderView{},
	"flags":     view.FlagsView{},
	"gate":      view.GateView{},
	"gates":     view.GatesView{},
	"glossary":  view.GlossaryView{},
	"home":      view.HomeView{},
	"kep":       view.KEPView{},
	"keps":      view.KEPsView{},
	"log":       view.LogView{},
	"loglist":   view.LogListView{},
	"moved":     view.MovedView{},
	"next":      view.NextView{},
	"check":     view.CheckView{},
	"notfound":  view.NotFoundView{},
	"note":      view.NoteView{},
	"notes":     view.NotesView{},
	"people":    view.PeopleView{},
	"person":    view.PersonView{},
	"pr":        view.PRView{},
	"proposals": view.ProposalsView{},
	"prs":       view.PRsView{},
	"release":   view.ReleaseView{},
	"releases":  view.ReleasesView{},
	"repo":      view.RepoView{},
	"repos":     view.ReposView{},
	"said":      view.CitationsView{},
	"search":    view.SearchView{},
	"sig":       view.SIGView{},
	"sigs":      view.SIGsView{},
	"status":    view.StatusView{},
	"upgrade":   view.UpgradeView{},
	"upgrades":  view.UpgradesView{},
}

func parsed(t *testing.T) *template.Template {
	t.Helper()
	set, err := Templates(templates.FS, func(string) (string, error) { return "", nil })
	if err != nil {
		t.Fatal(err)
	}
	return set.HTML()
}

func TestTemplatesFitViews(t *testing.T) {
	set := parsed(t)
	files, err := fs.Glob(templates.FS, "*.html")
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range files {
		if _, ok := views[strings.TrimSuffix(path.Base(file), ".html")]; !ok {
			t.Errorf("%s has no view in the table of this test", file)
		}
	}
	c := &checker{t: t, set: set, done: map[call]bool{}, words: map[string]bool{}}
	for _, kind := range slices.Sorted(maps.Keys(views)) {
		c.check(kind+".html", reflect.TypeOf(views[kind]))
	}
	for _, sub := range set.Templates() {
		if sub.Tree != nil && !strings.HasSuffix(sub.Name(), ".html") && !c.reached(sub.Name()) {
			t.Errorf("nothing calls the template %q", sub.Name())
		}
	}
}

// Built-in templates must compile to programs, because html/template is ten times slower.
func TestTemplatesHavePrograms(t *testing.T) {
	set, err := Templates(templates.FS, func(string) (string, error) { return "", nil })
	if err != nil {
		t.Fatal(err)
	}
	for kind, view := range views {
		if why := set.Page(kind + ".html").Why(view); why != nil {
			t.Errorf("%s: %v", kind, why)
		}
	}
}

func TestTemplateCheckFinds(t *testing.T) {
	cases := map[string]string{
		`{{.Nope}}`:                                             "no field",
		`{{range .Rows}}{{.Nope}}{{end}}`:                       "no field",
		`{{with .Stages}}{{.Nope}}{{end}}`:                      "no field",
		`{{range .Title}}{{end}}`:                               "range over",
		`{{.Rows}}`:                                             "cannot be printed",
		`{{template "sub" .Title}}`:                             "no field",
		`{{template "none" .}}`:                                 "no template",
		`{{once "none" .Title .}}`:                              "no template",
		`{{once "sub" .Title .Title}}`:                          "no field",
		`{{once "sub" .}}`:                                      "once takes",
		`{{.N "count.notes" .Title}}`:                           "argument 2",
		`{{.T}}`:                                                "arguments",
		`{{range $i, $r := .Rows}}{{$r.Nope}}{{end}}`:           "no field",
		`{{range .Rows}}{{$.Nope}}{{end}}`:                      "no field",
		`{{if eq .Nope "x"}}{{end}}`:                            "no field",
		`{{range .Rows}}{{or .Name $.Title}}{{end}}`:            "",
		`{{range .Rows}}{{with .Line}}{{.T "a"}}{{end}}{{end}}`: "",
	}
	for src, want := range cases {
		set := template.Must(template.New("main").Funcs(template.FuncMap{"once": fmt.Sprint}).Parse(src + `{{define "sub"}}{{.Rows}}{{end}}`))
		c := &checker{set: set, done: map[call]bool{}, words: map[string]bool{}}
		c.check("main", reflect.TypeFor[view.GatesView]())
		got := strings.Join(c.found, "; ")
		if (want == "") != (got == "") || !strings.Contains(got, want) {
			t.Errorf("%s: found %q, want %q", src, got, want)
		}
	}
}

type call struct {
	name string
	dot  reflect.Type
}

type checker struct {
	t     *testing.T // nil: only collect
	set   *template.Template
	done  map[call]bool
	words map[string]bool // keys of interface text in use
	found []string
}

type scope struct {
	name string
	dot  reflect.Type
	vars map[string]reflect.Type
}

func (s scope) with(name string, typ reflect.Type) scope {
	vars := maps.Clone(s.vars)
	vars[name] = typ
	return scope{s.name, s.dot, vars}
}

func (c *checker) reached(name string) bool {
	for k := range c.done {
		if k.name == name {
			return true
		}
	}
	return false
}

func (c *checker) errorf(s scope, n parse.Node, format string, args ...any) {
	msg := fmt.Sprintf("%s: %s: %s", s.name, n, fmt.Sprintf(format, args...))
	if c.t != nil {
		c.t.Error(msg)
	}
	c.found = append(c.found, msg)
}

func (c *checker) check(name string, dot reflect.Type) {
	if c.done[call{name, dot}] {
		return
	}
	c.done[call{name, dot}] = true
	sub := c.set.Lookup(name)
	if sub == nil || sub.Tree == nil {
		c.errorf(scope{name: name}, &parse.TextNode{}, "there is no template of this name")
		return
	}
	s := scope{name + " on " + dot.String(), dot, map[string]reflect.Type{"$": dot}}
	c.list(s, sub.Tree.Root)
}

func (c *checker) list(s scope, l *parse.ListNode) {
	if l == nil {
		return
	}
	for _, n := range l.Nodes {
		s = c.node(s, n)
	}
}

func (c *checker) node(s scope, n parse.Node) scope {
	switch n := n.(type) {
	case *parse.ActionNode:
		typ := c.pipe(s, n.Pipe)
		if len(n.Pipe.Decl) > 0 {
			return s.with(n.Pipe.Decl[0].Ident[0], typ)
		}
		c.printable(s, n, typ)
	case *parse.IfNode:
		c.pipe(s, n.Pipe)
		c.list(s, n.List)
		c.list(s, n.ElseList)
	case *parse.WithNode:
		c.with(s, n)
	case *parse.RangeNode:
		c.rangeOver(s, n)
	case *parse.TemplateNode:
		if c.set.Lookup(n.Name) == nil {
			c.errorf(s, n, "no template of this name")
		} else if typ := c.pipe(s, n.Pipe); typ != nil {
			c.check(n.Name, typ)
		}
	}
	return s
}

func (c *checker) with(s scope, n *parse.WithNode) {
	typ := c.pipe(s, n.Pipe)
	c.list(s, n.ElseList)
	if typ == nil {
		return
	}
	inner := s
	if len(n.Pipe.Decl) > 0 {
		inner = s.with(n.Pipe.Decl[0].Ident[0], typ)
	}
	inner.dot = typ
	c.list(inner, n.List)
}

func (c *checker) rangeOver(s scope, n *parse.RangeNode) {
	typ := c.pipe(s, n.Pipe)
	c.list(s, n.ElseList)
	if typ == nil {
		return
	}
	if typ.Kind() != reflect.Slice {
		c.errorf(s, n.Pipe, "range over %s", typ)
		return
	}
	inner := s
	switch decl := n.Pipe.Decl; len(decl) {
	case 1:
		inner = s.with(decl[0].Ident[0], typ.Elem())
	case 2:
		inner = s.with(decl[0].Ident[0], reflect.TypeFor[int]()).with(decl[1].Ident[0], typ.Elem())
	}
	inner.dot = typ.Elem()
	c.list(inner, n.List)
}

func (c *checker) printable(s scope, n parse.Node, typ reflect.Type) {
	if typ == nil {
		return
	}
	switch typ.Kind() {
	case reflect.String, reflect.Int:
	default:
		c.errorf(s, n, "%s cannot be printed", typ)
	}
}

func (c *checker) pipe(s scope, p *parse.PipeNode) (typ reflect.Type) {
	for _, cmd := range p.Cmds {
		typ = c.command(s, cmd)
	}
	return typ
}

var results = map[string]reflect.Type{
	"or": nil, "and": nil,
	"not": reflect.TypeFor[bool](), "eq": reflect.TypeFor[bool](), "ne": reflect.TypeFor[bool](), "gt": reflect.TypeFor[bool](), "lt": reflect.TypeFor[bool](),
	"len": reflect.TypeFor[int](), "asset": reflect.TypeFor[string](),
}

func (c *checker) command(s scope, cmd *parse.CommandNode) reflect.Type {
	args := make([]reflect.Type, 0, len(cmd.Args))
	for _, arg := range cmd.Args[1:] {
		args = append(args, c.operand(s, arg, nil))
	}
	switch first := cmd.Args[0].(type) {
	case *parse.IdentifierNode:
		if first.Ident == "once" {
			return c.once(s, cmd, args)
		}
		typ, ok := results[first.Ident]
		if !ok {
			c.errorf(s, cmd, "the test does not know the function %s", first.Ident)
		} else if typ == nil && len(args) > 0 {
			typ = args[0]
		}
		return typ
	default:
		c.word(cmd)
		return c.operand(s, first, args)
	}
}

func (c *checker) once(s scope, cmd *parse.CommandNode, args []reflect.Type) reflect.Type {
	name, ok := cmd.Args[1].(*parse.StringNode)
	switch {
	case !ok || len(args) != 3:
		c.errorf(s, cmd, "once takes the name of a partial, a key and its data")
	case c.set.Lookup(name.Text) == nil:
		c.errorf(s, cmd, "no template of this name")
	case args[2] != nil:
		c.check(name.Text, args[2])
	}
	return reflect.TypeFor[template.HTML]()
}

func (c *checker) word(cmd *parse.CommandNode) {
	if len(cmd.Args) < 2 || !(strings.HasSuffix(cmd.Args[0].String(), ".T") || strings.HasSuffix(cmd.Args[0].String(), ".N")) {
		return
	}
	if key, ok := cmd.Args[1].(*parse.StringNode); ok {
		c.words[key.Text] = true
	}
}

func (c *checker) operand(s scope, n parse.Node, args []reflect.Type) reflect.Type {
	switch n := n.(type) {
	case *parse.DotNode:
		return s.dot
	case *parse.FieldNode:
		return c.fields(s, n, s.dot, n.Ident, args)
	case *parse.VariableNode:
		return c.fields(s, n, s.vars[n.Ident[0]], n.Ident[1:], args)
	case *parse.PipeNode:
		return c.pipe(s, n)
	case *parse.ChainNode:
		return c.fields(s, n, c.operand(s, n.Node, nil), n.Field, args)
	case *parse.StringNode:
		return reflect.TypeFor[string]()
	case *parse.NumberNode:
		return reflect.TypeFor[int]()
	case *parse.IdentifierNode:
		return results[n.Ident]
	}
	c.errorf(s, n, "the test does not know this kind of operand")
	return nil
}

func (c *checker) fields(s scope, n parse.Node, typ reflect.Type, names []string, args []reflect.Type) reflect.Type {
	for i, name := range names {
		if typ == nil {
			return nil
		}
		last := i == len(names)-1
		if m, ok := typ.MethodByName(name); ok {
			if last {
				c.arguments(s, n, m.Type, args)
			}
			typ = m.Type.Out(0)
			continue
		}
		base := typ
		if base.Kind() == reflect.Pointer {
			base = base.Elem()
		}
		var field reflect.StructField
		ok := false
		if base.Kind() == reflect.Struct {
			field, ok = base.FieldByName(name)
		}
		if !ok || !field.IsExported() {
			c.errorf(s, n, "%s has no field or method %s", typ, name)
			return nil
		}
		typ = field.Type
	}
	return typ
}

func (c *checker) arguments(s scope, n parse.Node, m reflect.Type, args []reflect.Type) {
	fixed := m.NumIn() - 1
	if m.IsVariadic() {
		fixed--
	}
	if len(args) < fixed || !m.IsVariadic() && len(args) > fixed {
		c.errorf(s, n, "called with %d arguments, takes %d", len(args), fixed)
		return
	}
	for i := range fixed {
		if args[i] != nil && !args[i].AssignableTo(m.In(i+1)) {
			c.errorf(s, n, "argument %d is %s, not %s", i+1, args[i], m.In(i+1))
		}
	}
}
