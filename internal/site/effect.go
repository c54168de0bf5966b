package site

import (
	"regexp"
	"slices"
	"strings"

	"github.com/kawaraban/kawaraban/internal/note"
	"github.com/kawaraban/kawaraban/internal/upstream"
)

// Effect is what an upgrade asks of an operator because of a change.
type Effect string

// The effects, strongest first.
const (
	Action   Effect = "action"   // read it, and change configuration or manifests if it applies
	Behavior Effect = "behavior" // something works differently without further action
	Nothing  Effect = "nothing"  // nothing to do for this upgrade
)

// Effects lists the effects, strongest first.
func Effects() []Effect { return []Effect{Action, Behavior, Nothing} }

// Effect returns the effect of a change that an upgrade lists:
//
//   - an urgent note, or a removal, needs action; a removal that only concerns the tests of
//     Kubernetes needs none
//   - a deprecation needs nothing yet
//   - an API change needs nothing if it only adds something, else the behavior changes
func (c *Change) Effect() Effect {
	switch {
	case c.Note.Urgent:
		return Action
	case c.Removal():
		if c.internal() {
			return Nothing
		}
		return Action
	case c.Has(note.Deprecation), Addition(c.Note):
		return Nothing
	}
	return Behavior
}

// internal reports whether a change concerns only those who work on Kubernetes.
func (c *Change) internal() bool {
	only := func(s note.SIG) bool { return s == "testing" || s == "docs" || s == "release" }
	return c.Note.Kind == note.FailingTest || c.Note.Kind == note.Documentation ||
		len(c.Note.SIGs) > 0 && !slices.ContainsFunc(c.Note.SIGs, func(s note.SIG) bool { return !only(s) })
}

// Effect returns the effect of a gate's change: a removed gate must not be set any more. A gate
// that is GA needs nothing, unless its value is locked now.
func (c GateChange) Effect() Effect {
	switch {
	case c.Turn == TurnGone:
		return Action
	case c.Turn == TurnGA && (c.After == nil || !c.After.Locked):
		return Nothing
	}
	return Behavior
}

// Effect returns the effect of an event: an API version that is no longer served needs action.
func (c APIChange) Effect() Effect {
	if c.Kind == note.APIRemoved {
		return Action
	}
	return Nothing
}

// addition matches sentences on something new, graduated those on a feature that reached a stage,
// and wording those on comments and documentation. Whether a gate is on is reported with the gates,
// but a sentence on a default or a requirement is not only an addition.
var (
	addition  = regexp.MustCompile("(?i)^" + removalLead + "(?:a (?:[\"`])?new |new |add(?:s|ed)?\\b|introduc(?:e|es|ed)\\b|implement(?:s|ed)?\\b|extend(?:s|ed)?\\b|allow(?:s|ed)?\\b|expos(?:es|ed)\\b)")
	graduated = regexp.MustCompile("(?i)^" + removalLead + "(?:promot(?:e|es|ed)|graduat(?:e|es|ed)|mov(?:e|ed))\\b|\\b(?:promoted|graduated) to\\b")
	wording   = regexp.MustCompile("(?i)^" + removalLead + "(?:fix|updat|revis|correct|clarifi)[a-z]* (?:the |an |a )?(?:api |openapi |field )?(?:comments?|documentation|reference)\\b")
	ofDefault = regexp.MustCompile(`(?i)\bdefaults?\b|\benabled\b|\block(?:ed|s)?\b`)
	breaking  = regexp.MustCompile(`(?i)\bbreaking\b|\bmust\b|\bno longer\b|\brequired\b`)
)

// Addition reports whether a release note only adds something, changes wording, or reports a new
// stage without a new default.
func Addition(n *upstream.ReleaseNote) bool {
	line := strings.Join(strings.Fields(n.Text), " ")
	switch {
	case breaking.MatchString(line):
		return false
	case graduated.MatchString(line):
		return !ofDefault.MatchString(line)
	}
	return addition.MatchString(line) || wording.MatchString(line)
}
