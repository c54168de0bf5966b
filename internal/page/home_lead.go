package page

import (
	"slices"
	"strings"

	"github.com/kawaraban/kawaraban/internal/fragment"
	"github.com/kawaraban/kawaraban/internal/note"
	"github.com/kawaraban/kawaraban/internal/page/address"
	"github.com/kawaraban/kawaraban/internal/page/builder"
	"github.com/kawaraban/kawaraban/internal/site"
	"github.com/kawaraban/kawaraban/internal/upstream"
	"github.com/kawaraban/kawaraban/internal/view"
)

// leadViews builds the section about the release that the home page shows first.
type leadViews struct{ b *builder.Builder }

const (
	maxHeadlines = 5
	maxHeadline  = 180 // in characters
	maxStable    = 8
)

func (lv leadViews) lead(r note.Release) *view.LeadRelease {
	known, facts := lv.b.Book.Release(r), lv.b.Site.Facts(r)
	v := &view.LeadRelease{Words: lv.b.Say(), Release: string(r), Href: lv.b.Href(address.ReleasePath(r)), Name: known.Name}
	v.Facts = lv.facts(r, facts)
	urgent := 0
	for i := range facts.Changes {
		if c := &facts.Changes[i]; c.Note.Urgent {
			if urgent++; urgent <= maxHeadlines {
				v.Urgent = append(v.Urgent, lv.headline(c))
			}
		}
	}
	if urgent > maxHeadlines {
		v.MoreUrgent = &view.Link{Href: v.Href, Text: lv.b.L.N("count.urgent", urgent)}
	}
	v.Removed = lv.removed(r)
	stable := facts.Reached[note.Stable]
	for _, number := range stable[:min(len(stable), maxStable)] {
		v.Stable = append(v.Stable, lv.b.Rows.KEP(number, r))
	}
	if len(stable) > maxStable {
		v.MoreStable = &view.Link{Href: v.Href, Text: lv.b.L.T("home.all", lv.b.L.Number(len(stable)))}
	}
	return v
}

// facts returns the date of a release, its support, and its numbers of changes and notes.
func (lv leadViews) facts(r note.Release, facts *site.Facts) []view.Link {
	var out []view.Link
	if date := lv.b.Book.Release(r).Date; date != "" {
		out = append(out, view.Link{Text: lv.b.L.T("home.released", lv.b.L.Date(date))})
	}
	out = append(out, view.Link{Text: supportViews(lv).state(r)})
	if n := len(facts.Changes); n > 0 {
		out = append(out, view.Link{Href: lv.b.Href(address.ChangesPath(r)), Text: lv.b.L.N("count.published", n)})
	}
	if n := len(lv.b.Site.NotesOf(r)); n > 0 {
		out = append(out, view.Link{Href: lv.b.Href(address.ReleasePath(r)), Text: lv.b.L.N("count.notes", n)})
	}
	return out
}

// headline returns the first sentence about a change. It comes from an entry in the language of
// the page, else from the official text.
func (lv leadViews) headline(c *site.Change) view.Headline {
	h := view.Headline{Href: lv.b.Links.Change(c).Href, From: lv.b.Book.SomeSIGs(c.Note.SIGs, lv.b.L.T("mark.comma"))}
	if m := lv.b.Citations.EntryOn(c, lv.b.Citations.OfPull(c)); m != nil {
		h.Text = lv.b.Text(fragment.FirstSentence(m.Block.Text.Plain(), maxHeadline), m.Block.Lang)
		return h
	}
	text, lang := c.Note.Text, note.Lang("en")
	if c.Text != nil {
		text, lang = c.Text.Text.Plain(), c.Text.Lang
	}
	h.Text = lv.b.Text(fragment.FirstSentence(text, maxHeadline), lang)
	return h
}

// removed counts the API versions, flags and feature gates that a release removes. If the data on
// gates end before the release, it adds a remark.
func (lv leadViews) removed(r note.Release) []view.Link {
	var out []view.Link
	href := lv.b.Href(address.ReleasePath(r))
	add := func(key string, n int) {
		if n > 0 {
			out = append(out, view.Link{Href: href, Text: lv.b.L.N("count."+key, n)})
		}
	}
	add("apiversions", len(lv.removedAPIs(r)))
	add("flags", lv.removedFlags(r))
	add("gates", len(lv.b.Site.GateRemovals(r)))
	return append(out, lv.beyondGates(r)...)
}

// beyondGates returns a remark that the data on gates end before a release, or nil if they do
// not.
func (lv leadViews) beyondGates(r note.Release) []view.Link {
	reach := lv.b.Data.GateReach()
	switch {
	case reach == "" || upstream.CompareReleases(r, reach) <= 0:
		return nil
	case len(lv.b.Site.GateRemovals(r)) == 0:
		return []view.Link{{Text: lv.b.L.T("home.gates_unknown", reach)}}
	}
	return []view.Link{{Text: lv.b.L.T("home.gates_reach", reach)}}
}

func (lv leadViews) removedAPIs(r note.Release) []string {
	var out []string
	for _, c := range lv.b.Site.APIChanges(r) {
		if c.Kind == note.APIRemoved {
			id := c.Resource.Key().ID
			out = append(out, id[:max(0, strings.LastIndexByte(id, '/'))])
		}
	}
	return address.Unique(out)
}

func (lv leadViews) removedFlags(r note.Release) int {
	n := 0
	for _, s := range lv.b.Data.Settings() {
		if s.Kind == "flag" && slices.ContainsFunc(s.Findings, func(f upstream.SettingFinding) bool { return f.Release == r && f.Class == upstream.Removed }) {
			n++
		}
	}
	return n
}
