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
	Text *note.Block // official text; nil if Link got no official notes
	KEPs []string

	removal bool
	effect  Effect
}

// Removal reports whether the change removes a feature, flag or API: see
// [upstream.ReleaseNote.Removes].
func (c *Change) Removal() bool { return c.removal }

func newChange(n *upstream.ReleaseNote, keps []string) Change {
	c := Change{Note: n, KEPs: keps, removal: n.Removes()}
	c.effect = effectOf(&c)
	if n.Repo == "" {
		c.PR = strconv.Itoa(n.PR)
	}
	return c
}

// Key returns the key by which notes cite the change. It is a pull request of
// kubernetes/kubernetes, or a thread of another repository.
func (c *Change) Key() note.Key {
	if c.PR != "" {
		return note.Key{Kind: note.PR, ID: c.PR}
	}
	return note.Key{Kind: note.Thread, ID: c.Note.Repo + "#" + strconv.Itoa(c.Note.PR)}
}

// Groups returns the SIGs of a change, sorted and without duplicates. For a change without SIGs
// it returns the empty SIG.
func (c *Change) Groups() []note.SIG {
	if len(c.Note.SIGs) == 0 {
		return []note.SIG{""}
	}
	return slices.Compact(slices.Sorted(slices.Values(c.Note.SIGs)))
}

// In reports whether the change belongs to a SIG.
func (c *Change) In(g note.SIG) bool { return slices.Contains(c.Note.SIGs, g) }

// Has reports whether k is one of the kinds of the change. note.Urgent can be combined with other
// kinds.
func (c *Change) Has(k note.EntryKind) bool {
	if k == note.Urgent {
		return c.Note.Urgent
	}
	return c.Note.Kind == k || slices.Contains(c.Note.Kinds, k)
}

// Effect is the effect of a change on operators who upgrade.
type Effect string

// The effects, strongest first.
const (
	Action   Effect = "action"   // operators must read the note, and change configuration or manifests if it applies
	Behavior Effect = "behavior" // behavior differs without any action
	Nothing  Effect = "nothing"  // no action is required for this upgrade
)

// Effects lists the effects, strongest first.
func Effects() []Effect { return []Effect{Action, Behavior, Nothing} }

// Effect returns the effect of a change on an upgrade:
//
//   - Action for an urgent note or a removal, except removals that concern only the tests of
//     Kubernetes
//   - Nothing for a deprecation
//   - for an API change, Nothing if it only adds to the API, else Behavior
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

// internal reports whether a change concerns only the developers of Kubernetes.
func (c *Change) internal() bool {
	only := func(s note.SIG) bool { return s == "testing" || s == "docs" || s == "release" }
	return c.Note.Kind == note.FailingTest || c.Note.Kind == note.Documentation ||
		len(c.Note.SIGs) > 0 && !slices.ContainsFunc(c.Note.SIGs, func(s note.SIG) bool { return !only(s) })
}
