package preview

import (
	"fmt"
	"strings"

	"github.com/kawaraban/kawaraban/internal/diag"
	"github.com/kawaraban/kawaraban/internal/note"
	"github.com/kawaraban/kawaraban/internal/source"
	"github.com/kawaraban/kawaraban/internal/watch"
)

// drafted reports whether a page is not there because its note is a draft: never with
// Options.Drafts, by which none is one.
func (sh *shown) drafted(path string) bool {
	if _, ok := sh.state.Page(path); ok {
		return false
	}
	_, rest, _ := strings.Cut(path, "/")
	id, ok := strings.CutSuffix(rest, "/index.html")
	return ok && len(sh.state.Site().Drafts(note.ID(id))) > 0
}

// tellDraft makes the message that the page which a tab lacks is a draft, or is none any more;
// nil where the tab knows, also by m, which it hears before.
func (t *tab) tellDraft(sh *shown, m any) any {
	if gone, ok := m.(goneMessage); ok {
		t.drafted = gone.Draft
		return nil
	}
	is := t.missing && sh.drafted(t.page)
	was := t.drafted
	t.drafted = is
	switch {
	case is && (!was || m != nil): // what it hears takes the notice away
		return goneMessage{Type: "gone", Draft: true, Words: t.p.wordsFor(t.page)}
	case was && !is && t.missing && m == nil && t.lost:
		return sameMessage{"same", sh.seq}
	case was && !is && t.missing && m == nil:
		return goneMessage{Type: "gone", Words: t.p.wordsFor(t.page)}
	}
	return nil
}

// tellDrafts says which of the notes that were just written are left out as drafts: else
// nothing shows for what was saved.
func (l *loop) tellDrafts(sh *shown, c watch.Change) {
	var left []watch.Path
	for _, p := range c.Paths {
		if p.Op != watch.Removed && source.IsNote(p.Name) && sh.leavesOut(p.Name) {
			left = append(left, p)
		}
	}
	if len(left) > 0 {
		l.log(Line{Text: fmt.Sprintf("%s %s: left out as a draft; kawaraban serve --drafts shows it", stamp(c.Seen), named(left))})
	}
}

// leavesOut reports whether a file of notes is a draft.
func (sh *shown) leavesOut(file string) bool {
	id, _, _, ok := source.Locate(file)
	if !ok {
		return false
	}
	for _, n := range sh.state.Site().Drafts(id) {
		if n.Path == file {
			return true
		}
	}
	return false
}

// named is how a line names the files of a change.
func named(paths []watch.Path) string {
	if len(paths) == 0 {
		return "the folder"
	}
	name := diag.Visible(paths[0].Name)
	if n := len(paths) - 1; n > 0 {
		name += fmt.Sprintf(" and %d more", n)
	}
	return name
}
