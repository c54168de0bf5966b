package locale

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/feature/plural"
	"golang.org/x/text/language"

	"github.com/kawaraban/kawaraban/internal/diag"
)

// firstGrouped is the lowest number that has a digit separator in any language (CLDR, Numbers).
const firstGrouped = 1000

var forms = map[plural.Form]string{
	plural.Other: "other", plural.Zero: "zero", plural.One: "one",
	plural.Two: "two", plural.Few: "few", plural.Many: "many",
}

// Has reports whether a key exists.
func (l *Language) Has(key string) bool { return l.words[key] != nil }

// T returns the text of a key with {0}, {1} … replaced by args. [Language.Number] formats integers,
// so identifiers must be strings. An unknown key is returned itself.
func (l *Language) T(key string, args ...any) string {
	w, ok := l.words[key]
	if !ok {
		return key
	}
	text, ok := w[""]
	if !ok {
		text = w["other"]
	}
	return l.fill(text, "", args)
}

// N returns the plural form of a text for the number n (CLDR cardinals). {n} is replaced by the
// number and {0}, {1} … by args as in T.
func (l *Language) N(key string, n int, args ...any) string {
	w, ok := l.words[key]
	if !ok {
		return key
	}
	text, ok := w[l.form(n)]
	if !ok {
		text, ok = w["other"]
	}
	if !ok {
		text = w[""]
	}
	return l.fill(text, l.Number(n), args)
}

func (l *Language) form(n int) string {
	return forms[plural.Cardinal.MatchPlural(l.tag, max(n, -n, 0), 0, 0, 0, 0)]
}

// fill replaces placeholders. One without a value stays. The space next to a value is removed
// between two Japanese or Chinese characters: it only separates Latin letters and numbers.
func (l *Language) fill(text, n string, args []any) string {
	if !strings.Contains(text, "{") {
		return text
	}
	made := ""
	for {
		before, rest, found := strings.Cut(text, "{")
		made = join(made, before)
		if !found {
			return made
		}
		name, after, closed := strings.Cut(rest, "}")
		value, ok := l.value(name, n, args)
		if !closed || !ok {
			made += "{"
			text = rest
			continue
		}
		if before == " " { // it separates two values
			made += value
		} else {
			made = join(made, value)
		}
		text = after
	}
}

func join(a, b string) string {
	x, _ := utf8.DecodeLastRuneInString(strings.TrimSuffix(a, " "))
	y, _ := utf8.DecodeRuneInString(strings.TrimPrefix(b, " "))
	if unspaced(x) && unspaced(y) {
		return strings.TrimSuffix(a, " ") + strings.TrimPrefix(b, " ")
	}
	return a + b
}

func unspaced(r rune) bool { return unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana) }

func (l *Language) value(name, n string, args []any) (string, bool) {
	if name == "n" && n != "" {
		return n, true
	}
	i, err := strconv.Atoi(name)
	if err != nil || i < 0 || i >= len(args) {
		return "", false
	}
	switch a := args[i].(type) {
	case string:
		return a, true
	case int:
		return l.Number(a), true
	default:
		return fmt.Sprint(a), true
	}
}

// Form is a plural form of a text.
type Form struct {
	Name string // CLDR name: zero, one, two, few, many, other
	Text string // with {n} for the number
}

// Forms returns all plural forms of a text, sorted by name, for browser scripts with
// Intl.PluralRules. A text without plurals has the form other; an unknown key has none.
func (l *Language) Forms(key string) []Form {
	var all []Form
	for _, name := range slices.Sorted(maps.Keys(l.words[key])) {
		all = append(all, Form{cmp.Or(name, "other"), l.words[key][name]})
	}
	return all
}

// needed returns the plural forms of integers. The rules of the CLDR depend on the last two digits,
// and on millions.
func (l *Language) needed() []string {
	seen := map[string]bool{"other": true}
	for n := range 201 {
		seen[l.form(n)] = true
	}
	seen[l.form(1_000_000)] = true
	return slices.Sorted(maps.Keys(seen))
}

// checkPlurals reports missing and unknown plural forms. An unknown language is not checked.
func (l *Language) checkPlurals(pos diag.Position) (ds []diag.Diagnostic) {
	if l.tag == language.Und {
		return nil
	}
	needed := l.needed()
	for _, key := range slices.Sorted(maps.Keys(l.words)) {
		w := l.words[key]
		if _, plain := w[""]; plain && len(w) == 1 {
			continue
		}
		for _, form := range needed {
			if w[form] == "" {
				ds = append(ds, diag.Errorf(pos, "language/plural", "missing plural form %[2]q of key %[1]q", key, form))
			}
		}
		for _, form := range slices.Sorted(maps.Keys(w)) {
			if !slices.Contains(needed, form) {
				ds = append(ds, diag.Errorf(pos, "language/plural", "unknown plural form %[2]q of key %[1]q", key, form).
					WithHint("known plural forms: %s", strings.Join(needed, ", ")))
			}
		}
	}
	return ds
}

func empty(w map[string]string) bool {
	for _, text := range w {
		if text == "" {
			return true
		}
	}
	return len(w) == 0
}

// placeholders lists the numbered placeholders of a text, sorted, or "none". {n} is not included,
// because forms may omit it (one note).
func placeholders(text string) string {
	seen := map[string]bool{}
	for {
		_, rest, found := strings.Cut(text, "{")
		if !found {
			break
		}
		name, _, closed := strings.Cut(rest, "}")
		if _, err := strconv.Atoi(name); err == nil && closed {
			seen["{"+name+"}"] = true
		}
		text = rest
	}
	if len(seen) == 0 {
		return "none"
	}
	return strings.Join(slices.Sorted(maps.Keys(seen)), " ")
}

// Number formats a number with the digits and groups of the language: 12,345 or 12 345.
// Identifiers, such as numbers of pull requests, must not be formatted.
func (l *Language) Number(n int) string {
	if l.latin && 0 <= n && n < firstGrouped {
		return strconv.Itoa(n) // the usual case
	}
	return l.printer.Sprint(n)
}
