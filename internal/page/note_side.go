package page

import (
	"slices"
	"sort"

	"github.com/kawaraban/kawaraban/internal/note"
	"github.com/kawaraban/kawaraban/internal/page/address"
	"github.com/kawaraban/kawaraban/internal/page/builder"
	"github.com/kawaraban/kawaraban/internal/upstream"
	"github.com/kawaraban/kawaraban/internal/view"
)

type sideViews struct{ b *builder.Builder }

// maxSiblings is the maximum number of notes of a release in the sidebar. If there are more, the
// sidebar lists those next to the note.
const maxSiblings = 120

func around(all []sibling, id note.ID, n int) []sibling {
	if len(all) <= n {
		return all
	}
	at := slices.IndexFunc(all, func(s sibling) bool { return s.id == id })
	from := max(0, min(at-n/2, len(all)-n))
	return all[from : from+n]
}

// noteSide adds the sidebar: the other notes of the release, and the notes about the same SIG in
// adjacent releases.
func (ns sideViews) noteSide(v *view.NoteView, n *note.Note) {
	r := upstream.Newest(n.Releases)
	if r == "" {
		return
	}
	known := ns.siblings(r)
	near := around(known.all, n.ID, maxSiblings)
	bySIG := view.SideGroup{Title: ns.b.L.T("side.bysig"), Links: linksTo(near, true, n.ID)}
	others := view.SideGroup{Title: ns.b.L.T("side.others"), Links: linksTo(near, false, n.ID)}
	v.Side = append(v.Side, known.overview)
	for _, g := range []view.SideGroup{bySIG, others} {
		if len(g.Links) > 0 {
			v.Side = append(v.Side, g)
		}
	}
	ns.neighbours(v, n, r)
}

type sibling struct {
	id    note.ID
	link  view.Link
	bySIG bool // the text of the link is the name of the SIG
}

// siblings are the notes of a release, with the heading of their list.
type siblings struct {
	overview view.SideGroup
	all      []sibling
}

func (ns sideViews) siblings(r note.Release) *siblings {
	top := ns.b.Links.Release(r)
	top.Text = ns.b.L.T("side.overview", r)
	ids := ns.b.Site.NotesOf(r)
	out := make([]sibling, len(ids))
	for i, id := range ids {
		other := ns.b.Site.Pick(id, ns.b.Lang)
		l := view.Link{Href: ns.b.Notes.Note(other), Text: other.Title, Lang: ns.b.Title(other).Lang}
		bySIG := other.Kind == note.Changes && len(other.SIGs) > 0
		if bySIG {
			l.Text, l.Lang = ns.b.Book.SIGName(other.SIGs[0]), ""
		}
		out[i] = sibling{id, l, bySIG}
	}
	return &siblings{view.SideGroup{Title: ns.b.L.T("side.release", r), Links: []view.Link{top}}, out}
}

func linksTo(siblings []sibling, bySIG bool, current note.ID) []view.Link {
	size := 0
	for i := range siblings {
		if siblings[i].bySIG == bySIG {
			size++
		}
	}
	out := make([]view.Link, 0, size)
	for _, s := range siblings {
		if s.bySIG == bySIG {
			s.link.Current = s.id == current
			out = append(out, s.link)
		}
	}
	return out
}

func (ns sideViews) neighbours(v *view.NoteView, n *note.Note, r note.Release) {
	if len(n.SIGs) != 1 {
		return
	}
	row := rowOf(ns.b.Book, rowKey{ns.b.Lang, n.SIGs[0], n.Kind})
	here := sort.Search(len(row), func(i int) bool { return upstream.CompareReleases(row[i].at, r) <= 0 })
	older := sort.Search(len(row), func(i int) bool { return upstream.CompareReleases(row[i].at, r) < 0 })
	var prev, next *note.Note
	if here > 0 {
		next = row[here-1].note
	}
	if older < len(row) {
		prev = row[older].note
	}
	v.Prev, v.Next = ns.neighbour(prev, n.SIGs[0]), ns.neighbour(next, n.SIGs[0])
	g := view.SideGroup{Title: ns.b.L.T("side.neighbours")}
	for _, l := range []*view.Link{v.Prev, v.Next} {
		if l != nil {
			g.Links = append(g.Links, *l)
		}
	}
	if len(g.Links) > 0 {
		v.Side = append(v.Side, g)
	}
}

// rowKey identifies the notes of one kind about one SIG, in the versions for readers of a language.
type rowKey struct {
	lang  note.Lang
	group note.SIG
	kind  note.NoteKind
}

type inRow struct {
	note *note.Note
	at   note.Release
}

func rowOf(bk *address.Book, key rowKey) []inRow {
	var out []inRow
	for _, id := range bk.Site.NotesOfSIG(key.group) {
		n := bk.Site.Pick(id, key.lang)
		if at := upstream.Newest(n.Releases); n.Kind == key.kind && at != "" && len(n.SIGs) == 1 {
			out = append(out, inRow{n, at})
		}
	}
	return out
}

func (ns sideViews) neighbour(n *note.Note, g note.SIG) *view.Link {
	if n == nil {
		return nil
	}
	return &view.Link{Href: ns.b.Notes.Note(n), Text: string(upstream.Newest(n.Releases)) + " · " + ns.b.Book.SIGTitle(g)}
}
