package check

import (
	"slices"
	"strings"

	"github.com/kawaraban/kawaraban/internal/diag"
	"github.com/kawaraban/kawaraban/internal/note"
)

// entryRules are the checks of an attributed entry.
var entryRules = []func(*In, *note.Note, attributed) []diag.Diagnostic{
	notInRelease, notUnderSIG, wrongLabels, wrongAuthor, wrongKind,
}

// notUnderSIG reports entries of a SIG note whose pull requests belong to other SIGs. This may be
// intended, so it is only info: the entry does not count for the SIG's coverage.
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

func labels(groups []note.SIG) []string {
	out := make([]string, len(groups))
	for i, g := range groups {
		if out[i] = "sig/" + string(g); strings.HasPrefix(string(g), "wg-") {
			out[i] = "wg/" + strings.TrimPrefix(string(g), "wg-")
		}
	}
	return out
}

// wrongLabels reports a list of SIGs in an attribution that differs from the SIGs of the pull
// requests. The order is ignored.
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

func without(list, other []note.SIG) []note.SIG {
	return slices.DeleteFunc(slices.Clone(list), func(g note.SIG) bool { return slices.Contains(other, g) })
}

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

// wrongKind reports entries under a heading for a kind that none of their pull requests has.
// Urgent changes, and pull requests without a kind upstream, are not checked.
func wrongKind(_ *In, _ *note.Note, a attributed) []diag.Diagnostic {
	kinds, known := a.kinds()
	if !known || !slices.Contains(sorted, a.block.Kind) || slices.Contains(kinds, a.block.Kind) {
		return nil
	}
	at := attrPos(a.block, note.PR, a.block.Attr.PRs[0])
	return []diag.Diagnostic{diag.Warnf(at, "kind/contradicted", "%s stands under %s", numbers(a.block.Attr.PRs), a.block.Kind).
		WithHint("upstream has it under %s", listed(kinds))}
}

// sorted are the kinds used in release notes.
var sorted = []note.EntryKind{
	note.Deprecation, note.APIChange, note.Feature, note.Design, note.Documentation, note.FailingTest, note.Bug, note.Other,
}

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
