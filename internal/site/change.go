package site

import (
	"slices"
	"strconv"

	"github.com/kawaraban/kawaraban/internal/note"
	"github.com/kawaraban/kawaraban/internal/upstream"
)

// Change is a published pull request of a release.
type Change struct {
	PR   string // number in kubernetes/kubernetes; empty for other repositories
	Note *upstream.ReleaseNote
	Text *note.Block // the official sentence; nil if Link got no official notes
	KEPs []string

	removal bool
	effect  Effect
}

// Removal reports whether the change removes something: see [upstream.ReleaseNote.Removes].
func (c *Change) Removal() bool { return c.removal }

func newChange(n *upstream.ReleaseNote, keps []string) Change {
	c := Change{Note: n, KEPs: keps, removal: n.Removes()}
	c.effect = effectOf(&c)
	if n.Repo == "" {
		c.PR = strconv.Itoa(n.PR)
	}
	return c
}

// Key returns the key by which notes cite the change: a pull request of kubernetes/kubernetes,
// otherwise a thread of another repository.
func (c *Change) Key() note.Key {
	if c.PR != "" {
		return note.Key{Kind: note.PR, ID: c.PR}
	}
	return note.Key{Kind: note.Thread, ID: c.Note.Repo + "#" + strconv.Itoa(c.Note.PR)}
}

// Groups returns the sorted SIGs of a change without duplicates, or the empty SIG if it has none.
func (c *Change) Groups() []note.SIG {
	if len(c.Note.SIGs) == 0 {
		return []note.SIG{""}
	}
	return slices.Compact(slices.Sorted(slices.Values(c.Note.SIGs)))
}

// In reports whether the change belongs to a SIG.
func (c *Change) In(g note.SIG) bool { return slices.Contains(c.Note.SIGs, g) }

// Has reports whether any of the change's kinds is k. Urgency is a kind that can be combined with
// others.
func (c *Change) Has(k note.EntryKind) bool {
	if k == note.Urgent {
		return c.Note.Urgent
	}
	return c.Note.Kind == k || slices.Contains(c.Note.Kinds, k)
}

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
func (c *Change) Effect() Effect { return c.effect }

func effectOf(c *Change) Effect {
	switch {
	case c.Note.Urgent:
		return Action
	case c.Removal():
		if c.internal() {
			return Nothing
		}
		return Action
	case c.Has(note.Deprecation), c.Note.Adds():
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
