package page_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/kawaraban/kawaraban/internal/note"
	"github.com/kawaraban/kawaraban/internal/page"
	"github.com/kawaraban/kawaraban/internal/site"
	"github.com/kawaraban/kawaraban/internal/view"
)

// factPages plans the pages of a site with upstream data only, in English.
func factPages(t *testing.T) []page.Page {
	t.Helper()
	s, _ := site.Link(nil, upstreamData(t), site.Options{})
	return page.Plan(s, words(t), page.Options{Languages: []note.Lang{"en"}})
}

func linkText(links []view.Link) string {
	var out []string
	for _, l := range links {
		out = append(out, strings.TrimSpace(l.Text+" "+l.Note))
	}
	return strings.Join(out, "; ")
}

// TestSummaryOfRelease checks that a release starts with the summary in the page's language, if it
// exists.
func TestSummaryOfRelease(t *testing.T) {
	s, _ := site.Link(nil, upstreamData(t), site.Options{})
	pages := page.Plan(s, words(t), page.Options{Languages: []note.Lang{"en", "zh"}})
	for path, want := range map[string]string{
		"en/1.35/index.html": `<a class="ref" href="../keps/1287/">KEP-1287</a>`, "zh/1.35/index.html": "请先检查节点", "zh/1.34/index.html": "", "en/1.33/index.html": "",
	} {
		v := viewOf[view.ReleaseView](t, pages, path)
		switch {
		case want == "" && v.Summary != nil:
			t.Errorf("%s: a summary in a different language: %s", path, v.Summary.HTML)
		case want != "" && (v.Summary == nil || !strings.Contains(string(v.Summary.HTML), want)):
			t.Errorf("%s: no %q in %v", path, want, v.Summary)
		}
		if len(v.Lede) == 0 {
			t.Errorf("%s: no counts", path)
		}
	}
}

// TestLaterOfChanges checks that urgent notes, removals and deprecations show the later changes of
// the flags and gates they name. Only changes of the same component count: --cloud-provider stays
// on the kubelet.
func TestLaterOfChanges(t *testing.T) {
	s := ownSite(t)
	pages := page.Plan(s, words(t), page.Options{Languages: []note.Lang{"en"}})
	later := func(changes []view.Change) map[string]string {
		out := map[string]string{}
		for _, c := range changes {
			for _, o := range c.Came {
				var steps []string
				for _, step := range o.Steps {
					steps = append(steps, step.Code+":"+step.Label)
				}
				out[o.Text] = strings.Join(steps, " ")
				if slices.ContainsFunc(slices.Concat(c.Gates, c.KEPs), func(l view.Link) bool { return l.Href == o.Href }) {
					t.Errorf("%s is a duplicate", o.Text)
				}
			}
		}
		return out
	}
	for path, want := range map[string]map[string]string{
		"en/1.27/index.html": {"PodDisruptionConditions": "stable:GA in 1.31 removed:gate removed in 1.34", "SecurityContextDeny": "removed:gate removed in 1.30"},
		"en/1.24/index.html": {"--pod-infra-container-image": "removed:removed in 1.35", "DynamicKubeletConfig": "removed:gate removed in 1.26"},
		"en/1.31/index.html": {"KEP-3157": "beta:beta, off by default in 1.33"},
		"en/1.32/index.html": {"KEP-1287": "beta:beta in 1.33 stable:GA in 1.35"},
	} {
		v := viewOf[view.ReleaseView](t, pages, path)
		got := later(slices.Concat(v.Urgent, v.Removals, v.Deprecations))
		for name, steps := range want {
			if got[name] != steps {
				t.Errorf("%s: %s: %q, want %q", path, name, got[name], steps)
			}
		}
		if len(got["--feature-gates"]) > 0 {
			t.Errorf("%s: the flag of a different component: %q", path, got["--feature-gates"])
		}
	}
}

// TestFlagsView checks that a flag's row has its anchor, and links to every official entry that
// names it.
func TestFlagsView(t *testing.T) {
	v := viewOf[view.FlagsView](t, factPages(t), "en/flags/index.html")
	rows := map[string]view.FlagRow{}
	for _, row := range v.Rows {
		if _, twice := rows[row.ID]; twice {
			t.Errorf("the anchor %s is a duplicate", row.ID)
		}
		rows[row.ID] = row
	}
	describe := func(id string) string {
		row := rows[id]
		out := string(row.Name+" ["+row.Components+"] ") + row.Reference + ":"
		for _, f := range row.Findings {
			if f.Href == "" {
				t.Errorf("%s: %s has no target", id, f.Text)
			}
			out += " " + f.Text + " " + f.Note
			if f.Component != "" {
				out += string(" (" + f.Component + ")")
			}
		}
		return out
	}
	for id, want := range map[string]string{
		"flag-pod-infra-container-image": "--pod-infra-container-image [kubeadm, kubelet] not listed: 1.36 named 1.35 removed (kubelet) 1.35 named 1.24 deprecated (kubelet)",
		"flag-cgroup-driver":             "--cgroup-driver [kubelet] deprecated:",
	} {
		if got := describe(id); !strings.HasPrefix(got, want) {
			t.Errorf("%s: %s, want %s", id, got, want)
		}
	}
	if v.Reference != "1.35" || len(v.Rows) < 566 {
		t.Errorf("%d rows, the reference is of %s", len(v.Rows), v.Reference)
	}
}

// TestFactsReach checks that pages show up to which release their data are known. Later data are
// unknown.
func TestFactsReach(t *testing.T) {
	pages := factPages(t)
	home := viewOf[view.HomeView](t, pages, "en/index.html")
	if diff := cmp.Diff("release notes up to 1.36 13 August 2026; feature gates up to 1.35 22 January 2026; KEPs 24 July 2026; support dates 22 January 2026", linkText(home.AsOf)); diff != "" {
		t.Error(diff)
	}
	if !strings.Contains(home.Support.Means, "22 January 2026") {
		t.Errorf("support on the home page: %q", home.Support.Means)
	}
	for release, want := range map[string]string{
		"1.36": "unknown, latest ", "1.34": "supported, latest 1.34.3 9 December 2025", "1.32": "maintenance, latest 1.32.11 9 December 2025",
		"1.31": "end of life, latest 1.31.14", "1.35": "supported, latest ",
	} {
		v := viewOf[view.ReleaseView](t, pages, "en/"+release+"/index.html")
		got := v.Support.Label + ", latest " + v.Support.Latest
		if v.Support.Patched != nil {
			got += " " + v.Support.Patched.Text
		}
		if got != want {
			t.Errorf("%s: %s, want %s", release, got, want)
		}
	}
	v := viewOf[view.ReleaseView](t, pages, "en/1.32/index.html")
	apis := ""
	for _, a := range v.RemovedAPIs {
		apis += string(a.Resource+" → "+a.Instead) + "; "
	}
	if apis != "flowcontrol.apiserver.k8s.io/v1beta3/flowschemas → flowcontrol.apiserver.k8s.io/v1; flowcontrol.apiserver.k8s.io/v1beta3/prioritylevelconfigurations → flowcontrol.apiserver.k8s.io/v1; " {
		t.Errorf("1.32 removes %s", apis)
	}
	if n := len(v.Patches); n != 12 || v.Patches[0].Version != "1.32.11" {
		t.Errorf("1.32 has %d patch releases", n)
	}
	flags := viewOf[view.ReleaseView](t, pages, "en/1.35/index.html").RemovedFlags
	if !slices.ContainsFunc(flags, func(c view.Chip) bool { return c.Text == "--pod-infra-container-image" && c.Parts == "kubelet" }) {
		t.Errorf("1.35 removes %+v", flags)
	}
}

// TestGateFacts checks that a gate page shows the release of a removal by each source.
func TestGateFacts(t *testing.T) {
	pages := factPages(t)
	for name, want := range map[string]string{
		"AllowServiceLBStatusOnNonLB": "1.35 or 1.32, disputed", // a note removes it in 1.32, its page keeps it until 1.34
		"EphemeralContainers":         "1.27, derived",
		"NodeSwap":                    "",
	} {
		v := viewOf[view.GateView](t, pages, "en/gates/"+name+"/index.html")
		if v.RemovedIn != want {
			t.Errorf("%s: removed in %q, want %q", name, v.RemovedIn, want)
		}
		if (want != "") != (len(v.Sources) > 0) {
			t.Errorf("%s has %d sources", name, len(v.Sources))
		}
		for _, row := range v.Rows {
			if row.Mark != "derived" {
				t.Errorf("%s: a stage is %s", name, row.Mark)
			}
		}
	}
	open := 0
	for _, g := range upstreamData(t).GateList {
		if !g.Removed {
			continue
		}
		if v := viewOf[view.GateView](t, pages, "en/gates/"+g.Name+"/index.html"); strings.Contains(v.RemovedIn, " or 1.") {
			open++
		}
	}
	if open == 0 {
		t.Error("no page leaves the release of a removal open")
	}
}

// TestGatesShowRemoval compares the removals in the list of gates with the page of each gate.
func TestGatesShowRemoval(t *testing.T) {
	pages := factPages(t)
	list := viewOf[view.GatesView](t, pages, "en/gates/index.html")
	shown := 0
	for _, row := range list.Rows {
		g := viewOf[view.GateView](t, pages, "en/gates/"+row.Name+"/index.html")
		if in := g.RemovedIn[:max(0, strings.LastIndex(g.RemovedIn, ", "))]; row.RemovedIn != in {
			t.Errorf("%s: the list has %q, the page %q", row.Name, row.RemovedIn, g.RemovedIn)
		}
		if row.RemovedIn != "" {
			shown++
		}
	}
	if shown < 100 {
		t.Errorf("%d removals", shown)
	}
}
