package page_test

import (
	"strings"
	"testing"

	"github.com/kawaraban/kawaraban/internal/note"
	"github.com/kawaraban/kawaraban/internal/page"
	"github.com/kawaraban/kawaraban/internal/view"
)

// TestNext checks the page of announcements for this repository's data.
func TestNext(t *testing.T) {
	s := ownSite(t)
	v := viewOf[view.NextView](t, page.Plan(s, words(t), page.Options{Languages: []note.Lang{"en"}}), "en/upgrade/next/index.html")
	if len(v.Releases) != 1 || v.Releases[0].Release != "1.39" || len(v.Releases[0].Rows) != 1 {
		t.Errorf("by release: %+v", v.Releases)
	}
	open := map[string]bool{}
	for _, r := range v.Open {
		open[r.PR.Text] = true
	}
	if !open["#135808"] || !open["#134691"] || open["#107094"] {
		t.Errorf("in a future release: %v", open)
	}
	for _, r := range v.Past {
		if r.ID == "promise-1.24-107094" && (r.Came != "1.27" || r.Outcome.Code != "kept" || !strings.HasSuffix(r.Things[0].Href, "flags/#flag-container-runtime")) {
			t.Errorf("--container-runtime: %+v", r)
		}
	}
	if !strings.Contains(v.Results, "done 23") || len(v.Gates) == 0 {
		t.Errorf("%s, %d gates", v.Results, len(v.Gates))
	}
}
