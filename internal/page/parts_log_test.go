package page_test

import (
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/kawaraban/kawaraban/internal/note"
	"github.com/kawaraban/kawaraban/internal/page"
	"github.com/kawaraban/kawaraban/internal/site"
	"github.com/kawaraban/kawaraban/internal/view"
)

// yearLog is a log of posts that all name a KEP, a gate, a person and one of some threads: so many
// on each day, by the day.
func yearLog(id string, lang note.Lang, perDay map[string]int, threads int) *note.Note {
	var blocks []note.Block
	i := 0
	for _, day := range slices.Sorted(maps.Keys(perDay)) {
		blocks = append(blocks, block(note.Heading, "h-"+day, day, level(2), in(lang)))
		for range perDay[day] {
			b := block(note.Entry, fmt.Sprintf("x-%d", i), fmt.Sprintf("post %d {kep:127} {gate:UserNamespacesSupport}", i), on(day), in(lang))
			b.Attr.People = []note.Person{"busy"}
			b.Refs = append(b.Refs, note.Ref{Kind: note.Thread, ID: fmt.Sprintf("owner/repo#%d", 1000+i%threads), Written: "x"})
			blocks = append(blocks, b)
			i++
		}
	}
	return newNote(id, lang, note.Log, blocks...)
}

// aYear is how long the days of a year are: one of few, two months of many, one day of too many.
func aYear() map[string]int {
	per := map[string]int{"2025-12-30": 30, "2026-01-31": 20, "2026-02-10": 30, "2026-05-01": 60, "2026-06-01": 45, "2026-12-08": 99, "2026-12-21": 250, "2026-12-31": 2}
	for day := 1; day <= 30; day++ {
		per[fmt.Sprintf("2026-09-%02d", day)] = 10
	}
	return per
}

// TestYearIsCut: a year of the log in which a thing is named more often than a page has room for
// keeps its page, which quotes the newest places and leads to the rest: by quarters and months, by
// days of a month, by pages of a day. No page has more than it may, no place is lost or twice, and
// in all languages of the interface there are the same pages.
func TestYearIsCut(t *testing.T) {
	per := aYear()
	total := 0
	for _, n := range per {
		total += n
	}
	ja, en := yearLog("log/long", "ja", per, 900), yearLog("log/long", "en", per, 900)
	en.Meta.Translates = "long.ja.md"
	s, _ := site.Link([]*note.Note{ja, en}, world(t), site.Options{})
	plan := page.NewPlanner(s, words(t), page.Options{})
	pages := plan.Pages()
	follow(t, pages)
	for _, p := range pages {
		if _, ok := plan.Find(p.Path); !ok {
			t.Errorf("%s is listed and not found", p.Path)
		}
	}
	for _, thing := range []string{"keps/127/", "gates/UserNamespacesSupport/", "people/busy/"} {
		for _, lang := range []string{"ja", "en", "zh", "ru"} {
			said := map[string]int{}
			sum := 0
			for _, p := range pages {
				part, ok := strings.CutPrefix(strings.TrimSuffix(p.Path, "index.html"), lang+"/"+thing)
				if !ok || part == "" {
					continue
				}
				v := p.View().(view.SaidView)
				said[part] = count[view.Entry](reflect.ValueOf(v))
				if len(v.Groups) == 0 {
					sum += said[part]
				}
			}
			want := map[string]int{
				"log-2026/": 60, "log-2026/12/": 2, "log-2026/09/": 60,
				"log-2026/12/d-25-31/": 2, "log-2026/12/d-21/": 83, "log-2026/12/d-21/2/": 83, "log-2026/12/d-21/3/": 84, "log-2026/12/d-01-16/": 99,
				"log-2026/09/d-25-31/": 60, "log-2026/09/d-17-24/": 80, "log-2026/09/d-09-16/": 80, "log-2026/09/d-01-08/": 80,
				"log-2026/06/": 45, "log-2026/05/": 60, "log-2026/01-03/": 50, "log-2025/": 30,
			}
			if diff := cmp.Diff(want, said); diff != "" {
				t.Errorf("%s/%s: places on each page: %s", lang, thing, diff)
			}
			if sum != total {
				t.Errorf("%s/%s: %d places, want %d", lang, thing, sum, total)
			}
		}
	}
	year := viewOf[view.SaidView](t, pages, "en/keps/127/log-2026/index.html")
	var groups []string
	for _, g := range year.Groups {
		more := ""
		if g.More != nil {
			more = " " + g.More.Text
		}
		groups = append(groups, fmt.Sprintf("%s %s %s %d%s", g.ID, g.Title, strings.TrimPrefix(g.Href, "../../../keps/127/"), len(g.Entries), more))
	}
	want := []string{
		"log-2026-12 December 2026 log-2026/12/ 60 All 351 entries", "log-2026-09 September 2026 log-2026/09/ 0 All 300 entries",
		"log-2026-06 June 2026 log-2026/06/ 0 All 45 entries", "log-2026-05 May 2026 log-2026/05/ 0 All 60 entries",
		"log-2026-01-03 January 2026 – March 2026 log-2026/01-03/ 0 All 50 entries",
	}
	if diff := cmp.Diff(want, groups); diff != "" {
		t.Errorf("the year leads to: %s", diff)
	}
	day := viewOf[view.SaidView](t, pages, "en/keps/127/log-2026/12/d-21/2/index.html")
	up := "../../../../../../"
	got := []string{day.Title, day.Prev.Href, day.Prev.Note, day.Next.Href, day.Crumbs[1].Href, day.Crumbs[2].Href + day.Crumbs[2].Text, day.Crumbs[3].Href + day.Crumbs[3].Text}
	if diff := cmp.Diff([]string{
		"KEP-127 · Daily log 21 December 2026 · 2", up + "keps/127/log-2026/12/d-21/3/", "84 entries", up + "keps/127/log-2026/12/d-21/", up + "keps/127/",
		up + "keps/127/log-2026/Daily log 2026", up + "keps/127/log-2026/12/December 2026",
	}, got); diff != "" {
		t.Error(diff)
	}
	if first := viewOf[view.SaidView](t, pages, "ru/keps/127/log-2026/09/d-25-31/index.html"); first.Title != "KEP-127 · Хроника 25\u00a0сентября 2026\u00a0г. – 30\u00a0сентября 2026\u00a0г." || first.Next != nil {
		t.Errorf("the end of a month of 30 days is %q, behind it %v", first.Title, first.Next)
	}
}

// TestThreadsAreBounded: where a page of a repository has no room for all that cites its threads,
// one that is cited often has a page of its own, with parts of its own, and one that is not has
// links.
func TestThreadsAreBounded(t *testing.T) {
	n := yearLog("log/long", "ja", map[string]int{"2025-03-01": 900, "2026-03-01": 600}, 100)
	few := yearLog("log/few", "ja", map[string]int{"2026-03-02": 4}, 2)
	often := yearLog("log/often", "ja", map[string]int{"2024-03-01": 150}, 1)
	s, _ := site.Link([]*note.Note{n, few, often}, world(t), site.Options{})
	pages := page.Plan(s, words(t), page.Options{})
	follow(t, pages)
	for _, lang := range []string{"ja", "en", "zh", "ru"} {
		v := viewOf[view.RepoView](t, pages, lang+"/repos/owner/repo/index.html")
		for _, row := range v.Threads {
			places := 15
			switch row.ID {
			case "t-1000":
				places = 15 + 2 + 150
			case "t-1001":
				places = 15 + 2
			}
			if row.All == nil || len(row.Entries) != 1 || len(row.More) != 0 || !strings.HasSuffix(row.All.Href, "/repos/owner/repo/"+row.ID+"/") {
				t.Fatalf("%s: %s has %d places, %d links, %v", lang, row.ID, len(row.Entries), len(row.More), row.All)
			}
			own := lang + "/repos/owner/repo/" + row.ID + "/"
			sum := count[view.Entry](reflect.ValueOf(viewOf[view.SaidView](t, pages, own+"index.html")))
			if places > 60 {
				sum = 0
				for _, p := range pages {
					if strings.HasPrefix(p.Path, own) && p.Path != own+"index.html" {
						if v := p.View().(view.SaidView); len(v.Groups) == 0 {
							sum += count[view.Entry](reflect.ValueOf(v))
						}
					}
				}
			}
			if sum != places {
				t.Errorf("%s: %s has %d places on pages of its own, want %d", lang, row.ID, sum, places)
			}
		}
		if len(v.Threads) != 100 {
			t.Errorf("%s: %d threads", lang, len(v.Threads))
		}
	}
	own := viewOf[view.SaidView](t, pages, "en/repos/owner/repo/t-1001/index.html")
	if own.Title != "owner/repo#1001" || len(own.Crumbs) != 2 || own.Crumbs[1].Href != "../../../../repos/owner/repo/" || len(own.Groups[0].Entries[0].Others) != 0 {
		t.Errorf("the page of a thread is %q, above it %v; it says that it names %v", own.Title, own.Crumbs, own.Groups[0].Entries[0].Others)
	}
	s, _ = site.Link([]*note.Note{yearLog("log/rare", "ja", map[string]int{"2026-03-01": 120}, 10)}, world(t), site.Options{})
	for _, p := range page.Plan(s, words(t), page.Options{Languages: []note.Lang{"ja"}}) {
		if strings.Contains(p.Path, "/t-") {
			t.Errorf("%s, where there is room", p.Path)
		}
	}
}
