package source

import (
	"cmp"
	"net/url"
	"path"
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/kawaraban/kawaraban/internal/diag"
	"github.com/kawaraban/kawaraban/internal/locale"
	"github.com/kawaraban/kawaraban/internal/note"
	"github.com/kawaraban/kawaraban/internal/ref"
	"github.com/kawaraban/kawaraban/internal/strictyaml"
)

// fill takes the values of the front matter over into the note, each checked.
func (p *parser) fill(f *front) {
	n := p.note
	n.Meta.Draft = f.draft()
	n.Sample = f.Sample.Value != "" && IsSample(p.in.Bytes)
	n.Meta.Tags = slices.Concat(f.Dialects.Topics, f.Dialects.Tags)
	n.Meta.Translates = f.Translates.Value
	p.aliases(f)
	p.releases(f)
	p.sigs(f)
	p.numbers(f.KEPs, note.KEP, &n.Meta.KEPs)
	p.numbers(f.PRs, note.PR, &n.Meta.PRs)
	p.gates(f)
	p.authors(f)
	p.dates(f)
	p.sourceOf(f)
	p.kind(f)
}

func (p *parser) bad(t strictyaml.Text, field, why, hint string) {
	p.report(diag.Errorf(t.Pos, "front-matter/bad-value", "%s: %q is %s", field, t.Value, why).WithHint("%s", hint))
}

// aliases takes former addresses that can be pages. A language that one begins with is left
// out, as a page stands in every language.
func (p *parser) aliases(f *front) {
	for _, t := range f.Aliases {
		alias := strings.Trim(t.Value, "/")
		first, rest, _ := strings.Cut(alias, "/")
		if _, isLang := locale.FromSuffix(first); isLang && rest != "" {
			alias = rest
		}
		alias = strings.Trim(strings.TrimSuffix(alias, "index.html"), "/")
		odd := tooLong(alias)
		for part := range strings.SplitSeq(alias, "/") {
			odd = cmp.Or(odd, oddPart(part))
			if strings.HasPrefix(part, "index.") {
				odd = cmp.Or(odd, "a file of a page itself")
			}
		}
		if odd != "" {
			p.bad(t, "aliases", "no address within the site: "+odd, "write a path as 1.27/old-name")
			continue
		}
		p.note.Meta.Aliases = append(p.note.Meta.Aliases, alias)
	}
}

func (p *parser) releases(f *front) {
	if p.place.Release != "" {
		p.note.Releases = append(p.note.Releases, p.place.Release)
	}
	var said []note.Release
	for _, t := range slices.Concat(f.Release, f.Releases) {
		r, ok := release(t.Value)
		if !ok {
			p.bad(t, "release", "no release", `write a minor release as "1.27"`)
			continue
		}
		said = append(said, r)
	}
	if p.place.Release != "" && len(said) > 0 && !slices.Contains(said, p.place.Release) {
		p.report(diag.Warnf(slices.Concat(f.Release, f.Releases)[0].Pos, "front-matter/release",
			"release is %s, but the note lies in the folder %s", said[0], p.place.Release).
			WithHint("move the note, or say releases with both"))
	}
	for _, r := range said {
		if !slices.Contains(p.note.Releases, r) {
			p.note.Releases = append(p.note.Releases, r)
		}
	}
}

// sigs takes the groups of the front matter, else the one that the file is named after.
func (p *parser) sigs(f *front) {
	for _, t := range f.SIGs {
		sig, ok := p.names.SIG(t.Value)
		if !ok {
			list := ref.ParseSIGList("sig/"+strings.TrimPrefix(strings.TrimPrefix(t.Value, "SIG "), "sig-"), p.names)
			if len(list) != 1 {
				p.bad(t, "sigs", "no name of a SIG", "write its label, as node or api-machinery")
				continue
			}
			sig = list[0]
			p.unknownSIG(t, sig)
		}
		if !slices.Contains(p.note.SIGs, sig) {
			p.note.SIGs = append(p.note.SIGs, sig)
		}
	}
	if slug := path.Base(string(p.note.ID)); len(f.SIGs) == 0 && (strings.HasPrefix(slug, "sig-") || strings.HasPrefix(slug, "wg-")) {
		if sig, ok := p.names.SIG(slug); ok {
			p.note.SIGs = append(p.note.SIGs, sig)
		}
	}
}

// unknownSIG reports a group that upstream has no more, or never had.
func (p *parser) unknownSIG(t strictyaml.Text, sig note.SIG) {
	known := p.names.SIGs()
	if len(known) == 0 {
		return
	}
	d := diag.Warnf(t.Pos, "sig/unknown", "no SIG %s", t.Value)
	if near := diag.Near(string(sig), known); near != "" {
		d = d.WithHint("did you mean %s?", near)
	} else {
		d = d.WithHint("a group that is no more is taken too")
	}
	p.report(d)
}

// aNumber is a number of a pull request or KEP as people write it.
var aNumber = regexp.MustCompile(`^(?:(?i:KEP|PR)[ #-]*|(?:k/k|kubernetes/kubernetes|kubernetes/enhancements)?#)?0*([1-9][0-9]{0,6})$`)

// numbers takes 127, KEP-127, #115331.
func (p *parser) numbers(ts []strictyaml.Text, kind note.RefKind, to *[]string) {
	for _, t := range ts {
		n := ""
		if m := aNumber.FindStringSubmatch(strings.TrimSpace(t.Value)); m != nil {
			n = m[1]
		}
		if n == "" {
			p.bad(t, string(kind)+"s", "no number", "write the number alone, as 3673")
			continue
		}
		p.note.Front = append(p.note.Front, note.Ref{Kind: kind, ID: n, Written: t.Value, Pos: t.Pos})
		*to = append(*to, n)
	}
}

func (p *parser) gates(f *front) {
	for _, t := range f.Gates {
		name, ok := p.names.Gate(t.Value)
		if !ok {
			name = t.Value
		}
		if name == "" || strings.ContainsAny(name, " \t\n") {
			p.bad(t, "gates", "no name of a feature gate", "write one name an item, as NodeLogQuery")
			continue
		}
		if !ok {
			p.unknownGate(t)
		}
		p.note.Front = append(p.note.Front, note.Ref{Kind: note.Gate, ID: name, Written: t.Value, Pos: t.Pos})
		p.note.Meta.Gates = append(p.note.Meta.Gates, name)
	}
}

// unknownGate reports a gate that upstream never had.
func (p *parser) unknownGate(t strictyaml.Text) {
	known := p.names.Gates()
	if len(known) == 0 {
		return
	}
	d := diag.Warnf(t.Pos, "gate/unknown", "no feature gate %s", t.Value)
	if near := diag.Near(t.Value, known); near != "" {
		d = d.WithHint("did you mean %s?", near)
	}
	p.report(d)
}

func (p *parser) authors(f *front) {
	ts := f.Authors
	if f.Dialects.Author.Value != "" {
		ts = append(slices.Clone(ts), f.Dialects.Author)
	}
	for _, t := range ts {
		if a := strings.TrimPrefix(strings.TrimSpace(t.Value), "@"); a != "" {
			p.note.Meta.Authors = append(p.note.Meta.Authors, note.Person(a))
		}
	}
}

// dates takes date, else what Zenn, Qiita and Hugo call it.
func (p *parser) dates(f *front) {
	for _, t := range []strictyaml.Text{f.Date, f.Dialects.PublishedAt, f.Dialects.UpdatedAt, f.Dialects.LastMod} {
		if t.Value == "" {
			continue
		}
		if iso, ok := day(t.Value); ok {
			p.note.Meta.Date = iso
			return
		}
		p.bad(t, "date", "no day", "write it as 2023-05-12")
	}
}

// day reads the day of 2023-05-12, 2023/5/12, 2023-05-12 09:00, 2023-05-12T09:00:00+09:00.
func day(s string) (string, bool) {
	s, _, _ = strings.Cut(strings.Replace(strings.TrimSpace(s), "T", " ", 1), " ")
	t, err := time.Parse("2006-1-2", strings.NewReplacer("/", "-", ".", "-").Replace(s))
	if err != nil {
		return "", false
	}
	return t.Format(time.DateOnly), true
}

func (p *parser) sourceOf(f *front) {
	if f.Source.Value == "" {
		return
	}
	u, err := url.Parse(f.Source.Value)
	if err != nil || u.Scheme != "http" && u.Scheme != "https" || u.Host == "" {
		p.bad(f.Source, "source", "no address", "write the whole address, with https://")
		return
	}
	p.note.Meta.Source = f.Source.Value
}

// kind refuses shapes that do not exist; what is left empty is decided by the text.
func (p *parser) kind(f *front) {
	if f.Kind.Value == "" || slices.Contains(noteKinds, f.Kind.Value) {
		return
	}
	hint := "known are " + strings.Join(noteKinds, ", ")
	if near := diag.Near(f.Kind.Value, noteKinds); near != "" {
		hint = "did you mean " + near + "?"
	}
	p.bad(f.Kind, "kind", "no kind of note", hint)
	f.Kind.Value = ""
}
