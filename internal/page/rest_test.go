package page_test

import (
	"testing"

	"github.com/kawaraban/kawaraban/internal/note"
	"github.com/kawaraban/kawaraban/internal/page"
	"github.com/kawaraban/kawaraban/internal/site"
	"github.com/kawaraban/kawaraban/internal/view"
)

// TestChoiceSaysWhatTheSiteSays checks that the language choice shows the site's own description.
func TestChoiceSaysWhatTheSiteSays(t *testing.T) {
	_, pages := plan(t, site.Options{}, page.Options{Descriptions: map[note.Lang]string{"ja": "読む会の記録。"}})
	v := viewOf[view.ChooseView](t, pages, "index.html")
	own := 0
	for _, c := range v.Choices {
		if (c.Line == "読む会の記録。") != (c.Lang == "ja") || c.Line == "" {
			t.Errorf("%s: %q", c.Lang, c.Line)
		}
		if c.Lang == "ja" {
			own++
		}
	}
	if own != 1 {
		t.Errorf("%d choices in ja", own)
	}
	if first := v.Choices[0]; v.Description != first.Line {
		t.Errorf("described as %q, not %q", v.Description, first.Line)
	}
}
