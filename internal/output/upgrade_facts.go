package output

import (
	"strings"
	"sync"

	"github.com/kawaraban/kawaraban/internal/affects"
	"github.com/kawaraban/kawaraban/internal/affects/facts"
	"github.com/kawaraban/kawaraban/internal/outdir"
	"github.com/kawaraban/kawaraban/internal/page/address"
)

// upgradeFacts emits the effects of upgrades on flags, gates and APIs. The script that checks
// files of operators in the browser loads them. All languages share these files.
type upgradeFacts struct{}

func (upgradeFacts) Name() string { return "facts" }

func (upgradeFacts) Files(in In) ([]outdir.File, error) {
	if len(in.Site.UpgradePairs()) == 0 {
		return nil, nil
	}
	made := sync.OnceValue(func() affects.Facts { return facts.Of(in.Site.Data(), facts.Remarks(in.Site)) })
	return facts.Files(address.FactsPath, in.Site.Data(), made), nil
}

func (o upgradeFacts) Find(in In, path string) (outdir.File, bool, error) {
	if !strings.HasPrefix(path, address.FactsPath) {
		return outdir.File{}, false, nil
	}
	files, err := o.Files(in)
	f, ok := among(files, path)
	return f, ok, err
}
