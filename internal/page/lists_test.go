package page_test

import (
	"encoding/json"
	"net/url"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/kawaraban/kawaraban/internal/note"
	"github.com/kawaraban/kawaraban/internal/page"
	"github.com/kawaraban/kawaraban/internal/upstream"
	"github.com/kawaraban/kawaraban/internal/view"
)

// filtered counts the changes that the link of a cell selects, as the browser does: by SIG, and by
// kind or the kind of the group.
func filtered(v view.ChangesView, query url.Values) int {
	n := 0
	for _, g := range v.Groups {
		for _, c := range g.Changes {
			kinds := c.KindCodes
			if kinds == "" {
				kinds = g.Kind.Code
			}
			if holds(c.SIGCodes, query.Get("sig")) && holds(kinds, query.Get("kind")) {
				n++
			}
		}
	}
	return n
}

func holds(codes, want string) bool {
	if codes == "" {
		codes = "none"
	}
	return want == "" || slices.Contains(strings.Fields(codes), want)
}

// TestCellsFilter checks that every cell and every filter option of the imported releases selects
// as many changes as its number.
func TestCellsFilter(t *testing.T) {
	s := ownSite(t)
	pages := page.Plan(s, words(t), page.Options{Languages: []note.Lang{"en"}})
	cells := 0
	for _, r := range []string{"1.25", "1.26", "1.27", "1.28", "1.29"} {
		list := viewOf[view.ChangesView](t, pages, "en/"+r+"/changes/index.html")
		bars := viewOf[view.ReleaseView](t, pages, "en/"+r+"/index.html").Bars
		follow := func(c view.BarCell) {
			u, err := url.Parse(c.Href)
			if err != nil || u.Path != "changes/" {
				t.Fatalf("%s: a cell links to %q", r, c.Href)
			}
			cells++
			if got := filtered(list, u.Query()); got != c.N {
				t.Errorf("%s: %s selects %d changes, the cell has %d", r, c.Href, got, c.N)
			}
		}
		for _, row := range bars.Rows {
			follow(view.BarCell{N: row.Total, Href: row.Href})
			for _, c := range row.Cells {
				follow(c)
			}
		}
		for _, c := range bars.Sums {
			follow(c)
		}
		for name, options := range map[string][]view.Option{"sig": list.SIGs, "kind": list.Kinds} {
			for _, o := range options {
				if got := filtered(list, url.Values{name: {o.Value}}); got != o.Count {
					t.Errorf("%s: %s=%s selects %d changes, the option has %d", r, name, o.Value, got, o.Count)
				}
			}
		}
	}
	if cells < 500 {
		t.Errorf("only %d cells were followed", cells)
	}
}

// TestAPIsView checks the list of APIs. The SIG Network note of 1.26 has two added, three removed
// and two deprecated resources. Each of the 50 versions that the deprecation guide removes has a
// row with release and replacement.
func TestAPIsView(t *testing.T) {
	s := ownSite(t)
	pages := page.Plan(s, words(t), page.Options{Languages: []note.Lang{"ru", "zh"}})
	v := viewOf[view.APIsView](t, pages, "ru/apis/index.html")
	var noted []string
	stated := map[string]bool{}
	removed := ""
	for _, row := range v.Rows {
		last := removed
		if removed = ""; len(row.Removed) > 0 {
			removed = row.Removed[0].Text
		}
		if last != "" && upstream.CompareReleases(note.Release(removed), note.Release(last)) > 0 {
			t.Errorf("%s was removed in %s, after the row above (%s)", row.Resource, removed, last)
		}
		line := row.Group + " " + string(row.Resource) + " " + row.Version
		for _, cell := range []struct {
			sign  string
			links []view.Link
		}{{"+", row.Added}, {"△", row.Deprecated}, {"−", row.Removed}} {
			for _, l := range cell.links {
				if l.Href != "" {
					noted = append(noted, line+" "+cell.sign+l.Text)
				}
				if l.Href != "" && !strings.HasPrefix(l.Href, "../../zh/1.26/sig-network/#api-") && !strings.HasPrefix(l.Href, "../1.26/sig-network/#api-") {
					t.Errorf("%s links to %s", line, l.Href)
				}
				if cell.sign == "−" && l.Note == "текст" {
					stated[row.Group+"/"+row.Version+" "+string(row.Resource)+" "+l.Text+" "+string(row.Instead)+" "+row.Since] = true
				}
			}
		}
	}
	const flow = "flowcontrol.apiserver.k8s.io "
	var want []string
	for _, line := range []string{"v1beta3 +1.26", "v1beta2 △1.26", "v1beta1 −1.26"} { // removed in 1.32, 1.29, 1.26
		want = append(want, flow+"FlowSchema "+line, flow+"PriorityLevelConfiguration "+line)
	}
	want = slices.Insert(want, 4, "autoscaling HorizontalPodAutoscaler v2beta2 −1.26")
	if diff := cmp.Diff(want, noted); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}

	guide := map[string]bool{}
	var rows []struct{ Group, Version, Kind, Removed, Replacement, Since string }
	src, err := os.ReadFile("../../content/_data/api-guide.json")
	if err != nil || json.Unmarshal(src, &rows) != nil {
		t.Fatal(err)
	}
	for _, a := range rows {
		guide[a.Group+"/"+a.Version+" "+a.Kind+" "+a.Removed+" "+a.Replacement+" "+a.Since] = true
	}
	if diff := cmp.Diff(guide, stated); diff != "" || len(guide) != 50 {
		t.Errorf("%d rows (-guide +page):\n%s", len(guide), diff)
	}
	release := viewOf[view.ReleaseView](t, pages, "zh/1.26/index.html")
	if len(release.RemovedAPIs) != 3 || len(release.DeprecatedAPIs) != 2 {
		t.Errorf("the release has %d removed and %d deprecated resources, want 3 and 2", len(release.RemovedAPIs), len(release.DeprecatedAPIs))
	}
	own := viewOf[view.NoteView](t, pages, "zh/1.26/sig-network/index.html")
	linked := 0
	for _, it := range own.Items {
		if it.Entry != nil && strings.Contains(string(it.Entry.Text.HTML), `href="../../apis/#api-`) {
			linked++
		}
	}
	if linked != 7 {
		t.Errorf("%d entries of the note link to the list, want 7", linked)
	}
}

// TestOutcomes checks the stages of PodLifecycleSleepAction (KEP-3960): by the gates, alpha in
// 1.29, beta in 1.30 and GA in 1.34. k/k#117388 is in the notes of 1.28.
func TestOutcomes(t *testing.T) {
	s := ownSite(t)
	pages := page.Plan(s, words(t), page.Options{Languages: []note.Lang{"en", "ja", "zh", "ru"}})
	for lang, want := range map[string][]string{
		"en": {"alpha in 1.29", "beta in 1.30", "GA in 1.34"}, "ja": {"1.29 で alpha", "1.30 で beta", "1.34 で GA"},
		"zh": {"1.29 进入 alpha", "1.30 进入 beta", "1.34 进入 GA"}, "ru": {"alpha в 1.29", "beta в 1.30", "GA в 1.34"},
	} {
		places := map[string]*view.Outcomes{}
		for _, g := range viewOf[view.ProposalsView](t, pages, lang+"/proposals/index.html").Groups {
			for _, e := range g.Entries {
				if e.Outcomes != nil && strings.Contains(e.Href, "#pr-114465") {
					places["proposals"] = e.Outcomes
				}
			}
		}
		for _, it := range viewOf[view.NoteView](t, pages, lang+"/1.26/upcoming-features/index.html").Items {
			if it.Entry != nil && it.Entry.Outcomes != nil && strings.HasPrefix(it.Entry.ID, "kep-3960") {
				places["talk"] = it.Entry.Outcomes
			}
		}
		later := ""
		for _, day := range viewOf[view.LogView](t, pages, lang+"/log/2023/04/index.html").Days {
			for _, e := range day.Entries {
				if e.Outcomes == nil {
					continue
				}
				if strings.HasPrefix(e.ID, "kep-3960") {
					places["log"] = e.Outcomes
				}
				for _, l := range e.Outcomes.PRs {
					if strings.Contains(l.Text, "#117388") {
						later = l.Href
					}
				}
			}
		}
		for _, place := range []string{"proposals", "talk", "log"} {
			came := places[place]
			if came == nil {
				t.Errorf("%s: %s does not show KEP-3960", lang, place)
				continue
			}
			var got []string
			for _, st := range came.KEPs[0].Steps {
				got = append(got, st.Text)
			}
			if !slices.Equal(got, want) || came.KEPs[0].Now != "" {
				t.Errorf("%s: %s shows %q, now %q; want %q", lang, place, got, came.KEPs[0].Now, want)
			}
		}
		if later != "../../../1.28/changes/#pr-117388" {
			t.Errorf("%s: k/k#117388 links to %q", lang, later)
		}
	}
}
