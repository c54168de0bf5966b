package search_test

import (
	"context"
	"net/url"
	"os"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/kawaraban/kawaraban/internal/build"
	"github.com/kawaraban/kawaraban/internal/note"
	"github.com/kawaraban/kawaraban/internal/page"
	"github.com/kawaraban/kawaraban/internal/ref"
	"github.com/kawaraban/kawaraban/internal/search"
	"github.com/kawaraban/kawaraban/internal/view"
)

// TestTypesHaveWords checks that the filters of the dialog are the types of documents, and that
// each has a name in every language.
func TestTypesHaveWords(t *testing.T) {
	r, err := build.New(build.Options{}).Link(context.Background(), fstest.MapFS{
		"content/talk.ja.md": {Data: []byte("---\ntitle: 話\n---\n\n本文\n")},
	})
	if err != nil {
		t.Fatal(err)
	}
	var want []string
	for _, typ := range search.Types {
		want = append(want, string(typ))
	}
	slices.Sort(want)
	finders := 0
	for _, p := range page.NewPlanner(r.Site, r.Words, page.Options{}).Pages() {
		if p.Kind != "finder" {
			continue
		}
		finders++
		var got []string
		for _, tag := range p.View().(view.FinderView).Types {
			got = append(got, tag.Code)
			if tag.Label == "" || tag.Label == "type."+tag.Code {
				t.Errorf("%s has no word for the type %s", p.Path, tag.Code)
			}
		}
		slices.Sort(got)
		if !slices.Equal(got, want) {
			t.Errorf("%s offers the types %q, documents have %q", p.Path, got, want)
		}
	}
	if finders < 4 {
		t.Errorf("%d dialogs, not one for each language", finders)
	}
}

// TestKinds compares the table of reference kinds with the types of documents and with the
// addresses of pages.
func TestKinds(t *testing.T) {
	r, err := build.New(build.Options{}).Link(t.Context(), os.DirFS("../.."))
	if err != nil {
		t.Fatal(err)
	}
	plan, pages := page.NewPlanner(r.Site, r.Words, page.Options{}), 0
	for _, k := range ref.Kinds() {
		if k.Search != "" && !slices.Contains(search.Types, search.Type(k.Search)) {
			t.Errorf("%s: documents have no type %q", k.Name, k.Search)
		}
		for _, id := range r.Site.Keys(k.Name) {
			pages++
			at, err := url.PathUnescape(plan.Thing(note.Key{Kind: k.Name, ID: id}))
			if err != nil {
				t.Error(err)
			}
			if k.Path == nil || at != k.Path(id) && !strings.EqualFold(at, k.Path(id)) {
				t.Errorf("%s %s has a page at %q, not where its row says", k.Name, id, at)
			}
		}
	}
	if pages < 20 {
		t.Errorf("%d pages were compared", pages)
	}
}
