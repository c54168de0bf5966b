package config

import (
	"fmt"
	"os"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/kawaraban/kawaraban/internal/note"
)

func TestEmptyIsDefault(t *testing.T) {
	c, ds := Parse(nil, "site.yaml")
	if len(ds) > 0 {
		t.Error(ds)
	}
	if diff := cmp.Diff(Default(), c); diff != "" {
		t.Error(diff)
	}
}

func TestParse(t *testing.T) {
	c, ds := Parse([]byte(`title: {ja: 読む会, zh: 读书会}
description: one for all
base_url: https://example.org/notes
languages: [ja, zh]
fallback: {zh: [ja, en], ja: []}
raw_html: true
repository: https://github.com/owner/name/blob/main/
dates: none
draft: {command: [my-translator, "--to={to}"], timeout: 90s}
editor: zed
`), "site.yaml")
	if len(ds) > 0 {
		t.Error(ds)
	}
	want := Config{
		Title:       map[note.Lang]string{"ja": "読む会", "zh": "读书会"},
		Description: map[note.Lang]string{"": "one for all"},
		BaseURL:     "https://example.org/notes/",
		Languages:   []note.Lang{"ja", "zh"},
		Default:     "ja",
		Fallback:    map[note.Lang][]note.Lang{"zh": {"ja", "en"}, "ja": {}},
		RawHTML:     true,
		Repository:  "https://github.com/owner/name/blob/main",
		Dates:       FromNotes,
		Draft:       Draft{Command: []string{"my-translator", "--to={to}"}, Timeout: 90 * time.Second},
		Editor:      "zed://file/{path}:{line}:{column}",
	}
	if diff := cmp.Diff(want, c); diff != "" {
		t.Error(diff)
	}
}

func TestMistakes(t *testing.T) {
	for _, c := range []struct{ src, want string }{
		{"titel: x", "site.yaml:1:1: unknown field \"titel\" [config/unknown-field]"},
		{"title: {JA: x}", `site.yaml:1:13: invalid language code "JA" [config/language]`},
		{"raw_html: yes", `site.yaml:1:11: invalid value for "raw_html": expected true or false, found "yes" [config/type]`},
		{"draft: {command: 'tr --to {to}', timeout: 9s}", `site.yaml:1:18: invalid value for "draft.command": expected a list, found "tr --to {to}" [config/type]`},
		{"draft: {timeout: 60s}", "site.yaml:1:18: draft.timeout is set, but draft.command is missing [config/draft]"},
		{"draft: {command: [x], timeout: 60}", `site.yaml:1:32: invalid draft.timeout "60" [config/draft]`},
		{"draft: {command: [x], timeout: -1s}", `site.yaml:1:32: invalid draft.timeout "-1s" [config/draft]`},
		{"draft: {command: [x, '{lang}']}", `site.yaml:1:22: unknown placeholder "{lang}" in draft.command [config/draft]`},
		{"draft: {command: [x, '--in={form}', '{to}', '{TO}']}", "site.yaml:1:22: unknown placeholder \"{form}\" in draft.command [config/draft]\n" +
			"site.yaml:1:45: unknown placeholder \"{TO}\" in draft.command [config/draft]"},
		{"draft: {command: [x, '{text}']}", "site.yaml:1:22: unknown placeholder \"{text}\" in draft.command [config/draft]"},
		{"draft: {command: [sh, -c, 'x {source-lang} | awk {print} && y ${lang} {} {0}']}", "site.yaml:1:27: unknown placeholder \"{source-lang}\" in draft.command [config/draft]"},
		{"draft: {command: ['', x]}", "site.yaml:1:19: missing program in draft.command [config/draft]"},
		{"base_url: example.org", `site.yaml:1:11: invalid web address "example.org" for base_url [config/address]`},
		{"base_url: 'javascript:alert(1)'", `site.yaml:1:11: invalid web address "javascript:alert(1)" for base_url [config/address]`},
		{"repository: 'https://a.example/?x'", `site.yaml:1:13: invalid web address "https://a.example/?x" for repository [config/address]`},
		{"languages: [ja, ja, 日本語]", "site.yaml:1:17: duplicate language \"ja\" [config/language]\nsite.yaml:1:21: invalid language code \"日本語\" [config/language]"},
		{"languages: [ru]\ndefault_language: en", `site.yaml:2:19: default_language "en" is not in languages [config/language]`},
		{"languages: []\ntitle: ''", ""},
		{"default_language: ja", ""},
		{"default_language: 日本語", "site.yaml:1:19: invalid language code \"日本語\" [config/language]"},
		{"fallback: {zh: [ja], ja: [zh]}", ""},
		{"fallback:\n  zh: [JP, en, zh, en]\n  ko: [en]\n  de: []\nlanguages: [en, ja, zh, ru]", "site.yaml: fallback language \"de\" is not in languages [config/language]\n" +
			"site.yaml:2:8: invalid language code \"JP\" [config/language]\n" +
			"site.yaml:2:16: duplicate fallback \"zh\" for language \"zh\" [config/language]\n" +
			"site.yaml:2:20: duplicate fallback \"en\" for language \"zh\" [config/language]\n" +
			"site.yaml:3:8: fallback language \"ko\" is not in languages [config/language]"},
		{"fallback: {zh: en}", "site.yaml:1:16: invalid value for \"fallback.zh\": expected a list, found \"en\" [config/type]"},
		{"dates: none", ""},
		{"dates: ''", ""},
		{"dates: Git", `site.yaml:1:8: invalid value "Git" for dates [config/dates]`},
		{"dates: no", `site.yaml:1:8: invalid value "no" for dates [config/dates]`},
		{"checks: {gate/unknown: off, a/b: error}", ""},
		{"editor: ''", ""},
		{"editor: vs-code", `site.yaml:1:9: unknown editor "vs-code" [config/editor]`},
		{"editor: 'javascript://alert({path})'", `site.yaml:1:9: unknown scheme "javascript" of the editor address "javascript://alert({path})" [config/editor]`},
		{"editor: 'vscode://file/{path}:{row}'", `site.yaml:1:9: unknown placeholder "{row}" in the editor address "vscode://file/{path}:{row}" [config/editor]`},
		{"checks:\n  gate/unknown: fatal", `site.yaml:2:17: invalid severity "fatal" for gate/unknown [config/check]`},
	} {
		got, ds := Parse([]byte(c.src), "site.yaml")
		var lines []string
		for _, d := range ds {
			lines = append(lines, d.String())
		}
		if diff := cmp.Diff(c.want, strings.Join(lines, "\n")); diff != "" {
			t.Errorf("%s: %s", c.src, diff)
		}
		if got.TitleIn("en") == "" {
			t.Errorf("%s: the site has no name", c.src)
		}
		got = got.WithLanguages([]note.Lang{"en"}, func(note.Lang) bool { return false })
		if len(got.Languages) == 0 || !slices.Contains(got.Languages, got.Default) {
			t.Errorf("%s: the default %q is not among %v", c.src, got.Default, got.Languages)
		}
	}
}

func TestWrittenEmpty(t *testing.T) {
	for src, want := range map[string][2]bool{
		"":                               {false, false},
		"base_url:\nrepository: null":    {false, false},
		"base_url: \"\"":                 {true, false},
		"repository: ''":                 {false, true},
		"base_url: https://example.org/": {false, false},
		"base_url: example.org":          {false, false},
	} {
		c, _ := Parse([]byte(src), "site.yaml")
		if got := [2]bool{c.NoBaseURL, c.NoRepository}; got != want {
			t.Errorf("%q: %v, want %v", src, got, want)
		}
	}
}

func TestParseBaseURL(t *testing.T) {
	for in, want := range map[string]string{
		"https://example.org":        "https://example.org/",
		"https://example.org/notes/": "https://example.org/notes/",
		"http://127.0.0.1:8080/x":    "http://127.0.0.1:8080/x/",
		"":                           "",
		"/notes/":                    "",
		"example.org":                "",
		"https://u:p@example.org/":   "",
		"https://example.org/?a":     "",
	} {
		got, err := ParseBaseURL(in)
		if got != want || (err == nil) != (want != "") {
			t.Errorf("%q: %q, %v; want %q", in, got, err, want)
		}
	}
}

func TestTitleIn(t *testing.T) {
	for _, c := range []struct {
		texts map[note.Lang]string
		l     note.Lang
		want  string
	}{
		{map[note.Lang]string{"": "all", "ja": "J"}, "ja", "J"},
		{map[note.Lang]string{"": "all", "ja": "J"}, "ru", "all"},
		{map[note.Lang]string{"en": "E", "ja": "J"}, "ru", "E"},
		{map[note.Lang]string{"zh": "Z", "ja": "J"}, "ru", "J"},
		{nil, "ru", ""},
	} {
		if got := (Config{Title: c.texts, Default: "en"}).TitleIn(c.l); got != c.want {
			t.Errorf("%v in %s: got %q, want %q", c.texts, c.l, got, c.want)
		}
	}
}

// TestGuide checks that the table of the guide has the keys, types and defaults of the struct, in
// order, and that Parse reads the same keys.
func TestGuide(t *testing.T) {
	guide, err := os.ReadFile("../../docs/configuration.md")
	if err != nil {
		t.Fatal(err)
	}
	var documented [][]string
	for _, m := range regexp.MustCompile("(?m)^\\| `([a-z_]+)` \\| ([^|]+) \\| ([^|]+) \\| [^|]+ \\|$").FindAllStringSubmatch(string(guide), -1) {
		documented = append(documented, m[1:])
	}
	byDefault := reflect.ValueOf(Default())
	var declared [][]string
	for i := range byDefault.NumField() {
		key, _, _ := strings.Cut(byDefault.Type().Field(i).Tag.Get("yaml"), ",")
		if key == "-" { // set by another key
			continue
		}
		declared = append(declared, []string{key, typeName(byDefault.Field(i)), value(byDefault.Field(i))})
	}
	if diff := cmp.Diff(declared, documented); diff != "" {
		t.Errorf("the guide differs from the struct:\n%s", diff)
	}
	r := reflect.TypeFor[raw]()
	for i, row := range declared {
		if key, _, _ := strings.Cut(r.Field(i).Tag.Get("yaml"), ","); key != row[0] || r.NumField() != len(declared) {
			t.Errorf("Parse reads the key %s, the struct has %s", key, row[0])
		}
	}
}

func typeName(v reflect.Value) string {
	switch v.Kind() {
	case reflect.Map:
		if v.Type().Elem().Kind() == reflect.Slice {
			return "map from language to list of text"
		}
		return "text, or a map from language to text"
	case reflect.Slice:
		switch v.Type() {
		case reflect.TypeFor[[]Check]():
			return "map from code to `off`, `info`, `warning` or `error`"
		case reflect.TypeFor[[]NavLink]():
			return "list of maps of `text` and `href`"
		}
		return "list of text"
	case reflect.Bool:
		return "true or false"
	case reflect.Struct:
		return "map of `command`, a list of text, and `timeout`"
	}
	return "text"
}

func value(v reflect.Value) string {
	switch d := v.Interface().(type) {
	case map[note.Lang]string:
		var parts []string
		for l, text := range d {
			if l != "" {
				text = string(l) + ": " + text
			}
			parts = append(parts, "`"+text+"`")
		}
		slices.Sort(parts)
		if len(parts) > 0 {
			return strings.Join(parts, ", ")
		}
	case []note.Lang, []Check, []NavLink, map[note.Lang][]note.Lang, Draft:
		return "none"
	default:
		if s := fmt.Sprint(d); s != "" {
			return "`" + s + "`"
		}
	}
	return "none"
}

// TestSpeaking checks that a site without languages gets those of its notes and English.
func TestSpeaking(t *testing.T) {
	all := []note.Lang{"en", "ja", "zh", "ru"}
	for _, c := range []struct {
		src, notes string
		spoken     []note.Lang
		want       string
	}{
		{"", "", all, "[en] en"},
		{"", "ja", all, "[en ja] en"},
		{"", "ru ja", all, "[en ja ru] en"},
		{"", "ko ja", all, "[en ja] en"}, // the interface has no Korean texts
		{"default_language: ja", "ja", all, "[en ja] ja"},
		{"default_language: zh", "ja", all, "[en ja zh] zh"},
		{"default_language: ko", "ja", all, "[en ja] en"},
		{"languages: [ru, ja]", "zh", all, "[ru ja] ru"},
		{"languages: [ru, ja]\ndefault_language: ja", "zh", all, "[ru ja] ja"},
		{"", "ja", []note.Lang{"ja", "zh"}, "[ja] ja"},
		{"", "", []note.Lang{"ja", "zh"}, "[ja zh] ja"},
	} {
		got, ds := Parse([]byte(c.src), "site.yaml")
		got = got.WithLanguages(c.spoken, func(l note.Lang) bool { return strings.Contains(c.notes, string(l)) })
		if got := fmt.Sprintf("%v %s", got.Languages, got.Default); got != c.want || len(ds) > 0 {
			t.Errorf("%q with notes in %q: %s, want %s %v", c.src, c.notes, got, c.want, ds)
		}
	}
}

func FuzzParse(f *testing.F) {
	f.Add([]byte("languages: [ja]\nbase_url: http://[::1"))
	f.Fuzz(func(t *testing.T, src []byte) {
		c, _ := Parse(src, "site.yaml")
		c = c.WithLanguages([]note.Lang{"en", "ja"}, func(l note.Lang) bool { return l == "ja" })
		if !slices.Contains(c.Languages, c.Default) {
			t.Errorf("the default %q is not among %v", c.Default, c.Languages)
		}
	})
}

func TestCheckPlaces(t *testing.T) {
	for src, want := range map[string]string{
		"checks:\n  gate/unknown: off\n":                        "site.yaml:2:3",
		"\ufeffchecks: {gate/unknown: off}":                     "site.yaml:1:10",
		"checks: {a/b: off, gate/unknown: error}":               "site.yaml:1:20",
		"checks:\n  gate/unknown:\n    off\n":                   "site.yaml:3:5",
		"checks:\r\n  \"gate/unknown\": off # gate/unknown\r\n": "site.yaml:2:4",
	} {
		c, ds := Parse([]byte(src), "site.yaml")
		at := ""
		for _, k := range c.Checks {
			if k.Code == "gate/unknown" {
				at = k.Pos.String()
			}
		}
		if at != want || len(ds) > 0 {
			t.Errorf("%q: %s, want %s; %v", src, at, want, ds)
		}
	}
}

func TestCheckOrder(t *testing.T) {
	c, _ := Parse([]byte("checks: {pr/author: off, gate/unknown: info, a/b: error}"), "site.yaml")
	var codes []string
	for _, k := range c.Checks {
		codes = append(codes, string(k.Code))
	}
	if got := strings.Join(codes, " "); got != "pr/author gate/unknown a/b" {
		t.Errorf("checks in the order %s", got)
	}
}
