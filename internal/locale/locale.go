// Package locale contains the languages of the interface: texts, plural forms, dates, numbers and
// the order of names. [Load] reads a [Set] of [Language] values, one from each file
// templates/languages/<code>.yaml. [Detect] detects the language of a text. [Tag] and [FromSuffix]
// convert language codes.
//
// Plural forms, number formats and the order of names come from the Unicode CLDR through
// golang.org/x/text.
package locale

import (
	"cmp"
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strings"
	"sync"
	"unicode"

	"golang.org/x/text/collate"
	"golang.org/x/text/language"
	"golang.org/x/text/message"

	"github.com/kawaraban/kawaraban/internal/diag"
	"github.com/kawaraban/kawaraban/internal/note"
	"github.com/kawaraban/kawaraban/internal/strictyaml"
)

// Set is the languages of a site's interface.
type Set struct {
	codes []note.Lang
	byID  map[note.Lang]*Language
}

// Codes lists the languages in display order.
func (s *Set) Codes() []note.Lang { return slices.Clone(s.codes) }

// Get returns a language, or nil if the interface does not have it.
func (s *Set) Get(l note.Lang) *Language { return s.byID[l] }

// Keys lists the sorted keys of all texts.
func (s *Set) Keys() []string {
	seen := map[string]bool{}
	var keys []string
	for _, l := range s.byID {
		for k := range l.words {
			if !seen[k] {
				seen[k] = true
				keys = append(keys, k)
			}
		}
	}
	slices.Sort(keys)
	return keys
}

const folder = "templates/languages/"

type file struct {
	Code  strictyaml.Text              `yaml:"code"`
	Tag   strictyaml.Text              `yaml:"tag"`
	Self  string                       `yaml:"self"`
	Order int                          `yaml:"order"`
	Dir   strictyaml.Text              `yaml:"dir"`
	Date  dates                        `yaml:"date"`
	Words map[string]map[string]string `yaml:"words,scalar"`

	Messages map[string]strictyaml.Text `yaml:"messages"`
}

// Load reads every .yaml file of the directory. Mistakes in a file are diagnostics, and the
// language contains everything valid. The error means that the directory cannot be read or has no
// language. A file contains everything about a language:
//
//	code: ja            # as in addresses, and the name of the file
//	tag: ja             # BCP 47, for lang="…"
//	self: 日本語         # its name in itself
//	order: 2            # position in the language menu
//	dir: ltr            # or rtl
//	date:
//	  day: "{year}年{month}月{day}日"
//	  month: "{year}年{month}月"
//	  year: "{year}年"
//	  months: [1, 2, …]      # the values of {month}; twelve
//	  standalone: [ … ]      # the same without a day; only if it differs
//	words:
//	  nav.releases: リリース
//	  release.overview: "{0} の概要"
//	  count.notes:           # CLDR plural forms; {n} is the number
//	    other: "ノート {n} 件"
//	messages:                # the English format of a diagnostic or a line on the terminal
//	  unknown feature gate %q: フィーチャーゲート %q は知られていません
//
// Translations must be complete, so that [Language.T] needs no fallback. Diagnostics report keys that
// only some languages have, missing plural forms, and placeholders {0} that only some use.
func Load(fsys fs.FS) (*Set, []diag.Diagnostic, error) {
	names, err := fs.Glob(fsys, "*.yaml")
	if err != nil {
		return nil, nil, fmt.Errorf("listing the interface languages: %w", err)
	}
	s := &Set{byID: map[note.Lang]*Language{}}
	var all []diag.Diagnostic
	for _, name := range names {
		src, err := fs.ReadFile(fsys, name)
		if err != nil {
			return nil, nil, fmt.Errorf("reading the interface texts: %w", err)
		}
		l, ds := parse(name, src)
		all = append(all, ds...)
		s.byID[l.Code] = l
		s.codes = append(s.codes, l.Code)
	}
	if len(s.codes) == 0 {
		return nil, nil, fmt.Errorf("reading the interface texts: no languages found")
	}
	slices.SortFunc(s.codes, func(a, b note.Lang) int {
		return cmp.Or(cmp.Compare(s.byID[a].Order, s.byID[b].Order), cmp.Compare(a, b))
	})
	return s, diag.Sort(append(all, s.checkCatalogs()...)), nil
}

// parse parses a language file. The code must be the file's name, so that codes are unique.
func parse(name string, src []byte) (*Language, []diag.Diagnostic) {
	var f file
	whole := diag.Position{File: folder + name}
	ds := strictyaml.Unmarshal(src, whole, &f, strictyaml.Code("language"))
	code := strings.TrimSuffix(path.Base(name), ".yaml")
	if f.Code.Value != code {
		ds = append(ds, diag.Errorf(f.Code.Pos, "language/code", "code %q differs from the file name %q", f.Code.Value, code))
	}
	tag, err := language.Parse(f.Tag.Value)
	if err != nil {
		ds = append(ds, diag.Errorf(f.Tag.Pos, "language/tag", "invalid BCP 47 tag %q", f.Tag.Value))
		tag = language.Und
	}
	if f.Dir.Value != "ltr" && f.Dir.Value != "rtl" {
		ds = append(ds, diag.Errorf(f.Dir.Pos, "language/dir", "invalid text direction %q", f.Dir.Value).WithHint("write ltr or rtl"))
		f.Dir.Value = "ltr"
	}
	if f.Self == "" {
		ds = append(ds, diag.Errorf(whole, "language/self", "missing name of the language: self is empty"))
		f.Self = code
	}
	numbers := message.NewPrinter(tag)
	l := &Language{
		Code: note.Lang(code), Tag: f.Tag.Value, Self: f.Self, Dir: f.Dir.Value, Order: f.Order,
		dates: f.Date, words: f.Words, tag: tag, printer: numbers, latin: writesLatin(numbers),
		collators: &sync.Pool{New: func() any { return collate.New(tag, collate.Numeric) }},
	}
	l.messages, ds = f.catalog(append(ds, f.Date.check(whole)...))
	return l, within(whole.File, append(ds, l.checkPlurals(whole)...))
}

// catalog returns the messages. It reports translations whose verbs differ, and omits them.
func (f file) catalog(ds []diag.Diagnostic) (diag.Catalog, []diag.Diagnostic) {
	c := diag.Catalog{}
	for english, translated := range f.Messages {
		if diag.SameVerbs(english, translated.Value) {
			c[english] = translated.Value
		} else {
			ds = append(ds, diag.Errorf(translated.Pos, "language/places", "verbs of message %q differ from %q", translated.Value, english))
		}
	}
	return c, ds
}

// Messages reads the messages of one language from the directory of [Load]; false if the file does
// not exist.
func Messages(fsys fs.FS, lang note.Lang) (diag.Catalog, bool) {
	src, err := fs.ReadFile(fsys, string(lang)+".yaml")
	if err != nil {
		return nil, false
	}
	var f file
	strictyaml.Unmarshal(src, diag.Position{}, &f)
	c, _ := f.catalog(nil)
	return c, true
}

// within adds the file name to diagnostics of missing keys, which have no position.
func within(name string, ds []diag.Diagnostic) []diag.Diagnostic {
	for i := range ds {
		ds[i].Pos.File = name
	}
	return ds
}

// Collate compares two names by the rules of the language, numbers by value: negative if a comes
// first. Only equal strings are equal.
func (l *Language) Collate(a, b string) int {
	c := l.collators.Get().(*collate.Collator)
	defer l.collators.Put(c)
	return cmp.Or(c.CompareString(a, b), cmp.Compare(a, b))
}

func writesLatin(p *message.Printer) bool {
	digits := func(r rune) rune {
		if unicode.IsDigit(r) {
			return r
		}
		return -1
	}
	return strings.Map(digits, p.Sprint(1234567890)) == "1234567890"
}

func (s *Set) checkCatalogs() (ds []diag.Diagnostic) {
	for _, key := range s.Keys() {
		first := ""
		for _, code := range s.codes {
			l, pos := s.byID[code], diag.Position{File: folder + string(code) + ".yaml"}
			if empty(l.words[key]) {
				ds = append(ds, diag.Errorf(pos, "language/missing-word", "missing text for key %q", key))
				continue
			}
			for _, text := range l.words[key] {
				found := placeholders(text)
				if first == "" {
					first = found
				}
				if found != first {
					ds = append(ds, diag.Errorf(pos, "language/places", "placeholders of key %q differ: found %s, expected %s", key, found, first))
				}
			}
		}
	}
	return ds
}
