package importer

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io/fs"
	"slices"

	"github.com/kawaraban/kawaraban/internal/diag"
	"github.com/kawaraban/kawaraban/internal/note"
	"github.com/kawaraban/kawaraban/internal/outdir"
)

// In is the input of an importer.
type In struct {
	FS      fs.FS        // root of the checkout; over os.Root, so that links cannot leave it
	Release note.Release // for importers that import one release
	Dir     string       // path of the checkout on disk, for its history; may be empty
	Pulls   *Table       // may be nil
}

// Count is the number of things that an import found.
type Count struct {
	Name string
	N    int
}

// Result is the result of an import.
type Result struct {
	Files  []outdir.File // paths below content/_data
	Diags  []diag.Diagnostic
	Counts []Count

	// Damaged describes an empty or damaged source, so that the result is incomplete; nil
	// otherwise. With many sources, a defect affects only one.
	Damaged error
}

// Count returns the number with a name; 0 if unknown.
func (r Result) Count(name string) int {
	for _, c := range r.Counts {
		if c.Name == name {
			return c.N
		}
	}
	return 0
}

// Table is a table of pull requests from another program. For each merged pull request of
// kubernetes/enhancements it has the numbers of the KEP directories that it changed, as JSON.
type Table struct {
	Name  string // for diagnostics
	Bytes []byte
}

// encode returns v as indented JSON.
func encode(path string, v any) (outdir.File, error) {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	if err := e.Encode(v); err != nil {
		return outdir.File{}, fmt.Errorf("writing %s: %w", path, err)
	}
	return outdir.Static(path, b.Bytes()), nil
}

func filesOf(fs ...outdir.File) []outdir.File { return fs }

// damage returns the first diagnostic with one of the codes; nil if there is none.
func damage(ds []diag.Diagnostic, codes ...diag.Code) error {
	for _, d := range ds {
		if d.Severity == diag.Error && slices.Contains(codes, d.Code) {
			return fmt.Errorf("%s: %s", d.Pos, d.Text)
		}
	}
	return nil
}
