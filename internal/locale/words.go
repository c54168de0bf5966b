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

// firstGrouped is the least number that any language parts into groups (CLDR, Numbers).
const firstGrouped = 1000

// forms names CLDR's plural forms as the files of words do.
var forms = map[plural.Form]string{
	plural.Other: "other", plural.Zero: "zero", plural.One: "one",
	plural.Two: "two", plural.Few: "few", plural.Many: "many",
}

// Has reports whether there is a word of that key.
func (l *Language) Has(key string) bool { return l.words[key] != nil }

// T returns the word of a key with {0}, {1} … replaced by args. Whole numbers are
// printed by [Language.Number], so what is a name must come as a string. A key that
// does not exist is returned itself, to be seen.
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

// N returns the form of a word that goes with the number n, by CLDR's rules for
// cardinals, with {n} replaced by the number and {0}, {1} … by args as in T.
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

// form names the plural form that goes with n.
func (l *Language) form(n int) string {
	return forms[plural.Cardinal.MatchPlural(l.tag, max(n, -n, 0), 0, 0, 0, 0)]
}

// fill replaces the places in a word. A place without a value stays as it is. The space that
// sets a value off from Japanese or Chinese words is for Latin letters and numbers: between
// two of their own characters there is none.
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
		if before == " " { // it parts two values
			made += value
		} else {
			made = join(made, value)
		}
		text = after
	}
}

// join puts words behind others, without the space between characters that need none.
func join(a, b string) string {
	x, _ := utf8.DecodeLastRuneInString(strings.TrimSuffix(a, " "))
	y, _ := utf8.DecodeRuneInString(strings.TrimPrefix(b, " "))
	if unspaced(x) && unspaced(y) {
		return strings.TrimSuffix(a, " ") + strings.TrimPrefix(b, " ")
	}
	return a + b
}

// unspaced reports whether a character is one of those that are written without spaces.
func unspaced(r rune) bool { return unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana) }

// value returns what the place {name} stands for.
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

// Form is one of the plural forms of a word.
type Form struct {
	Name string // by CLDR: zero, one, two, few, many, other
	Text string // with {n} where the number goes
}

// Forms returns all plural forms of a word, sorted by name, for a script that counts in
// the browser and chooses by Intl.PluralRules. A word without them has the form other; of
// a key that does not exist there are none.
func (l *Language) Forms(key string) []Form {
	var all []Form
	for _, name := range slices.Sorted(maps.Keys(l.words[key])) {
		all = append(all, Form{cmp.Or(name, "other"), l.words[key][name]})
	}
	return all
}

// needed lists the plural forms that whole numbers have in the language. CLDR's rules
// look at the last two digits, and at millions.
func (l *Language) needed() []string {
	seen := map[string]bool{"other": true}
	for n := range 201 {
		seen[l.form(n)] = true
	}
	seen[l.form(1_000_000)] = true
	return slices.Sorted(maps.Keys(seen))
}

// checkPlurals reports words without a form that the language needs, or with one
// that it does not have. Of a language without a tag nothing is known.
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
				ds = append(ds, diag.Errorf(pos, "language/plural", "%s has no plural form %s", key, form))
			}
		}
		for _, form := range slices.Sorted(maps.Keys(w)) {
			if !slices.Contains(needed, form) {
				ds = append(ds, diag.Errorf(pos, "language/plural", "%s has the plural form %q, which the language does not", key, form).
					WithHint("the forms are %s", strings.Join(needed, ", ")))
			}
		}
	}
	return ds
}

// empty reports whether a word says nothing.
func empty(w map[string]string) bool {
	for _, text := range w {
		if text == "" {
			return true
		}
	}
	return len(w) == 0
}

// places lists the numbered places of a word, sorted, or says none. A form may leave
// out {n} (one note), so that is not among them.
func places(text string) string {
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

// Number prints a count with the language's digits and groups: 12,345 or 12 345.
// It is not for numbers that are names, such as those of pull requests.
func (l *Language) Number(n int) string {
	if l.latin && 0 <= n && n < firstGrouped {
		return strconv.Itoa(n) // as nearly all are
	}
	return l.printer.Sprint(n)
}
