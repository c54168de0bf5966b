// Package output turns a linked site into everything that is emitted: an [Output]
// lists [outdir.File] values for an [In] and does no I/O. One file of this package
// for each kind of output; [All] is the visible list of them.
//
// Files are lazy: a build lists them with [Files] and asks for the bytes of all, a preview
// finds with [Find] those that somebody looks at, for which nothing is listed that it does
// not take.
package output

import (
	"slices"

	"github.com/kawaraban/kawaraban/internal/config"
	"github.com/kawaraban/kawaraban/internal/fasttemplate"
	"github.com/kawaraban/kawaraban/internal/git"
	"github.com/kawaraban/kawaraban/internal/locale"
	"github.com/kawaraban/kawaraban/internal/outdir"
	"github.com/kawaraban/kawaraban/internal/page"
	"github.com/kawaraban/kawaraban/internal/search"
	"github.com/kawaraban/kawaraban/internal/site"
)

// Assets are the files of static/ as they are emitted: minified, and named after
// their content (assets/site.1f2e3d4c.css), so that a browser may keep them for good.
type Assets struct {
	addresses map[string]string // site.css -> assets/site.1f2e3d4c.css
	files     []outdir.File
}

// Host is what a site has for the host that it stands on.
type Host struct {
	Domain string // of its own, as the host knows it: notes.example.org; empty for none
	Robots []byte // robots.txt as the site has written it; nil for the usual one
}

// In is all that an output may know. Nothing of it is changed by an output.
type In struct {
	Site      *site.Site
	Plan      Plan
	Words     *locale.Set
	Config    config.Config
	Templates *fasttemplate.Set // those of [Templates], which have printed no other site
	Assets    *Assets           // style sheets, scripts and icons under their final names
	// Beside reads a file beside the notes, by its path below content/. It is an error where
	// what stands there now may not be published.
	Beside  func(path string) ([]byte, error)
	Index   *search.Index // of the search; nil: none is emitted
	Host    Host          // what the site has for the host that it stands on
	History *git.Log      // what git says of the notes' files; may be nil
}

// Plan says which pages there are. Both its answers are of the same pages.
type Plan interface {
	Pages() []page.Page
	Find(path string) (page.Page, bool)
}

// Output is one family of emitted files.
type Output interface {
	// Name is how reports name the family: pages, api.
	Name() string
	// Files lists the family's files. It fails only when a template or asset of the
	// site itself is broken, never because of a note.
	Files(in In) ([]outdir.File, error)
	// Find returns the family's file at a path, false where it has none there. It lists
	// no more than that takes; its error is that of Files.
	Find(in In, path string) (outdir.File, bool, error)
}

// among returns the file at a path of some files.
func among(files []outdir.File, path string) (outdir.File, bool) {
	i := slices.IndexFunc(files, func(f outdir.File) bool { return f.Path == path })
	if i < 0 {
		return outdir.File{}, false
	}
	return files[i], true
}
