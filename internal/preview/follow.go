package preview

import (
	"path"
	"reflect"
	"slices"
	"strings"

	"github.com/kawaraban/kawaraban/internal/note"
	"github.com/kawaraban/kawaraban/internal/site"
	"github.com/kawaraban/kawaraban/internal/source"
	"github.com/kawaraban/kawaraban/internal/watch"
)

// remember keeps where notes went whose files were renamed.
func (l *loop) remember(c watch.Change) {
	for from, to := range c.Moved {
		was, _, _, ok := source.Locate(from)
		is, _, _, too := source.Locate(to)
		if ok && too && was != is {
			l.p.moved.add(notePage(was), notePage(is))
		}
	}
}

// notePage is the page of a note below /{l}/.
func notePage(id note.ID) string { return string(id) + "/index.html" }

// lead leads the tab that was on screen last to the note that was edited, where it is the one
// note of the change and no tab on screen shows it.
func (l *loop) lead(before, now *shown, c watch.Change, visible []*tab) {
	edited := ""
	for _, p := range c.Paths {
		if p.Op == watch.Removed || !source.IsNote(p.Name) {
			continue
		}
		if edited != "" {
			return
		}
		edited = p.Name
	}
	rest := ""
	if edited != "" {
		rest = pageOf(before, now, edited)
	}
	var last *tab
	for _, t := range visible {
		if last == nil || t.shownSince().After(last.shownSince()) {
			last = t
		}
		if _, at, _ := strings.Cut(t.shows(), "/"); at == rest {
			return
		}
	}
	if rest == "" || last == nil {
		return
	}
	to := path.Join(string(now.ledIn(last.shows(), edited)), rest)
	if _, ok := now.state.Page(to); ok {
		_, at, _ := strings.Cut(last.shows(), "/")
		last.send(to, l.p.moved.target(at) == rest)
	}
}

// ledIn is the language in which a page leads to a note's: its own, and that of the note where
// it has none, as the page that lets choose one.
func (sh *shown) ledIn(at, file string) note.Lang {
	languages := sh.state.Config().Languages
	first, _, _ := strings.Cut(at, "/")
	if id, _, _, ok := source.Locate(file); ok && !slices.Contains(languages, note.Lang(first)) {
		if n := version(sh.state.Site(), id, file); n != nil && slices.Contains(languages, n.Lang) {
			return n.Lang
		}
	}
	return sh.langOf(at)
}

// pageOf is the page below /{l}/ that shows a file of notes: its own, or of a log that of the
// month, or of the day, in which it changed. It is "" where there is none.
func pageOf(before, now *shown, file string) string {
	id, _, _, ok := source.Locate(file)
	if !ok {
		return ""
	}
	n := version(now.state.Site(), id, file)
	switch {
	case n == nil:
		return ""
	case n.Kind != note.Log:
		return notePage(id)
	}
	var was *note.Note
	if before != nil {
		was = version(before.state.Site(), id, file)
	}
	if b := changedPost(was, n); b != nil {
		at, _, _ := strings.Cut(now.state.Block(n, b), "#")
		return at + "index.html"
	}
	return ""
}

// version is the note of a file.
func version(s *site.Site, id note.ID, file string) *note.Note {
	for _, n := range s.Versions(id) {
		if n.Path == file {
			return n
		}
	}
	return nil
}

// changedPost is the first block with a day that a log did not have before, or of whose day that
// block is; where there is none, the last with a day.
func changedPost(before, now *note.Note) *note.Block {
	var dated *note.Block
	for i := range now.Blocks {
		b := &now.Blocks[i]
		if b.Date != "" {
			dated = b
		}
		if dated != nil && (before == nil || i >= len(before.Blocks) || !reflect.DeepEqual(b, &before.Blocks[i])) {
			break
		}
	}
	return dated
}
