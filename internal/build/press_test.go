package build_test

import (
	"bytes"
	"context"
	"html/template"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/kawaraban/kawaraban/internal/build"
	"github.com/kawaraban/kawaraban/internal/fasttemplate"
	"github.com/kawaraban/kawaraban/internal/output"
	"github.com/kawaraban/kawaraban/internal/page"
	"github.com/kawaraban/kawaraban/templates"
)

// ownPages returns the pages of this repository's own site.
func ownPages(t testing.TB) []page.Page {
	t.Helper()
	if testing.Short() {
		t.Skip("makes thousands of pages twice")
	}
	r, err := build.New(build.Options{}).Build(context.Background(), ownSite(t))
	if err != nil {
		t.Fatal(err)
	}
	if len(r.Pages) < 1000 {
		t.Fatalf("the own site has %d pages", len(r.Pages))
	}
	return r.Pages
}

// presses returns the built-in templates twice: as a fasttemplate set, and for html/template, with a
// function once that caches nothing.
func presses(t testing.TB) (*fasttemplate.Set, *template.Template) {
	t.Helper()
	var sets [2]*fasttemplate.Set
	for i := range sets {
		set, err := output.Templates(templates.FS, func(name string) (string, error) { return "assets/" + name, nil })
		if err != nil {
			t.Fatal(err)
		}
		sets[i] = set
	}
	plain := sets[1].HTML()
	plain.Funcs(template.FuncMap{"once": func(name string, _, data any) (template.HTML, error) {
		var b bytes.Buffer
		err := plain.ExecuteTemplate(&b, name, data)
		return template.HTML(b.String()), err
	}})
	return sets[0], plain
}

// TestPressPrintsAsHTMLTemplate prints pages of the own site with both: the first twenty of each kind,
// and every fourth.
func TestPressPrintsAsHTMLTemplate(t *testing.T) {
	seen, at := map[string]int{}, 0
	pages := slices.DeleteFunc(ownPages(t), func(p page.Page) bool {
		seen[p.Kind]++
		at++
		return seen[p.Kind] > 20 && at%4 > 0
	})
	fast, plain := presses(t)
	err := build.Each(context.Background(), len(pages), func(i int) error {
		p := pages[i]
		view := p.View()
		if why := fast.Page(p.Kind + ".html").Why(view); why != nil {
			t.Errorf("%s: no program: %v", p.Path, why)
		}
		got, err := fast.Page(p.Kind + ".html").Print(view)
		var want bytes.Buffer
		if wantErr := plain.ExecuteTemplate(&want, p.Kind+".html", view); err != nil || wantErr != nil {
			t.Errorf("%s: %v, %v", p.Path, err, wantErr)
		}
		if !bytes.Equal(got, want.Bytes()) {
			t.Errorf("%s: -html/template +fasttemplate\n%s", p.Path, cmp.Diff(want.String(), string(got)))
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

// BenchmarkPages prints the pages of the own site with both. The views are made before.
func BenchmarkPages(b *testing.B) {
	pages := ownPages(b)
	fast, plain := presses(b)
	views := make([]any, len(pages))
	for i, p := range pages {
		views[i] = p.View()
	}
	b.Run("html", func(b *testing.B) {
		for b.Loop() {
			for i, p := range pages {
				var out bytes.Buffer
				if err := plain.ExecuteTemplate(&out, p.Kind+".html", views[i]); err != nil {
					b.Fatal(err)
				}
			}
		}
	})
	b.Run("press", func(b *testing.B) {
		for b.Loop() {
			for i, p := range pages {
				if _, err := fast.Page(p.Kind + ".html").Print(views[i]); err != nil {
					b.Fatal(err)
				}
			}
		}
	})
}
