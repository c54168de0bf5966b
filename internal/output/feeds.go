package output

import (
	"path"

	"github.com/kawaraban/kawaraban/internal/artifact"
	"github.com/kawaraban/kawaraban/internal/page"
)

// feeds emits, beside every page whose things notes tell of, what they tell as an Atom
// feed and as a JSON Feed. They hold whole addresses, so there are none where the site's
// own is not known.
type feeds struct{}

func (feeds) Name() string { return "feeds" }

func (feeds) Files(in In) ([]artifact.File, error) {
	var files []artifact.File
	for _, p := range in.Pages {
		if p.Feed == nil {
			continue
		}
		dir := path.Dir(p.Path)
		files = append(files,
			artifact.File{Path: dir + "/" + page.AtomName, Bytes: func() ([]byte, error) { return atom(p.Feed()), nil }},
			artifact.File{Path: dir + "/" + page.JSONFeedName, Bytes: func() ([]byte, error) { return jsonFeed(p.Feed()) }})
	}
	return files, nil
}
