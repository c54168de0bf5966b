// Package output turns a linked site into files: an [Output] lists [outdir.File] values for an [In]
// and does no I/O. Each kind of output has one file in this package; [All] lists them.
//
// Files are lazy. A build lists all of them with [Files] and writes their bytes. The preview looks
// up single files with [Find], which avoids listing the others.
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

// Assets holds the emitted files of static/. They are minified and named after their content
// (assets/site.1f2e3d4c.css), so that browsers can cache them indefinitely.
type Assets struct {
	addresses map[string]string // site.css -> assets/site.1f2e3d4c.css
	files     []outdir.File
}

// Host holds settings for the host of the site.
type Host struct {
	Domain string // custom domain: notes.example.org; or empty
	Robots []byte // robots.txt from the site; nil for the default
}

// In is the input of all outputs. It is read-only.
type In struct {
	Site      *site.Site
	Plan      Plan
	Words     *locale.Set
	Config    config.Config
	Templates *fasttemplate.Set // from [Templates], not used for another site
	Assets    *Assets           // style sheets, scripts and icons with their final names
	// Attachment reads a file next to the notes, by its path below content/. It fails if the file must
	// not be published.
	Attachment func(path string) ([]byte, error)
	Index      *search.Index // search index; nil: not emitted
	Host       Host
	History    *git.Log // git history of the notes' files; may be nil
}

// Plan lists and finds the same pages.
type Plan interface {
	Pages() []page.Page
	Find(path string) (page.Page, bool)
}

// Output is a kind of emitted files.
type Output interface {
	// Name is the name in reports: pages, api.
	Name() string
	// Files lists the files. It fails only if a template or asset of the site is broken, never
	// because of a note.
	Files(in In) ([]outdir.File, error)
	// Find returns the file at a path, or false. It avoids listing other files. Its errors are
	// those of Files.
	Find(in In, path string) (outdir.File, bool, error)
}

func among(files []outdir.File, path string) (outdir.File, bool) {
	i := slices.IndexFunc(files, func(f outdir.File) bool { return f.Path == path })
	if i < 0 {
		return outdir.File{}, false
	}
	return files[i], true
}
