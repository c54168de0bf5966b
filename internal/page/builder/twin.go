package builder

import (
	"cmp"
	"html"
	"html/template"
	"regexp"
	"slices"
	"strings"

	"github.com/kawaraban/kawaraban/internal/view"
)

// mergePair merges the content that both texts of a pair have in common: code blocks, or the
// structure of a table. It leaves the pair unchanged if it cannot match this content with
// certainty. It also skips machine translations and other notes, because their label applies to a
// whole text.
func mergePair(p *view.Pair) {
	if len(p.B) != 1 || p.A.HTML == "" || p.Machine != "" {
		return
	}
	b := p.B[0]
	if b.By != nil || b.From != "" || b.Machine != "" {
		return
	}
	if made, ok := mergeTables(string(p.A.HTML), string(b.Rich.HTML), cmp.Or(b.Rich.Lang, p.Self)); ok {
		p.Table = template.HTML(made)
		return
	}
	shareCode(p, cutCode(string(p.A.HTML)), cutCode(string(b.Rich.HTML)))
}

// shareCode splits a pair at the code blocks that both texts share. The result is a chain of
// pairs with the code between them.
func shareCode(p *view.Pair, a, b []codeCut) {
	if len(a) != len(b) || len(a) == 1 {
		return
	}
	for i := range a {
		last := i == len(a)-1
		if bare(a[i].code) != bare(b[i].code) || (a[i].text == "") != (b[i].text == "") || a[i].text == "" && !last {
			return
		}
	}
	at, langA, langB := p, p.A.Lang, p.B[0].Rich.Lang
	for i := range a {
		if a[i].text == "" {
			break
		}
		if i > 0 {
			at.Next = &view.Pair{Class: p.Class, Self: p.Self}
			at = at.Next
		}
		at.A = view.Rich{HTML: template.HTML(a[i].text), Lang: langA}
		at.B = []view.Counterpart{{Rich: view.Rich{HTML: template.HTML(b[i].text), Lang: langB}}}
		at.Shared = template.HTML(a[i].code)
	}
}

// codeCut is a piece of a text and the code block after it. The last piece has no code.
type codeCut struct{ text, code string }

var codeBlock = regexp.MustCompile(`(?s)<figure class="code">.*?</figure>\n?|<pre[ >].*?</pre>\n?`)

// cutCode splits a text at its code blocks, except those in a list or a quotation.
func cutCode(text string) []codeCut {
	var out []codeCut
	from := 0
	for _, at := range codeBlock.FindAllStringIndex(text, -1) {
		if before := text[from:at[0]]; balanced(before) {
			out = append(out, codeCut{strings.TrimSpace(before), text[at[0]:at[1]]})
			from = at[1]
		}
	}
	return append(out, codeCut{text: strings.TrimSpace(text[from:])})
}

// markup matches an HTML tag. Text and attributes contain no unescaped angle brackets.
var markup = regexp.MustCompile(`<(/?)([a-z][a-z0-9]*)([^>]*)>`)

var empty = []string{"area", "br", "col", "hr", "img", "input", "source", "wbr"}

func balanced(text string) bool {
	depth := 0
	for _, m := range markup.FindAllStringSubmatch(text, -1) {
		switch {
		case slices.Contains(empty, m[2]) || strings.HasSuffix(m[3], "/"):
		case m[1] == "/":
			depth--
		default:
			depth++
		}
	}
	return depth == 0
}

var tableForm = regexp.MustCompile(`^(<div class="scroll"[^>]*><table>\n<thead>\n)(<tr>.*</tr>)\n</thead>\n<tbody>\n((?:<tr>.*</tr>\n)+)</tbody>\n</table></div>\n?$`)

var cellForm = regexp.MustCompile(`<(t[hd])([^>]*)>(.*?)</t[hd]>`)

type cell struct{ open, inner, end string }

// mergeTables merges two tables of the same shape. It keeps equal text once, and different text
// in both languages. The order of rows may differ, so it merges rows only if shared code, links
// or numbers identify them. It reports false if it cannot merge all rows.
func mergeTables(a, b, langB string) (string, bool) {
	ta, tb := tableForm.FindStringSubmatch(a), tableForm.FindStringSubmatch(b)
	if ta == nil || tb == nil {
		return "", false
	}
	rowsA := append([]string{ta[2]}, strings.Split(strings.TrimSpace(ta[3]), "\n")...)
	rowsB := append([]string{tb[2]}, strings.Split(strings.TrimSpace(tb[3]), "\n")...)
	if len(rowsA) != len(rowsB) {
		return "", false
	}
	var made []string
	for i := range rowsA {
		row, ok := mergeRows(rowsA[i], rowsB[i], langB, i == 0)
		if !ok {
			return "", false
		}
		made = append(made, row)
	}
	return ta[1] + made[0] + "\n</thead>\n<tbody>\n" + strings.Join(made[1:], "\n") + "\n</tbody>\n</table></div>", true
}

// mergeRows merges two rows. The row of the head needs no shared content.
func mergeRows(a, b, langB string, head bool) (string, bool) {
	ca, cb := cells(a), cells(b)
	if len(ca) == 0 || len(ca) != len(cb) {
		return "", false
	}
	named := head
	var made strings.Builder
	for i := range ca {
		same := bare(ca[i].inner) == bare(cb[i].inner)
		marks := marksOf(ca[i].inner)
		if !slices.Equal(marks, marksOf(cb[i].inner)) {
			return "", false
		}
		named = named || same && plainWords(ca[i].inner) != "" || len(marks) > 0
		made.WriteString(ca[i].open)
		if same {
			made.WriteString(ca[i].inner)
		} else {
			made.WriteString(`<span class="a">` + ca[i].inner + `</span> <span class="b" lang="` + html.EscapeString(langB) + `">` + cb[i].inner + `</span>`)
		}
		made.WriteString(ca[i].end)
	}
	return "<tr>" + made.String() + "</tr>", named
}

// cells returns the cells of a row, or nil if the row contains other content.
func cells(row string) []cell {
	row = strings.TrimSuffix(strings.TrimPrefix(row, "<tr>"), "</tr>")
	var out []cell
	read := 0
	for _, m := range cellForm.FindAllStringSubmatchIndex(row, -1) {
		c := cell{row[m[0]:m[6]], row[m[6]:m[7]], row[m[7]:m[1]]}
		if m[0] != read || strings.Contains(c.inner, "<t") {
			return nil
		}
		out, read = append(out, c), m[1]
	}
	if read != len(row) {
		return nil
	}
	return out
}

var (
	termLink = regexp.MustCompile(`<a class="term"[^>]*>(.*?)</a>`)
	linkOf   = regexp.MustCompile(` href="([^"]*)"`)
	codeOf   = regexp.MustCompile(`<code[^>]*>(.*?)</code>`)
	figureOf = regexp.MustCompile(`\d+(?:[.,]\d+)*`)
)

// bare removes markup that depends on the position of a text: glossary links, which only the
// first mention has, and the language of code.
func bare(text string) string {
	return strings.ReplaceAll(termLink.ReplaceAllString(text, "$1"), `<code lang=en>`, "<code>")
}

func plainWords(text string) string {
	return strings.TrimSpace(markup.ReplaceAllString(text, ""))
}

// marksOf returns the content of a text that translations have in common, sorted: links, code and
// numbers.
func marksOf(text string) []string {
	text = bare(text)
	var out []string
	for _, m := range linkOf.FindAllStringSubmatch(text, -1) {
		out = append(out, m[1])
	}
	for _, m := range codeOf.FindAllStringSubmatch(text, -1) {
		out = append(out, plainWords(m[1]))
	}
	out = append(out, figureOf.FindAllString(plainWords(text), -1)...)
	slices.Sort(out)
	return out
}
