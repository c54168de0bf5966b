package internal_test

import (
	"go/ast"
	"go/token"
	"go/types"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// ordered lists the packages whose files refer to each other in one direction.
var ordered = []string{"internal/page", "internal/page/builder", "internal/page/address"}

// TestFilesPointOneWay: no file of an ordered package needs a file that needs it.
func TestFilesPointOneWay(t *testing.T) {
	files, fset := map[string][]*ast.File{}, (*token.FileSet)(nil)
	eachFile(t, func(room string, file *ast.File, set *token.FileSet) {
		files[room], fset = append(files[room], file), set
	})
	for _, room := range ordered {
		needs := needsOf(fset, files[room])
		if len(needs) < len(files[room])/2 {
			t.Errorf("%s: %d of %d files need another one", room, len(needs), len(files[room]))
		}
		for from := range needs {
			if way := wayBack(needs, from, from, nil); way != nil {
				t.Errorf("%s: the files %s need each other in a circle", room, strings.Join(way, " -> "))
			}
		}
	}
}

// needsOf lists, for each file of a package, the files with what it uses. Imports are not
// resolved: only names of the package itself count.
func needsOf(fset *token.FileSet, files []*ast.File) map[string][]string {
	info := &types.Info{Uses: map[*ast.Ident]types.Object{}}
	conf := types.Config{Error: func(error) {}}
	pkg, _ := conf.Check("", fset, files, info)
	name := func(pos token.Pos) string { return filepath.Base(fset.Position(pos).Filename) }
	needs := map[string][]string{}
	for id, o := range info.Uses {
		_, isFunc := o.(*types.Func)
		v, isVar := o.(*types.Var)
		if o.Pkg() != pkg || !isFunc && !(isVar && v.IsField()) && o.Parent() != pkg.Scope() {
			continue
		}
		if from, to := name(id.Pos()), name(o.Pos()); from != to && !slices.Contains(needs[from], to) {
			needs[from] = append(needs[from], to)
		}
	}
	return needs
}

// wayBack returns the files on a way from one file to another; nil if there is none.
func wayBack(needs map[string][]string, from, to string, seen map[string]bool) []string {
	if seen == nil {
		seen = map[string]bool{}
	}
	for _, next := range needs[from] {
		if next == to {
			return []string{from, to}
		}
		if !seen[next] {
			seen[next] = true
			if rest := wayBack(needs, next, to, seen); rest != nil {
				return append([]string{from}, rest...)
			}
		}
	}
	return nil
}
