package output

import (
	"path"

	"github.com/kawaraban/kawaraban/internal/feed"
	"github.com/kawaraban/kawaraban/internal/outdir"
	"github.com/kawaraban/kawaraban/internal/page"
)

// feeds emits Atom feeds in each language: of the site, of releases, and of SIGs with notes.
// Feeds need absolute URLs, so there are none without base_url.
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
	p, _ := pageOf(in, name)
	f, ok := among(feedsOf(p), name)
	return f, ok, nil
}

func feedsOf(p page.Page) []outdir.File {
	if p.Feed == nil {
		return nil
	}
	dir := path.Dir(p.Path)
	return []outdir.File{
		{Path: dir + "/" + feed.AtomName, Bytes: func() ([]byte, error) { return atom(p.Feed()), nil }},
	}
}

func pageOf(in In, name string) (page.Page, bool) {
	return in.Plan.Find(path.Join(path.Dir(name), "index.html"))
}
