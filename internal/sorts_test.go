package internal_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// labels are fields whose values may be equal, so that an order by them alone is ambiguous.
var labels = []string{"Label", "Title", "Name", "Text", "Date", "date"}

// sortedByLabel lists the correct sorts by a label, by file and field, with the reason.
var sortedByLabel = map[string]string{
	"importer/gates.go Name":   "a gate's name is unique",
	"page/changes.go Label":    "stable; Facts.BySIG is sorted",
	"page/glossary.go Text":    "stable; Glossary.Terms is sorted by ID",
	"page/gates.go Name":       "stable; Site.Keys is sorted",
	"page/address/log.go Date": "stable; the posts are in the order of notes and blocks",
	"page/sigs.go Label":       "the last comparison; a SIG's label is unique",
	"watch/diff.go Name":       "the names of the files of one folder",
}

// TestSortsAreComplete checks that no sort has a label as its last comparison. Values often come from
// a map in random order, so that values with equal labels would be in a different order each time.
func TestSortsAreComplete(t *testing.T) {
	found, used := 0, map[string]bool{}
	for file, tree := range goFiles(t, ".", filepath.Join("..", "cmd")) {
		ast.Inspect(tree, func(n ast.Node) bool {
			call, less := sortCall(n)
			if less == nil {
				return true
			}
			found++
			if by := lastCompared(less); by != "" {
				at := filepath.ToSlash(file) + " " + by
				used[at] = true
				if sortedByLabel[at] == "" {
					t.Errorf("%s: %s by %s alone; add a comparison by a unique value, with cmp.Or", file, call, by)
				}
			}
			return true
		})
	}
	if found < 60 || len(used) != len(sortedByLabel) {
		t.Errorf("%d sorts were found, %d of them by a label: %v", found, len(used), used)
	}
}

// goFiles parses the Go files below some directories, without tests.
func goFiles(t *testing.T, folders ...string) map[string]*ast.File {
	t.Helper()
	out := map[string]*ast.File{}
	for _, folder := range folders {
		err := filepath.WalkDir(folder, func(p string, d fs.DirEntry, err error) error {
			if err != nil || d.IsDir() || !strings.HasSuffix(p, ".go") || strings.HasSuffix(p, "_test.go") {
				return err
			}
			text, err := os.ReadFile(p)
			if err == nil {
				out[p], err = parser.ParseFile(token.NewFileSet(), p, text, parser.SkipObjectResolution)
			}
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	return out
}

// sortCall returns the name of a sort function and the body of its comparison. The body is nil if
// the node is not a call of a sort function, or if the comparison is a named function.
func sortCall(n ast.Node) (string, *ast.BlockStmt) {
	call, ok := n.(*ast.CallExpr)
	if !ok || len(call.Args) != 2 {
		return "", nil
	}
	f, ok := call.Fun.(*ast.SelectorExpr)
	less, isFunc := call.Args[1].(*ast.FuncLit)
	if !ok || !isFunc || !strings.HasPrefix(f.Sel.Name, "Sort") {
		return "", nil
	}
	return f.Sel.Name, less.Body
}

// lastCompared returns the label of the last comparison of a body; empty if that is not a label.
func lastCompared(body *ast.BlockStmt) string {
	last, ok := body.List[len(body.List)-1].(*ast.ReturnStmt)
	if !ok {
		return ""
	}
	call, ok := last.Results[0].(*ast.CallExpr)
	for ok && len(call.Args) > 0 && nameOf(call.Fun) == "Or" {
		call, ok = call.Args[len(call.Args)-1].(*ast.CallExpr)
	}
	if !ok || len(call.Args) == 0 {
		return ""
	}
	field := nameOf(call.Args[0])
	if nameOf(call.Fun) == "Collate" || slices.Contains(labels, field) {
		return field
	}
	return ""
}

// nameOf returns the last name of an expression: Label of a.Label.
func nameOf(e ast.Expr) string {
	if s, ok := e.(*ast.SelectorExpr); ok {
		return s.Sel.Name
	}
	return ""
}
