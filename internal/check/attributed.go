package check

import (
	"slices"
	"strconv"
	"strings"

	"github.com/kawaraban/kawaraban/internal/diag"
	"github.com/kawaraban/kawaraban/internal/note"
	"github.com/kawaraban/kawaraban/internal/upstream"
)

// attributed is an entry of a changes note, with the pull requests that it names in its
// attribution.
type attributed struct {
	block    *note.Block
	official map[string]*upstream.ReleaseNote // by number; only what a release of the note published
	taken    map[string]bool                  // the numbers that some entry of the note is attributed to
}

// attributedOf lists the attributed entries of a changes note, where everything that its
// releases published is known; nothing for other notes.
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

// imported reports whether the release notes of all the releases are there.
func imported(d *upstream.Data, releases []note.Release) bool {
	return len(releases) > 0 && !slices.ContainsFunc(releases, func(r note.Release) bool {
		return d.Releases[r] == nil || len(d.Releases[r].Notes) == 0
	})
}

// publishedIn finds the notes that the releases published on pull requests.
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

// officialOf returns every release note on a pull request, drafts too.
func officialOf(d *upstream.Data, pr string) []upstream.OfficialNote {
	number, err := strconv.Atoi(pr)
	if err != nil {
		return nil
	}
	return d.OfficialNote(number)
}

// sigs are the groups of all pull requests of the entry; known only where upstream says
// groups of each.
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

// attrPos is where the attribution of an entry names something: the last of its own
// references to it, since the attribution closes the entry. What is no reference (a
// person whose @ is lost, a group that nobody knows) stands beside the pull request.
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

// listed joins words for a sentence: a, b and c.
func listed[S ~string](words []S) string {
	var b strings.Builder
	for i, w := range words {
		switch {
		case i > 0 && i == len(words)-1:
			b.WriteString(" and ")
		case i > 0:
			b.WriteString(", ")
		}
		b.WriteString(string(w))
	}
	return b.String()
}
