package page

import (
	"maps"
	"slices"
	"strings"

	"github.com/kawaraban/kawaraban/internal/note"
	"github.com/kawaraban/kawaraban/internal/page/address"
	"github.com/kawaraban/kawaraban/internal/page/builder"
	"github.com/kawaraban/kawaraban/internal/upstream"
	"github.com/kawaraban/kawaraban/internal/view"
)

// noteListViews builds the list of all notes.
type noteListViews struct{ b *builder.Builder }

func (nl noteListViews) notes() any {
	v := view.NotesView{Frame: nl.b.Frames.Frame(nl.b.L.T("nav.notes"))}
	v.Description = nl.b.L.T("notes.line")
	byRelease := map[note.Release][]note.ID{}
	for _, id := range nl.b.Book.Lists.ListedNotes() {
		r := upstream.Newest(nl.b.Site.Original(id).Releases)
		byRelease[r] = append(byRelease[r], id)
	}
	releases := slices.SortedFunc(maps.Keys(byRelease), func(a, b note.Release) int { return upstream.CompareReleases(b, a) })
	count := map[string]int{}
	for _, r := range releases {
		g := nl.group(r, byRelease[r])
		for _, row := range g.Notes {
			for _, code := range strings.Fields(row.Codes) {
				count[code]++
			}
		}
		v.Groups = append(v.Groups, g)
		v.Outline = append(v.Outline, view.OutlineItem{ID: g.ID, Text: g.Title, Level: 2})
	}
	v.Languages = changeViews(nl).langOptions(count)
	if len(v.Outline) < 2 {
		v.Outline = nil
	}
	return v
}

func (nl noteListViews) group(r note.Release, ids []note.ID) view.NoteGroup {
	g := view.NoteGroup{Words: nl.b.Say(), ID: "other", Title: nl.b.L.T("side.others"), Notes: nl.b.Rows.Notes(ids)}
	if r != "" {
		g.ID, g.Title, g.Href = "r-"+string(r), "Kubernetes "+string(r), nl.b.Links.Release(r).Href
	}
	for i := range g.Notes {
		g.Notes[i].Release, g.Notes[i].RelHref = "", "" // the heading of the group shows it
	}
	return g
}

// noteList returns the family of the list of notes. A site without notes has no such page.
func noteList(bk *address.Book) family {
	return single(route{address.NotesPath, "notes", func(b *builder.Builder) any { return noteListViews{b}.notes() }, nil}, func() bool { return len(bk.Lists.ListedNotes()) > 0 })
}
