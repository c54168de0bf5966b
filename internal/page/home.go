package page

import (
	"cmp"
	"slices"
	"strings"

	"github.com/kawaraban/kawaraban/internal/note"
	"github.com/kawaraban/kawaraban/internal/page/address"
	"github.com/kawaraban/kawaraban/internal/page/builder"
	"github.com/kawaraban/kawaraban/internal/upstream"
	"github.com/kawaraban/kawaraban/internal/view"
)

type homeViews struct{ b *builder.Builder }

const (
	maxLatest = 8
	maxOthers = 4
)

func (hv homeViews) home() any {
	title, description := hv.b.L.T("home.title"), hv.b.L.T("home.description")
	if own := hv.b.Book.Options.SiteDescription(hv.b.Lang); own != "" {
		title, description = hv.b.Book.Options.SiteName(hv.b.Lang), own
	}
	v := view.HomeView{Frame: hv.b.Frames.Frame(title), Search: hv.b.Href(address.SearchPath)}
	v.Description = description
	v.Picker, v.Support = pickerViews(hv).picker(), supportViews(hv).chart()
	if v.Picker != nil {
		v.Picker.Check = pickerViews(hv).checkLink()
	}
	if r := hv.b.Book.Headline(); r != "" {
		v.Lead = leadViews(hv).lead(r)
	}
	v.Notes = hv.latestNotes(maxLatest, hv.inOwnLanguage)
	v.Others = hv.latestNotes(maxOthers, func(id note.ID) bool { return !hv.inOwnLanguage(id) })
	if hv.b.Book.Exists(address.NotesPath) {
		v.AllNotes = hv.b.Href(address.NotesPath)
	}
	v.Days = logListViews(hv).latest(1)
	v.Counts = hv.homeCounts()
	return v
}

// inOwnLanguage reports whether a note has a written version in the language of the page.
func (hv homeViews) inOwnLanguage(id note.ID) bool {
	return slices.ContainsFunc(hv.b.Site.Versions(id), func(n *note.Note) bool {
		return n.Lang == hv.b.Lang && !hv.b.Site.Unwritten(n)
	})
}

func (hv homeViews) homeCounts() []view.Link {
	var out []view.Link
	for _, c := range []struct {
		key, path string
		n         int
	}{
		{"notes", address.NotesPath, len(hv.b.Book.Lists.ListedNotes())}, {"entries", "", hv.b.Site.Entries()}, {"releases", "releases/", len(hv.b.Site.Releases())},
		{"keps", "keps/", len(hv.b.Site.Keys(note.KEP))}, {"gates", "gates/", len(hv.b.Site.Keys(note.Gate))},
	} {
		if c.n == 0 {
			continue
		}
		l := view.Link{Text: hv.b.L.N("count."+c.key, c.n)}
		if c.path != "" && hv.b.Book.Exists(c.path) {
			l.Href = hv.b.Href(c.path)
		}
		out = append(out, l)
	}
	return out
}

func (hv homeViews) latestNotes(limit int, wanted func(note.ID) bool) []view.NoteRow {
	newer := func(a, b *note.Note) int {
		return cmp.Or(strings.Compare(b.Meta.Date, a.Meta.Date), upstream.CompareReleases(upstream.Newest(b.Releases), upstream.Newest(a.Releases)))
	}
	var last note.ID
	var best []*note.Note // the newest notes so far, sorted: cheaper than sorting thousands of notes
	for _, n := range hv.b.Site.Notes() {
		if n.ID == last || n.Kind == note.Page || !wanted(n.ID) {
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
