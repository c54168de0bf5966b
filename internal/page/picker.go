package page

import (
	"github.com/kawaraban/kawaraban/internal/page/address"
	"github.com/kawaraban/kawaraban/internal/page/builder"
	"github.com/kawaraban/kawaraban/internal/view"
)

type pickerViews struct{ b *builder.Builder }

// picker builds the form to choose an upgrade. It preselects the upgrade to the first release on
// the home page from the release before it.
func (pv pickerViews) picker() *view.UpgradePicker {
	pairs := pv.b.Book.Lists.UpgradePairs()
	if len(pairs) == 0 {
		return nil
	}
	to := pv.b.Book.Headline()
	if len(pv.b.Book.Lists.Origins(to)) == 0 {
		to = pairs[0][1]
	}
	p := &view.UpgradePicker{Words: pv.b.Say(), Path: pv.b.Href(address.UpgradesPath), Now: string(to)}
	from := pv.b.Book.Lists.Origins(to)[0]
	for _, r := range pv.b.Site.Releases() {
		if targets := pv.b.Book.Lists.Targets(r); len(targets) > 0 {
			p.From = append(p.From, view.UpgradeOption{Release: string(r), Targets: builder.Joined(targets), Selected: r == from})
		}
		if len(pv.b.Book.Lists.Origins(r)) > 0 {
			p.To = append(p.To, view.UpgradeOption{Release: string(r), Selected: r == to})
		}
	}
	for _, r := range pv.b.Book.Lists.Origins(to) {
		p.Links = append(p.Links, view.Link{Href: pv.b.Href(address.UpgradePath(r, to)), Text: string(r)})
	}
	return p
}

// checkLink links to the page where operators check their own files.
func (pv pickerViews) checkLink() view.Link {
	return view.Link{Href: pv.b.Href(address.CheckPath), Text: pv.b.L.T("check.link")}
}
