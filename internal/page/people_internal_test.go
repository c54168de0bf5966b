package page

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestRowOfSeveral joins what notes tell of one change: the first in the page's language has
// the words, and links lead to all.
func TestRowOfSeveral(t *testing.T) {
	row := func(href, lang string) ChangeRow {
		return ChangeRow{Href: href, Text: Text{href, lang}, Note: Text{Text: "SIG " + href}}
	}
	got := row("a", "ru").with(row("b", "en")).with(row("c", "")).with(row("d", "")).with(row("e", "ru"))
	want := row("c", "")
	for _, href := range []string{"a", "b", "d", "e"} {
		want.More = append(want.More, Link{Href: href, Text: "SIG " + href})
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}
