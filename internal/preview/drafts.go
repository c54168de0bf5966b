package preview

import (
	"strings"

	"github.com/kawaraban/kawaraban/internal/diag"
	"github.com/kawaraban/kawaraban/internal/note"
	"github.com/kawaraban/kawaraban/internal/source"
	"github.com/kawaraban/kawaraban/internal/watch"
)

// drafted reports whether a page is missing because its note is a draft. It is always false if
// Options.Drafts is set.
func (sh *shown) drafted(path string) bool {
	if _, ok := sh.state.Page(path); ok {
		return false
	}
	_, rest, _ := strings.Cut(path, "/")
	id, ok := strings.CutSuffix(rest, "/index.html")
	return ok && len(sh.state.Site().Drafts(note.ID(id))) > 0
}

// draftMessage returns a message if the missing page of a tab has become a draft, or is a draft
// no longer. It returns nil if the tab already knows this, or if m, which is sent first, contains
// it.
func (t *tab) draftMessage(sh *shown, m any) any {
	if gone, ok := m.(goneMessage); ok {
		t.drafted = gone.Draft
		return nil
	}
	is := t.missing && sh.drafted(t.page)
	was := t.drafted
	t.drafted = is
	switch {
	case is && (!was || m != nil): // m removes the notice
		return goneMessage{Type: "gone", Draft: true, Words: t.p.wordsFor(t.page)}
	case was && !is && t.missing && m == nil && t.lost:
		return sameMessage{"same", sh.seq}
	case was && !is && t.missing && m == nil:
		return goneMessage{Type: "gone", Words: t.p.wordsFor(t.page)}
	}
	return nil
}

// logDrafts lists the saved notes that are drafts. No page shows that they were saved.
func (l *loop) logDrafts(sh *shown, c watch.Change) {
	var left []watch.Path
	for _, p := range c.Paths {
		if p.Op != watch.Removed && source.IsNote(p.Name) && sh.isDraft(p.Name) {
			left = append(left, p)
		}
	}
	if len(left) > 0 {
		l.log(Line{Text: l.p.o.Terminal.Sprintf("%s %s: draft, not shown; run kawaraban serve --drafts to show it", stamp(c.Seen), named(left, l.p.o.Terminal))})
	}
}

func (sh *shown) isDraft(file string) bool {
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

// named returns the names of changed files for the log.
func named(paths []watch.Path, c diag.Catalog) string {
	if len(paths) == 0 {
		return c.Sprintf("the directory of the site")
	}
	name := diag.Visible(paths[0].Name)
	if n := len(paths) - 1; n > 0 {
		return c.Sprintf("%s and %d more", name, n)
	}
	return name
}
