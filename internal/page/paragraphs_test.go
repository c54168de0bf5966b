package page_test

import (
	"strings"
	"testing"
	"testing/fstest"

	"github.com/kawaraban/kawaraban/internal/note"
	"github.com/kawaraban/kawaraban/internal/page"
	"github.com/kawaraban/kawaraban/internal/site"
	"github.com/kawaraban/kawaraban/internal/source"
	"github.com/kawaraban/kawaraban/internal/upstream"
	"github.com/kawaraban/kawaraban/internal/view"
)

const paragraphs = `---
release: "1.27"
---
# Заметка

## Feature

<!--
There is a new mode, to be had by

    proxy --mode new

It is alpha.
-->
- Появился новый режим, который включается командой

  ` + "```" + `
  proxy --mode new
  ` + "```" + `

  Это альфа-версия. (#200001, @carol) [SIG Node]
`

// TestParagraphsStandOnce checks that text from a comment is shown next to its paragraph, and not
// repeated as the official note.
func TestParagraphsStandOnce(t *testing.T) {
	d, ds, err := upstream.Load(fstest.MapFS{
		"sigs.json":     {Data: []byte(sigs)},
		"releases.yaml": {Data: []byte(releases)},
		"releases/1.27.json": {Data: []byte(`{"release":"1.27","notes":[{"pr":200001,"text":"There is a new mode, to be had by\n\n    proxy --mode new\n\nIt is alpha.",` +
			`"kind":"feature","kinds":["feature"],"sigs":["node"],"author":"carol","published":true}]}`)},
	})
	if err != nil || len(ds) > 0 {
		t.Fatal(err, ds)
	}
	n, ds := source.Parse(source.Input{Path: "content/1.27/sig-node.ru.md", Bytes: []byte(paragraphs)}, d.Names(), source.Options{})
	if n == nil || len(ds) > 0 {
		t.Fatal(ds)
	}
	notes := []*note.Note{n}
	for _, r := range d.ReleaseList {
		if len(r.Notes) > 0 {
			notes = append(notes, source.Official(r, d.Names()))
		}
	}
	s, _ := site.Link(notes, d, site.Options{})
	pages := page.Plan(s, words(t), page.Options{Languages: []note.Lang{"en", "ru"}})
	v := viewOf[view.NoteView](t, pages, "ru/1.27/sig-node/index.html")
	var e *view.Entry
	for _, it := range v.Items {
		if it.Entry != nil {
			e = it.Entry
		}
	}
	if e == nil || e.Pair == nil || len(e.Pair.B) != 1 {
		t.Fatalf("no entry next to its source: %+v", v.Items)
	}
	if got := string(e.Pair.B[0].Rich.HTML); !strings.Contains(got, "a new mode") || strings.Contains(got, "alpha") || strings.Contains(got, "proxy") {
		t.Errorf("next to the first paragraph is %s", got)
	}
	var below strings.Builder
	for _, it := range e.Details {
		if it.Pair != nil {
			below.WriteString(string(it.Pair.B[0].Rich.HTML))
		}
	}
	if got := below.String(); strings.Count(got, "It is alpha") != 1 {
		t.Errorf("next to the other paragraphs is %s", got)
	}
}
