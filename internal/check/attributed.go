package check

import (
	"slices"
	"strconv"
	"strings"

	"github.com/kawaraban/kawaraban/internal/diag"
	"github.com/kawaraban/kawaraban/internal/note"
	"github.com/kawaraban/kawaraban/internal/upstream"
)

// attributed is an entry of a changes note that has pull requests in its attribution.
type attributed struct {
	block    *note.Block
	official map[string]*upstream.ReleaseNote // by number; only those published in the releases of the note
	taken    map[string]bool                  // numbers in the attributions of all entries of the note
}

// attributedOf returns the attributed entries of a changes note. It returns nil for other notes,
// or if the official notes of one of its releases are not imported.
func attributedOf(in *In, n *note.Note) []attributed {
	if n.Kind != note.Changes || !imported(in.Site.Data(), n.Releases) {
		return nil
	}
	var out []attributed
	taken := map[string]bool{}
	for b := range n.Entries {
		if len(b.Attr.PRs) > 0 {
			out = append(out, attributed{b, publishedIn(in.Site.Data(), n.Releases, b.Attr.PRs), taken})
		}
		for _, pr := range b.Attr.PRs {
			taken[pr] = true
		}
	}
	return out
}

func imported(d *upstream.Data, releases []note.Release) bool {
	return len(releases) > 0 && !slices.ContainsFunc(releases, func(r note.Release) bool {
		return d.Releases[r] == nil || len(d.Releases[r].Notes) == 0
	})
}

func publishedIn(d *upstream.Data, releases []note.Release, prs []string) map[string]*upstream.ReleaseNote {
	out := map[string]*upstream.ReleaseNote{}
	for _, pr := range prs {
		for _, o := range officialOf(d, pr) {
			if o.Note.Published && out[pr] == nil && slices.Contains(releases, o.Release) {
				out[pr] = o.Note
			}
		}
	}
	return out
}

func officialOf(d *upstream.Data, pr string) []upstream.OfficialNote {
	number, err := strconv.Atoi(pr)
	if err != nil {
		return nil
	}
	return d.OfficialNote(number)
}

// sigs returns the SIGs of all pull requests of the entry. known is false if upstream data lack
// the SIGs of one of them.
func (a attributed) sigs() (groups []note.SIG, known bool) {
	for _, pr := range a.block.Attr.PRs {
		o := a.official[pr]
		if o == nil || len(o.SIGs) == 0 {
			return nil, false
		}
		groups = append(groups, o.SIGs...)
	}
	slices.Sort(groups)
	return slices.Compact(groups), true
}

// attrPos returns the position of an ID in the attribution of an entry. It is the last reference
// to the ID, because the attribution is at the end. If the ID is not a reference, such as a
// person without @, it is the position of the pull request.
func attrPos(b *note.Block, kind note.RefKind, id string) diag.Position {
	own := len(b.Refs)
	for i := range b.Children {
		own -= len(b.Children[i].Refs)
	}
	for _, refs := range [][]note.Ref{b.Refs[:max(own, 0)], b.Refs} {
		for _, r := range slices.Backward(refs) {
			if r.Kind == kind && r.ID == id && r.Pos.Line > 0 {
				return r.Pos
			}
		}
	}
	if kind != note.PR {
		return attrPos(b, note.PR, b.Attr.PRs[0])
	}
	return b.Pos
}

func listed[S ~string](words []S) string { return strings.Join(asStrings(words), ", ") }

func asStrings[S ~string](list []S) []string {
	out := make([]string, len(list))
	for i, s := range list {
		out[i] = string(s)
	}
	return out
}
