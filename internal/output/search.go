package output

import "github.com/kawaraban/kawaraban/internal/artifact"

// index emits the files of the search index, which package search lays out.
type index struct{}

func (index) Name() string { return "search" }

func (index) Files(in In) ([]artifact.File, error) {
	if in.Index == nil {
		return nil, nil
	}
	return in.Index.Files(), nil
}
