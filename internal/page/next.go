package page

import (
	"fmt"
	"html"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/kawaraban/kawaraban/internal/feed"
	"github.com/kawaraban/kawaraban/internal/fragment"
	"github.com/kawaraban/kawaraban/internal/note"
	"github.com/kawaraban/kawaraban/internal/page/address"
	"github.com/kawaraban/kawaraban/internal/page/builder"
	"github.com/kawaraban/kawaraban/internal/site"
	"github.com/kawaraban/kawaraban/internal/upstream"
	"github.com/kawaraban/kawaraban/internal/view"
)

type nextViews struct{ b *builder.Builder }

// promiseOutcomes lists the outcomes of earlier announcements in the order of the page.
var promiseOutcomes = []upstream.PromiseOutcome{
	upstream.PromiseKept, upstream.PromiseEarly, upstream.PromiseLate, upstream.PromiseDue, upstream.PromiseWithdrawn, upstream.PromiseUnknown,
}

func (nv nextViews) next() any {
	d := nv.b.Data
	v := view.NextView{Frame: nv.b.Frames.Frame(nv.b.L.T("next.title")), English: nv.b.English(), Reach: string(d.GateReach())}
	v.Description = nv.b.L.T("next.lede")
	if len(nv.b.Book.Lists.UpgradePairs()) > 0 {
		v.Crumbs = []view.Link{{Href: nv.b.Href(address.UpgradesPath), Text: nv.b.L.T("nav.upgrade")}}
	}
	if reach, ok := d.ReachOf("notes"); ok {
		v.Newest = string(reach.Release)
	}
	count := map[upstream.PromiseOutcome]int{}
	for _, p := range upstream.NewOutlook(d).Promises() {
		row := nv.row(p)
		switch {
		case p.Outcome == upstream.PromiseOpen && p.Target != "":
			in := nv.releaseIn(&v, p.Target)
			in.Rows = append(in.Rows, row)
		case p.Outcome == upstream.PromiseOpen, p.Target == "" && p.Outcome == upstream.PromiseUnknown && string(p.Said) == v.Newest:
			v.Open = append(v.Open, row)
		default:
			v.Past = append(v.Past, row)
			count[p.Outcome]++
		}
	}
	nv.apis(&v)
	slices.SortFunc(v.Releases, func(a, b view.NextRelease) int {
		return upstream.CompareReleases(note.Release(a.Release), note.Release(b.Release))
	})
	var results []string
	for _, o := range promiseOutcomes {
		if n := count[o]; n > 0 {
			results = append(results, nv.outcome(o).Label+" "+nv.b.L.Number(n))
		}
	}
	v.Results = nv.b.L.T("next.past_how", v.Newest, strings.Join(results, nv.b.L.T("mark.comma")))
	v.Gates = nv.gates()
	return v
}

func (nv nextViews) releaseIn(v *view.NextView, r note.Release) *view.NextRelease {
	i := slices.IndexFunc(v.Releases, func(n view.NextRelease) bool { return n.Release == string(r) })
	if i < 0 {
		i = len(v.Releases)
		v.Releases = append(v.Releases, view.NextRelease{Release: string(r), ID: "in-" + string(r)})
	}
	return &v.Releases[i]
}

func (nv nextViews) outcome(o upstream.PromiseOutcome) view.Tag {
	return view.Tag{Code: string(o), Label: nv.b.L.T("next." + string(o))}
}

func (nv nextViews) row(p upstream.PromiseFact) view.NextRow {
	row := view.NextRow{
		Words: nv.b.Say(), ID: promiseID(p), Text: nv.b.Markdown(p.Text, "en"), Said: nv.b.Links.Release(p.Said), Target: string(p.Target),
		Outcome: nv.outcome(p.Outcome), Came: string(p.Came),
	}
	if c := changeOf(nv.b.Site.Facts(p.Said), p.Repo, p.PR); c != nil {
		row.PR = nv.b.Links.Change(c)
	}
	for _, n := range p.Names {
		if l, ok := nv.thing(n, p.Text); ok {
			row.Things = append(row.Things, l)
		}
	}
	return row
}

func promiseID(p upstream.PromiseFact) string {
	id := fmt.Sprintf("promise-%s-%d", p.Said, p.PR)
	if p.Target != "" {
		id += "-" + string(p.Target)
	}
	return id
}

// thing links to the page of a feature gate, or to a setting in the list of flags. It reports
// false if there is nothing to link to, or if the text already has the link.
func (nv nextViews) thing(n upstream.PromisedName, text string) (view.Link, bool) {
	switch n.Kind {
	case "gate":
		l := nv.b.Links.Gate(n.Name)
		return l, l.Href != "" && !strings.Contains(text, n.Name) // the text already links to the gate
	case "api":
		return view.Link{}, false
	}
	all := nv.b.Data.Settings()
	i := slices.IndexFunc(all, func(s upstream.Setting) bool { return s.Kind == n.Kind && s.Name == n.Name })
	if i < 0 {
		return view.Link{}, false
	}
	return view.Link{Href: nv.b.Href(address.FlagsPath) + "#" + address.SettingID(all[i]), Text: n.Name}, true
}

// apis adds the API versions that later releases no longer serve.
func (nv nextViews) apis(v *view.NextView) {
	for _, a := range upstream.NewOutlook(nv.b.Data).Coming() {
		if len(a.Removed) == 0 {
			continue
		}
		in := nv.releaseIn(v, a.Removed[0].Release)
		row := view.NextAPI{Name: view.Names(a.Group + "/" + a.Version + " " + a.Kind), Instead: view.Names(a.Replacement), Mark: nv.b.MarkWord(a.Removed[0].Mark)}
		for _, listed := range nv.b.Site.APIs() {
			if listed.Group == a.Group && listed.Version == a.Version && (listed.Fact.Kind == a.Kind) {
				row.Href = nv.b.Href("apis/") + "#" + address.APIID(listed.Key())
			}
		}
		in.APIs = append(in.APIs, row)
	}
}

func (nv nextViews) gates() []view.NextGate {
	var out []view.NextGate
	for _, f := range upstream.NewOutlook(nv.b.Data).LockedOrDeprecated() {
		state := nv.b.L.T("next.locked")
		if f.State.Stage == note.Deprecated {
			state = nv.b.L.T("next.deprecated")
		}
		out = append(out, view.NextGate{Link: nv.b.Links.Gate(f.Name), State: state})
	}
	return out
}

// nextFeed returns the source of a feed with one item per announcement. An item has the date of
// the release whose notes have the announcement.
func nextFeed(bk *address.Book) feed.Source {
	return feed.Source{Word: "next.title", Items: func(m *feed.Maker) []feed.Item { return promiseItems(bk.Site, m) }}
}

var codeSpan = regexp.MustCompile("`([^`]+)`")

func promiseItems(s *site.Site, m *feed.Maker) []feed.Item {
	var out []feed.Item
	for _, p := range upstream.NewOutlook(s.Data()).Promises() {
		known := s.Data().Releases[p.Said]
		if known == nil || known.Date == "" || p.Turn == upstream.Withdrawn {
			continue
		}
		page := m.Root + string(m.Language.Code) + "/" + address.NextPath + "#" + promiseID(p)
		it := feed.Item{
			ID: page, Href: page, Lang: "en", Title: view.Text{Text: fragment.Shorten(strings.ReplaceAll(p.Text, "`", ""), 100), Lang: "en"},
			Updated: known.Date + "T00:00:00Z", HTML: "<p>" + codeSpan.ReplaceAllString(html.EscapeString(p.Text), "<code>$1</code>") + "</p>", Tags: []string{"Kubernetes " + string(p.Said)},
		}
		if p.Target != "" {
			it.Tags = append(it.Tags, "Kubernetes "+string(p.Target))
		}
		if p.Repo == "" && p.PR > 0 {
			it.HTML += `<p><a href="` + html.EscapeString(m.Pull(strconv.Itoa(p.PR)).Href) + `">#` + strconv.Itoa(p.PR) + `</a></p>`
		}
		out = append(out, it)
	}
	return out
}
