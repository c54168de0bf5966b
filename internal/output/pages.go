package output

import (
	"bytes"
	"fmt"
	"html/template"
	"io/fs"
	"path"

	"github.com/kawaraban/kawaraban/internal/fasttemplate"
	"github.com/kawaraban/kawaraban/internal/outdir"
	"github.com/kawaraban/kawaraban/internal/page"
)

// refused is the text that html/template prints instead of an unsafe URL, such as a javascript:
// URL.
const refused = "#ZgotmplZ"

// pages emits the HTML file of each [page.Page].
type pages struct{}

func (pages) Name() string { return "pages" }

func (pages) Files(in In) ([]outdir.File, error) {
	pages := in.Plan.Pages()
	files := make([]outdir.File, 0, len(pages))
	kinds := map[string]*fasttemplate.Page{}
	for _, p := range pages {
		if kinds[p.Kind] == nil {
			kinds[p.Kind] = in.Templates.Page(p.Kind + ".html")
		}
		f, err := printed(kinds[p.Kind], p)
		if err != nil {
			return nil, err
		}
		files = append(files, f)
	}
	return files, nil
}

func (pages) Find(in In, path string) (outdir.File, bool, error) {
	p, ok := in.Plan.Find(path)
	if !ok {
		return outdir.File{}, false, nil
	}
	f, err := Print(in, p)
	return f, err == nil, err
}

// Print returns the HTML file of a page.
func Print(in In, p page.Page) (outdir.File, error) {
	return printed(in.Templates.Page(p.Kind+".html"), p)
}

func printed(kind *fasttemplate.Page, p page.Page) (outdir.File, error) {
	if kind == nil {
		return outdir.File{}, fmt.Errorf("there is no template %s.html for %s", p.Kind, p.Path)
	}
	return outdir.Appending(p.Path, func(b []byte) ([]byte, error) { return render(b, kind, p) }), nil
}

// Templates parses the templates of a folder and its subfolder partials/. The name of a page
// template is that of its file, and the name of a partial is that of its define action. Templates
// may call asset, which returns the path of a file of static/ from the root of the site. They may
// also call once: see package fasttemplate.
func Templates(fsys fs.FS, asset func(string) (string, error)) (*fasttemplate.Set, error) {
	set := fasttemplate.New(template.FuncMap{"asset": asset})
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
			if err := set.Parse(path.Base(name), string(src)); err != nil {
				return nil, fmt.Errorf("reading template: %w", err)
			}
		}
	}
	return set, nil
}

func render(b []byte, t *fasttemplate.Page, p page.Page) ([]byte, error) {
	before := len(b)
	b, err := t.Append(b, p.View())
	if err != nil {
		return nil, fmt.Errorf("printing %s: %w", p.Path, err)
	}
	if i := findRefused(b[before:]); i >= 0 {
		i += before
		return nil, fmt.Errorf("printing %s: an address is not safe: …%s", p.Path, b[max(before, i-60):i])
	}
	return b, nil
}

// findRefused returns the offset before a refused URL, or -1. It first searches for letters that
// are rare in pages.
func findRefused(b []byte) int {
	const letters = "ZgotmplZ"
	for from := 0; ; {
		i := bytes.Index(b[from:], []byte(letters))
		if i < 0 {
			return -1
		}
		at := from + i - (len(refused) - len(letters))
		if at > 0 && bytes.HasPrefix(b[at:], []byte(refused)) && beginsValue(b[:at]) {
			return at - 1
		}
		from += i + len(letters)
	}
}

// beginsValue reports whether an attribute value begins after b. It does after a quotation mark,
// which is escaped in the text of notes. It also does after an equals sign in a tag, outside of
// another value.
func beginsValue(b []byte) bool {
	if b[len(b)-1] != '=' {
		return b[len(b)-1] == '"'
	}
	tag := b[bytes.LastIndexByte(b, '<')+1:]
	return len(tag) < len(b) && bytes.IndexByte(tag, '>') < 0 && bytes.Count(tag, []byte{'"'})%2 == 0
}
