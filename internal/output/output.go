// Package output turns a linked site into files. An [Output] returns [outdir.File] values for an
// [In]. [All] lists the outputs, and each has one file in this package.
//
// Files are lazy. A build calls [Files] and writes their bytes. The preview finds single files
// with [Find], which does not list the others.
//
// The package does no I/O, except through the functions of In. It builds no views; package page
// does.
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

// Assets has the emitted files of static/. They are minified. Their names contain a digest of
// their content (assets/site.1f2e3d4c.css), so that browsers can cache them indefinitely.
type Assets struct {
	addresses map[string]string // site.css -> assets/site.1f2e3d4c.css
	files     []outdir.File
}

// Host is settings for the host of the site.
type Host struct {
	Domain string // custom domain: notes.example.org; may be empty
	Robots []byte // content of the robots.txt of the site; nil for the default
}

// In is the input of all outputs. Outputs do not modify it.
type In struct {
	Site      *site.Site
	Plan      Plan
	Words     *locale.Set
	Config    config.Config
	Templates *fasttemplate.Set // from [Templates]; sites do not share it
	Assets    *Assets           // style sheets, scripts and icons with their final names
	// Attachment returns the content of a file next to the notes, by its path below content/. It
	// returns an error if the file must not be published.
	Attachment func(path string) ([]byte, error)
	Index      *search.Index // search index; nil to emit no index
	Host       Host
	History    *git.Log // git history of the files of notes; may be nil
}

// Plan lists and finds the pages of a site. Pages and Find must agree.
type Plan interface {
	Pages() []page.Page
	Find(path string) (page.Page, bool)
}

// Output is a kind of files of the site.
type Output interface {
	// Name returns the name in reports, such as pages or api.
	Name() string
	// Files returns the files. The error is about a template or an asset of the site, never about
	// a note.
	Files(in In) ([]outdir.File, error)
	// Find returns the file at a path, or false. It should not list the other files. Its errors
	// are those of Files.
	Find(in In, path string) (outdir.File, bool, error)
}

func among(files []outdir.File, path string) (outdir.File, bool) {
	i := slices.IndexFunc(files, func(f outdir.File) bool { return f.Path == path })
	if i < 0 {
		return outdir.File{}, false
	}
	return files[i], true
}
