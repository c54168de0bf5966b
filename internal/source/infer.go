package source

import (
	"fmt"
	"path"
	"slices"
	"strings"

	"github.com/kawaraban/kawaraban/internal/diag"
	"github.com/kawaraban/kawaraban/internal/locale"
	"github.com/kawaraban/kawaraban/internal/note"
	"github.com/kawaraban/kawaraban/internal/ref"
)

// infer finds the release and the group of a note that says neither, from its title or its file
// name. A log has none: it goes on from release to release.
func (p *parser) infer() {
	n := p.note
	if n.Kind == note.Log || p.place.Log {
		return
	}
	name, _ := locale.CutLang(stem(path.Base(p.in.Path)))
	var said, lines []string
	if len(n.Releases) == 0 {
		r, from := p.only(n.Title, note.ReleaseRef), "title"
		if r == "" {
			r, from = string(releaseIn(releaseFile, name)), "file name"
		}
		if r != "" {
			n.Releases = []note.Release{note.Release(r)}
			said = append(said, fmt.Sprintf("release %s is taken from the %s", r, from))
			lines = append(lines, fmt.Sprintf("release: %q", r))
		}
	}
	if len(n.SIGs) == 0 && n.Kind == note.Changes {
		sig, from := p.only(n.Title, note.SIGRef), "title"
		if sig == "" {
			sig, from = p.only(name, note.SIGRef), "file name"
		}
		if _, known := p.names.SIG(sig); known {
			n.SIGs = []note.SIG{note.SIG(sig)}
			said = append(said, fmt.Sprintf("SIG %s is taken from the %s", sig, from))
			lines = append(lines, fmt.Sprintf("sigs: [%s]", sig))
		}
	}
	if len(said) > 0 {
		p.report(diag.Infof(diag.Position{File: p.in.Path}, "front-matter/inferred", "%s", strings.Join(said, ", ")).
			WithHint("write in the front matter: %s", strings.Join(lines, ", and on the next line: ")))
	}
}

// only is what a text names of a kind, "" where that is nothing or several things.
func (p *parser) only(text string, kind note.RefKind) string {
	var found []string
	for _, m := range ref.Scan(text, ref.Context{}, p.names) {
		if m.Ref.Kind == kind && !slices.Contains(found, m.Ref.ID) {
			found = append(found, m.Ref.ID)
		}
	}
	if len(found) != 1 {
		return ""
	}
	return found[0]
}
