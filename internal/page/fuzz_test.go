package page_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"

	"github.com/kawaraban/kawaraban/internal/glossary"
	"github.com/kawaraban/kawaraban/internal/note"
	"github.com/kawaraban/kawaraban/internal/page"
	"github.com/kawaraban/kawaraban/internal/site"
	"github.com/kawaraban/kawaraban/internal/source"
)

func FuzzPages(f *testing.F) {
	cases, err := filepath.Glob("testdata/rows/*.txtar")
	if err != nil || len(cases) == 0 {
		f.Fatal("no cases", err)
	}
	for _, name := range cases {
		src, err := os.ReadFile(name)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(src)
	}
	d := world(f)
	d.Glossary, _ = glossary.Parse([]byte("terms:\n  - id: node\n    names: {en: node, ja: 項目, zh: 节点, ru: узел}\n"), "glossary.yaml")
	official := source.Official(d.Releases["1.27"], d.Names())
	set := words(f)
	f.Fuzz(func(t *testing.T, src []byte) {
		notes := []*note.Note{official}
		seen := map[string]bool{}
		for _, file := range txtar.Parse(src).Files {
			if len(notes) > 6 || seen[file.Name] {
				continue
			}
			seen[file.Name] = true
			if n, _ := source.Parse(source.Input{Path: file.Name, Bytes: file.Data}, d.Names(), source.Options{}); n != nil {
				notes = append(notes, n)
			}
		}
		s, _ := site.Link(notes, d, site.Options{})
		for _, p := range page.Plan(s, set, page.Options{BaseURL: "https://example.org/"}) {
			p.View()
			if p.Feed != nil {
				p.Feed()
			}
			if p.Place != nil {
				p.Place()
			}
		}
	})
}
