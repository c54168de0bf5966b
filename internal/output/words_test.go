package output

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/kawaraban/kawaraban/internal/locale"
	"github.com/kawaraban/kawaraban/templates"
)

// asks collects the words that code asks for: whole keys, and beginnings of keys
// that are completed with a code ("kind." + code).
type asks struct {
	keys   map[string]bool
	starts map[string]bool
}

func (a asks) has(key string) bool {
	if a.keys[key] {
		return true
	}
	for start := range a.starts {
		if strings.HasPrefix(key, start) {
			return true
		}
	}
	return false
}

// templateKeys returns what the templates ask for.
func templateKeys(t *testing.T) map[string]bool {
	c := &checker{t: t, set: parsed(t), done: map[call]bool{}, words: map[string]bool{}}
	for kind, view := range views {
		c.check(kind+".html", reflect.TypeOf(view))
	}
	return c.words
}

// goKeys adds what the calls of T, N and Word in a folder of Go files ask for.
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
			if c, ok := n.(*ast.CallExpr); ok && len(c.Args) > 0 {
				if sel, ok := c.Fun.(*ast.SelectorExpr); ok && slices.Contains([]string{"T", "N", "Word"}, sel.Sel.Name) {
					a.argument(c.Args[0])
				}
			}
			return true
		})
	}
}

// argument notes the key, or the beginning of one, that an expression spells.
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

// TestWordsAreKnownAndUsed holds the words of the interface to what asks for them:
// no template and no view asks for a word that is missing, and no word is left over.
func TestWordsAreKnownAndUsed(t *testing.T) {
	languages, err := fs.Sub(templates.FS, "languages")
	if err != nil {
		t.Fatal(err)
	}
	words, ds, err := locale.Load(languages)
	if err != nil || len(ds) > 0 {
		t.Fatal(err, ds)
	}
	a := asks{templateKeys(t), map[string]bool{}}
	a.goKeys(t, "../page/*.go")
	a.goKeys(t, "../markdown/*.go")
	a.goKeys(t, "../scaffold/*.go")
	for key := range a.keys {
		if !words.Get("en").Has(key) {
			t.Errorf("%s is asked for and in no language", key)
		}
	}
	for _, key := range words.Keys() {
		if !a.has(key) {
			t.Errorf("nothing asks for %s", key)
		}
	}
}
