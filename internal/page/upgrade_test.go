package page_test

import (
	stdcmp "cmp"
	"fmt"
	"regexp"
	"slices"
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

// ownUpgrade makes the view of an upgrade, such as 1.26-1.29, from this repository's own notes.
func ownUpgrade(t *testing.T, lang note.Lang, steps string) view.UpgradeView {
	t.Helper()
	s := ownSite(t)
	pages := page.Plan(s, words(t), page.Options{Languages: []note.Lang{"en", "ja", "ru"}})
	return viewOf[view.UpgradeView](t, pages, string(lang)+"/upgrade/"+steps+"/index.html")
}

// TestUpgradeBeyondGates checks that counts of gates after 1.35, where the data end, are unknown
// and not zero.
func TestUpgradeBeyondGates(t *testing.T) {
	v := ownUpgrade(t, "en", "1.34-1.36")
	if v.GateReach != "1.35" {
		t.Errorf("gate data end at %q", v.GateReach)
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
	hints := map[string]string{}
	for _, h := range v.Hints {
		if h.Release != "1.36" || h.Text == "" {
			t.Errorf("hint %+v", h)
		}
		hints[h.Gate.Text] += h.Stage.Label
		if h.PR != nil {
			hints[h.Gate.Text] += " " + h.PR.Text
		}
	}
	for gate, want := range map[string]string{
		"NodeLogQuery": "GA #137544", "InPlacePodLevelResourcesVerticalScaling": "beta #137684", "HonorPVReclaimPolicy": "removed #135335",
		"SeparateCacheWatchRPC": "deprecated #135808", "PersistentVolumeClaimUnusedSinceTime": "alpha #137862",
		"TopologyAwareWorkloadScheduling": "", // named without a stage
	} {
		if hints[gate] != want {
			t.Errorf("hint on %s: %q, want %q", gate, hints[gate], want)
		}
	}
	if v := ownUpgrade(t, "en", "1.26-1.29"); v.GateReach != "" || len(v.Hints) > 0 {
		t.Errorf("1.26 to 1.29: gate data end at %s, %d hints", v.GateReach, len(v.Hints))
	}
}

// TestUpgradePage checks that the table, the sections and the filters have the counts of
// TestUpgradeCounts in package site.
func TestUpgradePage(t *testing.T) {
	v := ownUpgrade(t, "en", "1.26-1.29")
	var table []string
	for _, row := range v.Counts {
		line := row.Href
		for _, c := range row.Cells {
			line += fmt.Sprint(" ", c.N)
		}
		table = append(table, fmt.Sprint(line, " = ", row.Total))
	}
	// The deprecation guide adds the removal of three API versions to the changes. Of 57 removals,
	// 19 only repeat removed gates.
	want := []string{
		"#apis 1 0 2 = 3", "#known 0 0 1 = 1", "#urgent 5 5 4 = 14", "#removals 14 14 10 = 38", "#gone 14 16 14 = 44",
		"#flips 21 9 17 = 47", "#api 39 19 13 = 71", "#deprecations 3 3 1 = 7", "#ga 8 11 9 = 28", "#additions 25 20 18 = 63",
	}
	if diff := cmp.Diff(want, table); diff != "" {
		t.Error(diff)
	}
	rows, remarks := 0, 0
	ids := map[string]bool{}
	for _, sec := range v.Sections {
		for _, g := range sec.Groups {
			rows += rowsOf(g)
			for _, c := range g.Changes {
				remarks += len(c.Remarks)
				if ids[c.ID] {
					t.Errorf("%s is a duplicate", c.ID)
				}
				ids[c.ID] = true
			}
		}
	}
	if rows != 316 || v.Total != rows || remarks == 0 {
		t.Errorf("%d rows, %d in all, %d remarks", rows, v.Total, remarks)
	}
	effects := ""
	for _, e := range v.Effects {
		effects += fmt.Sprint(" ", e.Code, " ", e.Count)
	}
	if want := " action 99 behavior 118 nothing 99"; effects != want {
		t.Errorf("the effects are%s, want%s", effects, want)
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

// rowsOf counts the rows of a group.
func rowsOf(g view.UpgradeGroup) int {
	n := len(g.Changes) + len(g.Gates) + len(g.Gone) + len(g.APIs)
	if g.Known != nil {
		n++
	}
	return n
}

// eachRow calls see with the filter codes of all rows of a page.
func eachRow(v view.UpgradeView, see func(section view.UpgradeSection, r view.UpgradeRow)) {
	for _, sec := range v.Sections {
		for _, g := range sec.Groups {
			if g.Known != nil {
				see(sec, view.UpgradeRow{})
			}
			for _, c := range g.Changes {
				see(sec, c.UpgradeRow)
			}
			for _, c := range slices.Concat(g.Gates, g.Gone) {
				see(sec, c.UpgradeRow)
			}
			for _, c := range g.APIs {
				see(sec, c.UpgradeRow)
			}
		}
	}
}

// TestUpgradeChoiceAgrees checks that the list of upgrades has the counts of the table and of the
// filter of each upgrade.
func TestUpgradeChoiceAgrees(t *testing.T) {
	s := ownSite(t)
	pages := page.Plan(s, words(t), page.Options{Languages: []note.Lang{"en"}})
	seen := 0
	for _, o := range viewOf[view.UpgradesView](t, pages, "en/upgrade/index.html").Origins {
		for _, to := range o.Targets {
			v := viewOf[view.UpgradeView](t, pages, "en/upgrade/"+o.Release+"-"+to.Release+"/index.html")
			effects, total, urgent := map[string]int{}, 0, 0
			eachRow(v, func(sec view.UpgradeSection, r view.UpgradeRow) {
				effects[stdcmp.Or(r.Effect, sec.Effect)]++
				total++
			})
			for _, row := range v.Counts {
				if row.Href == "#urgent" {
					urgent = row.Total
				}
			}
			for _, e := range v.Effects {
				if effects[e.Code] != e.Count {
					t.Errorf("%s: the filter has %s %d, for %d rows", v.Title, e.Code, e.Count, effects[e.Code])
				}
			}
			if v.Total != total || urgent != to.Urgent || effects["action"] != to.Action {
				t.Errorf("%s: the page has %d rows, %d urgent, %v, the list %+v", v.Title, total, urgent, effects, to)
			}
			seen++
		}
	}
	if seen != 42 { // thirteen releases, at most four steps
		t.Errorf("%d upgrades, want 42", seen)
	}
}

// TestUpgradeFiltersAgree checks the filters. A change of the kubelet belongs to SIG Node, so the
// filter by SIG selects all changes that the filter by component selects. A preset also selects
// rows without SIG and component.
func TestUpgradeFiltersAgree(t *testing.T) {
	kubelet, node, neither := 0, 0, 0
	eachRow(ownUpgrade(t, "en", "1.26-1.29"), func(_ view.UpgradeSection, r view.UpgradeRow) {
		sigs, parts := strings.Fields(r.SIGCodes), strings.Fields(r.PartCodes)
		for part, owner := range map[string]string{"kubelet": "node", "kube-proxy": "network", "kube-scheduler": "scheduling", "CSI": "storage"} {
			if slices.Contains(parts, part) && !slices.Contains(sigs, owner) {
				t.Errorf("%v of %v: %s does not belong to %s", parts, sigs, part, owner)
			}
		}
		if slices.Contains(parts, "kubelet") {
			kubelet++
		}
		if slices.Contains(sigs, "node") {
			node++
		}
		if len(sigs)+len(parts) == 0 {
			neither++
		}
	})
	if kubelet < 90 || node < kubelet || neither == 0 {
		t.Errorf("%d rows of the kubelet, %d of SIG Node, %d of neither", kubelet, node, neither)
	}
}

// TestUpgradeGatesOnce checks that a removed gate is a chip, and that a change that removes only
// gates has no row.
func TestUpgradeGatesOnce(t *testing.T) {
	v := ownUpgrade(t, "en", "1.27-1.28")
	gone := map[string]bool{}
	for _, sec := range v.Sections {
		for _, g := range sec.Groups {
			for _, c := range g.Gone {
				gone[c.Gate.Text] = true
			}
			for _, c := range g.Changes {
				if c.ID == "pr-117655" || c.ID == "pr-117237" { // DelegateFSGroupToCSIDriver; four gates of SIG Network
					t.Errorf("%s is in %s", c.ID, sec.ID)
				}
			}
		}
	}
	for _, name := range []string{"DelegateFSGroupToCSIDriver", "MixedProtocolLBService", "ServiceIPStaticSubrange"} {
		if !gone[name] {
			t.Errorf("%s is not among the removed gates", name)
		}
	}
}

// TestUpgradeRemarks checks that remarks of a Japanese note on #116255 and #115331 are in the
// reader's language if possible.
func TestUpgradeRemarks(t *testing.T) {
	for _, lang := range []note.Lang{"en", "ja"} {
		found := ""
		for _, c := range urgent(ownUpgrade(t, lang, "1.26-1.29")).Groups[0].Changes {
			if c.ID == "pr-115331" && len(c.Remarks) > 0 {
				found = c.Remarks[0].Rich.Lang + " " + c.Remarks[0].Href
			}
		}
		if want := " ../../1.27/sig-node/#pr-115331"; found != want {
			t.Errorf("%s: the remark on #115331 is %q, want %q", lang, found, want)
		}
	}
}

func urgent(v view.UpgradeView) view.UpgradeSection {
	return v.Sections[slices.IndexFunc(v.Sections, func(sec view.UpgradeSection) bool { return sec.ID == "urgent" })]
}

// TestUpgradeNotes checks the text of notes in an upgrade. Japanese readers see it above the
// official sentence, with a remark (#115331) or without (#116332), and without a further link.
// English readers see only the sentence. Russian readers have no note on these two.
func TestUpgradeNotes(t *testing.T) {
	for _, lang := range []note.Lang{"en", "ja", "ru"} {
		summaries := map[string]string{}
		for _, sec := range ownUpgrade(t, lang, "1.26-1.29").Sections {
			for _, g := range sec.Groups {
				for _, c := range g.Changes {
					if c.Summary == nil {
						continue
					}
					summaries[c.ID] = c.Summary.Href + " " + c.Summary.Rich.Lang
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
			if summaries["pr-115331"]+summaries["pr-116332"] != "" || lang == "en" && len(summaries) > 0 {
				t.Errorf("%s: %v", lang, summaries)
			}
			continue
		}
		for _, id := range []string{"pr-115331", "pr-116332"} {
			if want := "../../1.27/sig-node/#" + id + " "; summaries[id] != want {
				t.Errorf("%s: %q, want %q", id, summaries[id], want)
			}
		}
	}
}

// TestChecklist checks that the checklist has one line per row, in the same order, with the address
// of the pull request and without unclosed code spans or brackets.
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
			if g.Known != nil {
				ids = append(ids, "Evented PLEG beta feature (disabled by default) has a critical bug")
			}
			for _, c := range g.Changes {
				ids = append(ids, "/pull/"+strings.TrimPrefix(c.ID, "pr-"))
			}
			for _, c := range slices.Concat(g.Gates, g.Gone) {
				ids = append(ids, "`"+c.Gate.Text+"`")
			}
			for _, c := range g.APIs {
				ids = append(ids, string(c.Resource))
			}
		}
	}
	if len(lines) != len(ids) {
		t.Fatalf("%d lines for %d rows", len(lines), len(ids))
	}
	for i, line := range lines {
		if !strings.HasPrefix(line, "- [ ] ") || !strings.Contains(line, ids[i]) {
			t.Errorf("line %d does not belong to %s: %s", i, ids[i], line)
		}
		if strings.Count(line, "`")%2 != 0 || strings.Count(line, "[") != strings.Count(line, "]") {
			t.Errorf("an unclosed span or bracket: %s", line)
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
				t.Errorf("unexpected page %s", p.Path)
			}
		}
	}
}

func linked(t *testing.T, d *upstream.Data, o site.Options) *site.Site {
	t.Helper()
	s, _ := site.Link(nil, d, o)
	return s
}

// TestUpgradeAnchors checks that a change that two releases published has two anchors in an upgrade
// over both.
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
