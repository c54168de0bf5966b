// Package output turns a linked site into everything that is emitted: an [Output]
// lists [artifact.File] values for an [In] and does no I/O. One file of this package
// for each kind of output; [All] is the visible list of them.
//
// Files are lazy: a build asks for the bytes of all, a preview for those that
// somebody looks at.
package output

import (
	"fmt"
	"io/fs"

	"github.com/kawaraban/kawaraban/internal/artifact"
	"github.com/kawaraban/kawaraban/internal/config"
	"github.com/kawaraban/kawaraban/internal/locale"
	"github.com/kawaraban/kawaraban/internal/page"
	"github.com/kawaraban/kawaraban/internal/search"
	"github.com/kawaraban/kawaraban/internal/site"
)

// In is all that an output may know. Nothing of it is changed by an output.
type In struct {
	Site      *site.Site
	Pages     []page.Page
	Words     *locale.Set
	Config    config.Config
	Templates fs.FS         // templates/, the site's own files laid over the built-in ones
	Assets    *Assets       // style sheets, scripts and icons under their final names
	Content   fs.FS         // content/, for the files beside the notes
	Index     *search.Index // of the search; nil: none is emitted
}

// Output is one family of emitted files.
type Output interface {
	// Name is how reports name the family: pages, api.
	Name() string
	// Files lists the family's files. It fails only when a template or asset of the
	// site itself is broken, never because of a note.
	Files(in In) ([]artifact.File, error)
}

// All lists every output in the order in which reports name them.
func All() []Output {
	return []Output{pages{}, assets{}, api{}, twins{}, noteFiles{}, terms{}, feeds{}, sitemaps{}, index{}}
}

// Files lists the files of all outputs.
func Files(in In) ([]artifact.File, error) {
	var all []artifact.File
	for _, o := range All() {
		files, err := o.Files(in)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", o.Name(), err)
		}
		all = append(all, files...)
	}
	return all, nil
}
