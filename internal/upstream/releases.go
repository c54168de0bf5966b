package upstream

import (
	"strings"
	"time"
	"unicode/utf8"

	"github.com/kawaraban/kawaraban/internal/diag"
	"github.com/kawaraban/kawaraban/internal/locale"
	"github.com/kawaraban/kawaraban/internal/note"
	"github.com/kawaraban/kawaraban/internal/strictyaml"
)

// maxReleases is the maximum number of releases in releases.yaml. Each release adds several
// pages, and a line on the pages of the others.
const maxReleases = 200

type releaseRow struct {
	Release      strictyaml.Text            `yaml:"release"`
	Date         strictyaml.Text            `yaml:"date"`
	EndOfSupport strictyaml.Text            `yaml:"end-of-support"`
	Name         string                     `yaml:"name"`
	Source       strictyaml.Text            `yaml:"source"`
	Announced    Announced                  `yaml:"announced"`
	Lede         map[string]strictyaml.Text `yaml:"lede"`
	Pos          diag.Position              `yaml:",pos"`
}

// releases reads releases.yaml and adds its rows to the imported releases. A release that is not
// imported has no notes.
func (l *loader) releases() error {
	b, err := l.read(ReleasesFile)
	if err != nil || b == nil {
		return err
	}
	var file struct {
		Releases []releaseRow `yaml:"releases"`
	}
	l.diags = append(l.diags, strictyaml.Unmarshal(b, place(ReleasesFile), &file, strictyaml.Code("releases"), strictyaml.MaxItems(maxReleases))...)
	seen := map[string]bool{}
	for _, row := range file.Releases {
		name := row.Release.Value
		switch {
		case row.Pos.Line == 0: // not a row; already reported
		case !IsRelease(name):
			l.diags = append(l.diags, diag.Errorf(orPlace(row.Release.Pos, row.Pos), "releases/release", "invalid release %q", name).
				WithHint(`write release: "1.27"`))
		case seen[name]:
			l.diags = append(l.diags, diag.Errorf(row.Release.Pos, "releases/duplicate", "duplicate release %q", name))
		default:
			seen[name] = true
			l.addRow(row)
		}
	}
	return nil
}

func (l *loader) addRow(row releaseRow) {
	id := note.Release(row.Release.Value)
	r := l.data.Releases[id]
	if r == nil {
		r = &Release{Release: id}
		l.data.Releases[id] = r
	}
	r.Date, r.EndOfSupport = l.date(row.Date), l.date(row.EndOfSupport)
	r.Name, r.Source, r.Announced = row.Name, l.address(row.Source), row.Announced
	r.Lede = l.lede(row.Lede)
}

// maxLede is the maximum length of a lede in characters. The lede is the first paragraph on the
// page of a release.
const maxLede = 800

// lede returns the ledes of a release by language. It reports and omits invalid ones.
func (l *loader) lede(written map[string]strictyaml.Text) map[note.Lang]string {
	out := map[note.Lang]string{}
	for code, text := range written {
		lang, ok := locale.FromSuffix(code)
		switch {
		case strings.TrimSpace(text.Value) == "":
		case !ok:
			l.diags = append(l.diags, diag.Errorf(text.Pos, "releases/language", "invalid language code %q", code).
				WithHint("write a code such as en, ja, zh or ru"))
		case utf8.RuneCountInString(text.Value) > maxLede:
			l.diags = append(l.diags, diag.Errorf(text.Pos, "releases/lede", "lede exceeds %d characters, omitted", maxLede).
				WithHint("shorten it to what matters most"))
		default:
			out[lang] = text.Value
		}
	}
	return out
}

// address returns a web address. It reports an invalid one and returns "".
func (l *loader) address(t strictyaml.Text) string {
	if t.Value == "" || isAddress(t.Value) {
		return t.Value
	}
	l.diags = append(l.diags, diag.Errorf(t.Pos, "releases/source", "invalid web address %q", t.Value).
		WithHint("write the full URL, starting with https://"))
	return ""
}

// date returns a date. It reports an invalid one and returns "".
func (l *loader) date(t strictyaml.Text) string {
	if t.Value == "" {
		return ""
	}
	if _, err := time.Parse(time.DateOnly, t.Value); err != nil {
		l.diags = append(l.diags, diag.Errorf(t.Pos, "releases/date", "invalid date %q", t.Value).WithHint("write it as 2023-04-11"))
		return ""
	}
	return t.Value
}
