package site

import (
	"slices"

	"github.com/kawaraban/kawaraban/internal/note"
)

// CountIn counts the places in which the notes of a release say something of the things of a
// kind, by the IDs of these: of the places that MentionsFor has for a reader of lang those that
// do not wait for their words. It looks at those notes alone, however often others name a thing.
func (s *Site) CountIn(kind note.RefKind, r note.Release, lang note.Lang) map[string]int {
	out := map[string]int{}
	for _, id := range s.NotesOf(r) {
		versions, want := s.Versions(id), s.Pick(id, lang)
		for _, n := range versions {
			if !slices.Contains(n.Releases, r) {
				continue
			}
			for _, run := range s.parts[n].runs {
				if run.key.Kind == kind && s.telling(versions, want, run.key) == n {
					out[run.key.ID] += run.words()
				}
			}
		}
	}
	return out
}

// telling is the version of a note whose mentions of a thing stand for all: the one wanted where
// it names the thing, else the first that does.
func (s *Site) telling(versions []*note.Note, want *note.Note, key note.Key) *note.Note {
	names := func(n *note.Note) bool { return s.parts[n].run(key) != nil }
	if len(versions) == 1 || names(want) {
		return want
	}
	return versions[slices.IndexFunc(versions, names)]
}

// words counts the mentions that do not wait for theirs.
func (r *run) words() int {
	n := 0
	for _, m := range r.mentions {
		if !m.Waits {
			n++
		}
	}
	return n
}

// Entries counts the entries of all notes, each note in its original version.
func (s *Site) Entries() int {
	sum := 0
	for i, n := range s.notes {
		if i == 0 || s.notes[i-1].ID != n.ID {
			sum += s.bases[n].entries
		}
	}
	return sum
}

func countEntries(n *note.Note) int {
	count := 0
	for range n.Entries {
		count++
	}
	return count
}
