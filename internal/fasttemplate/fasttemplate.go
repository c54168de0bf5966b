// Package fasttemplate executes html/template templates faster, with byte-for-byte the same output.
// html/template parses the templates and decides how each value is escaped. This package compiles
// the escaped trees into programs: closures for one template and one type of view.
//
//	set := fasttemplate.New(template.FuncMap{"asset": asset})
//	err := set.Parse("note.html", source)
//	b, err := set.Page("note.html").Print(view)
//
// Programs support only the features that this project's templates use. If a template needs other
// features (see [Page.Why]) or a program fails, html/template prints the page.
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

// Set is a set of templates that may call each other. Parse must be called from one goroutine;
// after that, the set is safe for concurrent use.
//
// Templates may call once, a cached version of template. {{once "nav-list" .Fixed .Menu}} prints
// the template nav-list with .Menu and reuses the output for every equal .Fixed. So the output must
// depend only on .Fixed. The cache is bounded, and belongs to one site: see [Set.Clone].
type Set struct {
	*templates
	fragments *fragments
	own       ownCopy
}

// ownCopy is the html/template fallback of one set. Each set needs its own, because the function
// once uses the set's cache. It is created on first use.
type ownCopy struct {
	mu      sync.Mutex
	html    *template.Template
	escaped int // number of escaped templates in templates.order
}

// templates holds what a set shares with the sets from [Set.Clone].
type templates struct {
	html  *template.Template // for parsing and escaping only; never executed
	funcs template.FuncMap

	mu      sync.Mutex             // guards the fields below and the escaping of trees
	parsed  *template.Template     // unescaped copy of html, to be cloned
	trees   map[string]*parse.Tree // of all templates, as parsed
	escaped map[string]error       // result of escaping, by template
	order   []string               // order of escaping, which affects its results
	parts   map[use]*program       // all compiled templates
	pages   map[use]outcome
}

// use is a template with the type of its dot.
type use struct {
	name string
	dot  reflect.Type
}

// outcome is a program, or the reason why it is missing.
type outcome struct {
	program *program
	err     error
}

// New returns an empty set whose templates may call funcs and once.
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

// Clone returns a set with the same templates and programs and an empty cache, for the pages of
// another site. Afterwards, do not call Parse on either of them.
func (s *Set) Clone() *Set { return s.templates.set() }

func (t *templates) set() *Set {
	return &Set{templates: t, fragments: memo.Bounded[fragment, template.HTML](keptFragments)}
}

// plain returns the set's fallback templates, escaped in the same order as the compiled ones.
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

// asParsed returns the unescaped templates, which must not be executed, and the order of escaping.
func (t *templates) asParsed() (*template.Template, []string, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	err := t.keepTrees()
	return t.parsed, t.order, err
}

// Parse adds a template with a name, and the templates that it defines. The error is
// html/template's. Parse must not be called after Print.
func (s *Set) Parse(name, source string) error {
	_, err := s.html.New(name).Parse(source)
	return err
}

// HTML returns the html/template templates for inspection of their trees. They must not be
// executed, because that would change the order of escaping.
func (s *Set) HTML() *template.Template { return s.html }

// Page returns the template with a name, or nil.
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

// Print executes the template with a view. The error is html/template's.
func (p *Page) Print(view any) ([]byte, error) { return p.Append(nil, view) }

// Append is Print with the output appended to a buffer. After an error the result is undefined.
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

// Why returns the reason why html/template prints views of this type, or nil if a program prints
// them.
func (p *Page) Why(view any) error {
	return p.set.page(p.html.Name(), reflect.TypeOf(view)).err
}

// page returns the cached program for a template and a type of view.
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

// compile compiles a page. Its parts are cached only if all of them compile.
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

// keepTrees saves the trees and a copy of all templates. Escaping modifies the nodes of a tree, and
// html/template replaces the trees of templates that it rejects.
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

// escape makes html/template escape a template and all templates that it calls. This happens only
// on execution, so it is executed with a view without fields and a writer that fails.
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

type probe struct{}

type refusing struct{}

var errRefused = errors.New("nothing is written while a template is escaped")

func (refusing) Write([]byte) (int, error) { return 0, errRefused }

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
	made := template.HTML(b.String()) // html/template escaped it for the text of an element, where once is used
	s.fragments.Put(fragment{name, key}, made)
	return made, nil
}

func unknown(n fmt.Stringer, format string, args ...any) error {
	return fmt.Errorf("%s: %s", n, fmt.Sprintf(format, args...))
}
