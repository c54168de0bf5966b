package scaffold

import (
	"slices"
	"strconv"
	"strings"

	"github.com/kawaraban/kawaraban/internal/diag"
	"github.com/kawaraban/kawaraban/internal/note"
	"github.com/kawaraban/kawaraban/internal/source"
	"github.com/kawaraban/kawaraban/internal/upstream"
)

const overviewSlug = "overview"

// Target identifies a note to be created.
type Target struct {
	ID      note.ID
	Release note.Release
	SIG     note.SIG // empty for an overview of the release
}

// ParseTarget parses 1.29/sig-node or 1.29/overview, or the path of such a file. For an unknown
// target it returns a [Refusal] with a suggestion.
func ParseTarget(arg string, in In) (Target, error) {
	folder, slug, ok := strings.Cut(string(NoteID(arg)), "/")
	if !ok || slug == "" || strings.Contains(slug, "/") {
		return Target{}, Refusal{"no note can be begun as " + strconv.Quote(arg), "write release and SIG as 1.29/sig-node, or 1.29/overview"}
	}
	r, err := releaseOf(folder)
	if err == nil && slug == overviewSlug {
		return Target{ID: note.ID(string(r) + "/" + slug), Release: r}, in.reached(r)
	}
	if err == nil {
		err = in.imported(r)
	}
	if err != nil {
		return Target{}, err
	}
	g, err := groupOf(slug, r, in)
	if err != nil {
		return Target{}, err
	}
	return Target{ID: note.ID(string(r) + "/" + slugOf(g)), Release: r, SIG: g}, nil
}

// Targets lists the notes that can be created, by release: an overview, and one for each SIG with a
// published change.
func Targets(data *upstream.Data) []string {
	var out []string
	for _, r := range data.ReleaseList {
		var slugs []string
		for n := range r.Published {
			for _, g := range n.SIGs {
				slugs = append(slugs, string(r.Release)+"/"+slugOf(g))
			}
		}
		if len(slugs) > 0 {
			slices.Sort(slugs)
			out = append(append(out, string(r.Release)+"/"+overviewSlug), slices.Compact(slugs)...)
		}
	}
	return out
}

// NoteID returns the ID of the note for 1.29/sig-node, v1.29/sig-node or
// content/1.29/sig-node.ja.md.
func NoteID(arg string) note.ID {
	id := strings.TrimPrefix(strings.TrimSuffix(arg, "/"), source.Root)
	if at, _, _, ok := source.Locate(source.Root + id); ok {
		id = string(at)
	}
	if folder, rest, ok := strings.Cut(id, "/"); ok && upstream.IsRelease(strings.TrimPrefix(folder, "v")) {
		id = strings.TrimPrefix(folder, "v") + "/" + rest
	}
	return note.ID(id)
}

func releaseOf(folder string) (note.Release, error) {
	if folder == "log" {
		return "", Refusal{"a log is not begun by new", `write its first entry: kawaraban log "…"`}
	}
	if !upstream.IsRelease(folder) {
		return "", Refusal{strconv.Quote(folder) + " is no release", "write it as 1.29/sig-node"}
	}
	return note.Release(folder), nil
}

// reached returns an error if no known KEP reached a stage in the release: its overview would be
// empty. Release notes do not matter here.
func (in In) reached(r note.Release) error {
	if len(in.Site.Facts(r).Reached) > 0 {
		return nil
	}
	return Refusal{"no KEP is known that reached a stage in " + string(r), "kawaraban import keps ../enhancements takes KEPs from a checkout"}
}

func (in In) imported(r note.Release) error {
	if len(in.Site.Facts(r).Changes) > 0 {
		return nil
	}
	var have []string
	for _, known := range in.Site.Data().ReleaseList {
		if len(known.Notes) > 0 {
			have = append(have, string(known.Release))
		}
	}
	hint := "kawaraban import release " + string(r) + " takes them from upstream"
	if len(have) > 0 {
		hint += "; there are those of " + strings.Join(have, ", ")
	}
	return Refusal{"the release notes of " + string(r) + " were not imported", hint}
}

func slugOf(g note.SIG) string {
	if strings.HasPrefix(string(g), "wg-") || strings.HasPrefix(string(g), "committee-") {
		return string(g)
	}
	return "sig-" + string(g)
}

func groupOf(slug string, r note.Release, in In) (note.SIG, error) {
	var slugs []string
	groups := map[string]note.SIG{}
	for _, c := range in.Site.Facts(r).BySIG() {
		if c.SIG != "" {
			slugs = append(slugs, slugOf(c.SIG))
			groups[slugOf(c.SIG)] = c.SIG
		}
	}
	slices.Sort(slugs)
	if g, ok := groups[strings.ToLower(slug)]; ok {
		return g, nil
	}
	g, known := in.Names.SIG(slug)
	if at, ok := groups[slugOf(g)]; known && ok {
		return at, nil
	}
	if known {
		return "", Refusal{string(r) + " published nothing of " + groupName(in.Site.Data(), g), "it has " + strings.Join(slugs, ", ")}
	}
	refused := Refusal{"there is no SIG " + strconv.Quote(slug), "notes can be begun on " + strings.Join(slugs, ", ") + ", " + overviewSlug}
	near := diag.Near(strings.ToLower(slug), append(slugs, overviewSlug))
	if _, ok := groups["sig-"+strings.ToLower(slug)]; ok {
		near = "sig-" + strings.ToLower(slug)
	}
	if near != "" {
		refused.Hint = "did you mean " + string(r) + "/" + near + "?"
	}
	return "", refused
}
