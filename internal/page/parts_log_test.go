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

// yearLog returns a log with a number of posts per day. Each names a KEP, a gate, a person and one
// of some threads.
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

// TestLogByYear checks the citations in a log: divided by year, then into pages of 100. The page of
// a subject quotes the newest 60 and links to each month. Each citation is on exactly one page, and
// the pages are the same in all languages.
func TestLogByYear(t *testing.T) {
	per := map[string]int{"2025-12-30": 30, "2026-02-10": 100, "2026-12-08": 99, "2026-12-21": 152}
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
			for _, p := range pages {
				part, ok := strings.CutPrefix(strings.TrimSuffix(p.Path, "index.html"), lang+"/"+thing)
				if ok && part != "" {
					said[part] = count[view.Entry](reflect.ValueOf(p.View().(view.CitationsView)))
				}
			}
			want := map[string]int{"log-2025/": 30, "log-2026/": 87, "log-2026/2/": 88, "log-2026/3/": 88, "log-2026/4/": 88}
			if diff := cmp.Diff(want, said); diff != "" {
				t.Errorf("%s/%s: citations on each page: %s", lang, thing, diff)
			}
		}
	}
	var groups []string
	for _, g := range viewOf[view.KEPView](t, pages, "en/keps/127/index.html").Entries {
		more := ""
		if g.More != nil {
			more = " " + g.More.Text + " " + strings.TrimPrefix(g.More.Href, "../../keps/127/")
		}
		groups = append(groups, fmt.Sprintf("%s, %s: %d%s", g.ID, g.Title, len(g.Entries), more))
	}
	want := []string{
		"log-2026-12, Daily log December 2026: 60 All 251 entries log-2026/#log-2026-12",
		"log-2026-02, Daily log February 2026: 0 All 100 entries log-2026/3/#log-2026-02",
		"log-2025-12, Daily log December 2025: 0 All 30 entries log-2025/#log-2025-12",
	}
	if diff := cmp.Diff(want, groups); diff != "" {
		t.Errorf("the page of the KEP links to: %s", diff)
	}
	second := viewOf[view.CitationsView](t, pages, "en/keps/127/log-2026/2/index.html")
	up := "../../../../keps/127/"
	got := []string{second.Title, second.Prev.Href, second.Prev.Note, second.Next.Href, second.Crumbs[1].Href}
	if diff := cmp.Diff([]string{"KEP-127 · Daily log 2026 · 2", up + "log-2026/3/", "88 entries", up + "log-2026/", up}, got); diff != "" {
		t.Error(diff)
	}
}

// TestThreadsAreBounded checks that the page of a repository quotes at most 120 citations, each
// thread once if possible. The others are linked.
func TestThreadsAreBounded(t *testing.T) {
	n := yearLog("log/long", "ja", map[string]int{"2025-03-01": 900, "2026-03-01": 600}, 100)
	often := yearLog("log/often", "ja", map[string]int{"2024-03-01": 150}, 1)
	s, _ := site.Link([]*note.Note{n, often}, world(t), site.Options{})
	pages := page.Plan(s, words(t), page.Options{})
	follow(t, pages)
	for _, lang := range []string{"ja", "en", "zh", "ru"} {
		v := viewOf[view.RepoView](t, pages, lang+"/repos/owner/repo/index.html")
		quotes := 0
		for _, row := range v.Threads {
			places := 15
			if row.ID == "t-1000" {
				places = 15 + 150
			}
			if quotes += len(row.Entries); len(row.Entries) == 0 || len(row.Entries)+len(row.More) != places {
				t.Errorf("%s: %s has %d quotes and %d links, want %d", lang, row.ID, len(row.Entries), len(row.More), places)
			}
		}
		if len(v.Threads) != 100 || quotes != 120 {
			t.Errorf("%s: %d threads, %d quotes", lang, len(v.Threads), quotes)
		}
	}
}
