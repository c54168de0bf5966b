package diag

import (
	"cmp"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// maxArgs is the largest number of arguments of a translatable text.
const maxArgs = 6

// Message is a text as its English format and its arguments, so that a [Catalog] can print it in
// another language. It is an array and not a slice, so that diagnostics can be compared.
type Message struct {
	Format string
	Args   [maxArgs]string // in English, as the verbs of Format print them
}

// Phrase is an argument that is translated as well: a part of a sentence, such as the reason why a
// name is invalid. It is a format, or a value of [Phrasef].
type Phrase string

// phraseMark precedes a phrase in Message.Args, and each argument in a phrase.
const phraseMark = "\x00"

// Phrasef returns a phrase with arguments that are strings.
func Phrasef(format string, args ...string) Phrase {
	for _, arg := range args {
		format += phraseMark + strings.ReplaceAll(arg, phraseMark, "")
	}
	return Phrase(format)
}

// String returns the phrase in English.
func (p Phrase) String() string { return p.in(nil) }

func (p Phrase) in(c Catalog) string {
	format, args, found := strings.Cut(string(p), phraseMark)
	format = cmp.Or(c[format], format)
	if !found {
		return format
	}
	var list []any
	for arg := range strings.SplitSeq(args, phraseMark) {
		list = append(list, arg)
	}
	return fmt.Sprintf(format, list...)
}

// messageOf keeps a format and its arguments. With too many arguments it is zero, which no catalog
// has.
func messageOf(format string, args []any) (m Message) {
	if len(args) > maxArgs {
		return m
	}
	m.Format = format
	record := make([]any, len(args))
	for i, arg := range args {
		record[i] = recorder{arg, &m.Args[i]}
	}
	_ = fmt.Sprintf(format, record...) // the recorders keep the arguments
	return m
}

// recorder keeps what a verb prints of an argument.
type recorder struct {
	arg     any
	printed *string
}

// Format implements fmt.Formatter.
func (r recorder) Format(f fmt.State, verb rune) {
	if p, ok := r.arg.(Phrase); ok {
		*r.printed = phraseMark + string(p)
		return
	}
	*r.printed = limited(fmt.Sprintf(fmt.FormatString(f, verb), r.arg))
}

// printed is an argument that every verb prints unchanged.
type printed string

// Format implements fmt.Formatter.
func (p printed) Format(f fmt.State, _ rune) { _, _ = f.Write([]byte(p)) }

// Catalog maps the English formats of messages to formats in another language. A translation has
// the same verbs, and may name their arguments by index (%[2]q). Missing translations are English.
//
// The package golang.org/x/text/message has catalogs too. It is not used, because it prints
// integers with the separators of a language: KEP-1,234.
type Catalog map[string]string

// Sprintf is fmt.Sprintf with the translation of the format.
func (c Catalog) Sprintf(format string, args ...any) string {
	if translated, ok := c[format]; ok {
		return fmt.Sprintf(translated, args...)
	}
	return fmt.Sprintf(format, args...)
}

// Count is Sprintf with the number n and one of two formats: one for 1, many for other numbers.
// Languages with more plural forms put the number after a colon.
func (c Catalog) Count(n int, one, many string) string {
	format := many
	if n == 1 {
		format = one
	}
	return c.Sprintf(format, n)
}

func (c Catalog) severity(s Severity) string {
	switch s {
	case Error:
		return c.Sprintf("error")
	case Warning:
		return c.Sprintf("warning")
	}
	return c.Sprintf("info")
}

// Summary returns the number of problems of each severity: 2 errors, 1 warning. Info is omitted if
// there is none.
func (c Catalog) Summary(ds []Diagnostic) string {
	errors, warnings, infos := Count(ds)
	text := c.Count(errors, "%d error", "%d errors") + c.Sprintf(", ") + c.Count(warnings, "%d warning", "%d warnings")
	if infos > 0 {
		text += c.Sprintf(", ") + c.Count(infos, "%d info", "%d infos")
	}
	return text
}

// In returns the diagnostic with its text and hint in the language of the catalog.
func (d Diagnostic) In(c Catalog) Diagnostic {
	d.Text = c.print(d.TextMessage, d.Text)
	d.Hint = c.print(d.HintMessage, d.Hint)
	return d
}

func (c Catalog) print(m Message, english string) string {
	format, ok := c[m.Format]
	if !ok {
		return english
	}
	var args []any
	for _, arg := range m.Args[:min(len(Verbs(m.Format)), maxArgs)] {
		if phrase, ok := strings.CutPrefix(arg, phraseMark); ok {
			arg = Phrase(phrase).in(c)
		}
		args = append(args, printed(arg))
	}
	return limited(fmt.Sprintf(format, args...))
}

var verb = regexp.MustCompile(`%(?:\[(\d+)\])?([-+# 0]*\d*(?:\.\d+)?[a-zA-Z%])`)

// Verbs returns the verbs of a format, by the number of their argument: [q d] for %[2]d of %[1]q. A
// skipped argument has "".
func Verbs(format string) (verbs []string) {
	next := 1
	for _, m := range verb.FindAllStringSubmatch(format, -1) {
		if m[2] == "%" {
			continue
		}
		if n, err := strconv.Atoi(m[1]); err == nil {
			next = min(max(n, 1), maxArgs+1) // a language file of a site may have any number
		}
		for len(verbs) < next {
			verbs = append(verbs, "")
		}
		verbs[next-1] = m[2]
		next++
	}
	return verbs
}

// SameVerbs reports whether a translation has the verbs of a format.
func SameVerbs(format, translation string) bool {
	return slices.Equal(Verbs(format), Verbs(translation))
}
