package page

import (
	"iter"
	"slices"
	"strconv"
	"strings"

	"github.com/kawaraban/kawaraban/internal/note"
	"github.com/kawaraban/kawaraban/internal/page/address"
	"github.com/kawaraban/kawaraban/internal/page/builder"
	"github.com/kawaraban/kawaraban/internal/site"
	"github.com/kawaraban/kawaraban/internal/upstream"
	"github.com/kawaraban/kawaraban/internal/view"
)

type upgradeViews struct{ b *builder.Builder }

func upgradePages(li *address.Lists) family {
	return pagesOf[[2]note.Release]{
		all: li.UpgradePairs,
		owner: func(path string) ([2]note.Release, bool) {
			name, ok := strings.CutPrefix(path, address.UpgradesPath)
			from, to, _ := strings.Cut(strings.TrimSuffix(name, "/"), "-")
			pair := [2]note.Release{note.Release(from), note.Release(to)}
			return pair, ok && slices.Contains(li.UpgradePairs(), pair)
		},
		routes: func(pair [2]note.Release) iter.Seq[route] {
			return only(route{address.UpgradePath(pair[0], pair[1]), "upgrade", func(b *builder.Builder) any { return upgradeViews{b}.upgrade(pair[0], pair[1]) }, nil})
		},
	}
}

func (uv upgradeViews) upgrades() any {
	v := view.UpgradesView{Frame: uv.b.Frames.Frame(uv.b.L.T("nav.upgrade"))}
	v.Description, v.Next, v.Check = uv.b.L.T("upgrade.lede"), uv.nextLink(), pickerViews(uv).checkLink()
	for _, from := range uv.b.Site.Releases() {
		known := uv.b.Book.Release(from)
		o := view.UpgradeOrigin{
			Words: uv.b.Say(), Release: string(from), Href: uv.b.Href(address.ReleasePath(from)), EndOfSupport: uv.b.Date(known.EndOfSupport),
		}
		for _, to := range uv.b.Book.Lists.Targets(from) {
			t := view.UpgradeTarget{Release: string(to), Href: uv.b.Href(address.UpgradePath(from, to))}
			for _, st := range uv.b.Site.Upgrade(from, to).Steps {
				t.Urgent += len(st.Urgent)
				t.Action += actions(&st)
			}
			o.Targets = append(o.Targets, t)
		}
		if len(o.Targets) > 0 {
			v.Origins = append(v.Origins, o)
		}
	}
	return v
}

// nextLink links to the page of announcements for later releases. The link is empty if there are
// none.
func (uv upgradeViews) nextLink() view.Link {
	if len(upstream.NewOutlook(uv.b.Data).Promises()) == 0 {
		return view.Link{}
	}
	return view.Link{Href: uv.b.Href(address.NextPath), Text: uv.b.L.T("next.title")}
}

func actions(st *site.UpgradeStep) int {
	n := len(st.Urgent) + len(st.Gone)
	for _, c := range st.Removals {
		if c.Effect() == site.Action {
			n++
		}
	}
	for _, c := range st.APIs {
		if c.Effect() == site.Action {
			n++
		}
	}
	if st.KnownIssues != "" {
		n++
	}
	return n
}

// skewPolicy is the URL of upstream's policy on version differences between components.
const skewPolicy = "https://kubernetes.io/releases/version-skew-policy/"

// upgradeSide lists the upgrades from one release, and those to another one. An empty release
// skips its list.
func (uv upgradeViews) upgradeSide(from, to note.Release) []view.SideGroup {
	var out []view.SideGroup
	link := func(a, b note.Release) view.Link {
		return view.Link{Href: uv.b.Href(address.UpgradePath(a, b)), Text: string(a) + " → " + string(b), Current: a == from && b == to}
	}
	if targets := uv.b.Book.Lists.Targets(from); len(targets) > 0 {
		g := view.SideGroup{Title: uv.b.L.T("side.upgrade", from)}
		for _, r := range targets {
			g.Links = append(g.Links, link(from, r))
		}
		out = append(out, g)
	}
	if origins := uv.b.Book.Lists.Origins(to); len(origins) > 0 {
		g := view.SideGroup{Title: uv.b.L.T("side.upgrade_to", to)}
		for _, r := range origins {
			g.Links = append(g.Links, link(r, to))
		}
		out = append(out, g)
	}
	return out
}

func (uv upgradeViews) upgrade(from, to note.Release) any {
	u := uv.b.Site.Upgrade(from, to)
	v := view.UpgradeView{
		Frame: uv.b.Frames.Frame(uv.b.L.T("upgrade.title", from, to)), From: string(from), To: string(to), English: uv.b.English(),
		Releases: []view.UpgradeRelease{uv.upgradeRelease(from)}, Skew: view.Link{Href: skewPolicy, Text: uv.b.L.T("upgrade.skew_policy"), External: true},
	}
	v.Description, v.Next, v.Check = uv.b.L.T("upgrade.lede"), uv.nextLink(), uv.b.Href(address.CheckPath)
	v.Crumbs = []view.Link{{Href: uv.b.Href(address.UpgradesPath), Text: uv.b.L.T("nav.upgrade")}}
	v.Side = uv.upgradeSide(from, to)
	v.Releases[0].Origin = true
	path := []string{string(from)}
	for _, st := range u.Steps {
		v.Releases = append(v.Releases, uv.upgradeRelease(st.Release))
		path = append(path, string(st.Release))
	}
	v.Path, v.Rows = strings.Join(path, " → "), "#rows .entry, #rows .turns > li, #rows .tokens > li, #rows .rows > li"
	w := &upgradeWriter{b: uv.b, v: &v, reach: uv.b.Site.Data().GateReach(), shown: map[*site.Change]bool{}, room: maxWhole}
	if w.reach != "" && w.beyondGates(to) {
		v.GateReach = string(w.reach)
		v.Hints = uv.hints(u.Steps)
	}
	for _, part := range upgradeParts {
		w.section(part, u.Steps)
	}
	w.finish()
	return v
}

// hints returns the stages of gates that official notes mention, for releases that are newer than
// the data on gates.
func (uv upgradeViews) hints(steps []site.UpgradeStep) []view.UpgradeHint {
	var out []view.UpgradeHint
	for _, st := range steps {
		for _, h := range uv.b.Site.Data().GateHints(st.Release) {
			v := view.UpgradeHint{Release: string(st.Release), Gate: uv.b.Links.Gate(h.Gate), Stage: uv.b.StageTag(h.Stage), Text: h.Text}
			if h.PR != 0 && h.Repo == "" {
				pr := uv.b.Links.Pull(strconv.Itoa(h.PR))
				v.PR = &pr
			}
			out = append(out, v)
		}
	}
	return out
}

func (uv upgradeViews) upgradeRelease(r note.Release) view.UpgradeRelease {
	known := uv.b.Book.Release(r)
	return view.UpgradeRelease{
		Release: string(r), Href: uv.b.Href(address.ReleasePath(r)), Date: uv.b.Date(known.Date), EndOfSupport: uv.b.Date(known.EndOfSupport),
	}
}
