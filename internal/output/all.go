package output

import (
	"fmt"

	"github.com/kawaraban/kawaraban/internal/outdir"
)

// All returns all outputs, in the order of reports.
func All() []Output {
	return []Output{pages{}, assets{}, api{}, upgradeFacts{}, twins{}, noteFiles{}, terms{}, openSearch{}, feeds{}, sitemaps{}, forHost{}, index{}}
}

// Find returns the file at a path, equal to that of [Files]. It returns false if there is none.
func Find(in In, path string) (outdir.File, bool, error) {
	for _, o := range All() {
		f, ok, err := o.Find(in, path)
		if err != nil {
			return f, false, fmt.Errorf("%s: %w", o.Name(), err)
		}
		if ok {
			return f, true, nil
		}
	}
	return outdir.File{}, false, nil
}

// Files returns the files of all outputs.
func Files(in In) ([]outdir.File, error) {
	var all []outdir.File
	for _, o := range All() {
		files, err := o.Files(in)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", o.Name(), err)
		}
		all = append(all, files...)
	}
	return all, nil
}
