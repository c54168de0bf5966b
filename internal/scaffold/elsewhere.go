package scaffold

import (
	"path"
	"strings"

	"github.com/kawaraban/kawaraban/internal/note"
	"github.com/kawaraban/kawaraban/internal/site"
)

// citation is a place where a note covers a change.
type citation struct {
	note  *note.Note
	entry *note.Block
}

// citations maps the numbers of changes to their places in other notes.
type citations map[string]citation

// of returns the place of a change by its numbers; nil if no other note covers it.
func (t citations) of(keys []string) *citation {
	for _, key := range keys {
		if s, ok := t[key]; ok {
			return &s
		}
	}
	return nil
}

// elsewhere returns what other notes of the release in the same language cover. Samples are left
// out: they are removed later, and links to them would break.
func (in In) elsewhere(t Target) citations {
	out := citations{}
	for _, id := range in.Site.NotesOf(t.Release) {
		if id == t.ID {
			continue
		}
		for _, n := range in.Site.Versions(id) {
			if n.Lang == in.Lang && n.Kind == note.Changes && !n.Sample {
				out.add(n)
			}
		}
	}
	return out
}

func (t citations) add(n *note.Note) {
	for e := range n.Entries {
		if e.Text.Blank() {
			continue
		}
		for _, key := range named(e) {
			if _, ok := t[key]; !ok {
				t[key] = citation{n, e}
			}
		}
	}
}

func label(c *site.Change) string {
	key := keysOf(c.Note)[0]
	if strings.Contains(key, "#") {
		return key
	}
	return "#" + key
}

func link(words, dest string) string {
	if strings.ContainsAny(dest, "() ") {
		dest = "<" + dest + ">"
	}
	return "[" + words + "](" + dest + ")"
}

func fileFrom(from note.ID, to *note.Note) string {
	dir, target := path.Dir(string(from)), strings.TrimPrefix(to.Path, "content/")
	if path.Dir(target) == dir {
		return path.Base(target)
	}
	return strings.Repeat("../", strings.Count(dir, "/")+1) + target
}
