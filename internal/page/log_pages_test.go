package page_test

import (
	"fmt"
	"path"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/kawaraban/kawaraban/internal/note"
	"github.com/kawaraban/kawaraban/internal/page"
	"github.com/kawaraban/kawaraban/internal/site"
	"github.com/kawaraban/kawaraban/internal/view"
)

const maxLogPosts, maxLatest = 100, 60

func longLog(id string, lang note.Lang, perDay map[int]int) *note.Note {
	var blocks []note.Block
	for day := 1; day <= 30; day++ {
		n, listed := perDay[day]
		if !listed {
			continue
		}
		date := fmt.Sprintf("2023-04-%02d", day)
		blocks = append(blocks, block(note.Heading, "h-"+date, date, level(2), in(lang)))
		for i := range n {
			words := fmt.Sprintf("post %d {kep:127}", i)
			if i == 0 { // link to the last post of the day
				words += fmt.Sprintf(` <a href="#x-%d-%d">last</a>`, day, n-1)
			}
			blocks = append(blocks, block(note.Entry, fmt.Sprintf("x-%d-%d", day, i), words, on(date), in(lang)))
		}
	}
	return newNote(id, lang, note.Log, blocks...)
}

func posts(t *testing.T, pages []page.Page, lang string) map[string][]string {
	t.Helper()
	out := map[string][]string{}
	for _, p := range pages {
		part, ok := strings.CutPrefix(path.Dir(p.Path)+"/", lang+"/log/2023/04/")
		if !ok {
			continue
		}
		out[part] = []string{}
		v := p.View().(view.LogView)
		for _, d := range v.Days {
			for _, e := range d.Entries {
				out[part] = append(out[part], e.ID)
			}
		}
	}
	return out
}

// TestMonthGoesOn checks that a month with more than 100 entries has several pages. Each entry must
// be on exactly one page. A day on two pages must have a heading on both.
func TestMonthGoesOn(t *testing.T) {
	per := map[int]int{3: 60, 4: 40, 6: 30, 7: 0, 8: 250}
	ja := longLog("log/long", "ja", per)
	en := longLog("log/long", "en", map[int]int{3: 60, 4: 40, 6: 30, 8: 250})
	en.Meta.Translates = "long.ja.md"
	s, _ := site.Link([]*note.Note{ja, en}, world(t), site.Options{})
	pages := page.Plan(s, words(t), page.Options{})
	follow(t, pages)
	for _, lang := range []string{"ja", "en", "zh", "ru"} {
		counts, seen := map[string]int{}, map[string]bool{}
		for part, ids := range posts(t, pages, lang) {
			counts[part] = len(ids)
			for _, id := range ids {
				if seen[id] {
					t.Errorf("%s: %s is on two pages", lang, id)
				}
				seen[id] = true
			}
		}
		if diff := cmp.Diff(map[string]int{"": 100, "2/": 100, "3/": 100, "4/": 80}, counts); diff != "" {
			t.Errorf("%s: entries on each page: %s", lang, diff)
		}
		days := map[string][]string{"": {"d-2023-04-03", "d-2023-04-04"}, "2/": {"d-2023-04-06", "d-2023-04-07", "d-2023-04-08"}, "3/": {"d-2023-04-08"}}
		for part, want := range days {
			var got []string
			for _, d := range viewOf[view.LogView](t, pages, lang+"/log/2023/04/"+part+"index.html").Days {
				got = append(got, d.ID)
			}
			if diff := cmp.Diff(want, got); diff != "" {
				t.Errorf("%s: days of %q: %s", lang, part, diff)
			}
		}
	}
	second := viewOf[view.LogView](t, pages, "en/log/2023/04/2/index.html")
	up := "../../../../log/2023/04/"
	got := []string{second.Title, second.Prev.Href, second.Next.Href, second.Next.Text, second.Days[2].Href, second.Crumbs[1].Href}
	if diff := cmp.Diff([]string{"Daily log, April 2023 · 2", up, up + "3/", "April 2023 · 3", up + "2/#d-2023-04-08", up}, got); diff != "" {
		t.Error(diff)
	}
	if len(second.Notes) != 1 || second.Two == nil || !second.Pairs {
		t.Errorf("a page has the notes %v, the views %v, pairs %v", second.Notes, second.Two, second.Pairs)
	}
	placed := page.NewPlanner(s, words(t), page.Options{BaseURL: "https://example.org/"})
	for path, want := range map[string]string{"": "2023-04-04", "2/": "2023-04-08"} {
		p, ok := placed.Find("ja/log/2023/04/" + path + "index.html")
		if !ok || p.Place().Modified != want || len(p.Place().Alternates) != 5 {
			t.Errorf("search engines may index %s: %+v", path, p.Place())
		}
	}
}

func TestBlockOfLongMonth(t *testing.T) {
	n := longLog("log/long", "ja", map[int]int{3: 101, 4: 1, 5: 7})
	s, _ := site.Link([]*note.Note{n}, world(t), site.Options{})
	plan := page.NewPlanner(s, words(t), page.Options{})
	for anchor, want := range map[string]string{"x-3-0": "", "x-3-99": "", "x-3-100": "2/", "x-4-0": "2/"} {
		i := slices.IndexFunc(n.Blocks, func(b note.Block) bool { return string(b.ID) == anchor })
		if got := plan.Block(n, &n.Blocks[i]); got != "log/2023/04/"+want+"#"+anchor {
			t.Errorf("%s is at %s", anchor, got)
		}
	}
}

func TestPostsStay(t *testing.T) {
	at := func(per map[int]int) map[string]string {
		s, _ := site.Link([]*note.Note{longLog("log/long", "ja", per)}, world(t), site.Options{})
		out := map[string]string{}
		for part, ids := range posts(t, page.Plan(s, words(t), page.Options{}), "ja") {
			for _, id := range ids {
				out[id] = part
			}
		}
		return out
	}
	before := map[string]string{}
	for _, per := range []map[int]int{{3: 60}, {3: 60, 4: 40}, {3: 60, 4: 40, 5: 1}, {3: 60, 4: 40, 5: 100}, {3: 60, 4: 40, 5: 230, 9: 300}} {
		now := at(per)
		for id, part := range before {
			if now[id] != part {
				t.Fatalf("%v: %s has moved from %q to %q", per, id, part, now[id])
			}
		}
		before = now
	}
}

func TestLatestIsBounded(t *testing.T) {
	for _, c := range []struct {
		per  map[int]int
		want []string
	}{
		{map[int]int{1: 5, 2: 20, 3: 0, 4: 40}, []string{"d-2023-04-04 40 false", "d-2023-04-02 20 false", "d-2023-04-01 0 true"}},
		{map[int]int{1: 5, 2: 20, 4: maxLogPosts + 1}, []string{"d-2023-04-04 60 true", "d-2023-04-02 0 true", "d-2023-04-01 0 true"}},
		{map[int]int{2: 70, 4: 7}, []string{"d-2023-04-04 7 false", "d-2023-04-02 0 true"}},
	} {
		s, _ := site.Link([]*note.Note{longLog("log/long", "ja", c.per)}, world(t), site.Options{})
		pages := page.Plan(s, words(t), page.Options{})
		var got []string
		sum := 0
		for _, d := range viewOf[view.LogListView](t, pages, "ja/log/index.html").Latest {
			got = append(got, fmt.Sprint(d.ID, " ", len(d.Entries), " ", d.More != nil))
			sum += len(d.Entries)
		}
		if diff := cmp.Diff(c.want, got); diff != "" || sum > maxLatest {
			t.Errorf("%v: %d posts: %s", c.per, sum, diff)
		}
		home := viewOf[view.HomeView](t, pages, "ja/index.html").Days
		if len(home) != 1 || home[0].ID != strings.Fields(got[0])[0] {
			t.Errorf("%v: the home has %+v", c.per, home)
		}
	}
}
