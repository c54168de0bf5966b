package builder

import (
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/kawaraban/kawaraban/internal/view"
)

// TestRowOfSeveral checks that rows on one change are joined. The first row in the page's language
// provides the text, and all rows are linked.
func TestRowOfSeveral(t *testing.T) {
	row := func(href, lang string) view.ChangeRow {
		return view.ChangeRow{Href: href, Text: view.Text{Text: href, Lang: lang}, Note: view.Text{Text: "SIG " + href}}
	}
	got := row("a", "ru")
	for _, next := range []view.ChangeRow{row("b", "en"), row("c", ""), row("d", ""), row("e", "ru")} {
		got = joinRows(got, next)
	}
	want := row("c", "")
	for _, href := range []string{"a", "b", "d", "e"} {
		want.More = append(want.More, view.Link{Href: href, Text: "SIG " + href})
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}
