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
	"internal/diag", "internal/check", "internal/preview",
}

// formatArgs are the functions that take the format of a message, with the index of that argument.
var formatArgs = map[string][]int{
	"diag.Errorf": {2}, "diag.Warnf": {2}, "diag.Infof": {2}, "WithText": {0}, "WithHint": {0},
	"diag.Phrase": {0}, "Sprintf": {0}, "Count": {1, 2}, // of diag.Catalog
}

// TestMessages checks that every message for writers is translated, with the same verbs, and that
// every translation is used.
func TestMessages(t *testing.T) {
	used := map[string]string{}
	for _, name := range writersPackages {
		for format, at := range formatsOf(t, name) {
			used[format] = at
		}
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
				t.Errorf("%s: %q has other verbs than %q", lang, translated, format)
			}
		}
		for format := range c {
			if used[format] == "" {
				t.Errorf("%s.yaml: unused message %q", lang, format)
			}
		}
	}
}

// formatsOf returns the constant formats of a package with their places. A format in a variable
// must be a string of a table with the field text, hint or format.
func formatsOf(t *testing.T, name string) map[string]string {
	t.Helper()
	found := map[string]string{}
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
			switch n := n.(type) {
			case *ast.CallExpr:
				for _, i := range formatArgs[called(n.Fun)] {
					if i < len(n.Args) {
						add(n.Args[i])
					}
				}
			case *ast.KeyValueExpr:
				if key, ok := n.Key.(*ast.Ident); ok && slices.Contains([]string{"text", "hint", "format"}, key.Name) {
					add(n.Value)
				}
			}
			return true
		})
	}
	return found
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
