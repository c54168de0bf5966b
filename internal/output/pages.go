package output

import (
	"bytes"
	"fmt"
	"html/template"
	"io/fs"
	"path"
	"strings"
	"sync"

	"github.com/kawaraban/kawaraban/internal/artifact"
	"github.com/kawaraban/kawaraban/internal/page"
)

// refused is what html/template prints in place of an address that must not stand
// there, such as one with a scheme that runs code. The quotation mark before it tells
// it from the same letters in the text of a note.
const refused = `"#ZgotmplZ`

// pages emits the HTML page of every [page.Page].
type pages struct{}

func (pages) Name() string { return "pages" }

func (pages) Files(in In) ([]artifact.File, error) {
	t, err := Templates(in.Templates, in.Assets.Address)
	if err != nil {
		return nil, err
	}
	files := make([]artifact.File, 0, len(in.Pages))
	for _, p := range in.Pages {
		file := t.Lookup(p.Kind + ".html")
		if file == nil {
			return nil, fmt.Errorf("there is no template %s.html for %s", p.Kind, p.Path)
		}
		files = append(files, artifact.File{Path: p.Path, Bytes: func() ([]byte, error) { return render(file, p) }})
	}
	return files, nil
}

// Templates parses the templates of a folder and its partials/. A template of a page
// has the name of its file, a partial that of its define. Beside what Go has, they
// may call asset, which returns the address of a file of static/ from the root, and
// once, which is template for a part that is the same on many pages:
//
//	{{once "nav-list" .Fixed .Menu}}
//
// prints the partial nav-list with .Menu the first time and repeats what it printed
// for every equal .Fixed.
func Templates(fsys fs.FS, asset func(string) (string, error)) (*template.Template, error) {
	f := &fragments{}
	t := template.New("").Funcs(template.FuncMap{"asset": asset, "once": f.once})
	f.set = t
	for _, pattern := range []string{"*.html", "partials/*.html"} {
		names, err := fs.Glob(fsys, pattern)
		if err != nil {
			return nil, fmt.Errorf("listing templates: %w", err)
		}
		for _, name := range names {
			src, err := fs.ReadFile(fsys, name)
			if err != nil {
				return nil, fmt.Errorf("reading template %s: %w", name, err)
			}
			if _, err := t.New(path.Base(name)).Parse(string(src)); err != nil {
				return nil, fmt.Errorf("reading template: %w", err)
			}
		}
	}
	return t, nil
}

// fragments keeps what partials have printed. It is safe for concurrent use.
type fragments struct {
	set  *template.Template
	kept sync.Map // fragment -> template.HTML
}

// fragment identifies the output of a partial.
type fragment struct {
	name string
	key  any
}

// once prints the partial called name with data, or returns what it printed for the
// same key before.
func (f *fragments) once(name string, key, data any) (template.HTML, error) {
	id := fragment{name, key}
	if made, ok := f.kept.Load(id); ok {
		return made.(template.HTML), nil
	}
	var b strings.Builder
	if err := f.set.ExecuteTemplate(&b, name, data); err != nil {
		return "", err
	}
	made := template.HTML(b.String()) // html/template escaped it for the text of an element, where once stands
	f.kept.Store(id, made)
	return made, nil
}

// render prints one page.
func render(t *template.Template, p page.Page) ([]byte, error) {
	var b bytes.Buffer
	if err := t.Execute(&b, p.View()); err != nil {
		return nil, fmt.Errorf("printing %s: %w", p.Path, err)
	}
	if i := bytes.Index(b.Bytes(), []byte(refused)); i >= 0 {
		return nil, fmt.Errorf("printing %s: an address is not safe: …%s", p.Path, b.Bytes()[max(0, i-60):i])
	}
	return b.Bytes(), nil
}
