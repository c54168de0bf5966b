package check_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/kawaraban/kawaraban/internal/check"
	"github.com/kawaraban/kawaraban/internal/diag"
)

// aCode matches a code. ofUpstream lists the packages whose problems concern upstream's files, not the
// content of a site.
var (
	aCode      = regexp.MustCompile(`^[a-z]+(?:-[a-z]+)*/[a-z]+(?:-[a-z]+)*$`)
	ofUpstream = []string{"importer"}
)

// unreachable lists codes of internal checks, which content cannot cause.
var unreachable = []string{"content/not-a-note"}

// TestCodes compares the tables of codes with the source. Each code that a package reports must be
// in the table of checks or in the guide's table of the site's own files, and each code in a table
// must be reported.
func TestCodes(t *testing.T) {
	raised := raisedCodes(t)
	own := ownFiles(t)
	known := map[string]bool{}
	for c := range check.Codes() {
		known[string(c)] = true
	}
	for _, code := range slices.Sorted(maps.Keys(raised)) {
		if !known[code] && !own[code] && !slices.Contains(unreachable, code) {
			t.Errorf("%s: %s is in no table", raised[code], code)
		}
	}
	for code := range known {
		if own[code] {
			t.Errorf("%s is in both tables", code)
		}
		if raised[code] == "" {
			t.Errorf("no package reports %s", code)
		}
	}
	for code := range own {
		if raised[code] == "" {
			t.Errorf("no package reports %s, which the guide lists", code)
		}
	}
}

// raisedCodes returns the codes in the source of the packages, each with a position.
func raisedCodes(t *testing.T) map[string]string {
	t.Helper()
	out := map[string]string{}
	err := filepath.WalkDir("..", func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.IsDir() && (d.Name() == "testdata" || d.Name() == "node_modules" || slices.Contains(ofUpstream, d.Name())) {
			return filepath.SkipDir
		}
		if strings.HasSuffix(path, ".go") && !strings.HasSuffix(path, "_test.go") {
			codesIn(t, path, out)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// codesIn finds the codes of one file: arguments of functions that create a diagnostic, values of a
// field Code or code, values that are compared with one, and the codes of strictyaml.
func codesIn(t *testing.T, path string, out map[string]string) {
	t.Helper()
	fset := token.NewFileSet()
	file, err := parser.ParseFile(fset, path, nil, parser.SkipObjectResolution)
	if err != nil {
		t.Fatal(err)
	}
	table := strings.HasSuffix(path, "check/rules.go") || strings.HasSuffix(path, "check/codes.go")
	add := func(e ast.Expr, prefix string) {
		lit, ok := e.(*ast.BasicLit)
		if !ok || lit.Kind != token.STRING {
			return
		}
		if s, _ := strconv.Unquote(lit.Value); aCode.MatchString(prefix + s) {
			out[prefix+s] = fset.Position(lit.Pos()).String()
		}
	}
	ast.Inspect(file, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.CallExpr:
			switch name := called(n); {
			case (name == "Errorf" || name == "Warnf" || name == "Infof") && len(n.Args) > 1:
				add(n.Args[1], "")
			case strings.Contains(path, "strictyaml"):
				if at, ok := map[string]int{"code": 0, "report": 2}[name]; ok && at < len(n.Args) {
					add(n.Args[at], "front-matter/")
				}
			case !table && name != "Errorf":
				for _, a := range n.Args {
					addFamily(a, add)
				}
			}
		case *ast.KeyValueExpr:
			if key, ok := n.Key.(*ast.Ident); ok && !table && strings.EqualFold(key.Name, "code") {
				add(n.Value, "")
			}
		case *ast.AssignStmt:
			for _, v := range n.Rhs {
				addFamily(v, add)
			}
		case *ast.ReturnStmt:
			for _, v := range n.Results {
				addFamily(v, add)
			}
		case *ast.CompositeLit:
			if !table {
				for _, v := range n.Elts {
					addFamily(v, add)
				}
			}
		}
		return true
	})
}

// addFamily adds a string that is a code of a known family. Such a string is passed on before it is
// reported.
func addFamily(e ast.Expr, add func(ast.Expr, string)) {
	lit, ok := e.(*ast.BasicLit)
	if !ok || lit.Kind != token.STRING {
		return
	}
	s, _ := strconv.Unquote(lit.Value)
	family, _, _ := strings.Cut(s, "/")
	for c := range check.Codes() {
		if f, _, _ := strings.Cut(string(c), "/"); f == family {
			add(e, "")
			return
		}
	}
}

// called returns the name of the called function.
func called(n *ast.CallExpr) string {
	switch f := n.Fun.(type) {
	case *ast.Ident:
		return f.Name
	case *ast.SelectorExpr:
		return f.Sel.Name
	}
	return ""
}

// ownFiles returns the codes of the guide's last table.
func ownFiles(t *testing.T) map[string]bool {
	t.Helper()
	data, err := os.ReadFile("../../docs/checks.md")
	if err != nil {
		t.Fatal(err)
	}
	_, table, ok := strings.Cut(string(data), "\n## Settings, data and templates\n")
	if !ok {
		t.Fatal("the guide has no table of the site's own files")
	}
	out := map[string]bool{}
	var order []string
	for _, m := range regexp.MustCompile("(?m)^\\| `([a-z/-]+)` \\| .+ \\|$").FindAllStringSubmatch(table, -1) {
		out[m[1]] = true
		order = append(order, m[1])
	}
	if diff := cmp.Diff(slices.Sorted(slices.Values(order)), order); diff != "" {
		t.Errorf("the guide's table is not sorted: %s", diff)
	}
	return out
}

// TestTables checks that the tables are sorted, and that no code is in two of them.
func TestTables(t *testing.T) {
	var codes []diag.Code
	for _, r := range check.Rules {
		codes = append(codes, r.Code)
	}
	if !slices.IsSorted(codes) || len(slices.Compact(slices.Clone(codes))) != len(codes) {
		t.Errorf("the rules are not sorted or have duplicates: %v", codes)
	}
	for _, c := range codes {
		if !aCode.MatchString(string(c)) {
			t.Errorf("%s does not have the form of a code", c)
		}
		if check.Codes()[c].Fixed {
			t.Errorf("%s is both a rule and fixed", c)
		}
	}
}
