package scaffold

import (
	"path"
	"strings"

	"github.com/kawaraban/kawaraban/internal/note"
	"github.com/kawaraban/kawaraban/internal/site"
)

// said is where a note tells of a change.
type said struct {
	note  *note.Note
	entry *note.Block
}

// told holds by number what other notes tell of.
type told map[string]said

// of returns where a change is told of, by its numbers; nil where it is not.
func (t told) of(keys []string) *said {
	for _, key := range keys {
		if s, ok := t[key]; ok {
			return &s
		}
	}
	return nil
}

// elsewhere is what other notes of the release, in the same language, tell of. Samples do not
// count: they are removed later, and links to them would be broken.
func (in In) elsewhere(t Target) told {
	out := told{}
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

func (t told) add(n *note.Note) {
	for e := range n.Entries {
		if e.Text.Blank() {
			continue
		}
		for _, key := range named(e) {
			if _, ok := t[key]; !ok {
				t[key] = said{n, e}
			}
		}
	}
}

// label is the number of a change as people write it.
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

// fileFrom is the way from the folder of one note to the file of another.
func fileFrom(from note.ID, to *note.Note) string {
	dir, target := path.Dir(string(from)), strings.TrimPrefix(to.Path, "content/")
	if path.Dir(target) == dir {
		return path.Base(target)
	}
	return strings.Repeat("../", strings.Count(dir, "/")+1) + target
}
