package scaffold

import (
	"path"
	"strings"

	"github.com/kawaraban/kawaraban/internal/note"
	"github.com/kawaraban/kawaraban/internal/site"
)

// citation is an entry of a note that covers a change.
type citation struct {
	note  *note.Note
	entry *note.Block
}

// citations has the entries of other notes by the numbers of changes.
type citations map[string]citation

// of returns the entry that covers a change with one of the numbers, or nil.
func (t citations) of(keys []string) *citation {
	for _, key := range keys {
		if s, ok := t[key]; ok {
			return &s
		}
	}
	return nil
}

// elsewhere returns the entries of other notes about the release in the same language. It omits
// samples, because they will be removed, and links to them would become invalid.
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
