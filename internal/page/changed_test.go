package page_test

import (
	"fmt"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/kawaraban/kawaraban/internal/git"
	"github.com/kawaraban/kawaraban/internal/note"
	"github.com/kawaraban/kawaraban/internal/page"
	"github.com/kawaraban/kawaraban/internal/site"
	"github.com/kawaraban/kawaraban/internal/view"
)

func at(day string) time.Time {
	when, err := time.ParseInLocation("2006-01-02 15:04", day+" 00:30", time.FixedZone("", 9*60*60))
	if err != nil {
		panic(err)
	}
	return when
}

func TestChanged(t *testing.T) {
	many := []git.Author{{Name: "Y", Handle: "Y1R96"}}
	for i := range 15 {
		many = append(many, git.Author{Name: fmt.Sprintf("N%d", i)})
	}
	o := page.Options{
		BaseURL: "https://example.org/", Repository: "https://github.com/owner/name/blob/main/docs",
		History: git.NewLog("x", map[string]git.Change{
			"content/1.27/sig-node.ja.md": {Last: at("2023-06-01"), Since: at("2023-05-01"), Authors: []git.Author{
				{Name: "Yuta", Handle: "Y1R96"}, {Name: "自由 な名"}, {Name: "Rata", Handle: "RATA"}, {Name: "Mona", Handle: "mona-nobody"}, {Name: "アリス"},
			}},
			"content/1.27/sig-node.en.md": {Last: at("2023-07-02"), Authors: many},
			"content/1.27/overview.ru.md": {Authors: []git.Author{{Name: "-", Handle: "-no-handle"}}},
		}),
	}
	_, pages := plan(t, site.Options{}, o)
	type shown struct {
		Changed, History string
		Editors          []view.Link
		More             string
	}
	shownAt := func(path string) shown {
		v := viewOf[view.NoteView](t, pages, path)
		s := shown{History: v.History, Editors: v.Editors, More: v.MoreEditors}
		if v.Changed != nil {
			s.Changed = v.Changed.ISO + " " + v.Changed.Text
		}
		return s
	}
	if diff := cmp.Diff(shown{"2023-06-01 2023年6月1日", "https://github.com/owner/name/commits/main/docs/content/1.27/sig-node.ja.md", []view.Link{
		{Href: "../../people/rata/", Text: "Rata"},
		{Href: "https://github.com/mona-nobody", Text: "Mona", External: true},
		{Text: "アリス"},
	}, ""}, shownAt("ja/1.27/sig-node/index.html")); diff != "" {
		t.Error(diff)
	}
	en := shownAt("en/1.27/sig-node/index.html")
	if en.Changed != "2023-07-02 2 July 2023" || len(en.Editors) != 12 || en.More != "4" {
		t.Errorf("the translation: %+v", en)
	}
	if zh := shownAt("zh/1.27/sig-node/index.html"); zh.Changed[:10] != "2023-07-02" || zh.History != en.History {
		t.Errorf("for readers of the English version: %+v", zh)
	}
	if ru := shownAt("ru/1.27/overview/index.html"); ru.Changed != "" || len(ru.Editors) != 1 || ru.Editors[0].Href != "" {
		t.Errorf("without a valid time and a handle: %+v", ru)
	}
	if log := shownAt("ja/log/2023-spring/index.html"); !cmp.Equal(log, shown{}) {
		t.Errorf("for an untracked note: %+v", log)
	}
	modified := map[string]string{}
	for _, p := range pages {
		if p.Place != nil {
			modified[p.Path] = p.Place().Modified
		}
	}
	if got := modified["ja/1.27/sig-node/index.html"] + modified["en/1.27/sig-node/index.html"] + modified["ru/1.27/overview/index.html"]; got != "2023-06-012023-07-02" {
		t.Errorf("the sitemap has %q", got)
	}
}

// TestDatesOfAll checks that the sitemap has the later of a note's date and its last commit. Feeds
// use git only if no date is known.
func TestDatesOfAll(t *testing.T) {
	early, late, plain := newNote("early", "ja", note.Overview), newNote("late", "ja", note.Overview), newNote("plain", "ja", note.Overview)
	early.Meta.Date, late.Meta.Date = "2023-01-01", "2024-01-01"
	var changes = map[string]git.Change{}
	for _, n := range []*note.Note{early, late, plain} {
		changes[n.Path] = git.Change{Last: at("2023-06-02"), Since: at("2023-06-01")}
	}
	s, _ := site.Link([]*note.Note{early, late, plain}, world(t), site.Options{})
	pages := page.Plan(s, words(t), page.Options{BaseURL: "https://example.org/", History: git.NewLog("x", changes)})
	got := map[string]string{}
	for _, p := range pages {
		if p.Kind == "note" && p.Place != nil {
			got[p.Path] = p.Place().Modified
		}
		if p.Path == "ja/index.html" {
			for _, it := range p.Feed().Items {
				got[it.Title.Text] = it.Updated[:10]
			}
		}
	}
	want := map[string]string{
		"ja/early/index.html": "2023-06-02", "ja/late/index.html": "2024-01-01", "ja/plain/index.html": "2023-06-02",
		"題 early": "2023-01-01", "題 late": "2024-01-01", "題 plain": "2023-06-01",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}
