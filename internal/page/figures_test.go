package page_test

import (
	"fmt"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/kawaraban/kawaraban/internal/note"
	"github.com/kawaraban/kawaraban/internal/page"
	"github.com/kawaraban/kawaraban/internal/site"
	"github.com/kawaraban/kawaraban/internal/upstream"
	"github.com/kawaraban/kawaraban/internal/view"
)

func TestFiguresInGroups(t *testing.T) {
	var notes []string
	for i := range 1200 {
		notes = append(notes, fmt.Sprintf(`{"pr":%d,"text":"Fixed.","kind":"bug","kinds":["bug"],"sigs":["node"],"published":true}`, 100001+i))
	}
	d, ds, err := upstream.Load(fstest.MapFS{
		"sigs.json":          {Data: []byte(sigs)},
		"releases.yaml":      {Data: []byte(releases)},
		"releases/1.27.json": {Data: []byte(`{"release":"1.27","notes":[` + strings.Join(notes, ",") + `]}`)},
	})
	if err != nil || len(ds) > 0 {
		t.Fatal(err, ds)
	}
	s, _ := site.Link(nil, d, site.Options{})
	pages := page.Plan(s, words(t), page.Options{Languages: []note.Lang{"en", "ja", "zh", "ru"}})
	for lang, want := range map[string]string{"en": "1,200", "ja": "1,200", "zh": "1,200", "ru": "1\u00a0200"} {
		list := viewOf[view.ChangesView](t, pages, lang+"/1.27/changes/index.html")
		bars := viewOf[view.ReleaseView](t, pages, lang+"/1.27/index.html").Bars
		bar := bars.Rows[0].Parts[0]
		got := []string{list.SIGs[0].Figure, list.Kinds[0].Figure, bar.Figure, bars.T("mark.number", bars.Rows[0].Total)}
		for i, g := range got {
			if g != want {
				t.Errorf("%s: figure %d is %q, want %q", lang, i, g, want)
			}
		}
	}
}
