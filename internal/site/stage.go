package site

import (
	"regexp"
	"slices"
	"strings"

	"github.com/kawaraban/kawaraban/internal/note"
)

// aboutKEP returns the number of the one KEP that an entry is about; empty where it is about
// none or several: what it says under a KEP's title, else the one that its own words name,
// else the one that its pull requests lead to. An entry without an attribution, as a post of
// a log, is about a KEP only where it names no other thread, and no comment in one.
func (s *entries) aboutKEP(n *note.Note, b *note.Block) string {
	if rest, ok := strings.CutPrefix(string(b.ID), "kep-"); ok && b.Level > 0 {
		number, _, _ := strings.Cut(rest, "-")
		return s.keys.normalKEP(number)
	}
	var keps []string
	for _, sp := range b.Text {
		if sp.Ref == nil {
			continue
		}
		of := s.keys.kepsOfRef(*sp.Ref)
		if b.Attr.IsZero() && (sp.Ref.Comment || len(of) == 0 && isThread(sp.Ref.Kind)) {
			return ""
		}
		keps = with(keps, of...)
	}
	for _, named := range s.citations.NamedIn(n, b.Text) {
		keps = with(keps, named.KEP)
	}
	if len(keps) == 0 && len(b.Attr.PRs) > 0 {
		keps = s.Join(n, b).KEPs
	}
	if len(keps) != 1 {
		return ""
	}
	return keps[0]
}

// isThread reports whether a reference of a kind leads to a discussion.
func isThread(k note.RefKind) bool {
	return k == note.PR || k == note.Issue || k == note.Thread || k == note.KEP
}

// StageThen returns the stage of an entry as it was: the note's own word, else what held
// at the note's release of the one KEP that the entry is about. Empty where nothing says it.
func (s *entries) StageThen(n *note.Note, b *note.Block) note.Stage {
	if b.Stage != "" {
		return b.Stage
	}
	number, ok := s.KEPOf(n, b)
	if !ok || len(n.Releases) != 1 {
		return ""
	}
	sp, known := s.lines.KEPLine(s.lines.onlyKEP(number)).lasting(n.Releases[0])
	if !known {
		return ""
	}
	return sp.Stage
}

// KEPOf returns the number of the KEP that an entry is about: the one of its id, else the
// only one that it names or that its pull requests lead to; false where there is none.
func (s *entries) KEPOf(n *note.Note, b *note.Block) (string, bool) {
	if rest, ok := strings.CutPrefix(string(b.ID), "kep-"); ok {
		number, _, _ := strings.Cut(rest, "-")
		if k := s.lines.onlyKEP(number); k != nil {
			return k.Number, true
		}
	}
	if keps := s.Join(n, b).KEPs; len(keps) == 1 && s.lines.onlyKEP(keps[0]) != nil {
		return keps[0], true
	}
	return "", false
}

// Contradicts reports that the stage that an entry says cannot have held at its note's
// release by the data of then: neither by a gate of its KEP nor by kep.yaml. held are the
// stages that these say, in the order of a feature's life. An entry that says what the
// official note of its pull request says is true to it, whoever is wrong.
func (s *entries) Contradicts(n *note.Note, b *note.Block) (said note.Stage, held []note.Stage, kep string, yes bool) {
	if !slices.Contains([]note.Stage{note.Alpha, note.Beta, note.Stable}, b.Stage) || len(n.Releases) != 1 {
		return "", nil, "", false // what is deprecated or removed may be a part of a feature that lives on
	}
	number, ok := s.KEPOf(n, b)
	if !ok {
		return "", nil, "", false
	}
	held = s.lines.heldAt(s.lines.onlyKEP(number), n.Releases[0])
	yes = len(held) > 0 && !slices.Contains(held, b.Stage) && !s.officiallySo(n, b)
	return b.Stage, held, number, yes
}

// officiallySo reports whether an official note of an entry's pull requests has the word
// for the stage that the entry says.
func (s *entries) officiallySo(n *note.Note, b *note.Block) bool {
	word := stageWords[b.Stage]
	return word != nil && slices.ContainsFunc(s.official.officialOf(n, b), func(o OfficialNote) bool {
		return word.MatchString(o.Note.Text)
	})
}

// stageWords are the words of official notes for a stage.
var stageWords = map[note.Stage]*regexp.Regexp{
	note.Alpha:  regexp.MustCompile(`(?i)\balpha\b`),
	note.Beta:   regexp.MustCompile(`(?i)\bbeta\b`),
	note.Stable: regexp.MustCompile(`\bGA\b|(?i:\bstable\b|\bgenerally available\b|\bgeneral availability\b)`), // a gate is no GA
}
