package page_test

import (
	"fmt"
	"html/template"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/kawaraban/kawaraban/internal/note"
	"github.com/kawaraban/kawaraban/internal/page"
	"github.com/kawaraban/kawaraban/internal/site"
	"github.com/kawaraban/kawaraban/internal/upstream"
	"github.com/kawaraban/kawaraban/internal/view"
)

// TestLinks builds every view and checks all of its links, for a whole site and for single releases.
func TestLinks(t *testing.T) {
	for _, only := range []note.Release{"", "1.27", "1.26"} {
		t.Run("only "+string(only), func(t *testing.T) {
			_, pages := plan(t, site.Options{Only: only}, page.Options{})
			follow(t, pages)
		})
	}
}

func TestPaths(t *testing.T) {
	_, pages := plan(t, site.Options{}, page.Options{Languages: []note.Lang{"ja"}})
	var got []string
	for _, p := range pages {
		got = append(got, strings.TrimSuffix(strings.TrimPrefix(p.Path, "ja/"), "index.html")+" "+p.Kind)
	}
	slices.Sort(got)
	want := strings.Split(`1.26/ release
1.26/talk/ note
1.27/ release
1.27/changes/ changes
1.27/overview/ note
1.27/sig-node/ note
404.html notfound
gates/ gates
gates/UserNamespacesStatelessPodsSupport/ gate
gates/UserNamespacesSupport/ gate
keps/ keps
keps/127/ kep
keps/2133/ kep
keps/753/ kep
log/ loglist
log/2023-spring/ note
log/2023/04/ log
log/2023/05/ log
log/b/ note
notes/ notes
old/place/ moved
people/ people
people/alice/ person
people/rata/ person
people/y1r96/ person
people/自由-な名/ person
proposals/ proposals
prs/ prs
prs/0-999/ prs
prs/1.27/ prs
prs/100001/ pr
prs/100002/ pr
prs/7/ pr
releases/ releases
repos/ repos
repos/Cilium/cilium/ repo
repos/kong/blixt/ repo
search/ search
search/dialog.html finder
sigs/ sigs
sigs/cli/ sig
sigs/node/ sig
sigs/wg-batch/ sig
sigs/wg-lts/ sig
status/ status
status/1.27/ board
upgrade/ upgrades
upgrade/1.26-1.27/ upgrade
upgrade/check/ check`, "\n")
	want = append([]string{" choose", " home"}, want...)
	slices.Sort(want)
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

func TestNoteView(t *testing.T) {
	_, pages := plan(t, site.Options{}, page.Options{})
	v := viewOf[view.NoteView](t, pages, "ja/1.27/sig-node/index.html")
	if v.Notice != nil || v.Heading.Lang != "" || v.Entries != 2 || v.Remarks != 1 || v.Covered != 2 || v.Published != 2 {
		t.Errorf("%+v", v)
	}
	h := v.Items[1].Heading
	if h.Level != 2 || h.Kind == nil || h.Kind.Code != "feature" || h.Gloss == "" || h.Count != 1 {
		t.Errorf("heading %+v", h)
	}
	e := v.Items[2].Entry
	want := template.HTML(`ゲート <a href="../../gates/UserNamespacesSupport/">gate:UserNamespacesSupport</a> と <a class="ref" href="../../keps/127/">kep:127</a>。<a href="../../repos/Cilium/cilium/#t-12">thread:Cilium/cilium#12</a> <a href="#features">上</a>`)
	if e.Text.HTML != want {
		t.Errorf("entry\n%s\nwant\n%s", e.Text.HTML, want)
	}
	if len(e.Also) != 1 || e.Also[0].Href != "../../1.27/overview/#kep-127" || e.Also[0].Lang != "ru" {
		t.Errorf("also %+v", e.Also)
	}
	if len(e.SIGs) != 1 || e.SIGs[0].Text != "CLI" {
		t.Errorf("the note's own SIG is not repeated: %+v", e.SIGs)
	}
	prose := v.Items[0].Rich.HTML
	if prose != `<p>前書き <a href="../../1.27/overview/#kep-127">概観</a> <a>x</a> <img src="../../../files/1.27/a.png" alt=""></p>` {
		t.Errorf("prose %s", prose)
	}
}

func TestNoteInOtherLanguage(t *testing.T) {
	_, pages := plan(t, site.Options{}, page.Options{BaseURL: "https://example.org/k/"})
	v := viewOf[view.NoteView](t, pages, "ru/1.27/sig-node/index.html")
	if v.Notice == nil || v.Notice.Shown.Text != "English" || v.Heading.Lang != "en" {
		t.Errorf("%+v", v.Notice)
	}
	if v.Canonical != "https://example.org/k/ja/1.27/sig-node/" {
		t.Errorf("canonical %s", v.Canonical)
	}
	if len(v.Alternates) > 0 {
		t.Errorf("a page with another canonical address has alternates: %v", v.Alternates)
	}
	home := viewOf[view.NoteView](t, pages, "ja/1.27/sig-node/index.html")
	if got := fmt.Sprint(home.Alternates); got != "[{en https://example.org/k/en/1.27/sig-node/} {ja https://example.org/k/ja/1.27/sig-node/} {x-default https://example.org/k/en/1.27/sig-node/}]" {
		t.Errorf("alternates %s", got)
	}
	var shows []string
	for _, a := range v.Languages {
		shows = append(shows, a.Lang+" "+a.Shows+" "+a.Href)
	}
	want := "en  ../../../en/1.27/sig-node/; ja  ../../../ja/1.27/sig-node/; zh English ../../../zh/1.27/sig-node/; ru English ../../../ru/1.27/sig-node/"
	if got := strings.Join(shows, "; "); got != want {
		t.Errorf("switch %s", got)
	}
	var got []string
	for _, it := range v.Items { // the prose, the headings and an entry are only in Japanese
		switch {
		case it.Heading != nil:
			got = append(got, it.Heading.Mark.State+" "+it.Heading.ID)
		case it.Entry != nil:
			got = append(got, it.Entry.Mark.State+" "+it.Entry.ID+" "+it.Entry.Text.Lang)
		default:
			got = append(got, it.Mark.State+" "+it.Rich.Lang)
		}
	}
	want = "solo ja;  pr-100002 en; solo features; solo bugs; solo pr-100001 ja"
	if got := strings.Join(got, "; "); got != want {
		t.Errorf("items %s\nwant  %s", got, want)
	}
}

func TestKEPView(t *testing.T) {
	_, pages := plan(t, site.Options{}, page.Options{})
	v := viewOf[view.KEPView](t, pages, "en/keps/127/index.html")
	var groups []string
	for _, g := range v.Entries {
		for _, e := range g.Entries {
			groups = append(groups, g.Title+" "+e.Href)
		}
	}
	want := []string{
		"1.27 ../../1.27/overview/#kep-127",
		"1.27 ../../../ja/1.27/sig-node/#pr-100002", // the English version does not name the KEP
		"Daily log ../../log/2023/04/#pr-7",
	}
	if diff := cmp.Diff(want, groups); diff != "" {
		t.Error(diff)
	}
	l := v.KEPs[0].Line
	var spans []string
	for _, s := range l.Spans {
		spans = append(spans, fmt.Sprintf("%s %d+%d %v", s.Label, s.X, s.W, s.Solid))
	}
	if diff := cmp.Diff([]string{"alpha 334+186 false", "beta, off 524+110 false", "beta, on 638+110 true", "GA 752+34 true"}, spans); diff != "" {
		t.Error(diff)
	}
	if !l.Open || l.Columns[10].Release != "1.27" || l.Columns[10].Entries != 2 || len(l.Steps) != 4 {
		t.Errorf("%+v", l)
	}
	if l.Alt != "alpha 1.25–1.29; beta, off 1.30–1.32; beta, on 1.33–1.35; GA since 1.36" {
		t.Errorf("alt %q", l.Alt)
	}
	if len(v.PRs) != 2 || v.PRs[0].Number != "100002" || v.PRs[1].Number != "100001" {
		t.Errorf("%+v", v.PRs)
	}
	see := v.KEPs[0].SeeAlso
	if len(see) != 2 || see[0].Href != "../../keps/753/" || !see[1].External {
		t.Errorf("see also %+v", see)
	}
	two := viewOf[view.KEPView](t, pages, "en/keps/2133/index.html")
	if !two.Twice || len(two.KEPs) != 2 || two.KEPs[0].Title == two.KEPs[1].Title {
		t.Errorf("two KEPs with one number: %+v", two.KEPs)
	}
}

func TestReleaseView(t *testing.T) {
	_, pages := plan(t, site.Options{}, page.Options{})
	v := viewOf[view.ReleaseView](t, pages, "en/1.27/index.html")
	if len(v.Urgent) != 1 || len(v.Urgent[0].Remarks) != 0 || len(v.Urgent[0].Notes) != 2 {
		t.Errorf("urgent %+v", v.Urgent) // the English version has no remark
	}
	ja := viewOf[view.ReleaseView](t, pages, "ja/1.27/index.html")
	if r := ja.Urgent[0].Remarks; len(r) != 1 || r[0].From == nil || r[0].Rich.HTML != `<p>補足 <a class="ref" href="../prs/7/">pr:7</a></p>` {
		t.Errorf("remarks %+v", r)
	}
	if v.Urgent[0].Summary != nil || ja.Urgent[0].Summary == nil || ja.Urgent[0].Summary.Rich.Lang != "" || ja.Urgent[0].Summary.Href == "" {
		t.Errorf("summary %+v, in Japanese %+v", v.Urgent[0].Summary, ja.Urgent[0].Summary)
	}
	if v.Bars.Total != 4 || v.Bars.NoSIG != 1 || len(v.Bars.Rows) != 2 || v.Bars.Max != 2 {
		t.Errorf("bars %+v", v.Bars)
	}
	if len(v.Removals) != 1 || v.Removals[0].PR.Href != "../prs/100001/" {
		t.Errorf("removals %+v", v.Removals)
	}
	if got := v.Stages; len(got) != 1 || got[0].KEPs[0].Number != "2133" || got[0].Announced != 18 {
		t.Errorf("stages %+v", got)
	}
	c := viewOf[view.ChangesView](t, pages, "en/1.27/changes/index.html")
	if c.Total != 4 || c.Noted != 2 || len(c.Groups) != 4 || c.Groups[0].Changes[0].Text.HTML != `<p>Added a <em>thing</em> <a href="../../gates/UserNamespacesSupport/">gate:UserNamespacesSupport</a>.</p>` {
		t.Errorf("changes %+v", c)
	}
	if c.Groups[0].Changes[0].SIGCodes != "node cli" || c.Groups[0].Changes[0].Langs != "en ja ru" {
		t.Errorf("codes %+v", c.Groups[0].Changes[0])
	}
}

func TestWords(t *testing.T) {
	set := words(t)
	families := map[string][]string{"kind.": {}, "stage.": {"alpha", "beta", "stable", "deprecated", "removed"}, "shape.": {"changes", "overview", "log", "talk"}, "kep.status.": upstream.KEPStatuses}
	for _, k := range note.EntryKinds {
		families["kind."] = append(families["kind."], string(k))
	}
	var keys []string
	for key := range page.WordKeys {
		stem, family := strings.CutSuffix(key, "*")
		if !family {
			keys = append(keys, key)
			continue
		}
		for _, code := range families[stem] {
			keys = append(keys, stem+code)
		}
	}
	for _, code := range set.Codes() {
		for _, key := range keys {
			if !set.Get(code).Has(key) {
				t.Errorf("%s has no text for %s", code, key)
			}
		}
	}
}

// TestSameViews checks that views do not depend on the order in which they are built.
func TestSameViews(t *testing.T) {
	_, one := plan(t, site.Options{}, page.Options{})
	_, two := plan(t, site.Options{}, page.Options{})
	made := map[string]any{}
	for _, p := range slices.Backward(two) {
		made[p.Path] = p.View()
	}
	ignore := cmp.Comparer(func(a, b view.Words) bool { return true })
	for _, p := range one {
		if diff := cmp.Diff(made[p.Path], p.View(), ignore, cmpopts.IgnoreFields(view.Entry{}, "Links")); diff != "" {
			t.Errorf("%s: %s", p.Path, diff)
		}
	}
}
