package page_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/kawaraban/kawaraban/internal/note"
	"github.com/kawaraban/kawaraban/internal/page"
	"github.com/kawaraban/kawaraban/internal/site"
	"github.com/kawaraban/kawaraban/internal/view"
)

// TestCheckPage checks that the page offers the upgrades, and lists the pull requests that have a
// page.
func TestCheckPage(t *testing.T) {
	d := upstreamData(t)
	s, _ := site.Link(read(t, "../../content", d), d, site.Options{})
	v := viewOf[view.CheckView](t, page.Plan(s, words(t), page.Options{Languages: []note.Lang{"en"}}), "en/upgrade/check/index.html")
	if v.Picker == nil || len(v.Picker.From) < 10 || v.Facts != "../../../upgrade/facts/" {
		t.Errorf("picker %+v, facts %q", v.Picker, v.Facts)
	}
	if own := strings.Fields(v.Own); !slices.Contains(own, "114017") || slices.Contains(own, "120903") {
		t.Errorf("with a page: %v", own)
	}
	for _, text := range v.Texts {
		if text.Text == "" || strings.Contains(text.Text, "check.") {
			t.Errorf("%s: %q", text.Key, text.Text)
		}
	}
}
