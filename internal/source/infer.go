package source

import (
	"path"
	"slices"

	"github.com/kawaraban/kawaraban/internal/diag"
	"github.com/kawaraban/kawaraban/internal/locale"
	"github.com/kawaraban/kawaraban/internal/note"
	"github.com/kawaraban/kawaraban/internal/ref"
)

// infer finds the release and the SIG of a note without them in its title or file name. A log has
// no release, because it spans several.
func (p *parser) infer() {
	n := p.note
	if n.Kind == note.Log || p.place.Log {
		return
	}
	name, _ := locale.CutLang(stem(path.Base(p.in.Path)))
	report := func(format, value, hint string) {
		p.report(diag.Infof(diag.Position{File: p.in.Path}, "front-matter/inferred", format, value).WithHint(hint, value))
	}
	if len(n.Releases) == 0 {
		r, format := p.only(n.Title, note.ReleaseRef), "release %q is inferred from the title"
		if r == "" {
			r, format = string(releaseIn(releaseFile, name)), "release %q is inferred from the file name"
		}
		if r != "" {
			n.Releases = []note.Release{note.Release(r)}
			report(format, r, `add to the front matter: release: %q`)
		}
	}
	if len(n.SIGs) == 0 && n.Kind == note.Changes {
		sig, format := p.only(n.Title, note.SIGRef), "SIG %q is inferred from the title"
		if sig == "" {
			sig, format = p.only(name, note.SIGRef), "SIG %q is inferred from the file name"
		}
		if _, known := p.names.SIG(sig); known {
			n.SIGs = []note.SIG{note.SIG(sig)}
			report(format, sig, "add to the front matter: sigs: [%s]")
		}
	}
}

// only returns the single thing of a kind that a text names, "" for none or several.
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
