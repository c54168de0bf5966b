package site

import (
	"iter"

	"github.com/kawaraban/kawaraban/internal/note"
)

// Any reports whether Keys has anything of a kind, without a list of what: every page asks it
// for its menu.
func (s *Site) Any(kind note.RefKind) bool {
	return s.lazy.any.Make(kind, func() bool { return s.hasAny(kind) })
}

// hasAny is Any, which is asked once of each kind: where hardly anything has a page, all that is
// named is asked whether it has one.
func (s *Site) hasAny(kind note.RefKind) bool {
	switch kind {
	case note.KEP:
		for number := range s.data.KEPs {
			if s.HasPage(note.Key{Kind: kind, ID: number}) {
				return true
			}
		}
		return false
	case note.Gate:
		for name := range s.data.Gates {
			if s.HasPage(note.Key{Kind: kind, ID: name}) {
				return true
			}
		}
		return false
	case note.SIGRef:
		return len(s.labels()) > 0
	case note.Repo:
		return len(s.repos()) > 0
	}
	for key := range s.byAuthor {
		if key.Kind == kind && s.HasPage(key) {
			return true
		}
	}
	for key := range s.mentions {
		if key.Kind == kind && s.HasPage(key) {
			return true
		}
	}
	return false
}

// EachMention yields what Mentions returns, for those who need not see all of it.
func (s *Site) EachMention(key note.Key) iter.Seq[Mention] { return each(s.named(s.Normal(key))) }

// Translated reports whether two versions of a note name a thing, so that MentionsFor returns
// other places in some languages.
func (s *Site) Translated(key note.Key) bool {
	runs := s.named(s.Normal(key))
	for i := 1; i < len(runs); i++ {
		if runs[i].note().ID == runs[i-1].note().ID {
			return true
		}
	}
	return false
}

// Proposals returns the entries of kind proposal, by note and place.
func (s *Site) Proposals() []Mention {
	var out []Mention
	for _, base := range s.proposing {
		for _, b := range base.proposals {
			out = append(out, Mention{Note: base.note, Block: b})
		}
	}
	return out
}

// proposalsIn lists the entries of a note that say what may come.
func proposalsIn(n *note.Note) []*note.Block {
	var out []*note.Block
	for b := range n.Entries {
		if b.Kind == note.Proposal {
			out = append(out, b)
		}
	}
	return out
}
