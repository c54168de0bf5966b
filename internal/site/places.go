package site

import (
	"iter"
	"slices"

	"github.com/kawaraban/kawaraban/internal/memo"
	"github.com/kawaraban/kawaraban/internal/note"
)

// places counts and lists the mentions of a thing. For each note it uses one version, so that
// translations do not count twice.
type places struct {
	keys         *keys
	index        *index
	citations    *citations
	translations *translations
	counts       memo.Map[note.Key, int]
}

// Translated reports whether several versions of a note name a thing. Only then does the result
// of MentionsFor depend on the language.
func (s *places) Translated(key note.Key) bool {
	runs := s.citations.named(s.keys.Normal(key))
	for i := 1; i < len(runs); i++ {
		if runs[i].note().ID == runs[i-1].note().ID {
			return true
		}
	}
	return false
}

// CountIn counts the mentions of all things of a kind in the notes of a release, by ID. It skips
// unwritten entries and uses the versions that MentionsFor chooses. It reads only the notes of
// the release.
func (s *places) CountIn(kind note.RefKind, r note.Release, lang note.Lang) map[string]int {
	out := map[string]int{}
	for _, id := range s.index.NotesOf(r) {
		versions, want := s.index.Versions(id), s.translations.Pick(id, lang)
		for _, n := range versions {
			if !slices.Contains(n.Releases, r) {
				continue
			}
			for _, run := range s.citations.parts[n].runs {
				if run.key.Kind == kind && s.countedVersion(versions, want, run.key) == n {
					out[run.key.ID] += run.words()
				}
			}
		}
	}
	return out
}

// countedVersion returns the version of a note whose mentions of a thing count. It is want if
// that names the thing, else the first version that does.
func (s *places) countedVersion(versions []*note.Note, want *note.Note, key note.Key) *note.Note {
	names := func(n *note.Note) bool { return s.citations.parts[n].run(key) != nil }
	if len(versions) == 1 || names(want) {
		return want
	}
	return versions[slices.IndexFunc(versions, names)]
}

// MentionsFor returns the mentions of a thing for a reader of lang. It uses one version of each
// note: that of Pick if it names the thing, else the first that does. Callers must not modify the
// slice.
func (s *places) MentionsFor(key note.Key, lang note.Lang) []Mention {
	all := s.citations.named(s.keys.Normal(key))
	out := make([]*noteMentions, 0, len(all))
	for versions := range byID(all) {
		chosen := versions[0]
		if len(versions) > 1 {
			want := s.translations.Pick(chosen.note().ID, lang)
			if i := slices.IndexFunc(versions, func(r *noteMentions) bool { return r.note() == want }); i >= 0 {
				chosen = versions[i]
			}
		}
		out = append(out, chosen)
	}
	return flat(out)
}

// spot identifies a mention in a note for all languages. It has the anchor, or the number of the
// block if there is no anchor.
type spot struct {
	block note.BlockID
	seq   int32
}

// spotsOf yields the spots that name a thing in the versions of a note. It may yield duplicates.
func (s *places) spotsOf(versions []*noteMentions) iter.Seq[spot] {
	return func(yield func(spot) bool) {
		a := s.translations.anchors(versions[0].note().ID)
		for m := range each(versions) {
			sp := spot{block: a.ofMention(m)}
			if sp.block == "" {
				sp.seq = m.seq
			}
			if !yield(sp) {
				return
			}
		}
	}
}

// Citations returns the number of spots that name a thing. A block and its translations count
// once.
func (s *places) Citations(key note.Key) int {
	key = s.keys.Normal(key)
	return s.counts.Make(key, func() int { return s.countCitations(key) })
}

func (s *places) countCitations(key note.Key) int {
	count := 0
	var seen []spot // spots in one note
	for versions := range byID(s.citations.named(key)) {
		seen = seen[:0]
		for sp := range s.spotsOf(versions) {
			if !slices.Contains(seen, sp) {
				seen = append(seen, sp)
			}
		}
		count += len(seen)
	}
	return count
}

// CitedTwice reports whether Citations exceeds 1. If two notes name the thing, it does not need
// to compute anchors.
func (s *places) CitedTwice(key note.Key) bool {
	runs := s.citations.named(s.keys.Normal(key))
	return len(runs) > 0 && (runs[0].note().ID != runs[len(runs)-1].note().ID || s.Citations(key) > 1)
}
