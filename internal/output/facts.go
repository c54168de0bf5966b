package output

import (
	"strings"
	"sync"

	"github.com/kawaraban/kawaraban/internal/affects"
	"github.com/kawaraban/kawaraban/internal/outdir"
)

// facts emits what upgrades do to flags, gates and APIs, for the check of an operator's files in the
// browser. The files are the same for every language.
type facts struct{}

func (facts) Name() string { return "facts" }

func (facts) Files(in In) ([]outdir.File, error) {
	if len(in.Site.UpgradePairs()) == 0 {
		return nil, nil
	}
	made := sync.OnceValue(func() affects.Facts { return affects.FactsOf(in.Site.Data()) })
	return affects.Files(in.Site.Data(), made), nil
}

func (o facts) Find(in In, path string) (outdir.File, bool, error) {
	if !strings.HasPrefix(path, affects.Dir) {
		return outdir.File{}, false, nil
	}
	files, err := o.Files(in)
	f, ok := among(files, path)
	return f, ok, err
}
