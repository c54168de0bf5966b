package output

import (
	"strings"

	"github.com/kawaraban/kawaraban/internal/outdir"
	"github.com/kawaraban/kawaraban/internal/search"
)

type index struct{}

func (index) Name() string { return "search" }

func (index) Files(in In) ([]outdir.File, error) {
	if in.Index == nil {
		return nil, nil
	}
	return in.Index.Files(), nil
}

func (index) Find(in In, path string) (outdir.File, bool, error) {
	if in.Index == nil || !InIndex(path) {
		return outdir.File{}, false, nil
	}
	f, ok := among(in.Index.Files(), path)
	return f, ok, nil
}

// InIndex reports whether a path is reserved for the search index.
func InIndex(path string) bool { return strings.HasPrefix(path, search.Folder) }
