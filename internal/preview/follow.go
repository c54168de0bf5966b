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

// remember records the new pages of renamed notes.
func (l *loop) remember(c watch.Change) {
	for from, to := range c.Moved {
		was, _, _, ok := source.Locate(from)
		is, _, _, too := source.Locate(to)
		if ok && too && was != is {
			l.p.moved.add(notePage(was), notePage(is))
		}
	}
}

func notePage(id note.ID) string { return string(id) + "/index.html" }

// lead sends the last visible tab to the edited note. It does nothing if several notes changed,
// or if a visible tab shows the note.
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
	to := path.Join(string(now.linkLanguage(last.shows(), edited)), rest)
	if _, ok := now.state.Page(to); ok {
		_, at, _ := strings.Cut(last.shows(), "/")
		last.send(to, l.p.moved.target(at) == rest)
	}
}

// linkLanguage returns the language for a link from a page to a note: the language of the page.
// For the page without a language it is the language of the note.
func (sh *shown) linkLanguage(at, file string) note.Lang {
	languages := sh.state.Config().Languages
	first, _, _ := strings.Cut(at, "/")
	if id, _, _, ok := source.Locate(file); ok && !slices.Contains(languages, note.Lang(first)) {
		if n := version(sh.state.Site(), id, file); n != nil && slices.Contains(languages, n.Lang) {
			return n.Lang
		}
	}
	return sh.langOf(at)
}

// pageOf returns the page for a file of a note, relative to /{l}/. For a log it is the page of
// the changed month. It is "" if there is none.
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

func version(s *site.Site, id note.ID, file string) *note.Note {
	for _, n := range s.Versions(id) {
		if n.Path == file {
			return n
		}
	}
	return nil
}

// changedPost returns the first block with a date that is new or changed in a log, or whose
// entries changed. Without one, it returns the last block with a date.
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
