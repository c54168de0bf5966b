package output

import (
	"path"

	"github.com/kawaraban/kawaraban/internal/artifact"
	"github.com/kawaraban/kawaraban/internal/page"
)

// places emits, beside the page of a month of the log that is cut, which of its parts has which
// anchor: ja/log/2023/04/places.json. js/places.js reads it.
type places struct{}

func (places) Name() string { return "places" }

func (places) Files(in In) ([]artifact.File, error) {
	var files []artifact.File
	for _, p := range in.Plan.Pages() {
		if f, ok := placesBeside(p); ok {
			files = append(files, f)
		}
	}
	return files, nil
}

func (places) Find(in In, name string) (artifact.File, bool, error) {
	if path.Base(name) != page.PlacesName {
		return artifact.File{}, false, nil
	}
	p, _ := beside(in, name)
	f, ok := placesBeside(p)
	return f, ok && f.Path == name, nil
}

// placesBeside is the file beside a page; false where the page has none.
func placesBeside(p page.Page) (artifact.File, bool) {
	if p.Places == nil {
		return artifact.File{}, false
	}
	name := path.Dir(p.Path) + "/" + page.PlacesName
	return artifact.File{Path: name, Bytes: func() ([]byte, error) { return encode(nil, name, p.Places()) }}, true
}
