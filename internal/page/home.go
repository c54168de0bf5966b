package page

import (
	"cmp"
	"slices"
	"strings"

	"github.com/kawaraban/kawaraban/internal/note"
	"github.com/kawaraban/kawaraban/internal/page/builder"
	"github.com/kawaraban/kawaraban/internal/upstream"
	"github.com/kawaraban/kawaraban/internal/view"
)

type homeViews struct{ b *builder.Builder }

func (hv homeViews) home() any {
	title, description := hv.b.L.T("home.title"), hv.b.L.T("home.description")
	if own := hv.b.Book.Options.SiteDescription(hv.b.Lang); own != "" {
		title, description = hv.b.Book.Options.SiteName(hv.b.Lang), own
	}
	v := view.HomeView{Frame: hv.b.Frames.Frame(title)}
	v.Description = description
	newestRelease := hv.b.Book.Headline()
	for _, r := range slices.Backward(hv.b.Site.Releases()) {
		v.Releases = append(v.Releases, releaseViews(hv).releaseCard(r, false))
		v.Releases[len(v.Releases)-1].Current = r == newestRelease
	}
	if newestRelease != "" {
		card := releaseViews(hv).releaseCard(newestRelease, true)
		v.Newest = &card
	}
	if date := hv.b.Data.DateOf(upstream.SupportFile); len(hv.b.Data.Supports) > 0 && date != "" {
		v.Support = hv.b.L.T("support.means", hv.b.L.Date(date))
	}
	v.Notes = hv.latestNotes(12)
	v.Wide = len(v.Notes) > 0 && (v.Newest == nil || v.Newest.Bars == nil && len(v.Newest.Urgents) == 0)
	v.Days = logListViews(hv).latest(2)
	v.Counts = hv.homeCounts()
	return v
}

func (hv homeViews) homeCounts() []view.Figure {
	return hv.b.Filters.Figures(
		count("notes", len(hv.b.Book.Lists.NoteIDs())), count("entries", hv.b.Site.Entries()), count("releases", len(hv.b.Site.Releases())),
		count("keps", len(hv.b.Site.Keys(note.KEP))), count("gates", len(hv.b.Site.Keys(note.Gate))))
}

func (hv homeViews) latestNotes(limit int) []view.NoteRow {
	newer := func(a, b *note.Note) int {
		return cmp.Or(strings.Compare(b.Meta.Date, a.Meta.Date), upstream.CompareReleases(upstream.Newest(b.Releases), upstream.Newest(a.Releases)))
	}
	var last note.ID
	var best []*note.Note // the newest so far, sorted: avoids sorting thousands of notes
	for _, n := range hv.b.Site.Notes() {
		if n.ID == last {
			continue
		}
		last = n.ID
		at := len(best)
		for at > 0 && newer(n, best[at-1]) < 0 {
			at--
		}
		if at < limit {
			best = slices.Insert(best, at, n)
			best = best[:min(len(best), limit)]
		}
	}
	var ids []note.ID
	for _, n := range best {
		ids = append(ids, n.ID)
	}
	return hv.b.Rows.Notes(ids)
}
