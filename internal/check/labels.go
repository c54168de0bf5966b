package check

import (
	"slices"
	"strings"

	"github.com/kawaraban/kawaraban/internal/diag"
	"github.com/kawaraban/kawaraban/internal/note"
)

var entryRules = []func(*In, *note.Note, attributed) []diag.Diagnostic{
	notInRelease, notUnderSIG, wrongLabels, wrongAuthor, wrongKind,
}

// notUnderSIG reports entries of a note about SIGs whose pull requests belong to other SIGs. The
// severity is only info, because this may be intended. The entry does not count for the coverage
// of the SIGs.
func notUnderSIG(_ *In, n *note.Note, a attributed) []diag.Diagnostic {
	groups, known := a.sigs()
	if !known || len(n.SIGs) == 0 || intersect(groups, n.SIGs) {
		return nil
	}
	at := attrPos(a.block, note.PR, a.block.Attr.PRs[0])
	return []diag.Diagnostic{diag.Warnf(at, "pr/not-under-sig", "%s does not belong to %s upstream", numbers(a.block.Attr.PRs), listed(labels(n.SIGs))).
		WithHint("upstream lists it under %s", listed(labels(groups)))}
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

// wrongLabels reports an attribution whose SIGs differ from those of its pull requests. It
// ignores their order.
func wrongLabels(_ *In, _ *note.Note, a attributed) []diag.Diagnostic {
	groups, known := a.sigs()
	said := slices.Compact(slices.Sorted(slices.Values(a.block.Attr.SIGs)))
	if !known || len(said) == 0 || slices.Equal(said, groups) {
		return nil
	}
	more := without(said, groups)
	first := append(slices.Clip(more), a.block.Attr.SIGs...)[0]
	at := attrPos(a.block, note.SIGRef, string(first))
	d := diag.Warnf(at, "pr/labels", "SIG labels of %s differ from upstream: extra %s", numbers(a.block.Attr.PRs), listed(labels(more)))
	if missing := without(groups, said); len(more) == 0 {
		d = d.WithText("SIG labels of %s differ from upstream: missing %s", numbers(a.block.Attr.PRs), listed(labels(missing)))
	} else if len(missing) > 0 {
		d = d.WithText("SIG labels of %s differ from upstream: extra %s; missing %s", numbers(a.block.Attr.PRs), listed(labels(more)), listed(labels(missing)))
	}
	return []diag.Diagnostic{d.WithHint("write [%s]", strings.Join(labels(groups), ","))}
}

func without(list, other []note.SIG) []note.SIG {
	return slices.DeleteFunc(slices.Clone(list), func(g note.SIG) bool { return slices.Contains(other, g) })
}

// wrongKind reports entries below a heading for a kind that none of their pull requests has. It
// ignores urgent changes, and pull requests whose kind upstream data lack.
func wrongKind(_ *In, _ *note.Note, a attributed) []diag.Diagnostic {
	kinds, known := a.kinds()
	if !known || !slices.Contains(sorted, a.block.Kind) || slices.Contains(kinds, a.block.Kind) {
		return nil
	}
	at := attrPos(a.block, note.PR, a.block.Attr.PRs[0])
	return []diag.Diagnostic{diag.Warnf(at, "kind/contradicted", "%s is listed under %s, but upstream lists it under %s", numbers(a.block.Attr.PRs), a.block.Kind, listed(kinds)).
		WithHint("move it below a heading for %s", listed(kinds))}
}

// sorted are the kinds of sections in release notes.
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
