package fasttemplate

import (
	"fmt"
	"reflect"
	"text/template/parse"
)

type compiler struct {
	set   *templates
	parts map[use]*program
}

// part returns the program of a template. A recursive call gets the program under construction.
func (c *compiler) part(u use) (*program, error) {
	if p := c.set.parts[u]; p != nil {
		return p, nil
	}
	if p := c.parts[u]; p != nil {
		return p, nil
	}
	tree := c.set.trees[u.name]
	if tree == nil || tree.Root == nil {
		return nil, fmt.Errorf("no tree of template %q", u.name)
	}
	p := &program{slots: 1}
	c.parts[u] = p
	dot := variable{"$", 0, u.dot}
	body, err := scope{c, p, dot, []variable{dot}}.list(tree.Root)
	if err != nil {
		return nil, fmt.Errorf("template %q of %s: %w", u.name, u.dot, err)
	}
	p.body = body
	return p, nil
}

type variable struct {
	name string
	slot int
	typ  reflect.Type
}

// scope holds the meaning of names at a point of a template.
type scope struct {
	c    *compiler
	p    *program
	dot  variable
	vars []variable
}

func (s scope) declare(name string, typ reflect.Type) (variable, scope) {
	v := variable{name, s.p.slots, typ}
	s.p.slots++
	s.vars = append(s.vars[:len(s.vars):len(s.vars)], v)
	return v, s
}

func (s scope) lookup(name string) (variable, bool) {
	for i := len(s.vars) - 1; i >= 0; i-- {
		if s.vars[i].name == name {
			return s.vars[i], true
		}
	}
	return variable{}, false
}

// list compiles a list of nodes, which may be nil. Its variables are local to the list.
func (s scope) list(l *parse.ListNode) (steps []step, err error) {
	if l == nil {
		return nil, nil
	}
	for _, n := range l.Nodes {
		var made step
		if made, s, err = s.node(n); err != nil {
			return nil, err
		}
		if made != nil {
			steps = append(steps, made)
		}
	}
	return steps, nil
}

// node compiles a node and returns the scope after it. The step is nil if the node does nothing.
func (s scope) node(n parse.Node) (made step, after scope, err error) {
	after = s
	switch n := n.(type) {
	case *parse.TextNode:
		text := string(n.Text)
		made = func(m *machine, _ frame) { m.write(text) }
	case *parse.CommentNode:
	case *parse.ActionNode:
		if len(n.Pipe.Decl) > 0 {
			return s.assign(n)
		}
		made, err = s.action(n)
	case *parse.IfNode:
		made, err = s.ifElse(n)
	case *parse.WithNode:
		made, err = s.with(n)
	case *parse.RangeNode:
		made, err = s.rangeOver(n)
	case *parse.TemplateNode:
		made, err = s.template(n)
	default:
		err = unknown(n, "no such node")
	}
	return made, after, err
}

func (s scope) action(n *parse.ActionNode) (step, error) {
	first, rest := n.Pipe.Cmds[0], n.Pipe.Cmds[1:]
	e, err := s.command(first)
	if err != nil {
		return nil, err
	}
	escapers := ""
	for _, cmd := range rest {
		id, ok := cmd.Args[0].(*parse.IdentifierNode)
		if !ok || len(cmd.Args) > 1 {
			return nil, unknown(n, "no such pipeline")
		}
		escapers += "|" + id.Ident
	}
	made := e.printed(escapers)
	if made == nil {
		return nil, unknown(n, "no such escapers of %s", e.typ)
	}
	return made, nil
}

func (s scope) assign(n *parse.ActionNode) (step, scope, error) {
	e, err := s.pipe(n.Pipe)
	if err != nil {
		return nil, s, err
	}
	if len(n.Pipe.Decl) != 1 || n.Pipe.IsAssign || e.value == nil {
		return nil, s, unknown(n, "no such assignment")
	}
	v, after := s.declare(n.Pipe.Decl[0].Ident[0], e.typ)
	return func(m *machine, f frame) { f[v.slot] = e.value(m, f) }, after, nil
}

func (s scope) ifElse(n *parse.IfNode) (step, error) {
	e, err := s.pipe(n.Pipe)
	if err != nil {
		return nil, err
	}
	if len(n.Pipe.Decl) > 0 || e.truth == nil {
		return nil, unknown(n.Pipe, "no such condition")
	}
	yes, no, err := s.branches(&n.BranchNode, s)
	if err != nil {
		return nil, err
	}
	return func(m *machine, f frame) {
		if e.truth(m, f) {
			m.run(yes, f)
		} else {
			m.run(no, f)
		}
	}, nil
}

func (s scope) branches(n *parse.BranchNode, inner scope) (yes, no []step, err error) {
	if yes, err = inner.list(n.List); err != nil {
		return nil, nil, err
	}
	no, err = s.list(n.ElseList)
	return yes, no, err
}

func (s scope) with(n *parse.WithNode) (step, error) {
	e, err := s.pipe(n.Pipe)
	if err != nil {
		return nil, err
	}
	decl := n.Pipe.Decl
	if e.value == nil || e.truth == nil || n.Pipe.IsAssign || len(decl) > 1 {
		return nil, unknown(n.Pipe, "no such condition")
	}
	dot, inner := s.declare(last(decl), e.typ)
	inner.dot = dot
	outer := inner // a variable is visible in the else list too
	outer.dot = s.dot
	yes, no, err := outer.branches(&n.BranchNode, inner)
	if err != nil {
		return nil, err
	}
	isTrue := truths(e.typ)
	return func(m *machine, f frame) {
		v := e.value(m, f)
		f[dot.slot] = v
		if !m.failed && isTrue(v) {
			m.run(yes, f)
		} else {
			m.run(no, f)
		}
	}, nil
}

func last(decl []*parse.VariableNode) string {
	if len(decl) == 0 {
		return ""
	}
	return decl[len(decl)-1].Ident[0]
}

func (s scope) rangeOver(n *parse.RangeNode) (step, error) {
	e, err := s.pipe(n.Pipe)
	if err != nil {
		return nil, err
	}
	decl := n.Pipe.Decl
	if e.value == nil || e.typ.Kind() != reflect.Slice || n.Pipe.IsAssign || len(decl) > 0 && n.ElseList != nil {
		return nil, unknown(n.Pipe, "no such range")
	}
	index, inner := variable{slot: -1}, s
	if len(decl) == 2 {
		index, inner = inner.declare(decl[0].Ident[0], reflect.TypeFor[int]())
	}
	dot, inner := inner.declare(last(decl), e.typ.Elem())
	inner.dot = dot
	body, no, err := s.branches(&n.BranchNode, inner)
	if err != nil {
		return nil, err
	}
	return func(m *machine, f frame) {
		all := e.value(m, f)
		if m.failed || all.Len() == 0 {
			m.run(no, f)
			return
		}
		for i := 0; i < all.Len() && !m.failed; i++ {
			f[dot.slot] = all.Index(i)
			if index.slot >= 0 {
				f[index.slot] = reflect.ValueOf(i)
			}
			m.run(body, f)
		}
	}, nil
}

func (s scope) template(n *parse.TemplateNode) (step, error) {
	if n.Pipe == nil || len(n.Pipe.Decl) > 0 {
		return nil, unknown(n, "no such call")
	}
	e, err := s.pipe(n.Pipe)
	if err != nil {
		return nil, err
	}
	if e.value == nil {
		return nil, unknown(n, "its dot has no type")
	}
	p, err := s.c.part(use{n.Name, e.typ})
	if err != nil {
		return nil, err
	}
	return func(m *machine, f frame) { m.call(p, e.value(m, f)) }, nil
}
