package site

import (
	"html"
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/kawaraban/kawaraban/internal/note"
)

// Some notes, mainly talks, name KEPs only in words. They use the upstream title, or a name that
// another note prints next to the number:
//
//   - a heading with the number below it, as in an overview (Memory QoS, #2570; KEP);
//   - words after the number (KEP-3352: Aggregated Discovery);
//   - a table row with the number in one cell and the name in the next.
//
// These names are collected from all notes when the site is linked. In talks, they are found
// anywhere. In other notes, the whole text of a heading or an entry must match.

// learned is a name that a note prints next to a KEP number.
type learned struct{ number, name string }

// candidate is a text that may name KEPs in words.
type candidate struct {
	text    note.Text
	plain   string
	whole   bool     // only the whole text may be a name
	has     []string // KEPs that the block has by number
	under   []*note.Block
	mention Mention
}

// collector collects the names next to KEP numbers in a note, and the texts that may name KEPs in
// words.
type collector struct {
	*keys
	note       *note.Note
	learned    []learned
	candidates []candidate
}

func (s *keys) collect(n *note.Note) *collector {
	c := &collector{keys: s, note: n}
	if len(s.data.KEPs) == 0 {
		return c
	}
	var heading *note.Block
	for i := range n.Blocks {
		b := &n.Blocks[i]
		c.add(b, nil, mentionIn(n, i, heading))
		if b.Type == note.Heading || b.Type == note.Entry && b.Level > 0 {
			heading = b
		}
	}
	return c
}

func (c *collector) add(b *note.Block, above []*note.Block, m Mention) {
	c.learned = append(c.learned, c.learn(b)...)
	under := append(slices.Clip(above), b)
	if found, ok := candidateOf(c.note, b); ok {
		found.under, found.mention = under, m
		for _, r := range b.Refs {
			found.has = append(found.has, c.kepsOfRef(r)...)
		}
		c.candidates = append(c.candidates, found)
	}
	for i := range b.Children {
		c.add(&b.Children[i], under, m)
	}
}

const longestName = 160

// candidateOf returns the text of a block. It returns false if the text cannot name a KEP in
// words.
func candidateOf(n *note.Note, b *note.Block) (candidate, bool) {
	anywhere := n.Kind == note.Talk && b.Type != note.Code && b.Type != note.Card && b.Type != note.Picture
	if !anywhere && b.Type != note.Heading && b.Type != note.Entry || len(b.Text) == 0 {
		return candidate{}, false
	}
	size := 0
	for _, sp := range b.Text {
		size += len(sp.HTML)
		if !anywhere && sp.Ref != nil && sp.Ref.Kind == note.KEP {
			return candidate{}, false
		}
	}
	if !anywhere && size > longestName {
		return candidate{}, false
	}
	plain := b.Text.Plain()
	return candidate{text: b.Text, plain: plain, whole: !anywhere}, strings.Contains(plain, " ") || !isASCII(plain)
}

func isASCII(s string) bool {
	return !strings.ContainsFunc(s, func(r rune) bool { return r >= utf8.RuneSelf })
}

func (s *keys) learn(b *note.Block) []learned {
	var out []learned
	add := func(number, name string) {
		number = s.normalKEP(number)
		if name = trimName(name); len(s.data.KEPs[number]) > 0 && number != "0" && isName(name) {
			out = append(out, learned{number, name})
		}
	}
	if rest, ok := strings.CutPrefix(string(b.ID), "kep-"); ok && b.Type == note.Entry && b.Level > 0 {
		number, _, _ := strings.Cut(rest, "-")
		name := withoutKEPs(b.Text)
		add(number, name)
		if before, after, ok := strings.Cut(name, ": "); ok && !isASCII(before) && isASCII(after) {
			add(number, after)
		}
	}
	for i, sp := range b.Text {
		if sp.Ref != nil && sp.Ref.Kind == note.KEP && i+1 < len(b.Text) && strings.ContainsFunc(sp.Ref.Written, unicode.IsDigit) {
			add(sp.Ref.ID, nameAfter(b.Text[i+1].HTML, b.Lang))
		}
	}
	for _, row := range namedRows(b.Text) {
		add(row.number, row.name)
	}
	return out
}

func withoutKEPs(t note.Text) string {
	var words note.Text
	for _, sp := range t {
		if sp.Ref == nil || sp.Ref.Kind != note.KEP || !strings.ContainsFunc(sp.Ref.Written, unicode.IsDigit) {
			words = append(words, sp)
		}
	}
	return words.Plain()
}

func trimName(name string) string {
	return strings.Trim(strings.Join(strings.Fields(name), " "), " .,:;–—-()[]（）「」『』：、。·|")
}

// isName reports whether a string has a length that is typical of a name: at least two words, or
// at least eight characters in scripts without spaces.
func isName(name string) bool {
	words := strings.Fields(name)
	return len(name) <= longestName && len(words) <= 16 && (len(words) >= 2 || utf8.RuneCountInString(name) >= 8 && !isASCII(name))
}

var afterNumber = regexp.MustCompile(`^\s*(?:[:：]|[-–—]\s)?\s*`)

// nameAfter returns the name that follows a KEP number. In English it is the text up to a tag, if
// the text has no full stop. In other languages it is the English words that follow.
func nameAfter(made string, lang note.Lang) string {
	text, _, _ := strings.Cut(made, "<")
	text = html.UnescapeString(text)
	sep := afterNumber.FindString(text)
	text = text[len(sep):]
	plainly := strings.ContainsAny(sep, ":：-–—")
	if text == "" || !plainly && !unicode.IsUpper(rune(text[0])) {
		return ""
	}
	if lang == "en" {
		if !plainly || strings.ContainsAny(text, ".;!?") {
			return ""
		}
		return text
	}
	end := strings.IndexFunc(text, func(r rune) bool {
		return r >= utf8.RuneSelf && !strings.ContainsRune("’–—", r) || strings.ContainsRune("(),;!?\n", r)
	})
	if end < 0 {
		return text
	}
	return text[:end]
}

var (
	nameRow  = regexp.MustCompile(`(?s)<tr[^>]*>(.*?)</tr>`)
	nameCell = regexp.MustCompile(`(?s)<td[^>]*>(.*?)</td>`)
	anyTag   = regexp.MustCompile(`<[^>]*>`)
)

// mark delimits a KEP number in the HTML of a table. It cannot occur in HTML.
const mark = "\x00"

// namedRows finds the table rows with only a KEP number in one cell, and words in the next or the
// previous cell.
func namedRows(t note.Text) []learned {
	if !slices.ContainsFunc(t, func(sp note.Span) bool { return strings.Contains(sp.HTML, "<tr") }) {
		return nil
	}
	var made strings.Builder
	for _, sp := range t {
		switch {
		case sp.Ref == nil:
			made.WriteString(sp.HTML)
		case sp.Ref.Kind == note.KEP:
			made.WriteString(mark + sp.Ref.ID + mark)
		default:
			made.WriteString(html.EscapeString(sp.Ref.Written))
		}
	}
	var out []learned
	for _, row := range nameRow.FindAllStringSubmatch(made.String(), -1) {
		var cells []string
		for _, c := range nameCell.FindAllStringSubmatch(row[1], -1) {
			cells = append(cells, strings.TrimSpace(html.UnescapeString(anyTag.ReplaceAllString(c[1], ""))))
		}
		if l, ok := namedCell(cells); ok {
			out = append(out, l)
		}
	}
	return out
}

func namedCell(cells []string) (learned, bool) {
	at := -1
	for i, c := range cells {
		if strings.Contains(c, mark) {
			if at >= 0 || strings.Count(c, mark) != 2 || !strings.HasPrefix(c, mark) || !strings.HasSuffix(c, mark) {
				return learned{}, false
			}
			at = i
		}
	}
	if at < 0 {
		return learned{}, false
	}
	for _, i := range []int{at + 1, at - 1} {
		if i >= 0 && i < len(cells) && strings.Contains(cells[i], " ") {
			return learned{strings.Trim(cells[at], mark), cells[i]}, true
		}
	}
	return learned{}, false
}
