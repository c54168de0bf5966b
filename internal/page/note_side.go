package page

import (
	"slices"

	"github.com/kawaraban/kawaraban/internal/note"
	"github.com/kawaraban/kawaraban/internal/upstream"
)

// maxSiblings is how many notes of a release the side of each of them lists: there are about
// thirty groups. Of more it lists those around the note, lest ten thousand pages list ten
// thousand each; the overview of the release has them all.
const maxSiblings = 120

// around are at most n of the ids, with the given one in the middle as far as it can be.
func around(ids []note.ID, id note.ID, n int) []note.ID {
	if len(ids) <= n {
		return ids
	}
	from := max(0, min(slices.Index(ids, id)-n/2, len(ids)-n))
	return ids[from : from+n]
}

// noteSide lists the neighbours of a note: of the same release, and of the same
// groups in the releases before and after.
func (sh *sheet) noteSide(v *NoteView, n *note.Note) {
	r := newest(n.Releases)
	if r == "" {
		return
	}
	bySIG, others := SideGroup{Title: sh.l.T("side.bysig")}, SideGroup{Title: sh.l.T("side.others")}
	for _, id := range around(sh.s.NotesOf(r), n.ID, maxSiblings) {
		other := sh.s.Pick(id, sh.lang)
		l := Link{Href: sh.noteHref(other), Text: other.Title, Lang: sh.title(other).Lang, Current: id == n.ID}
		if other.Kind == note.Changes && len(other.SIGs) > 0 {
			l.Text, l.Lang = sh.sigName(other.SIGs[0]), ""
			bySIG.Links = append(bySIG.Links, l)
			continue
		}
		others.Links = append(others.Links, l)
	}
	top := sh.releaseLink(r)
	top.Text = sh.l.T("side.overview", r)
	v.Side = append(v.Side, SideGroup{sh.l.T("side.release", r), []Link{top}})
	for _, g := range []SideGroup{bySIG, others} {
		if len(g.Links) > 0 {
			v.Side = append(v.Side, g)
		}
	}
	sh.neighbours(v, n, r)
}

// neighbours links to the notes on the same groups in the nearest releases.
func (sh *sheet) neighbours(v *NoteView, n *note.Note, r note.Release) {
	if len(n.SIGs) != 1 {
		return
	}
	var prev, next *note.Note
	for _, id := range sh.s.NotesOfSIG(n.SIGs[0]) { // newest first
		other := sh.s.Pick(id, sh.lang)
		at := newest(other.Releases)
		if other.Kind != n.Kind || at == "" || len(other.SIGs) != 1 {
			continue
		}
		switch c := upstream.CompareReleases(at, r); {
		case c > 0:
			next = other
		case c < 0 && prev == nil:
			prev = other
		}
	}
	v.Prev, v.Next = sh.neighbour(prev, n.SIGs[0]), sh.neighbour(next, n.SIGs[0])
	g := SideGroup{Title: sh.l.T("side.neighbours")}
	for _, l := range []*Link{v.Prev, v.Next} {
		if l != nil {
			g.Links = append(g.Links, *l)
		}
	}
	if len(g.Links) > 0 {
		v.Side = append(v.Side, g)
	}
}

// neighbour links to a note under its release and the group; nil for none.
func (sh *sheet) neighbour(n *note.Note, g note.SIG) *Link {
	if n == nil {
		return nil
	}
	return &Link{Href: sh.noteHref(n), Text: string(newest(n.Releases)) + " · " + sh.sigTitle(g)}
}
