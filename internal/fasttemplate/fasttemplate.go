// Package fasttemplate prints views with html/template's templates, fast, and byte for byte
// as html/template would.
//
// html/template stays the one that reads templates and decides how each value is
// escaped where it stands. Of the trees that it has made safe, press makes programs:
// closures for one template and one type of view, in which the fields are found, the
// escapers chosen and the variables counted beforehand. What a program meets at run
// time is known by its type, so nothing is looked up by name and nothing is called by
// reflection.
//
//	set := fasttemplate.New(template.FuncMap{"asset": asset})
//	err := set.Parse("note.html", source)
//	b, err := set.Page("note.html").Print(view)
//
// A program covers what this project's templates are made of, which is less than
// html/template knows. For a page that uses anything else (another function or
// escaper, a map, an interface, break) there is no program and html/template prints
// it: see [Page.Why]. When a program runs into what is an error in html/template, a
// nil pointer or a function that fails, html/template prints that page anew and its
// error is the one that is returned. So press is never wrong, at worst no faster.
//
// # Words
//
// Of methods that take arguments a program calls T and N, on views that have both:
//
//	T(key string, args ...any) string
//	N(key string, n int, args ...any) string
//
// Where a view has a method Voice() any too, it promises that T says the same for a
// key without arguments whenever Voice returns the same pointer; such words are looked
// up and escaped once.
//
// # Parts that are the same on many pages
//
// Templates may call once, which is template for a part that is the same on many pages:
//
//	{{once "nav-list" .Fixed .Menu}}
//
// prints the template nav-list with .Menu the first time and repeats what it printed
// for every equal .Fixed, as long as it keeps that: what has not been asked for lately is let
// go of and printed again, so what is printed has to depend on .Fixed alone. A Set prints the
// pages of one site; for the site after an edit [Set.Anew] returns one with the same programs
// that has printed nothing yet.
package fasttemplate

import (
	"bytes"
	"errors"
	"fmt"
	"html/template"
	"maps"
	"reflect"
	"sync"
	text "text/template"
	"text/template/parse"

	"github.com/kawaraban/kawaraban/internal/memo"
)

// Set is a set of templates that may call each other. It is filled by Parse from one
// goroutine; after that it is safe for concurrent use.
type Set struct {
	*templates
	fragments *fragments
	own       ownCopy
}

// ownCopy is what html/template prints the pages of one set with, since the function once
// belongs to a set. It is made when it is first needed.
type ownCopy struct {
	mu      sync.Mutex
	html    *template.Template
	escaped int // of templates.order
}

// templates are what a set has in common with those that [Set.Anew] makes of it.
type templates struct {
	html  *template.Template // to parse into, and to escape; it prints nothing
	funcs template.FuncMap

	mu      sync.Mutex             // guards what follows, and the escaping of trees
	parsed  *template.Template     // html as it was parsed, to make copies of
	trees   map[string]*parse.Tree // of all templates, as they were parsed
	escaped map[string]error       // what came of escaping a template as one that is executed
	order   []string               // of escaping them, on which it depends what comes of it
	parts   map[use]*program       // of all templates that programs are made of
	pages   map[use]outcome
}

// use is a template with the type of its dot.
type use struct {
	name string
	dot  reflect.Type
}

// outcome is a program, or why there is none.
type outcome struct {
	program *program
	err     error
}

// New returns an empty set whose templates may call funcs, and once.
func New(funcs template.FuncMap) *Set {
	t := &templates{
		funcs: maps.Clone(funcs), escaped: map[string]error{},
		parts: map[use]*program{}, pages: map[use]outcome{},
	}
	t.html = template.New("").Funcs(funcs).Funcs(template.FuncMap{"once": func(string, any, any) (template.HTML, error) {
		return "", errRefused
	}})
	return t.set()
}

// Anew returns a set of the same templates, to print the pages of another site with: nothing
// is known in it of what once has printed. Programs are made once for both. Parse must be
// called on neither of them any more.
func (s *Set) Anew() *Set { return s.templates.set() }

func (t *templates) set() *Set {
	return &Set{templates: t, fragments: memo.Bounded[fragment, template.HTML](keptFragments)}
}

// plain returns the set's own copy of the templates, escaped in the order in which those that
// programs are made of were.
func (s *Set) plain() (*template.Template, error) {
	parsed, order, err := s.templates.asParsed()
	if err != nil {
		return nil, err
	}
	s.own.mu.Lock()
	defer s.own.mu.Unlock()
	if s.own.html == nil {
		if s.own.html, err = parsed.Clone(); err != nil {
			return nil, err
		}
		s.own.html.Funcs(template.FuncMap{"once": s.once})
	}
	for ; s.own.escaped < len(order); s.own.escaped++ {
		escape(s.own.html, order[s.own.escaped])
	}
	return s.own.html, nil
}

// asParsed returns the templates as they were parsed, not to be executed, and the order in
// which they have been escaped.
func (t *templates) asParsed() (*template.Template, []string, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	err := t.keepTrees()
	return t.parsed, t.order, err
}

// Parse adds a template called name, and those that it defines. The error is
// html/template's. It must not be called after Print.
func (s *Set) Parse(name, source string) error {
	_, err := s.html.New(name).Parse(source)
	return err
}

// HTML returns the templates as html/template has them, for those who read their
// trees. It must not be executed: press does, in its own order.
func (s *Set) HTML() *template.Template { return s.html }

// Page returns the template called name to print views with, nil when there is none.
func (s *Set) Page(name string) *Page {
	if t := s.html.Lookup(name); t != nil {
		return &Page{set: s, html: t}
	}
	return nil
}

// Page is a template that prints views. It is safe for concurrent use.
type Page struct {
	set  *Set
	html *template.Template
}

// Print returns what the template makes of a view. The error is html/template's.
func (p *Page) Print(view any) ([]byte, error) { return p.Append(nil, view) }

// Append is Print behind what to holds. After an error what it returns is of no use.
func (p *Page) Append(to []byte, view any) ([]byte, error) {
	if made := p.set.page(p.html.Name(), reflect.TypeOf(view)); made.err == nil {
		if b, ok := made.program.print(to, view, p.set.fragments); ok {
			return b, nil
		}
	}
	plain, err := p.set.plain()
	if err != nil {
		return nil, err
	}
	b := bytes.NewBuffer(to)
	err = plain.ExecuteTemplate(b, p.html.Name(), view)
	return b.Bytes(), err
}

// Why says why views of the type of view are printed by html/template. It is nil
// when they are printed by a program.
func (p *Page) Why(view any) error {
	return p.set.page(p.html.Name(), reflect.TypeOf(view)).err
}

// page returns the program for a template and a type of view; it is made at the
// first call.
func (s *templates) page(name string, view reflect.Type) outcome {
	s.mu.Lock()
	defer s.mu.Unlock()
	u := use{name, view}
	made, ok := s.pages[u]
	if !ok {
		made.program, made.err = s.compile(u)
		s.pages[u] = made
	}
	return made
}

// compile makes the program of a page. Its parts are kept only when all of them
// could be made.
func (s *templates) compile(u use) (*program, error) {
	if u.dot == nil {
		return nil, errors.New("the view is nil")
	}
	if err := s.keepTrees(); err != nil {
		return nil, err
	}
	if err := s.escape(u.name); err != nil {
		return nil, err
	}
	c := &compiler{set: s, parts: map[use]*program{}}
	p, err := c.part(u)
	if err != nil {
		return nil, err
	}
	maps.Copy(s.parts, c.parts)
	return p, nil
}

// keepTrees notes the trees of all templates, and a copy of these. html/template makes a
// tree safe by changing its nodes, but also exchanges trees of templates that it has refused.
func (t *templates) keepTrees() (err error) {
	if t.trees != nil {
		return nil
	}
	if t.parsed, err = t.html.Clone(); err != nil {
		return err
	}
	t.trees = map[string]*parse.Tree{}
	for _, one := range t.html.Templates() {
		t.trees[one.Name()] = one.Tree
	}
	return nil
}

// escape makes html/template escape a template and all that it calls, which it does
// when a template is executed and not before: so it is executed with a view that has
// no fields and a writer that refuses, and gets nowhere.
func (s *templates) escape(name string) error {
	err, done := s.escaped[name]
	if done {
		return err
	}
	err = escape(s.html, name)
	s.escaped[name], s.order = err, append(s.order, name)
	return err
}

func escape(html *template.Template, name string) error {
	err := html.ExecuteTemplate(refusing{}, name, probe{})
	if started := (text.ExecError{}); errors.As(err, &started) || errors.Is(err, errRefused) {
		return nil
	}
	return err
}

// probe is the view that templates are escaped with.
type probe struct{}

// refusing is the writer that templates are escaped with.
type refusing struct{}

var errRefused = errors.New("nothing is written while a template is escaped")

func (refusing) Write([]byte) (int, error) { return 0, errRefused }

// once is the function of that name as html/template calls it.
func (s *Set) once(name string, key, data any) (template.HTML, error) {
	if _, escaping := data.(probe); escaping {
		return "", errRefused
	}
	if made, ok := s.fragments.Get(fragment{name, key}); ok {
		return made, nil
	}
	plain, err := s.plain()
	if err != nil {
		return "", err
	}
	var b bytes.Buffer
	if err := plain.ExecuteTemplate(&b, name, data); err != nil {
		return "", err
	}
	made := template.HTML(b.String()) // html/template escaped it for the text of an element, where once stands
	s.fragments.Put(fragment{name, key}, made)
	return made, nil
}

// unknown says that there is no program for a piece of a template.
func unknown(n fmt.Stringer, format string, args ...any) error {
	return fmt.Errorf("%s: %s", n, fmt.Sprintf(format, args...))
}
