package site

import (
	"regexp"
	"slices"
	"strings"

	"github.com/kawaraban/kawaraban/internal/note"
)

// aboutKEP returns the number of the KEP that an entry is about. It is "" if there are none or
// several. The sources are, in this order: the title with the KEP number, the text, the pull
// requests. An entry without an attribution, such as a post of a log, must not cite other threads
// or a comment.
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

func isThread(k note.RefKind) bool {
	return k == note.PR || k == note.Issue || k == note.Thread || k == note.KEP
}

// StageThen returns the stage of an entry at the release of its note. The note takes precedence,
// then the data about the only KEP of the entry. It is empty if unknown.
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

// KEPOf returns the number of the KEP that an entry is about. The ID of the entry takes
// precedence. Otherwise the entry or its pull requests must have exactly one KEP. It returns
// false without such a KEP.
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

// Contradicts reports whether the stage in an entry disagrees with all data for the release of
// its note: the gates of its KEP and kep.yaml. held lists the stages in the data, by maturity. An
// entry that agrees with the official note of its pull request does not contradict.
func (s *entries) Contradicts(n *note.Note, b *note.Block) (claimed note.Stage, held []note.Stage, kep string, yes bool) {
	if !slices.Contains([]note.Stage{note.Alpha, note.Beta, note.Stable}, b.Stage) || len(n.Releases) != 1 {
		return "", nil, "", false // a deprecated or removed flag may belong to an active feature
	}
	number, ok := s.KEPOf(n, b)
	if !ok {
		return "", nil, "", false
	}
	held = s.lines.heldAt(s.lines.onlyKEP(number), n.Releases[0])
	yes = len(held) > 0 && !slices.Contains(held, b.Stage) && !s.agreesOfficially(n, b)
	return b.Stage, held, number, yes
}

// agreesOfficially reports whether an official note of a pull request of an entry mentions the
// stage of the entry.
func (s *entries) agreesOfficially(n *note.Note, b *note.Block) bool {
	word := stageWords[b.Stage]
	return word != nil && slices.ContainsFunc(s.official.officialOf(n, b), func(o OfficialNote) bool {
		return word.MatchString(o.Note.Text)
	})
}

var stageWords = map[note.Stage]*regexp.Regexp{
	note.Alpha:  regexp.MustCompile(`(?i)\balpha\b`),
	note.Beta:   regexp.MustCompile(`(?i)\bbeta\b`),
	note.Stable: regexp.MustCompile(`\bGA\b|(?i:\bstable\b|\bgenerally available\b|\bgeneral availability\b)`), // case-sensitive, to exclude the "ga" in gate
}
