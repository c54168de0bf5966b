package page_test

import (
	"fmt"
	"net/url"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/kawaraban/kawaraban/internal/note"
	"github.com/kawaraban/kawaraban/internal/page"
	"github.com/kawaraban/kawaraban/internal/view"
)

func boards(t *testing.T, lang note.Lang) []page.Page {
	t.Helper()
	s := ownSite(t)
	return page.Plan(s, words(t), page.Options{Languages: []note.Lang{lang}})
}

func row(r view.BoardRow) string {
	out := fmt.Sprintf("%s %s %d/%d %s%% %d %s", r.ID, r.Name.Text, r.Covered, r.Published, r.Percent, r.Missing, r.Filter)
	for _, c := range r.Claims {
		out += " @" + c.Person.Text
	}
	for _, n := range r.Notes {
		out += " " + n.Href
	}
	for _, e := range r.Elsewhere {
		out += " " + e.Title.Href + " " + e.Title.Lang
	}
	return out
}

// TestBoardView checks the board of 1.26. The row of SIG Network has one uncovered change, #111708.
// Each uncovered change must be listed once.
func TestBoardView(t *testing.T) {
	pages := boards(t, "en")
	v := viewOf[view.BoardView](t, pages, "en/status/1.26/index.html")
	if v.Published != 218 || v.Covered != 28 || v.Missing != 190 {
		t.Errorf("%d of %d, %d missing", v.Covered, v.Published, v.Missing)
	}
	free := 0 // counted by hand: claims.yaml names ten of the SIGs with uncovered changes in 1.26
	for _, r := range v.Table.Rows {
		if r.ID != "sig-none" && r.Missing > 0 {
			free++
		}
	}
	if free -= 10; v.Free != free {
		t.Errorf("%d groups without a claim, want %d", v.Free, free)
	}
	var network view.BoardRow
	for _, r := range v.Table.Rows {
		if r.ID == "sig-network" {
			network = r
		}
	}
	want := "sig-network Network 28/29 96.6% 1 ?sig=network#missing @kawaraban @tkusumi ../../1.26/sig-network/ " +
		"https://qiita.com/tkusumi/items/bc3b6c8073c5b3785741 ja"
	if got := row(network); got != want {
		t.Errorf("%s\nwant %s", got, want)
	}
	if diff := cmp.Diff([]view.Link{{Href: "#pr-111708", Text: "#111708"}}, network.Numbers); diff != "" {
		t.Errorf("numbers (-want +got):\n%s", diff)
	}
	seen := map[string]bool{}
	for _, g := range v.Groups {
		for _, c := range g.Changes {
			if seen[c.ID] || !strings.HasPrefix(c.ID, "pr-") {
				t.Errorf("%q is a duplicate, or has no anchor", c.ID)
			}
			seen[c.ID] = true
		}
	}
	for _, r := range v.Table.Rows {
		for _, l := range r.Numbers {
			if !seen[strings.TrimPrefix(l.Href, "#")] {
				t.Errorf("%s: %s has no target", r.ID, l.Href)
			}
		}
	}
	if len(seen) != 190 || v.Prev.Text != "1.25" || v.Next.Text != "1.27" || len(v.Elsewhere) != 2 {
		t.Errorf("%d missing, between %v and %v, %d elsewhere", len(seen), v.Prev, v.Next, len(v.Elsewhere))
	}
}

// TestTakeSIG checks that exactly the SIGs that nobody has taken have a link to GitHub's page for a
// new note, and that a site elsewhere has none.
func TestTakeSIG(t *testing.T) {
	for repository, want := range map[string]bool{"https://github.com/o/n/blob/main": true, "https://gitlab.com/o/n/-/blob/main": false} {
		pages := page.Plan(ownSite(t), words(t), page.Options{Languages: []note.Lang{"en"}, Repository: repository})
		links := 0
		for _, r := range viewOf[view.BoardView](t, pages, "en/status/1.26/index.html").Table.Rows {
			free := want && r.ID != "sig-none" && r.Missing > 0 && len(r.Claims)+len(r.Notes)+len(r.Elsewhere) == 0
			if (r.Take != "") != free {
				t.Errorf("%s: %s: link %q", repository, r.ID, r.Take)
			}
			if r.Take == "" {
				continue
			}
			links++
			u, err := url.Parse(r.Take)
			if err != nil {
				t.Fatal(err)
			}
			id := "1.26/" + note.SIG(strings.TrimPrefix(r.ID, "sig-")).Slug()
			if got := u.Query().Get("filename"); got != "content/"+id+".en.md" || !strings.HasPrefix(u.String(), "https://github.com/o/n/new/main?") {
				t.Errorf("%s: %s", r.ID, u)
			}
			if text := u.Query().Get("value"); !strings.Contains(text, "\nrelease: \"1.26\"\n") || !strings.Contains(text, "kawaraban new "+id+" --lang en --update") {
				t.Errorf("%s: %q", r.ID, text)
			}
		}
		if want && links < 3 {
			t.Errorf("%d links", links)
		}
	}
}

func TestStatusView(t *testing.T) {
	pages := boards(t, "ja")
	v := viewOf[view.StatusView](t, pages, "ja/status/index.html")
	anchors := map[string]bool{}
	for _, c := range v.Releases {
		for _, r := range viewOf[view.BoardView](t, pages, "ja/status/"+c.Release+"/index.html").Table.Rows {
			anchors["../status/"+c.Release+"/#"+r.ID] = true
		}
	}
	for _, r := range v.Rows {
		if len(r.Cells) != len(v.Columns) {
			t.Errorf("%s has %d cells for %d releases", r.SIG.Text, len(r.Cells), len(v.Columns))
		}
		for _, c := range r.Cells {
			if c.Href != "" && !anchors[c.Href] {
				t.Errorf("%s: no row at %s", r.SIG.Text, c.Href)
			}
			delete(anchors, c.Href)
		}
	}
	if len(anchors) > 0 {
		t.Errorf("no cell links to %v", anchors)
	}
	// 1.31 has one note on another site
	if len(v.Releases) != 13 || len(v.Columns) != 13 || v.Releases[5].Release != "1.31" || v.Releases[5].Elsewhere != 1 {
		t.Errorf("%d releases, %d with columns, sixth %+v", len(v.Releases), len(v.Columns), v.Releases[5])
	}
	if last := v.Rows[len(v.Rows)-1].SIG; last.Href != "" || last.Text != "SIG なし" {
		t.Errorf("changes without a group are not last, but %v", last)
	}
}

func TestCoverageLinks(t *testing.T) {
	pages := boards(t, "en")
	n := viewOf[view.NoteView](t, pages, "en/1.27/sig-node/index.html")
	r := viewOf[view.ReleaseView](t, pages, "en/1.27/index.html")
	g := viewOf[view.SIGView](t, pages, "en/sigs/node/index.html")
	var got []string
	got = append(got, fmt.Sprintf("%s %d/%d %d", n.Board.Href, n.Board.Covered, n.Board.Published, n.Board.Missing))
	// Notes of other SIGs also cover changes of the release.
	if b := r.Board; b.Href != "../status/1.27/#missing" || b.Published != 325 || b.Covered < 55 || b.Covered+b.Missing != 325 {
		t.Errorf("the board of the release: %+v", b)
	}
	for _, row27 := range g.Board.Rows {
		if row27.Name.Text == "1.27" {
			got = append(got, row(row27))
		}
	}
	want := []string{
		"../../status/1.27/?sig=node#missing 55/71 16",
		" 1.27 55/71 77.5% 16 ../../status/1.27/?sig=node#missing @kawaraban ../../1.27/sig-node/",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if len(r.Elsewhere) != 3 {
		t.Errorf("%d notes on 1.27 are on other sites", len(r.Elsewhere))
	}
}
