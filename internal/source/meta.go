package source

import (
	"cmp"
	"net/url"
	"path"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/kawaraban/kawaraban/internal/diag"
	"github.com/kawaraban/kawaraban/internal/locale"
	"github.com/kawaraban/kawaraban/internal/note"
	"github.com/kawaraban/kawaraban/internal/ref"
	"github.com/kawaraban/kawaraban/internal/strictyaml"
)

// fill validates the values of the front matter and stores them in the note.
func (p *parser) fill(f *front) {
	n := p.note
	n.Meta.Draft = f.draft()
	p.breaks = f.Dialects.breaks()
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

// badValue returns the diagnostic for an invalid value. The format has one verb, for the value.
func badValue(t strictyaml.Text, format string) diag.Diagnostic {
	return diag.Errorf(t.Pos, "front-matter/bad-value", format, t.Value)
}

// aliases stores the valid former addresses. It removes a language at the beginning, because an
// alias applies to all languages.
func (p *parser) aliases(f *front) {
	for _, t := range f.Aliases {
		alias := strings.Trim(t.Value, "/")
		first, rest, _ := strings.Cut(alias, "/")
		if _, isLang := locale.FromSuffix(first); isLang && rest != "" {
			alias = rest
		}
		alias = strings.Trim(strings.TrimSuffix(alias, "index.html"), "/")
		var odd diag.Phrase
		if len(alias) > maxAddress {
			odd = diag.Phrasef("longer than %s bytes", strconv.Itoa(maxAddress))
		}
		for part := range strings.SplitSeq(alias, "/") {
			odd = cmp.Or(odd, invalidSegment(part))
			if strings.HasPrefix(part, "index.") {
				odd = cmp.Or(odd, diag.Phrase("reserved for files of a page"))
			}
		}
		if odd != "" {
			p.report(diag.Errorf(t.Pos, "front-matter/bad-value", "invalid alias %q: %s", t.Value, odd).WithHint("write a path such as 1.27/old-name"))
			continue
		}
		p.note.Meta.Aliases = append(p.note.Meta.Aliases, alias)
	}
}

func (p *parser) releases(f *front) {
	if p.place.Release != "" {
		p.note.Releases = append(p.note.Releases, p.place.Release)
	}
	var given []note.Release
	for _, t := range slices.Concat(f.Release, f.Releases) {
		r, ok := release(t.Value)
		if !ok {
			p.report(badValue(t, "invalid release %q").WithHint(`write a minor release such as "1.27"`))
			continue
		}
		given = append(given, r)
	}
	if p.place.Release != "" && len(given) > 0 && !slices.Contains(given, p.place.Release) {
		p.report(diag.Warnf(slices.Concat(f.Release, f.Releases)[0].Pos, "front-matter/release",
			"release %q differs from the directory %q", given[0], p.place.Release).
			WithHint("move the note, or write releases: [%s, %s]", p.place.Release, given[0]))
	}
	for _, r := range given {
		if !slices.Contains(p.note.Releases, r) {
			p.note.Releases = append(p.note.Releases, r)
		}
	}
}

// sigs stores the SIGs of the front matter. Without any, it stores the SIG in the file name.
func (p *parser) sigs(f *front) {
	for _, t := range f.SIGs {
		sig, ok := p.names.SIG(t.Value)
		if !ok {
			list := ref.ParseSIGList("sig/"+strings.TrimPrefix(strings.TrimPrefix(t.Value, "SIG "), "sig-"), p.names)
			if len(list) != 1 {
				p.report(badValue(t, "invalid SIG %q").WithHint("write the label of the SIG, such as node or api-machinery"))
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

func (p *parser) unknownSIG(t strictyaml.Text, sig note.SIG) {
	known := p.names.SIGs()
	if len(known) == 0 {
		return
	}
	d := diag.Warnf(t.Pos, "sig/unknown", "unknown SIG %q", t.Value)
	if near := diag.Near(string(sig), known); near != "" {
		d = d.WithHint("did you mean %s?", near)
	} else {
		d = d.WithHint("check the spelling; SIGs that upstream has closed are valid")
	}
	p.report(d)
}

// numberForm matches the number of a pull request or a KEP.
var numberForm = regexp.MustCompile(`^(?:(?i:KEP|PR)[ #-]*|(?:k/k|kubernetes/kubernetes|kubernetes/enhancements)?#)?0*([1-9][0-9]{0,6})$`)

// numbers parses numbers such as 127, KEP-127 and #115331, and stores them in to.
func (p *parser) numbers(ts []strictyaml.Text, kind note.RefKind, to *[]string) {
	for _, t := range ts {
		n := ""
		if m := numberForm.FindStringSubmatch(strings.TrimSpace(t.Value)); m != nil {
			n = m[1]
		}
		if n == "" {
			p.report(diag.Errorf(t.Pos, "front-matter/bad-value", "invalid number %q in %ss", t.Value, kind).WithHint("write only the number, such as 3673"))
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
			p.report(badValue(t, "invalid feature gate %q").WithHint("write one name per item, such as NodeLogQuery"))
			continue
		}
		if !ok {
			p.unknownGate(t)
		}
		p.note.Front = append(p.note.Front, note.Ref{Kind: note.Gate, ID: name, Written: t.Value, Pos: t.Pos})
		p.note.Meta.Gates = append(p.note.Meta.Gates, name)
	}
}

func (p *parser) unknownGate(t strictyaml.Text) {
	known := p.names.Gates()
	if len(known) == 0 {
		return
	}
	d := diag.Warnf(t.Pos, "gate/unknown", "unknown feature gate %q", t.Value)
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

// dates stores the field date. Without it, it stores the equivalent field of Zenn, Qiita or Hugo.
func (p *parser) dates(f *front) {
	for _, t := range []strictyaml.Text{f.Date, f.Dialects.PublishedAt, f.Dialects.UpdatedAt, f.Dialects.LastMod} {
		if t.Value == "" {
			continue
		}
		if iso, ok := day(t.Value); ok {
			p.note.Meta.Date = iso
			return
		}
		p.report(badValue(t, "invalid date %q").WithHint("write a date such as 2023-05-12"))
	}
}

// day parses the date in 2023-05-12, 2023/5/12, 2023-05-12 09:00 or 2023-05-12T09:00:00+09:00. It
// returns 2023-05-12.
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
		p.report(badValue(f.Source, "invalid source address %q").WithHint("write the full address with https://"))
		return
	}
	p.note.Meta.Source = f.Source.Value
}

// kind reports an unknown kind and clears it, so that the kind is detected from the text.
func (p *parser) kind(f *front) {
	if f.Kind.Value == "" || slices.Contains(noteKinds, f.Kind.Value) {
		return
	}
	d := badValue(f.Kind, "unknown note kind %q").WithHint("known kinds: %s", strings.Join(noteKinds, ", "))
	if near := diag.Near(f.Kind.Value, noteKinds); near != "" {
		d = d.WithHint("did you mean %s?", near)
	}
	p.report(d)
	f.Kind.Value = ""
}
