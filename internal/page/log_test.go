package page_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/kawaraban/kawaraban/internal/page"
	"github.com/kawaraban/kawaraban/internal/site"
	"github.com/kawaraban/kawaraban/internal/view"
)

// TestLogPages checks that every day has a heading, even without content. Posts without a date must
// stay on the log's own page.
func TestLogPages(t *testing.T) {
	_, pages := plan(t, site.Options{}, page.Options{})
	april := viewOf[view.LogView](t, pages, "ja/log/2023/04/index.html")
	var got []string
	for _, d := range april.Days {
		if len(d.Entries) == 0 {
			got = append(got, d.ID+" empty")
		}
		for _, e := range d.Entries {
			got = append(got, d.ID+" "+e.ID)
		}
	}
	if diff := cmp.Diff([]string{"d-2023-04-08 pr-7", "d-2023-04-08 ", "d-2023-04-09 log-b-pr-7", "d-2023-04-10 empty"}, got); diff != "" {
		t.Error(diff)
	}
	if april.Prev != nil || april.Next == nil || april.Next.Href != "../../../log/2023/05/" {
		t.Errorf("neighbours %+v %+v", april.Prev, april.Next)
	}
	own := viewOf[view.NoteView](t, pages, "ja/log/2023-spring/index.html")
	if len(own.Items) != 2 || own.Items[1].Entry.ID != "pr-100001" || len(own.Months) != 2 {
		t.Errorf("%+v", own.Items)
	}
	if html := own.Items[0].Rich.HTML; html != `<p>前書き <a href="../../log/2023/04/#pr-7">七</a></p>` {
		t.Errorf("a link to a post has its month as the target: %s", html)
	}
	for _, d := range viewOf[view.LogListView](t, pages, "ja/log/index.html").Latest {
		if len(d.Entries) == 0 {
			t.Errorf("the latest days have %s, which has no posts", d.ID)
		}
	}
}
