package output

import (
	"path"

	"github.com/kawaraban/kawaraban/internal/feed"
	"github.com/kawaraban/kawaraban/internal/outdir"
	"github.com/kawaraban/kawaraban/internal/page"
)

// feeds emits an Atom feed for the site in each language, for each release and each SIG that
// notes are about. Feeds hold whole addresses, so there are none where the site's
// own is not known.
type feeds struct{}

func (feeds) Name() string { return "feeds" }

func (feeds) Files(in In) ([]outdir.File, error) {
	var files []outdir.File
	for _, p := range in.Plan.Pages() {
		files = append(files, feedsOf(p)...)
	}
	return files, nil
}

func (feeds) Find(in In, name string) (outdir.File, bool, error) {
	if path.Base(name) != feed.AtomName {
		return outdir.File{}, false, nil
	}
	p, _ := beside(in, name)
	f, ok := among(feedsOf(p), name)
	return f, ok, nil
}

// feedsOf are the feeds of a page, if it has any.
func feedsOf(p page.Page) []outdir.File {
	if p.Feed == nil {
		return nil
	}
	dir := path.Dir(p.Path)
	return []outdir.File{
		{Path: dir + "/" + feed.AtomName, Bytes: func() ([]byte, error) { return atom(p.Feed()), nil }},
	}
}

// beside returns the page in whose folder a file stands.
func beside(in In, name string) (page.Page, bool) {
	return in.Plan.Find(path.Join(path.Dir(name), "index.html"))
}
