package page

import (
	"strings"
	"time"

	"golang.org/x/text/cases"
	"golang.org/x/text/unicode/bidi"

	"github.com/kawaraban/kawaraban/internal/fragment"
	"github.com/kawaraban/kawaraban/internal/ghpages"
	"github.com/kawaraban/kawaraban/internal/git"
	"github.com/kawaraban/kawaraban/internal/note"
	"github.com/kawaraban/kawaraban/internal/upstream"
	"github.com/kawaraban/kawaraban/internal/view"
)

// maxEditors is how many people a note's page names beside its authors; the history has all.
const maxEditors = 12

// past fills what git says of the version that the page shows: when it was changed last,
// and who changed it beside its authors.
func (sh *sheet) past(v *view.NoteView, n *note.Note) {
	c, ok := sh.o.History.Of(n.Path)
	if !ok {
		return
	}
	if day := isoDay(c.Last); v.Date == nil || v.Date.ISO != day {
		v.Changed = sh.date(day)
	}
	if sh.o.Repository != "" {
		v.History = ghpages.Commits(sh.sourceOf(n))
	}
	for _, by := range c.Authors {
		if !wrote(n, by) {
			v.Editors = append(v.Editors, sh.editor(by, n))
		}
	}
	if more := len(v.Editors) - maxEditors; more > 0 {
		v.Editors, v.MoreEditors = v.Editors[:maxEditors], sh.l.Number(more)
	}
}

// sourceOf is the address of a note's file in the repository.
func (p *planner) sourceOf(n *note.Note) string {
	return strings.TrimSuffix(p.o.Repository, "/") + "/" + fragment.EscapePath(n.Path)
}

// isoDay is the day of a time where whoever wrote it was; empty for none.
func isoDay(t time.Time) string {
	if t.IsZero() {
		return ""
	}
	return t.Format(time.DateOnly)
}

// wrote reports whether somebody is named as an author by the note itself.
func wrote(n *note.Note, by git.Author) bool {
	name := cases.Fold().String(by.Name)
	for _, a := range n.Meta.Authors {
		if strings.EqualFold(string(a), by.Handle) || cases.Fold().String(string(a)) == name {
			return true
		}
	}
	return false
}

// editor names somebody as git does, and leads to their page, here or on GitHub.
func (sh *sheet) editor(by git.Author, n *note.Note) view.Link {
	l := view.Link{Text: by.Name}
	if upstream.IsHandle(by.Handle) {
		l = sh.link(note.Key{Kind: note.PersonRef, ID: by.Handle}, by.Name)
	}
	l.Lang = sh.nameLang(by.Name, n.Lang)
	l.RightToLeft = strings.ContainsFunc(by.Name, isRightToLeft)
	return l
}

// isRightToLeft reports whether a character is of a script that is written from right to left.
func isRightToLeft(r rune) bool {
	p, _ := bidi.LookupRune(r)
	return p.Class() == bidi.R || p.Class() == bidi.AL
}

// LastChanged is the day on which a history says that a version of a note was changed last;
// empty where it says none.
func LastChanged(history *git.Log, n *note.Note) string {
	c, _ := history.Of(n.Path)
	return isoDay(c.Last)
}

// firstSeen is the day on which git says that a note came to the site; empty where it says
// none.
func (p *planner) firstSeen(n *note.Note) string {
	c, _ := p.o.History.Of(n.Path)
	return isoDay(c.Since)
}
