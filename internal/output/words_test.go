package output

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"maps"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/kawaraban/kawaraban/internal/locale"
	"github.com/kawaraban/kawaraban/static"
	"github.com/kawaraban/kawaraban/templates"
)

// asks collects the interface text keys in code: complete keys, and prefixes that are completed
// with a code ("kind." + code).
type asks struct {
	keys     map[string]bool
	starts   map[string]bool
	literals map[string]bool // all strings in the code, which may complete a prefix
}

func (a asks) has(key string) bool {
	if a.keys[key] {
		return true
	}
	for start := range a.starts {
		if code, ok := strings.CutPrefix(key, start); ok && a.literals[code] {
			return true
		}
	}
	return false
}

func templateKeys(t *testing.T) map[string]bool {
	c := &checker{t: t, set: parsed(t), done: map[call]bool{}, words: map[string]bool{}}
	for kind, view := range views {
		c.check(kind+".html", reflect.TypeOf(view))
	}
	return c.words
}

func (a asks) goKeys(t *testing.T, pattern string) {
	t.Helper()
	files, err := filepath.Glob(pattern)
	if err != nil || len(files) == 0 {
		t.Fatalf("no Go files at %s: %v", pattern, err)
	}
	for _, name := range files {
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		file, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		ast.Inspect(file, func(n ast.Node) bool {
			if lit, ok := n.(*ast.BasicLit); ok {
				if text, err := strconv.Unquote(lit.Value); err == nil {
					a.literals[text] = true
				}
			}
			if c, ok := n.(*ast.CallExpr); ok && len(c.Args) > 0 {
				if sel, ok := c.Fun.(*ast.SelectorExpr); ok && slices.Contains([]string{"T", "N", "Word", "Forms"}, sel.Sel.Name) {
					a.argument(c.Args[0])
				}
			}
			return true
		})
	}
}

func (a asks) argument(e ast.Expr) {
	switch e := e.(type) {
	case *ast.BasicLit:
		if key, err := strconv.Unquote(e.Value); err == nil {
			a.keys[key] = true
		}
	case *ast.BinaryExpr:
		if lit, ok := e.X.(*ast.BasicLit); ok {
			if start, err := strconv.Unquote(lit.Value); err == nil {
				a.starts[start] = true
			}
		}
	}
}

// Every key in use exists, and every key is used.
func TestWordsAreKnownAndUsed(t *testing.T) {
	languages, err := fs.Sub(templates.FS, "languages")
	if err != nil {
		t.Fatal(err)
	}
	for _, problem := range wordProblems(t, languages, asked(t)) {
		t.Error(problem)
	}
}

func asked(t *testing.T) asks {
	a := asks{templateKeys(t), map[string]bool{}, map[string]bool{}}
	for _, room := range []string{"page", "page/builder", "feed", "fragment", "view", "markdown", "scaffold", "note", "site", "upstream", "output"} {
		a.goKeys(t, "../"+room+"/*.go")
	}
	a.scriptKeys(t)
	return a
}

var said = regexp.MustCompile(`say\("([a-z]+)"`)

func (a asks) scriptKeys(t *testing.T) {
	t.Helper()
	scripts, err := fs.Glob(static.FS, "preview/*.js")
	if err != nil || len(scripts) == 0 {
		t.Fatalf("no scripts of the preview: %v", err)
	}
	for _, name := range scripts {
		src, err := fs.ReadFile(static.FS, name)
		if err != nil {
			t.Fatal(err)
		}
		for _, found := range said.FindAllSubmatch(src, -1) {
			a.keys["preview."+string(found[1])] = true
		}
	}
}

func wordProblems(t *testing.T, languages fs.FS, a asks) []string {
	t.Helper()
	words, ds, err := locale.Load(languages)
	if err != nil {
		t.Fatal(err)
	}
	var out []string
	for _, d := range ds {
		out = append(out, d.String())
	}
	for _, key := range slices.Sorted(maps.Keys(a.keys)) {
		if !words.Get("en").Has(key) {
			out = append(out, key+" is asked for and in no language")
		}
	}
	for _, key := range words.Keys() {
		if !a.has(key) {
			out = append(out, "nothing asks for "+key)
		}
	}
	return out
}

// The check reports a key that is missing everywhere, missing in one language, or unused.
func TestWordCheckFinds(t *testing.T) {
	a := asked(t)
	codes := []string{"en", "ja", "ru", "zh"}
	for _, c := range []struct {
		name   string
		codes  []string
		change func(string) string
		want   string
	}{
		{"missing everywhere", codes, func(s string) string { return without(s, "nav.gates") }, "nav.gates is asked for and in no language"},
		{"missing in a template", codes, func(s string) string { return without(s, "site.skip") }, "site.skip is asked for and in no language"},
		{"missing in one", []string{"ru"}, func(s string) string { return without(s, "nav.gates") }, `missing text for key "nav.gates"`},
		{"unused, under a beginning that is completed", codes, func(s string) string { return with(s, "section.nobody") }, "nothing asks for section.nobody"},
		{"unused", codes, func(s string) string { return with(s, "nav.nobody") }, "nothing asks for nav.nobody"},
		{"unused in one", []string{"zh"}, func(s string) string { return with(s, "nav.nobody") }, `missing text for key "nav.nobody"`},
		{"without a plural form", []string{"ru"}, func(s string) string { return without(s, "few") }, `missing plural form "few" of key "count.notes"`},
	} {
		changed := fstest.MapFS{}
		for _, code := range codes {
			src, err := fs.ReadFile(templates.FS, "languages/"+code+".yaml")
			if err != nil {
				t.Fatal(err)
			}
			text := string(src)
			if slices.Contains(c.codes, code) {
				text = c.change(text)
			}
			changed[code+".yaml"] = &fstest.MapFile{Data: []byte(text)}
		}
		if found := strings.Join(wordProblems(t, changed, a), "\n"); !strings.Contains(found, c.want) {
			t.Errorf("%s: found %q, want %q", c.name, found, c.want)
		}
	}
}

func without(src, key string) string {
	var out []string
	for line := range strings.Lines(src) {
		if !strings.HasPrefix(strings.TrimSpace(line), key+":") {
			out = append(out, line)
		}
	}
	return strings.Join(out, "")
}

// with adds a key to the words of a language file.
func with(text, key string) string {
	return strings.Replace(text, "\nwords:\n", "\nwords:\n  "+key+": x\n", 1)
}
