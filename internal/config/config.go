// Package config parses site.yaml into a [Config]. The file is optional: [Default] returns the
// settings without it, and a missing key keeps its default.
//
// docs/configuration.md describes every key; a test compares it with the struct below.
package config

import (
	"cmp"
	"fmt"
	"maps"
	"net/url"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/kawaraban/kawaraban/internal/diag"
	"github.com/kawaraban/kawaraban/internal/note"
	"github.com/kawaraban/kawaraban/internal/strictyaml"
)

// Config holds the settings of a site.
type Config struct {
	// Title is the name of the site by language; the key "" is for all other languages.
	Title map[note.Lang]string `yaml:"title,scalar"`
	// Description is one sentence about the site by language; may be empty.
	Description map[note.Lang]string `yaml:"description,scalar"`
	// BaseURL is the address of the site with a final slash: https://example.org/notes/. It is
	// empty if unknown. Links between pages are relative; output that needs absolute addresses is
	// omitted then.
	BaseURL string `yaml:"base_url"`
	// Languages lists the languages of the interface in display order; empty if the file has none:
	// see WithLanguages. Each needs interface texts, which the caller checks.
	Languages []note.Lang `yaml:"languages"`
	// Default is the language for readers without a known preference; one of Languages, if there
	// are any.
	Default note.Lang `yaml:"default_language"`
	// Fallback lists, for readers of a language, the languages of notes that are not available in
	// their own, best first. An empty list means the original. The default is English.
	Fallback map[note.Lang][]note.Lang `yaml:"fallback"`
	// RawHTML lets notes contain HTML, which is sanitized. Otherwise it is shown as text and
	// reported.
	RawHTML bool `yaml:"raw_html"`
	// Repository is the address of the directory that contains content/, for links to the source of
	// a note: https://github.com/owner/name/blob/main. It may be empty.
	Repository string `yaml:"repository"`
	// Licence is the licence of the notes, for the footer: CC BY 4.0. It may be empty.
	Licence string `yaml:"licence"`
	// Logo is the name of a picture in static/icons, to the left of the name: logo.svg. It may be
	// empty.
	Logo string `yaml:"logo"`
	// Footer is a text for the footer by language; may be empty.
	Footer map[note.Lang]string `yaml:"footer,scalar"`
	// Navigation lists links for the navigation, after the main lists.
	Navigation []NavLink `yaml:"navigation"`
	// Dates is the source of the dates and authors of changes to notes.
	Dates Dates `yaml:"dates"`
	// Checks lists the severities of diagnostics by code, in the order of the file. The caller
	// reports unknown codes.
	Checks []Check `yaml:"checks"`
	// Draft is the command for machine translations, if any.
	Draft Draft `yaml:"draft"`
	// Editor opens a position of a note in an editor, from the preview. See [Editor]. It may be
	// empty.
	Editor Editor `yaml:"editor"`

	// NoBaseURL and NoRepository mean that the key is present and empty: the site does without,
	// even if the value could be detected.
	NoBaseURL    bool `yaml:"-"`
	NoRepository bool `yaml:"-"`
}

// NavLink is a link in the navigation. Href is a web address, or the path of a page in each language:
// notes/.
type NavLink struct {
	Text map[note.Lang]string `yaml:"text,scalar"`
	Href string               `yaml:"href"`
}

// Check is the severity of one code.
type Check struct {
	Code  diag.Code
	Level Level
	Pos   diag.Position // position of the code
}

// Level is a severity, or Off.
type Level string

const (
	Off     Level = "off"
	Info    Level = "info"
	Warning Level = "warning"
	Error   Level = "error"
)

// Dates is the source of the dates of notes, in addition to front matter.
type Dates string

const (
	FromGit   Dates = "git" // the history of the repository that contains the site
	FromNotes Dates = "none"
)

// Default returns the settings of a site without site.yaml.
func Default() Config {
	return Config{
		Title:   map[note.Lang]string{"": "Kawaraban", "ja": "瓦版"},
		Default: "en",
		Dates:   FromGit,
	}
}

// WithLanguages fills in the languages of a site. spoken lists the languages of the interface in
// display order. If the file has no languages, they are those of the notes, the default one and
// English; if the interface has none of these, all of spoken.
func (c Config) WithLanguages(spoken []note.Lang, inNotes func(note.Lang) bool) Config {
	if len(c.Languages) == 0 {
		for _, l := range spoken {
			if l == "en" || l == c.Default || inNotes(l) {
				c.Languages = append(c.Languages, l)
			}
		}
	}
	if len(c.Languages) == 0 {
		c.Languages = slices.Clone(spoken)
	}
	if len(c.Languages) > 0 && !slices.Contains(c.Languages, c.Default) {
		c.Default = c.Languages[0]
	}
	return c
}

// TitleIn returns the name of the site in a language.
func (c Config) TitleIn(l note.Lang) string { return in(c.Title, l, c.Default) }

// DescriptionIn returns the description of the site in a language, or "".
func (c Config) DescriptionIn(l note.Lang) string { return in(c.Description, l, c.Default) }

// in returns the text for l, else the one for all languages, else that of the default language,
// else the first by name.
func in(texts map[note.Lang]string, l, byDefault note.Lang) string {
	for _, key := range []note.Lang{l, "", byDefault} {
		if t := texts[key]; t != "" {
			return t
		}
	}
	first := ""
	for key := range texts {
		if texts[key] != "" && (first == "" || string(key) < first) {
			first = string(key)
		}
	}
	return texts[note.Lang(first)]
}

var code = regexp.MustCompile(`^[a-z]{2,3}(-[a-z0-9]{2,8})*$`)

// raw is the file before validation, with positions for messages.
type raw struct {
	Title       map[string]strictyaml.Text   `yaml:"title,scalar"`
	Description map[string]strictyaml.Text   `yaml:"description,scalar"`
	BaseURL     strictyaml.Text              `yaml:"base_url"`
	Languages   []strictyaml.Text            `yaml:"languages"`
	Default     strictyaml.Text              `yaml:"default_language"`
	Fallback    map[string][]strictyaml.Text `yaml:"fallback"`
	RawHTML     bool                         `yaml:"raw_html"`
	Repository  strictyaml.Text              `yaml:"repository"`
	Licence     strictyaml.Text              `yaml:"licence"`
	Logo        strictyaml.Text              `yaml:"logo"`
	Footer      map[string]strictyaml.Text   `yaml:"footer,scalar"`
	Navigation  []rawNavLink                 `yaml:"navigation"`
	Dates       strictyaml.Text              `yaml:"dates"`
	Checks      map[string]strictyaml.Text   `yaml:"checks"`
	Draft       rawDraft                     `yaml:"draft"`
	Editor      strictyaml.Text              `yaml:"editor"`
}

type rawNavLink struct {
	Text map[string]strictyaml.Text `yaml:"text,scalar"`
	Href strictyaml.Text            `yaml:"href"`
}

var logoName = regexp.MustCompile(`^[A-Za-z0-9][A-Za-z0-9._-]*\.(?:svg|png)$`)

func logo(t strictyaml.Text) (string, []diag.Diagnostic) {
	if t.Value != "" && !logoName.MatchString(t.Value) {
		return "", []diag.Diagnostic{diag.Errorf(t.Pos, "config/logo", "invalid name of a logo %q", t.Value).
			WithHint("write the name of an SVG or PNG file in static/icons, such as logo.svg")}
	}
	return t.Value, nil
}

// maxNavigation is the maximum number of links. More do not fit next to the main lists.
const maxNavigation = 4

func (r raw) navigation(file string) ([]NavLink, []diag.Diagnostic) {
	var out []NavLink
	var ds []diag.Diagnostic
	for i, l := range r.Navigation {
		text, more := texts(nil, l.Text)
		ds = append(ds, more...)
		href := strings.TrimPrefix(l.Href.Value, "/")
		_, isWeb := webAddress(href)
		switch {
		case len(text) == 0 || href == "":
			ds = append(ds, diag.Errorf(diag.Position{File: file}, "config/navigation", "incomplete link %d of navigation", i+1).WithHint("write text and href"))
		case !isWeb && (strings.ContainsAny(href, ":?#\\") || strings.HasPrefix(href, "/") || slices.Contains(strings.Split(href, "/"), "..")):
			ds = append(ds, diag.Errorf(l.Href.Pos, "config/navigation", "invalid link %q in navigation", l.Href.Value).
				WithHint("write a web address, or the path of a page without the language, such as notes/"))
		case len(out) == maxNavigation:
			ds = append(ds, diag.Errorf(l.Href.Pos, "config/navigation", "too many links in navigation: only the first %d are shown", maxNavigation))
			return out, ds
		default:
			out = append(out, NavLink{text, href})
		}
	}
	return out, ds
}

// Parse parses site.yaml; file is its name in messages. Every mistake is a diagnostic of severity
// error, and the key keeps its default.
func Parse(src []byte, file string) (Config, []diag.Diagnostic) {
	var r raw
	ds := strictyaml.Unmarshal(src, diag.Position{File: file}, &r, strictyaml.Code("config"))
	c := Default()
	var more []diag.Diagnostic
	c.Title, more = texts(c.Title, r.Title)
	ds = append(ds, more...)
	c.Description, more = texts(c.Description, r.Description)
	ds = append(ds, more...)
	c.Logo, more = logo(r.Logo)
	ds = append(ds, more...)
	c.Footer, more = texts(nil, r.Footer)
	ds = append(ds, more...)
	c.Navigation, more = r.navigation(file)
	ds = append(ds, more...)
	c.BaseURL, more = address(r.BaseURL, "base_url")
	ds = append(ds, more...)
	if c.BaseURL != "" {
		c.BaseURL += "/"
	}
	c.Repository, more = address(r.Repository, "repository")
	ds = append(ds, more...)
	c.NoBaseURL, c.NoRepository = isEmpty(r.BaseURL), isEmpty(r.Repository)
	c.RawHTML, c.Licence = r.RawHTML, strings.TrimSpace(r.Licence.Value)
	c.Dates, more = dates(r.Dates)
	ds = append(ds, more...)
	c.Checks, more = checks(r.Checks, strings.Split(string(src), "\n"))
	ds = append(ds, more...)
	if !draftAsText(ds) {
		c.Draft, more = r.Draft.parse()
		ds = append(ds, more...)
	}
	c.Editor, more = editor(r.Editor)
	ds = append(ds, more...)
	ds = append(ds, c.languages(r)...)
	c.Fallback, more = c.fallback(r.Fallback, file)
	return c, diag.Sort(append(ds, more...))
}

// draftAsText reports whether the draft command is a string instead of a list. It then replaces the
// hint by the equivalent list.
func draftAsText(ds []diag.Diagnostic) bool {
	for i := range ds {
		if line, ok := strings.CutPrefix(ds[i].Text, `invalid value for "draft.command": expected a list, found "`); ok {
			words := strings.Fields(strings.TrimSuffix(line, `"`))
			for j, w := range words {
				words[j] = strconv.Quote(w)
			}
			ds[i] = ds[i].WithHint("write [%s]; the command runs without a shell", strings.Join(words, ", "))
			return true
		}
	}
	return false
}

func texts(byDefault map[note.Lang]string, given map[string]strictyaml.Text) (map[note.Lang]string, []diag.Diagnostic) {
	var ds []diag.Diagnostic
	out := map[note.Lang]string{}
	for key, t := range given {
		switch {
		case t.Value == "":
		case key == "":
			out[""] = t.Value
		case !code.MatchString(key):
			ds = append(ds, badCode(t.Pos, key))
		default:
			out[note.Lang(key)] = t.Value
		}
	}
	if len(out) == 0 {
		return byDefault, ds
	}
	return out, ds
}

func isEmpty(t strictyaml.Text) bool { return t.Value == "" && t.Pos.Line > 0 }

func address(t strictyaml.Text, key string) (string, []diag.Diagnostic) {
	if t.Value == "" {
		return "", nil
	}
	at, ok := webAddress(t.Value)
	if !ok {
		return "", []diag.Diagnostic{diag.Errorf(t.Pos, "config/address", "invalid web address %q for %s", t.Value, key).
			WithHint("write the full address without query, # and user name, such as https://example.org/notes/")}
	}
	return at, nil
}

// webAddress removes the final slash of a web address. It returns false for an invalid one.
func webAddress(s string) (string, bool) {
	u, err := url.Parse(s)
	if err != nil || u.Scheme != "https" && u.Scheme != "http" || u.Host == "" || u.RawQuery != "" || u.Fragment != "" || u.User != nil {
		return "", false
	}
	return strings.TrimRight(s, "/"), true
}

// ParseBaseURL parses the address of a site like the key base_url, and adds a final slash.
func ParseBaseURL(s string) (string, error) {
	at, ok := webAddress(s)
	if !ok {
		return "", fmt.Errorf("invalid web address %q", s)
	}
	return at + "/", nil
}

func dates(t strictyaml.Text) (Dates, []diag.Diagnostic) {
	switch d := Dates(t.Value); d {
	case FromGit, FromNotes:
		return d, nil
	case "":
		return FromGit, nil
	}
	return FromGit, []diag.Diagnostic{diag.Errorf(t.Pos, "config/dates", "invalid value %q for dates", t.Value).WithHint("write git or none")}
}

// checks parses the severities of codes. The caller checks the codes.
func checks(given map[string]strictyaml.Text, lines []string) ([]Check, []diag.Diagnostic) {
	var out []Check
	var ds []diag.Diagnostic
	for code, t := range given {
		switch l := Level(t.Value); l {
		case Off, Info, Warning, Error:
			out = append(out, Check{diag.Code(code), l, keyPlace(code, t.Pos, lines)})
		default:
			ds = append(ds, diag.Errorf(t.Pos, "config/check", "invalid severity %q for %s", t.Value, code).
				WithHint("write off, info, warning or error"))
		}
	}
	slices.SortFunc(out, func(a, b Check) int {
		return cmp.Or(cmp.Compare(a.Pos.Line, b.Pos.Line), cmp.Compare(a.Pos.Col, b.Pos.Col), cmp.Compare(a.Code, b.Code))
	})
	return out, ds
}

// keyPlace returns the position of a key on the line of its value; else that of the value.
func keyPlace(key string, value diag.Position, lines []string) diag.Position {
	if value.Line < 1 || value.Line > len(lines) {
		return value
	}
	line := []rune(strings.TrimPrefix(lines[value.Line-1], "\ufeff"))
	before := string(line[:min(max(value.Col-1, 0), len(line))])
	if at := strings.LastIndex(before, key); at >= 0 {
		value.Col = 1 + utf8.RuneCountInString(before[:at])
	}
	return value
}

func (c *Config) languages(r raw) (ds []diag.Diagnostic) {
	var list []note.Lang
	for _, t := range r.Languages {
		l := note.Lang(t.Value)
		switch {
		case !code.MatchString(t.Value):
			ds = append(ds, badCode(t.Pos, t.Value))
		case slices.Contains(list, l):
			ds = append(ds, diag.Errorf(t.Pos, "config/language", "duplicate language %q", l))
		default:
			list = append(list, l)
		}
	}
	c.Languages = list
	l := note.Lang(r.Default.Value)
	switch {
	case slices.Contains(list, l), len(list) == 0 && code.MatchString(r.Default.Value):
		c.Default = l
		return ds
	case l != "" && len(list) == 0:
		return append(ds, badCode(r.Default.Pos, r.Default.Value))
	case len(list) == 0:
		return ds
	case l != "":
		ds = append(ds, diag.Errorf(r.Default.Pos, "config/language", "default_language %q is not in languages", r.Default.Value).
			WithHint("known languages: %s", join(c.Languages)))
	}
	if !slices.Contains(list, c.Default) {
		c.Default = list[0]
	}
	return ds
}

// fallback parses the fallback languages. Chains are not followed, so two languages may name each
// other.
func (c *Config) fallback(given map[string][]strictyaml.Text, file string) (map[note.Lang][]note.Lang, []diag.Diagnostic) {
	var out map[note.Lang][]note.Lang
	var ds []diag.Diagnostic
	for _, key := range slices.Sorted(maps.Keys(given)) {
		l, chain := note.Lang(key), given[key]
		if len(c.Languages) > 0 && !slices.Contains(c.Languages, l) {
			at := diag.Position{File: file}
			if len(chain) > 0 {
				at = chain[0].Pos
			}
			ds = append(ds, diag.Errorf(at, "config/language", "fallback language %q is not in languages", key).
				WithHint("known languages: %s", join(c.Languages)))
			continue
		}
		list := []note.Lang{}
		for _, t := range chain {
			switch to := note.Lang(t.Value); {
			case !code.MatchString(t.Value):
				ds = append(ds, badCode(t.Pos, t.Value))
			case to == l || slices.Contains(list, to):
				ds = append(ds, diag.Errorf(t.Pos, "config/language", "duplicate fallback %q for language %q", to, l))
			default:
				list = append(list, to)
			}
		}
		if out == nil {
			out = map[note.Lang][]note.Lang{}
		}
		out[l] = list
	}
	return out, ds
}

func badCode(pos diag.Position, text string) diag.Diagnostic {
	return diag.Errorf(pos, "config/language", "invalid language code %q", text).WithHint("write a code such as en, ja, zh or ru")
}

func join(ls []note.Lang) string {
	var names []string
	for _, l := range ls {
		names = append(names, string(l))
	}
	return strings.Join(names, ", ")
}
