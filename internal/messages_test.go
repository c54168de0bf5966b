package internal_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/kawaraban/kawaraban/internal/diag"
	"github.com/kawaraban/kawaraban/internal/locale"
	"github.com/kawaraban/kawaraban/internal/note"
)

// writersPackages are the packages whose messages writers read. All of these are translated.
var writersPackages = []string{
	"internal/diag", "internal/check", "internal/preview", "internal/source", "internal/strictyaml", "internal/markdown",
	"internal/site", "internal/build", "internal/scaffold", "internal/config", "internal/attachment", "internal/glossary", "internal/upstream", "cmd/kawaraban",
}

// formatArgs are the functions that take the format of a message, with the index of that argument.
var formatArgs = map[string][]int{
	"diag.Errorf": {2}, "diag.Warnf": {2}, "diag.Infof": {2}, "diag.Phrase": {0}, "diag.Phrasef": {0}, "WithText": {0}, "WithHint": {0},
	"Sprintf": {0}, "Count": {1, 2}, // of diag.Catalog
	"report": {3}, "hint": {1}, // of strictyaml
	"badValue": {1}, // of source
}

// TestMessages checks that every message for writers is translated, with the same verbs, and that
// every translation is used.
func TestMessages(t *testing.T) {
	used, literals := map[string]string{}, map[string]bool{}
	for _, name := range writersPackages {
		formatsOf(t, name, used, literals)
	}
	for _, lang := range []note.Lang{"ja", "zh", "ru"} {
		c, ok := locale.Messages(os.DirFS("../templates/languages"), lang)
		if !ok {
			t.Fatalf("no messages in %s", lang)
		}
		for format, at := range used {
			if strings.Trim(format, "%sqdv") == "" { // nothing to translate
				continue
			}
			switch translated, ok := c[format]; {
			case !ok:
				t.Errorf("%s: no translation into %s: %q", at, lang, format)
			case !diag.SameVerbs(format, translated):
				t.Errorf("%s: the verbs of %q and %q differ", lang, translated, format)
			}
		}
		for format := range c {
			if !literals[format] {
				t.Errorf("%s.yaml: unused message %q", lang, format)
			}
		}
	}
}

// formatsOf adds the constant formats of a package with their positions, and all its string literals.
// A format is an argument of a function in formatArgs, a value of a variable named format, a result
// of type diag.Phrase, or in strictyaml the field text or hint of a table.
func formatsOf(t *testing.T, name string, found map[string]string, literals map[string]bool) {
	t.Helper()
	files, err := filepath.Glob(filepath.Join("..", name, "*.go"))
	if err != nil || len(files) == 0 {
		t.Fatalf("no files in %s: %v", name, err)
	}
	set := token.NewFileSet()
	add := func(e ast.Expr) {
		if format, ok := constant(e); ok {
			found[format] = set.Position(e.Pos()).String()
		}
	}
	for _, file := range files {
		if strings.HasSuffix(file, "_test.go") {
			continue
		}
		parsed, err := parser.ParseFile(set, file, nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		ast.Inspect(parsed, func(n ast.Node) bool {
			if e, ok := n.(ast.Expr); ok {
				if text, ok := constant(e); ok {
					literals[text] = true
				}
			}
			switch n := n.(type) {
			case *ast.FuncDecl:
				if returnsPhrase(n) {
					ast.Inspect(n.Body, func(in ast.Node) bool {
						if r, ok := in.(*ast.ReturnStmt); ok && len(r.Results) == 1 {
							add(r.Results[0])
						}
						return true
					})
				}
			case *ast.AssignStmt:
				for i, to := range n.Lhs {
					if v, ok := to.(*ast.Ident); ok && v.Name == "format" && len(n.Lhs) == len(n.Rhs) {
						add(n.Rhs[i])
					}
				}
			case *ast.CallExpr:
				for _, i := range formatArgs[called(n.Fun)] {
					if i < len(n.Args) {
						add(n.Args[i])
					}
				}
			case *ast.KeyValueExpr:
				if key, ok := n.Key.(*ast.Ident); ok && name == "internal/strictyaml" && slices.Contains([]string{"text", "hint"}, key.Name) {
					add(n.Value)
				}
			}
			return true
		})
	}
}

// returnsPhrase reports whether the only result of a function is a diag.Phrase.
func returnsPhrase(f *ast.FuncDecl) bool {
	if f.Type.Results == nil || len(f.Type.Results.List) != 1 || f.Body == nil {
		return false
	}
	of, ok := f.Type.Results.List[0].Type.(*ast.SelectorExpr)
	return ok && of.Sel.Name == "Phrase"
}

// called returns the name of a called function: diag.Errorf for a function of diag, else the name
// alone. It is empty for functions of fmt and strings.
func called(fun ast.Expr) string {
	switch fun := fun.(type) {
	case *ast.Ident:
		return fun.Name
	case *ast.SelectorExpr:
		switch of, ok := fun.X.(*ast.Ident); {
		case ok && of.Name == "diag":
			return "diag." + fun.Sel.Name
		case ok && (of.Name == "fmt" || of.Name == "strings"):
			return ""
		}
		return fun.Sel.Name
	}
	return ""
}

// constant returns the value of a string constant: a literal, or a sum of literals.
func constant(e ast.Expr) (string, bool) {
	switch e := e.(type) {
	case *ast.BasicLit:
		s, err := strconv.Unquote(e.Value)
		return s, err == nil
	case *ast.BinaryExpr:
		a, ok := constant(e.X)
		b, both := constant(e.Y)
		return a + b, ok && both
	}
	return "", false
}
