package internal_test

import (
	"bytes"
	"cmp"
	"fmt"
	"go/ast"
	"go/build"
	"go/importer"
	"go/token"
	"go/types"
	"io"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// Limits for packages and types. In packages of at least large lines, files must not depend on each
// other in a cycle.
const (
	large          = 2500
	maxPackage     = 6000
	maxTypeMethods = 40
)

// notYet lists the packages that break a rule of TestFiles. The test fails if a listed package obeys
// the rules.
var notYet = []string{}

// TestFiles checks three rules for code without tests: a package has at most 6,000 lines, a type has
// at most 40 methods, and in a package of more than 2,500 lines no two files depend on each other,
// directly or through others. A file depends on another when it uses a function, type, method,
// field, constant or variable that the other declares.
func TestFiles(t *testing.T) {
	files, lines := map[string][]*ast.File{}, map[string]int{}
	fset := eachFile(t, func(pkg string, file *ast.File, fset *token.FileSet) {
		name := fset.Position(file.Pos()).Filename
		lines[pkg] += fset.Position(file.FileEnd).Line - 1
		if ok, err := build.Default.MatchFile(filepath.Split(name)); ok && err == nil {
			files[pkg] = append(files[pkg], file)
		}
	})
	exports := listExports(t)
	for _, pkg := range slices.Sorted(maps.Keys(files)) {
		faults := countMethods(files[pkg])
		if n := lines[pkg]; n > maxPackage {
			faults = append(faults, fmt.Sprintf("%d lines, over %d", n, maxPackage))
		}
		if lines[pkg] > large {
			faults = append(faults, findCycles(t, fset, pkg, files[pkg], exports)...)
		}
		listed := slices.Contains(notYet, pkg)
		if listed && len(faults) == 0 {
			t.Errorf("%s obeys the rules: remove it from notYet", pkg)
		}
		for _, fault := range faults {
			if !listed {
				t.Errorf("%s: %s", pkg, fault)
			}
		}
	}
}

// countMethods reports the types with too many methods.
func countMethods(files []*ast.File) []string {
	count := map[string]int{}
	for _, file := range files {
		for _, d := range file.Decls {
			if f, ok := d.(*ast.FuncDecl); ok && f.Recv != nil {
				count[receiverName(f)]++
			}
		}
	}
	var faults []string
	for _, name := range slices.Sorted(maps.Keys(count)) {
		if n := count[name]; n > maxTypeMethods {
			faults = append(faults, fmt.Sprintf("type %s has %d methods, over %d", name, n, maxTypeMethods))
		}
	}
	return faults
}

func receiverName(f *ast.FuncDecl) string {
	name := strings.TrimPrefix(types.ExprString(f.Recv.List[0].Type), "*")
	name, _, _ = strings.Cut(name, "[")
	return name
}

// use is an identifier in one file that another file declares.
type use struct {
	name string
	pos  token.Position
}

// fileGraph maps a file and a file that it depends on to the uses.
type fileGraph map[string]map[string][]use

// findCycles reports one shortest cycle for each group of files that depend on each other.
func findCycles(t *testing.T, fset *token.FileSet, pkg string, files []*ast.File, exports map[string]string) []string {
	t.Helper()
	graph := newFileGraph(t, fset, pkg, files, exports)
	var faults []string
	done := map[string]bool{}
	for _, from := range slices.Sorted(maps.Keys(graph)) {
		cycle := graph.shortestCycle(from)
		if cycle == nil || slices.ContainsFunc(cycle, func(f string) bool { return done[f] }) {
			continue
		}
		for _, f := range cycle {
			done[f] = true
		}
		faults = append(faults, graph.describe(cycle))
	}
	return faults
}

func newFileGraph(t *testing.T, fset *token.FileSet, name string, files []*ast.File, exports map[string]string) fileGraph {
	t.Helper()
	open := func(path string) (io.ReadCloser, error) { return os.Open(exports[path]) }
	info := &types.Info{Uses: map[*ast.Ident]types.Object{}}
	conf := types.Config{Importer: importer.ForCompiler(fset, "gc", open)}
	pkg, err := conf.Check(module+name, fset, files, info)
	if err != nil {
		t.Fatal(err)
	}
	graph := fileGraph{}
	for id, obj := range info.Uses {
		if obj.Pkg() != pkg || !isDeclaration(pkg, obj) {
			continue
		}
		pos := fset.Position(id.Pos())
		from, to := filepath.Base(pos.Filename), filepath.Base(fset.Position(obj.Pos()).Filename)
		if from == to {
			continue
		}
		if graph[from] == nil {
			graph[from] = map[string][]use{}
		}
		graph[from][to] = append(graph[from][to], use{obj.Name(), pos})
	}
	return graph
}

// isDeclaration reports whether obj is declared at package level, or is a method or a field.
func isDeclaration(pkg *types.Package, obj types.Object) bool {
	switch obj := obj.(type) {
	case *types.Var:
		return obj.IsField() || obj.Parent() == pkg.Scope()
	case *types.Func:
		return true
	}
	return obj.Parent() == pkg.Scope()
}

// shortestCycle returns the files on a shortest cycle through a file; nil if there is none.
func (g fileGraph) shortestCycle(from string) []string {
	before := map[string]string{}
	queue := []string{from}
	for len(queue) > 0 {
		at := queue[0]
		queue = queue[1:]
		for _, to := range slices.Sorted(maps.Keys(g[at])) {
			if to == from {
				cycle := []string{at}
				for at != from {
					at = before[at]
					cycle = append(cycle, at)
				}
				slices.Reverse(cycle)
				return cycle
			}
			if _, seen := before[to]; !seen {
				before[to] = at
				queue = append(queue, to)
			}
		}
	}
	return nil
}

// describe names the two files between which a cycle has the fewest uses, and its other files.
func (g fileGraph) describe(cycle []string) string {
	next := func(i int) string { return cycle[(i+1)%len(cycle)] }
	weakest := 0
	for i := range cycle {
		if len(g[cycle[i]][next(i)]) < len(g[cycle[weakest]][next(weakest)]) {
			weakest = i
		}
	}
	uses := g[cycle[weakest]][next(weakest)]
	first := slices.MinFunc(uses, func(a, b use) int { return cmp.Compare(a.pos.Offset, b.pos.Offset) })
	var way []string
	for i := range cycle {
		at := (weakest + 1 + i) % len(cycle)
		way = append(way, cycle[at])
	}
	return fmt.Sprintf("%s:%d uses %s of %s, which depends on %s (%s)",
		cycle[weakest], first.pos.Line, first.name, next(weakest), cycle[weakest], strings.Join(way, " -> "))
}

// listExports returns the files with export data of all packages, by import path.
func listExports(t *testing.T) map[string]string {
	t.Helper()
	cmd := exec.Command("go", "list", "-export", "-deps", "-f", "{{.ImportPath}}={{.Export}}", "../cmd/kawaraban", "./...")
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("go list: %v\n%s", err, stderr.String())
	}
	exports := map[string]string{}
	for line := range strings.Lines(string(out)) {
		path, file, _ := strings.Cut(strings.TrimSpace(line), "=")
		exports[path] = file
	}
	return exports
}
