package check

import (
	"cmp"
	"slices"
	"strings"

	"github.com/kawaraban/kawaraban/internal/diag"
	"github.com/kawaraban/kawaraban/internal/note"
	"github.com/kawaraban/kawaraban/internal/site"
	"github.com/kawaraban/kawaraban/internal/upstream"
)

// Unchecked describes what the rules cannot check, because upstream data are not imported.
type Unchecked struct {
	What    []string `json:"what"`    // "feature gates", "KEPs", "SIGs", "pull requests of 1.29"
	Command string   `json:"command"` // command that imports the data

	release note.Release // release of the pull requests
}

// FindUnchecked returns what the rules cannot check on a site, with a command for each. It
// returns nil if all upstream data are imported that the notes need.
func FindUnchecked(s *site.Site) []Unchecked {
	var out []Unchecked
	d := s.Data()
	var names []string
	for _, x := range []struct {
		what    string
		entries int
	}{{"feature gates", len(d.GateList)}, {"KEPs", len(d.KEPList)}, {"SIGs", len(d.SIGList)}} {
		if x.entries == 0 {
			names = append(names, x.what)
		}
	}
	if len(names) > 0 {
		out = append(out, Unchecked{What: names, Command: "kawaraban update"})
	}
	var releases []note.Release
	for _, n := range s.Notes() {
		for _, r := range n.Releases {
			if n.Kind == note.Changes && !slices.Contains(releases, r) && (d.Releases[r] == nil || len(d.Releases[r].Notes) == 0) {
				releases = append(releases, r)
			}
		}
	}
	slices.SortFunc(releases, upstream.CompareReleases)
	for _, r := range releases {
		out = append(out, Unchecked{[]string{"pull requests of " + string(r)}, "kawaraban import release " + string(r), r})
	}
	return out
}

// Text returns two lines for the end of a report: what is not checked, and the command as a hint.
func (u Unchecked) Text(c diag.Catalog) string {
	var what []string
	for _, name := range u.What {
		if u.release != "" {
			name = c.Sprintf("pull requests of %s", u.release)
		}
		what = append(what, cmp.Or(c[name], name))
	}
	return c.Sprintf("not checked, because the data are not imported: %s", strings.Join(what, ", ")) + "\n    " + c.Sprintf("hint: %s", u.Command) + "\n"
}
