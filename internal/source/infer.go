package source

import (
	"path"
	"slices"

	"github.com/kawaraban/kawaraban/internal/diag"
	"github.com/kawaraban/kawaraban/internal/locale"
	"github.com/kawaraban/kawaraban/internal/note"
	"github.com/kawaraban/kawaraban/internal/ref"
)

// infer infers the missing release and SIG of a note, and reports them. The sources are the
// title, the file name, and the official notes of its pull requests. A log has no release,
// because it extends over several.
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
		if r, format := p.inferRelease(name); r != "" {
			n.Releases = []note.Release{r}
			report(format, string(r), `add to the front matter: release: %q`)
		}
	}
	if len(n.SIGs) == 0 && n.Kind == note.Changes {
		if sig, format := p.inferSIG(name); sig != "" {
			n.SIGs = []note.SIG{sig}
			report(format, string(sig), "add to the front matter: sigs: [%s]")
		}
	}
}

// inferRelease returns the release, and the message that reports it. The release is empty if no
// source has one, or if the title has several.
func (p *parser) inferRelease(name string) (r note.Release, format string) {
	if found := p.named(p.note.Title, note.ReleaseRef); len(found) > 0 {
		return note.Release(only(found)), "release %q is inferred from the title"
	}
	if r := releaseIn(releaseFile, name); r != "" {
		return r, "release %q is inferred from the file name"
	}
	return mostOf(p, func(o ref.Published) []note.Release { return []note.Release{o.Release} }), "release %q is inferred from the pull requests"
}

// inferSIG returns the SIG of a changes note, as inferRelease does for the release.
func (p *parser) inferSIG(name string) (sig note.SIG, format string) {
	for _, x := range [...]struct{ text, format string }{
		{p.note.Title, "SIG %q is inferred from the title"}, {name, "SIG %q is inferred from the file name"},
	} {
		if found := p.named(x.text, note.SIGRef); len(found) > 0 {
			if _, known := p.names.SIG(only(found)); known {
				return note.SIG(only(found)), x.format
			}
			return "", ""
		}
	}
	return mostOf(p, func(o ref.Published) []note.SIG {
		if len(p.note.Releases) > 0 && !slices.Contains(p.note.Releases, o.Release) {
			return nil
		}
		return o.SIGs
	}), "SIG %q is inferred from the pull requests"
}

// named returns the IDs of a kind that a text names, without duplicates.
func (p *parser) named(text string, kind note.RefKind) []string {
	var found []string
	for _, m := range ref.Scan(text, ref.Context{}, p.names) {
		if m.Ref.Kind == kind && !slices.Contains(found, m.Ref.ID) {
			found = append(found, m.Ref.ID)
		}
	}
	return found
}

// only returns the element of a list with a single element, else "".
func only(list []string) string {
	if len(list) != 1 {
		return ""
	}
	return list[0]
}

// mostOf returns the value that most pull requests of a note have in their official notes. More
// than half of them must have it, and no other value may be as frequent. Otherwise it returns the
// zero value.
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
