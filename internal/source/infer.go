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

// infer finds the release and the SIG of a note that gives neither: in its title, else in its file
// name, else in the official notes of its pull requests. A log has none: it goes on from release to
// release.
func (p *parser) infer() {
	n := p.note
	if n.Kind == note.Log || p.place.Log {
		return
	}
	name, _ := locale.CutLang(stem(path.Base(p.in.Path)))
	var said, lines []string
	if len(n.Releases) == 0 {
		if r, from := p.inferRelease(name); r != "" {
			n.Releases = []note.Release{r}
			said = append(said, fmt.Sprintf("release %s is taken from the %s", r, from))
			lines = append(lines, fmt.Sprintf("release: %q", r))
		}
	}
	if len(n.SIGs) == 0 && n.Kind == note.Changes {
		if sig, from := p.inferSIG(name); sig != "" {
			n.SIGs = []note.SIG{sig}
			said = append(said, fmt.Sprintf("SIG %s is taken from the %s", sig, from))
			lines = append(lines, fmt.Sprintf("sigs: [%s]", sig))
		}
	}
	if len(said) > 0 {
		p.report(diag.Infof(diag.Position{File: p.in.Path}, "front-matter/inferred", "%s", strings.Join(said, ", ")).
			WithHint("write in the front matter: %s", strings.Join(lines, ", and on the next line: ")))
	}
}

// inferRelease returns the release and where it was found; empty if nothing gives one, or the title
// names several.
func (p *parser) inferRelease(name string) (r note.Release, from string) {
	if found := p.named(p.note.Title, note.ReleaseRef); len(found) > 0 {
		return note.Release(only(found)), "title"
	}
	if r := releaseIn(releaseFile, name); r != "" {
		return r, "file name"
	}
	return mostOf(p, func(o ref.Published) []note.Release { return []note.Release{o.Release} }), "pull requests"
}

// inferSIG is like inferRelease for the SIG of a changes note.
func (p *parser) inferSIG(name string) (sig note.SIG, from string) {
	for _, x := range [...]struct{ text, from string }{{p.note.Title, "title"}, {name, "file name"}} {
		if found := p.named(x.text, note.SIGRef); len(found) > 0 {
			if _, known := p.names.SIG(only(found)); known {
				return note.SIG(only(found)), x.from
			}
			return "", ""
		}
	}
	return mostOf(p, func(o ref.Published) []note.SIG {
		if len(p.note.Releases) > 0 && !slices.Contains(p.note.Releases, o.Release) {
			return nil
		}
		return o.SIGs
	}), "pull requests"
}

// named returns what a text names of a kind, without repetitions.
func (p *parser) named(text string, kind note.RefKind) []string {
	var found []string
	for _, m := range ref.Scan(text, ref.Context{}, p.names) {
		if m.Ref.Kind == kind && !slices.Contains(found, m.Ref.ID) {
			found = append(found, m.Ref.ID)
		}
	}
	return found
}

// only returns the only element of a list, else "".
func only(list []string) string {
	if len(list) != 1 {
		return ""
	}
	return list[0]
}

// mostOf returns the value that more than half of a note's pull requests have in their official
// notes, and more than any other value; else the zero value.
func mostOf[T comparable](p *parser, of func(ref.Published) []T) (most T) {
	if p.note.Kind != note.Changes {
		return most
	}
	prs := map[string]bool{}
	for b := range p.note.Entries {
		for _, pr := range b.Attr.PRs {
			prs[pr] = true
		}
	}
	count := map[T]int{}
	for pr := range prs {
		var values []T
		for _, o := range p.names.Published(pr) {
			for _, v := range of(o) {
				if !slices.Contains(values, v) {
					values = append(values, v)
				}
			}
		}
		for _, v := range values {
			count[v]++
		}
	}
	best, tied := 0, false
	for v, n := range count {
		switch {
		case n > best:
			best, tied, most = n, false, v
		case n == best:
			tied = true
		}
	}
	if tied || 2*best <= len(prs) {
		var none T
		return none
	}
	return most
}
