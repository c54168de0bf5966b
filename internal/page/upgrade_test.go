package page_test

import (
	"fmt"
	"regexp"
	"strings"
	"testing"
	"testing/fstest"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"

	"github.com/kawaraban/kawaraban/internal/note"
	"github.com/kawaraban/kawaraban/internal/page"
	"github.com/kawaraban/kawaraban/internal/site"
	"github.com/kawaraban/kawaraban/internal/upstream"
	"github.com/kawaraban/kawaraban/internal/view"
)

// ownUpgrade makes the view of an upgrade, as 1.26-1.29, from this repository's own notes.
func ownUpgrade(t *testing.T, lang note.Lang, steps string) view.UpgradeView {
	t.Helper()
	d := upstreamData(t)
	s, _ := site.Link(read(t, "../../content", d), d, site.Options{})
	pages := page.Plan(s, words(t), page.Options{Languages: []note.Lang{"en", "ja", "ru"}})
	return viewOf[view.UpgradeView](t, pages, string(lang)+"/upgrade/"+steps+"/index.html")
}

// TestUpgradeBeyondGates: the data on feature gates end at 1.35. Counts beyond are unknown, and
// not zero.
func TestUpgradeBeyondGates(t *testing.T) {
	v := ownUpgrade(t, "en", "1.34-1.36")
	if v.GateReach != "1.35" {
		t.Errorf("gate data reach to %q", v.GateReach)
	}
	unknown := 0
	for _, row := range v.Counts {
		if row.Cells[0].Unknown || row.Cells[1].Unknown && row.Cells[1].N != 0 {
			t.Errorf("%s: %+v", row.Title, row.Cells)
		}
		if row.Cells[1].Unknown {
			unknown++
		}
	}
	if unknown != 3 {
		t.Errorf("%d rows are unknown for 1.36, want those of new defaults, GA and removed", unknown)
	}
	if v := ownUpgrade(t, "en", "1.26-1.29"); v.GateReach != "" {
		t.Errorf("1.26 to 1.29: gate data are said to end at %s", v.GateReach)
	}
}

// The table, the sections and the filters have the counts of TestUpgradeCounts in package site.
func TestUpgradePage(t *testing.T) {
	v := ownUpgrade(t, "en", "1.26-1.29")
	var table []string
	for _, row := range v.Counts {
		line := row.Href
		for _, c := range row.Cells {
			line += fmt.Sprint(" ", c.N)
		}
		table = append(table, fmt.Sprint(line, " = ", row.Total, " +", row.Further))
	}
	want := []string{
		"#urgent 5 5 4 = 14 +0", "#removals 16 21 20 = 57 +5", "#deprecations 3 3 1 = 7 +11",
		"#flips 21 9 17 = 47 +0", "#ga 8 11 9 = 28 +0", "#gone 14 16 14 = 44 +0", "#api 64 39 31 = 134 +17",
	}
	if diff := cmp.Diff(want, table); diff != "" {
		t.Error(diff)
	}
	rows, remarks := 0, 0
	ids := map[string]bool{}
	for _, sec := range v.Sections {
		for _, g := range sec.Groups {
			rows += len(g.Changes) + len(g.Gates) + len(g.APIs)
			for _, c := range g.Changes {
				remarks += len(c.Remarks)
				if ids[c.ID] {
					t.Errorf("%s stands twice", c.ID)
				}
				ids[c.ID] = true
			}
		}
	}
	if rows != 331 || v.Total != rows || remarks == 0 {
		t.Errorf("%d rows, %d in all, %d remarks", rows, v.Total, remarks)
	}
	for _, o := range v.Kinds { // a change matches each of its kinds
		if o.Value == "removals" && o.Count != 62 || o.Value == "urgent" && o.Count != 14 {
			t.Errorf("the filter says %s %d", o.Value, o.Count)
		}
	}
	var dates []string
	for _, r := range v.Releases {
		dates = append(dates, r.Release+" "+r.Date.ISO+" "+r.EndOfSupport.ISO)
	}
	if diff := cmp.Diff([]string{
		"1.26 2022-12-09 2024-02-28", "1.27 2023-04-11 2024-07-16", "1.28 2023-08-15 2024-10-22", "1.29 2023-12-13 2025-02-28",
	}, dates); diff != "" {
		t.Error(diff)
	}
}

// The list of upgrades has the counts of the table and the filter of each upgrade.
func TestUpgradeChoiceAgrees(t *testing.T) {
	d := upstreamData(t)
	s, _ := site.Link(read(t, "../../content", d), d, site.Options{})
	pages := page.Plan(s, words(t), page.Options{Languages: []note.Lang{"en"}})
	seen := 0
	for _, o := range viewOf[view.UpgradesView](t, pages, "en/upgrade/index.html").Origins {
		for _, to := range o.Targets {
			v := viewOf[view.UpgradeView](t, pages, "en/upgrade/"+o.Release+"-"+to.Release+"/index.html")
			said := map[string]int{}
			for _, row := range v.Counts {
				said[row.Href] = row.Total + row.Further
			}
			rows := rowsOfKinds(v)
			for _, kind := range v.Kinds {
				// A kind all of whose rows are in other sections has no section: the deprecations of 1.30.
				n, there := said["#"+kind.Value]
				if there && n != kind.Count || rows[kind.Value] != kind.Count {
					t.Errorf("%s: the table says %d %s, the filter %d, of %d rows", v.Title, n, kind.Value, kind.Count, rows[kind.Value])
				}
			}
			if said["#urgent"] != to.Urgent || said["#removals"] != to.Removals {
				t.Errorf("%s: the page says %v, the choice %d urgent, %d removals", v.Title, said, to.Urgent, to.Removals)
			}
			seen++
		}
	}
	if seen != 42 { // thirteen releases, up to four apart
		t.Errorf("%d upgrades, want 42", seen)
	}
}

// rowsOfKinds counts the rows of a page that belong to each kind.
func rowsOfKinds(v view.UpgradeView) map[string]int {
	n := map[string]int{}
	for _, sec := range v.Sections {
		count := func(r view.UpgradeRow) {
			kinds := strings.Fields(r.KindCodes)
			if len(kinds) == 0 {
				kinds = []string{sec.ID}
			}
			for _, k := range kinds {
				n[k]++
			}
		}
		for _, g := range sec.Groups {
			for _, c := range g.Changes {
				count(c.UpgradeRow)
			}
			for _, c := range g.Gates {
				count(c.UpgradeRow)
			}
			for _, c := range g.APIs {
				count(c.UpgradeRow)
			}
		}
	}
	return n
}

// Remarks of a Japanese note on #116255 and #115331 are shown in the reader's language if possible.
func TestUpgradeRemarks(t *testing.T) {
	for _, lang := range []note.Lang{"en", "ja"} {
		found := ""
		for _, c := range ownUpgrade(t, lang, "1.26-1.29").Sections[0].Groups[0].Changes {
			if c.ID == "pr-115331" && len(c.Remarks) > 0 {
				found = c.Remarks[0].Rich.Lang + " " + c.Remarks[0].Href
			}
		}
		if want := " ../../1.27/sig-node/#pr-115331"; found != want {
			t.Errorf("%s: the remark on #115331 is %q, want %q", lang, found, want)
		}
	}
}

// Japanese readers see the text of the note above the official sentence, with a remark (#115331) or
// without (#116332), and no further link to it. English readers see only the sentence, and Russian
// readers have no note on these two.
func TestUpgradeTold(t *testing.T) {
	for _, lang := range []note.Lang{"en", "ja", "ru"} {
		told := map[string]string{}
		for _, sec := range ownUpgrade(t, lang, "1.26-1.29").Sections {
			for _, g := range sec.Groups {
				for _, c := range g.Changes {
					if c.Summary == nil {
						continue
					}
					told[c.ID] = c.Summary.Href + " " + c.Summary.Rich.Lang
					if html := string(c.Summary.Rich.HTML); !strings.HasPrefix(html, "<p>") || !strings.HasSuffix(html, "</p>") || strings.Contains(html, "mimowo") {
						t.Errorf("%s %s: %s", lang, c.ID, html)
					}
					for _, l := range c.Notes {
						if l.Href == c.Summary.Href {
							t.Errorf("%s %s: %s is linked twice", lang, c.ID, l.Href)
						}
					}
				}
			}
		}
		if lang != "ja" {
			if told["pr-115331"]+told["pr-116332"] != "" || lang == "en" && len(told) > 0 {
				t.Errorf("%s: %v", lang, told)
			}
			continue
		}
		for _, id := range []string{"pr-115331", "pr-116332"} {
			if want := "../../1.27/sig-node/#" + id + " "; told[id] != want {
				t.Errorf("%s: %q, want %q", id, told[id], want)
			}
		}
	}
}

// One line per row in the same order, each with the address of its pull request, without unclosed
// code spans or brackets.
func TestChecklist(t *testing.T) {
	v := ownUpgrade(t, "ja", "1.26-1.29")
	var lines []string
	for _, part := range v.Checklist {
		lines = append(lines, strings.SplitAfter(part.Quotes+part.Lines, "\n")...)
		if strings.Contains(part.Quotes, " → ") || strings.Contains(part.Lines, "/pull/") {
			t.Errorf("English and Japanese are mixed under %q", part.Title)
		}
	}
	lines = deleteEmpty(lines)
	var ids []string
	for _, sec := range v.Sections {
		for _, g := range sec.Groups {
			for _, c := range g.Changes {
				ids = append(ids, "/pull/"+strings.TrimPrefix(c.ID, "pr-"))
			}
			for _, c := range g.Gates {
				ids = append(ids, "`"+c.Gate.Text+"`")
			}
			for _, c := range g.APIs {
				ids = append(ids, c.Resource)
			}
		}
	}
	if len(lines) != len(ids) {
		t.Fatalf("%d lines for %d rows", len(lines), len(ids))
	}
	for i, line := range lines {
		if !strings.HasPrefix(line, "- [ ] ") || !strings.Contains(line, ids[i]) {
			t.Errorf("line %d is no line of %s: %s", i, ids[i], line)
		}
		if strings.Count(line, "`")%2 != 0 || strings.Count(line, "[") != strings.Count(line, "]") {
			t.Errorf("something is left open: %s", line)
		}
		if n := utf8.RuneCountInString(line); n > 340 {
			t.Errorf("%d characters: %s", n, line)
		}
	}
	if title := v.Checklist[1].Title; !regexp.MustCompile(`^\n## \S`).MatchString(title) {
		t.Errorf("the first section's title is %q", title)
	}
}

func deleteEmpty(in []string) (out []string) {
	for _, s := range in {
		if s != "" {
			out = append(out, s)
		}
	}
	return out
}

func TestUpgradeOfNothing(t *testing.T) {
	for _, s := range []*site.Site{linked(t, &upstream.Data{}, site.Options{}), linked(t, upstreamData(t), site.Options{Only: "1.27"})} {
		for _, p := range page.Plan(s, words(t), page.Options{}) {
			if strings.HasPrefix(p.Kind, "upgrade") {
				t.Errorf("there is %s", p.Path)
			}
		}
	}
}

func linked(t *testing.T, d *upstream.Data, o site.Options) *site.Site {
	t.Helper()
	s, _ := site.Link(nil, d, o)
	return s
}

// A change that two releases published has two anchors in an upgrade over both.
func TestUpgradeAnchors(t *testing.T) {
	const notes = `,"notes":[{"pr":1,"text":"A.","kind":"deprecation","published":true},
 {"pr":5,"repo":"kubernetes/enhancements","text":"B.","kind":"deprecation","published":true}]}`
	d, ds, err := upstream.Load(fstest.MapFS{
		"releases.yaml":      {Data: []byte("releases:\n  - release: \"1.25\"\n    date: 2022-08-23\n")},
		"releases/1.26.json": {Data: []byte(`{"release":"1.26"` + notes)},
		"releases/1.27.json": {Data: []byte(`{"release":"1.27"` + notes)},
	})
	if err != nil || len(ds) > 0 {
		t.Fatal(ds, err)
	}
	s, _ := site.Link(nil, d, site.Options{})
	pages := page.Plan(s, words(t), page.Options{Languages: []note.Lang{"en"}})
	var got []string
	for _, g := range viewOf[view.UpgradeView](t, pages, "en/upgrade/1.25-1.27/index.html").Sections[0].Groups {
		for _, c := range g.Changes {
			got = append(got, c.ID)
		}
	}
	want := []string{"pr-1", "pr-kubernetes-enhancements-5", "pr-1-1.27", "pr-kubernetes-enhancements-5-1.27"}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}
