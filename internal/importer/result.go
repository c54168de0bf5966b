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

// In is what an importer gets.
type In struct {
	FS      fs.FS        // the root of the checkout; for safety over os.Root, so that links lead nowhere else
	Release note.Release // for importers that import one release
	Dir     string       // where the checkout stands on disk, for its history; empty: there is none
	Pulls   *Table       // for importers that take one; nil: none was given
}

// Count says how many of something an import found.
type Count struct {
	Name string
	N    int
}

// Result is what an import makes.
type Result struct {
	Files  []outdir.File // paths below content/_data
	Diags  []diag.Diagnostic
	Counts []Count // in reading order

	// Damaged says which source is empty or damaged, so that what was read is not all there is;
	// nil where none is. Where there are many sources, one with a defect costs only itself.
	Damaged error
}

// Count returns the number counted under a name, 0 where there is none.
func (r Result) Count(name string) int {
	for _, c := range r.Counts {
		if c.Name == name {
			return c.N
		}
	}
	return 0
}

// Table is a table of pull requests that was made outside: for each merged pull request
// of kubernetes/enhancements the numbers of the KEP folders that it touched, as JSON.
type Table struct {
	Name  string // as diagnostics say it
	Bytes []byte
}

// encode writes v as JSON that people can read the diffs of.
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

// damage returns the first problem of one of the codes, which say that a source is empty or
// damaged; nil where there is none.
func damage(ds []diag.Diagnostic, codes ...diag.Code) error {
	for _, d := range ds {
		if d.Severity == diag.Error && slices.Contains(codes, d.Code) {
			return fmt.Errorf("%s: %s", d.Pos, d.Text)
		}
	}
	return nil
}
