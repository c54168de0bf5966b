package page

import (
	"strconv"
	"strings"

	"github.com/kawaraban/kawaraban/internal/note"
	"github.com/kawaraban/kawaraban/internal/page/builder"
	"github.com/kawaraban/kawaraban/internal/site"
	"github.com/kawaraban/kawaraban/internal/upstream"
	"github.com/kawaraban/kawaraban/internal/view"
)

type patchViews struct{ b *builder.Builder }

// support describes the support of a release on the date of the support data. It returns nil
// without such data.
func (pv patchViews) support(r note.Release) *view.Support {
	if len(pv.b.Data.Supports) == 0 {
		return nil
	}
	state := pv.b.Data.SupportOf(r)
	latest := pv.b.Data.LatestPatch(r)
	return &view.Support{
		Tag:  view.Tag{Code: string(state), Label: pv.b.L.T("support." + string(state))},
		AsOf: pv.b.Date(pv.b.Data.DateOf(upstream.SupportFile)), Latest: latest.Version, Patched: pv.b.Date(latest.Date),
	}
}

// cves returns the vulnerabilities in the official feed that affect versions of a release.
func (pv patchViews) cves(r note.Release) []view.CVE {
	var out []view.CVE
	comma := pv.b.L.T("mark.comma")
	for _, c := range pv.b.Data.CVEsOf(r) {
		affected, fixed := c.VersionsOf(r)
		v := view.CVE{
			ID: c.ID, Title: c.Title, Href: c.URL, Date: pv.b.Date(c.Published), Text: c.Text,
			Affected: strings.Join(affected, comma), Fixed: strings.Join(fixed, comma),
		}
		if c.Status == "open" || c.Status == "unfixed" {
			v.Status = pv.b.L.T("cve." + c.Status)
		}
		out = append(out, v)
	}
	return out
}

// patches returns the patch releases of a minor release, newest first.
func (pv patchViews) patches(r note.Release) []view.Patch {
	var out []view.Patch
	comma := pv.b.L.T("mark.comma")
	for _, p := range pv.b.Data.PatchesOf(r) {
		v := view.Patch{Version: p.Version, Date: pv.b.Date(p.Date), Note: pv.b.Markdown(p.Note, "en")}
		for _, c := range p.CVEs {
			v.CVEs = append(v.CVEs, view.CVE{ID: c.ID, Title: c.Title, Affected: strings.Join(c.Affected, comma), Fixed: strings.Join(c.Fixed, comma)})
		}
		for _, e := range p.Entries {
			change := site.Change{Note: &upstream.ReleaseNote{PR: e.PR, Text: e.Text, Author: e.Author, Kind: e.Kind, SIGs: e.SIGs, Urgent: e.Urgent}}
			if e.PR != 0 {
				change.PR = strconv.Itoa(e.PR)
			}
			entry := pv.b.Changes.Change(r, &change, false)
			if e.PR == 0 {
				entry.PR = view.Link{}
			}
			v.Changes = append(v.Changes, entry)
		}
		out = append(out, v)
	}
	return out
}
