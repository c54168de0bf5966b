package check

import (
	"slices"
	"strings"

	"github.com/kawaraban/kawaraban/internal/diag"
	"github.com/kawaraban/kawaraban/internal/note"
)

// joins are the checks of an attributed entry.
var joins = []func(*In, *note.Note, attributed) []diag.Diagnostic{
	notInRelease, notUnderSIG, wrongLabels, wrongAuthor, wrongKind,
}

// notUnderSIG reports entries of a note on SIGs whose pull requests belong to none of
// these. Authors take such changes on purpose too, so it is only worth knowing: such an
// entry covers nothing of the SIG.
func notUnderSIG(_ *In, n *note.Note, a attributed) []diag.Diagnostic {
	groups, known := a.sigs()
	if !known || len(n.SIGs) == 0 || intersect(groups, n.SIGs) {
		return nil
	}
	at := attrPos(a.block, note.PR, a.block.Attr.PRs[0])
	return []diag.Diagnostic{diag.Warnf(at, "pr/not-under-sig", "%s is not under %s", numbers(a.block.Attr.PRs), listed(labels(n.SIGs))).
		WithHint("upstream has it under %s", listed(labels(groups)))}
}

func intersect[T comparable](a, b []T) bool {
	return slices.ContainsFunc(a, func(v T) bool { return slices.Contains(b, v) })
}

// labels are groups as pull requests carry them: sig/node, wg/batch.
func labels(groups []note.SIG) []string {
	out := make([]string, len(groups))
	for i, g := range groups {
		if out[i] = "sig/" + string(g); strings.HasPrefix(string(g), "wg-") {
			out[i] = "wg/" + strings.TrimPrefix(string(g), "wg-")
		}
	}
	return out
}

// wrongLabels reports lists of groups in an attribution that are not the groups of its
// pull requests. The order is of no matter.
func wrongLabels(_ *In, _ *note.Note, a attributed) []diag.Diagnostic {
	groups, known := a.sigs()
	said := slices.Compact(slices.Sorted(slices.Values(a.block.Attr.SIGs)))
	if !known || len(said) == 0 || slices.Equal(said, groups) {
		return nil
	}
	more := without(said, groups)
	first := append(slices.Clip(more), a.block.Attr.SIGs...)[0]
	at := attrPos(a.block, note.SIGRef, string(first))
	return []diag.Diagnostic{diag.Warnf(at, "pr/labels", "the groups of %s are others: %s", numbers(a.block.Attr.PRs), difference(more, without(groups, said))).
		WithHint("write [%s]", strings.Join(labels(groups), ","))}
}

// without returns the groups of a list that another does not have.
func without(list, other []note.SIG) []note.SIG {
	return slices.DeleteFunc(slices.Clone(list), func(g note.SIG) bool { return slices.Contains(other, g) })
}

// difference says what is too many and what is missing.
func difference(more, missing []note.SIG) string {
	var parts []string
	if len(more) > 0 {
		parts = append(parts, listed(labels(more))+" too many")
	}
	if len(missing) > 0 {
		parts = append(parts, listed(labels(missing))+" missing")
	}
	return strings.Join(parts, ", ")
}

// wrongKind reports entries under a heading for a kind that none of their pull requests
// has. What is urgent is the author's to judge, and so is what upstream has not sorted.
func wrongKind(_ *In, _ *note.Note, a attributed) []diag.Diagnostic {
	kinds, known := a.kinds()
	if !known || !slices.Contains(sorted, a.block.Kind) || slices.Contains(kinds, a.block.Kind) {
		return nil
	}
	at := attrPos(a.block, note.PR, a.block.Attr.PRs[0])
	return []diag.Diagnostic{diag.Warnf(at, "kind/contradicted", "%s stands under %s", numbers(a.block.Attr.PRs), a.block.Kind).
		WithHint("upstream has it under %s", listed(kinds))}
}

// sorted are the kinds by which release notes sort changes.
var sorted = []note.EntryKind{
	note.Deprecation, note.APIChange, note.Feature, note.Design, note.Documentation, note.FailingTest, note.Bug, note.Other,
}

// kinds are those of all pull requests of the entry; known only where upstream sorted each.
func (a attributed) kinds() (kinds []note.EntryKind, known bool) {
	for _, pr := range a.block.Attr.PRs {
		o := a.official[pr]
		if o == nil || !slices.Contains(sorted, o.Kind) {
			return nil, false
		}
		kinds = append(kinds, o.Kind)
		kinds = append(kinds, o.Kinds...)
	}
	slices.Sort(kinds)
	return slices.Compact(kinds), true
}
