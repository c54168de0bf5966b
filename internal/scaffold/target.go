package scaffold

import (
	"slices"
	"strings"

	"github.com/kawaraban/kawaraban/internal/diag"
	"github.com/kawaraban/kawaraban/internal/note"
	"github.com/kawaraban/kawaraban/internal/source"
	"github.com/kawaraban/kawaraban/internal/upstream"
)

const overviewSlug = "overview"

// Target is a note to be created.
type Target struct {
	ID      note.ID
	Release note.Release
	SIG     note.SIG // empty for an overview of the release
}

// ParseTarget parses 1.29/sig-node or 1.29/overview, or the path of such a file. The error is a
// [Refusal], with a suggestion if possible.
func ParseTarget(arg string, in In) (Target, error) {
	folder, slug, ok := strings.Cut(string(NoteID(arg)), "/")
	if !ok || slug == "" || strings.Contains(slug, "/") {
		return Target{}, refuse("invalid note %q", arg).withHint("write a release and a SIG, such as 1.29/sig-node, or 1.29/overview")
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
	return Target{ID: note.ID(string(r) + "/" + g.Slug()), Release: r, SIG: g}, nil
}

// Targets returns the notes that can be created, by release: an overview, and a note for each SIG
// with published changes.
func Targets(data *upstream.Data) []string {
	var out []string
	for _, r := range data.ReleaseList {
		var slugs []string
		for n := range r.Published {
			for _, g := range n.SIGs {
				slugs = append(slugs, string(r.Release)+"/"+g.Slug())
			}
		}
		if len(slugs) > 0 {
			slices.Sort(slugs)
			out = append(append(out, string(r.Release)+"/"+overviewSlug), slices.Compact(slugs)...)
		}
	}
	return out
}

// NoteID returns the ID of the note for arguments such as 1.29/sig-node, v1.29/sig-node or
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
		return "", refuse("new does not create logs").withHint(`add the first entry with kawaraban log "…"`)
	}
	if !upstream.IsRelease(folder) {
		return "", refuse("invalid release %q", folder).withHint("write a release and a SIG, such as 1.29/sig-node")
	}
	return note.Release(folder), nil
}

// reached returns an error if no known KEP reached a stage in the release, because the overview
// would be empty. Release notes do not matter.
func (in In) reached(r note.Release) error {
	if len(in.Site.Facts(r).Reached) > 0 {
		return nil
	}
	return refuse("no known KEP reached a stage in release %s", r).withHint("import KEPs from a checkout: kawaraban import keps ../enhancements")
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
	missing := refuse("release notes of %s are not imported", r)
	if len(have) == 0 {
		return missing.withHint("run kawaraban import release %s", r)
	}
	return missing.withHint("run kawaraban import release %s, or choose from %s", r, strings.Join(have, ", "))
}

func groupOf(slug string, r note.Release, in In) (note.SIG, error) {
	var slugs []string
	groups := map[string]note.SIG{}
	for _, c := range in.Site.Facts(r).BySIG() {
		if c.SIG != "" {
			slugs = append(slugs, c.SIG.Slug())
			groups[c.SIG.Slug()] = c.SIG
		}
	}
	slices.Sort(slugs)
	if g, ok := groups[strings.ToLower(slug)]; ok {
		return g, nil
	}
	g, known := in.Names.SIG(slug)
	if at, ok := groups[g.Slug()]; known && ok {
		return at, nil
	}
	if known {
		return "", refuse("no changes of %s in release %s", groupName(in.Site.Data(), g), r).withHint("choose from %s", strings.Join(slugs, ", "))
	}
	refused := refuse("unknown SIG %q", slug).withHint("choose from %s, %s", strings.Join(slugs, ", "), overviewSlug)
	near := diag.Near(strings.ToLower(slug), append(slugs, overviewSlug))
	if _, ok := groups["sig-"+strings.ToLower(slug)]; ok {
		near = "sig-" + strings.ToLower(slug)
	}
	if near != "" {
		refused = refused.withHint("did you mean %s/%s?", r, near)
	}
	return "", refused
}
