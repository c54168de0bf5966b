// Package internal_test checks the structure of the code: the list of packages, the direction of
// imports, and who may use the network, the disk and goroutines. ARCHITECTURE.md gives the reasons.
package internal_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
)

const module = "github.com/kawaraban/kawaraban/"

// packages lists every package from the top down. A package imports only packages below it.
var packages = []string{
	"cmd/kawaraban",
	"internal/bench",
	"internal/release",
	"internal/corpus",
	"internal/importer",
	"internal/findings",
	"internal/article",
	"internal/scaffold",
	"internal/starter",
	"internal/machinetranslation",
	"internal/preview",
	"internal/watch",
	"internal/publish",
	"internal/diskcache",
	"internal/build",
	"internal/sitecheck",
	"internal/check",
	"internal/output",
	"internal/affects/inspection",
	"internal/affects/facts",
	"internal/affects",
	"internal/search",
	"internal/search/analyzer",
	"internal/page",
	"internal/page/builder",
	"internal/page/address",
	"internal/feed",
	"internal/fragment",
	"internal/fasttemplate",
	"internal/site",
	"internal/align",
	"internal/source",
	"internal/markdown",
	"internal/upstream",
	"internal/glossary",
	"internal/ref",
	"internal/view",
	"internal/locale",
	"internal/config",
	"internal/strictyaml",
	"internal/git",
	"internal/fetch",
	"internal/ghpages",
	"internal/note",
	"internal/memo",
	"internal/outdir",
	"internal/attachment",
	"internal/terminal",
	"internal/diag",
	"internal/testcorpus",
	"templates",
	"static",
}

// importers names the packages that may import a path. A path that ends in / includes everything
// below it.
var importers = map[string][]string{
	"github.com/yuin/":                   {"internal/markdown"},
	"github.com/alecthomas/chroma/":      {"internal/markdown"},
	"github.com/microcosm-cc/bluemonday": {"internal/markdown"},
	"go.yaml.in/yaml/":                   {"internal/strictyaml"},
	"github.com/spf13/cobra":             {"cmd/kawaraban"},
	"github.com/fatih/color":             {"cmd/kawaraban"},
	"github.com/tdewolff/minify/":        {"internal/output"},
	"github.com/agnivade/levenshtein":    {"internal/diag"},
	"golang.org/x/sync/":                 {"internal/build"},
	"golang.org/x/net/html":              {"internal/sitecheck"},
	"golang.org/x/image/":                {"internal/build"},
	"github.com/fsnotify/":               {"internal/watch"},
	"github.com/coder/websocket":         {"internal/preview"},
	"net/http":                           {"internal/bench", "internal/fetch", "internal/preview"},
	"os":                                 {"cmd/kawaraban", "internal/bench", "internal/diskcache", "internal/outdir", "internal/git", "internal/importer", "internal/preview", "internal/release", "internal/terminal", "internal/testcorpus", "internal/watch"},
	"os/exec":                            {"internal/bench", "internal/machinetranslation", "internal/git", "internal/release", "cmd/kawaraban"},
}

// concurrent lists the packages that may start goroutines.
var concurrent = []string{"internal/build", "internal/watch", "internal/preview"}

func TestPackages(t *testing.T) {
	seen := map[string]bool{}
	eachFile(t, func(pkg string, file *ast.File, fset *token.FileSet) {
		seen[pkg] = true
		rank := slices.Index(packages, pkg)
		if rank < 0 {
			t.Errorf("unknown package %s: add it to the list and to ARCHITECTURE.md", pkg)
			return
		}
		for _, imp := range file.Imports {
			path, _ := strconv.Unquote(imp.Path.Value)
			checkDown(t, fset.Position(imp.Pos()), rank, path)
			checkReserved(t, fset.Position(imp.Pos()), pkg, path)
		}
		checkGoroutines(t, fset, pkg, file)
		checkInit(t, fset, file)
	})
	for _, pkg := range packages {
		if !seen[pkg] {
			t.Errorf("%s is listed but has no code", pkg)
		}
	}
}

// checkDown reports an import of a package that is not below.
func checkDown(t *testing.T, pos token.Position, rank int, path string) {
	t.Helper()
	below, ok := strings.CutPrefix(path, module)
	if ok && slices.Index(packages, below) <= rank {
		t.Errorf("%s: %s must not import %s, which is not below it", pos, packages[rank], below)
	}
}

// checkReserved reports an import that is reserved for other packages.
func checkReserved(t *testing.T, pos token.Position, pkg, path string) {
	t.Helper()
	for reserved, may := range importers {
		if (path == reserved || strings.HasSuffix(reserved, "/") && strings.HasPrefix(path, reserved)) && !slices.Contains(may, pkg) {
			t.Errorf("%s: only %v may import %s", pos, may, reserved)
		}
	}
}

func checkGoroutines(t *testing.T, fset *token.FileSet, pkg string, file *ast.File) {
	t.Helper()
	ast.Inspect(file, func(n ast.Node) bool {
		if g, ok := n.(*ast.GoStmt); ok && !slices.Contains(concurrent, pkg) {
			t.Errorf("%s: only %v start goroutines", fset.Position(g.Pos()), concurrent)
		}
		return true
	})
}

// checkInit reports init functions: extension is a visible list.
func checkInit(t *testing.T, fset *token.FileSet, file *ast.File) {
	t.Helper()
	for _, d := range file.Decls {
		if f, ok := d.(*ast.FuncDecl); ok && f.Recv == nil && f.Name.Name == "init" {
			t.Errorf("%s: no init functions; extension is a visible list", fset.Position(f.Pos()))
		}
	}
}

// TestSizes limits files to 500 lines and functions to 120.
func TestSizes(t *testing.T) {
	eachFile(t, func(pkg string, file *ast.File, fset *token.FileSet) {
		if lines := fset.Position(file.End()).Line; lines > 500 {
			t.Errorf("%s has %d lines, over 500", fset.Position(file.Pos()).Filename, lines)
		}
		for _, d := range file.Decls {
			f, ok := d.(*ast.FuncDecl)
			if !ok {
				continue
			}
			start, end := fset.Position(f.Pos()), fset.Position(f.End())
			if n := end.Line - start.Line + 1; n > 120 {
				t.Errorf("%s: %s has %d lines, over 120", start, f.Name.Name, n)
			}
		}
	})
}

// TestDocs requires a package comment and a comment on every exported name.
func TestDocs(t *testing.T) {
	documented := map[string]bool{}
	eachFile(t, func(pkg string, file *ast.File, fset *token.FileSet) {
		documented[pkg] = documented[pkg] || file.Doc != nil
		for _, d := range file.Decls {
			f, ok := d.(*ast.FuncDecl)
			if ok && f.Name.IsExported() && f.Doc == nil && !isMethodOfUnexported(f) {
				t.Errorf("%s: exported %s has no comment", fset.Position(f.Pos()), f.Name.Name)
			}
		}
	})
	for pkg, ok := range documented {
		if !ok {
			t.Errorf("%s has no package comment", pkg)
		}
	}
}

func isMethodOfUnexported(f *ast.FuncDecl) bool {
	if f.Recv == nil {
		return false
	}
	typ := f.Recv.List[0].Type
	if star, ok := typ.(*ast.StarExpr); ok {
		typ = star.X
	}
	id, ok := typ.(*ast.Ident)
	return ok && !id.IsExported()
}

// eachFile parses every Go file of the module except tests, and calls visit with the file and its
// package. It returns the positions of all files.
func eachFile(t *testing.T, visit func(pkg string, file *ast.File, fset *token.FileSet)) *token.FileSet {
	t.Helper()
	root := ".."
	fset := token.NewFileSet()
	err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.IsDir() {
			return skipDir(d.Name())
		}
		if !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
			return nil
		}
		src, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		file, err := parser.ParseFile(fset, path, src, parser.ParseComments|parser.SkipObjectResolution)
		if err != nil {
			return err
		}
		rel, err := filepath.Rel(root, filepath.Dir(path))
		visit(filepath.ToSlash(rel), file, fset)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return fset
}

func skipDir(name string) error {
	if name == "testdata" || name == "node_modules" || name == "public" || strings.HasPrefix(name, ".") && name != ".." {
		return filepath.SkipDir
	}
	return nil
}
