package check

import (
	"bytes"
	"fmt"
	"html"
	"slices"
	"sort"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"github.com/kawaraban/kawaraban/internal/diag"
	"github.com/kawaraban/kawaraban/internal/locale"
	"github.com/kawaraban/kawaraban/internal/note"
	"github.com/kawaraban/kawaraban/internal/source"
	"github.com/kawaraban/kawaraban/internal/upstream"
)

// untranslated reports English sentences in a note that is a translation: of the release
// notes, or of another version of itself. Code, labels of links, quotations, words in
// brackets and titles may be English; so may a name or two, and what is said in a mixture.
func untranslated(in *In, f *File) []diag.Diagnostic {
	if f.Note.Lang == "en" || !translates(in, f.Note) {
		return nil
	}
	var ds []diag.Diagnostic
	e := english{in.Site.Data(), f.Note.Lang, sync.OnceValue(func() map[string]bool { return titles(in.Site.Data()) })}
	for b := range f.Note.All {
		if b.Level > 0 || !slices.Contains([]note.BlockType{note.Entry, note.Remark, note.Prose}, b.Type) {
			continue
		}
		if found := e.sentencesOf(b); len(found) > 0 {
			d := diag.Warnf(f.find(b.Pos, found[0]), "entry/untranslated", "an English sentence: %s", shorten(found[0]))
			if len(found) > 1 {
				d.Text = fmt.Sprintf("%d English sentences, the first: %s", len(found), shorten(found[0]))
			}
			ds = append(ds, d.WithHint("put it into the note's language, or set it in quotation marks"))
		}
	}
	return ds
}

// english finds English sentences in a note of another language.
type english struct {
	data   *upstream.Data
	around note.Lang
	titles func() map[string]bool
}

// sentencesOf lists the English sentences of a block.
func (e english) sentencesOf(b *note.Block) []string {
	text := written(b.Text)
	if words, _ := latin(text); words < 2 {
		return nil
	}
	official := sync.OnceValue(func() string { return lettersOfOfficial(e.data, b) })
	var found []string
	for sentence := range sentences(text) {
		if e.sure(sentence) || e.isOfficial(sentence, official) {
			found = append(found, sentence)
		}
	}
	return found
}

// translates reports whether a note puts into its language what stands elsewhere.
func translates(in *In, n *note.Note) bool {
	original := in.Site.Original(n.ID)
	return n.Kind == note.Changes || n.Meta.Translates != "" || original != nil && original.Lang != n.Lang
}

// sure reports whether a sentence is English for sure: five words of Latin letters
// at least and English ones among them, eight where other letters stand between; and no
// title, whose words begin with capital letters or which is a KEP's.
func (e english) sure(sentence string) bool {
	least := 5
	if foreign(sentence) {
		least = 8
	}
	words, capitals := latin(sentence)
	return words >= least && 2*capitals <= words && locale.Detect(sentence, e.around) == "en" && !e.titles()[letters(sentence)]
}

// isOfficial reports whether a sentence, however short, stands in the release notes of the
// entry's own pull requests, whose letters official returns, and is more than names.
func (e english) isOfficial(sentence string, official func() string) bool {
	if foreign(sentence) {
		return false
	}
	words, capitals := latin(sentence)
	if words < 2 || words-capitals < 2 && locale.Detect(sentence, e.around) != "en" {
		return false
	}
	for part := range strings.SplitSeq(sentence, gap) {
		if !strings.Contains(official(), letters(part)) {
			return false
		}
	}
	return true
}

// foreign reports whether letters of another script than Latin stand in a text.
func foreign(s string) bool {
	return strings.IndexFunc(s, func(r rune) bool { return r >= 0x370 && unicode.IsLetter(r) }) >= 0
}

// latin counts the words of a text that have Latin letters only, and those of them that
// begin with a capital one.
func latin(s string) (words, capitals int) {
	for w := range strings.FieldsSeq(s) {
		w = strings.Trim(w, `.,;:!?'`)
		if w == "" || strings.IndexFunc(w, func(r rune) bool { return r > unicode.MaxASCII || !unicode.IsLetter(r) && r != '-' }) >= 0 {
			continue
		}
		words++
		if unicode.IsUpper(rune(w[0])) {
			capitals++
		}
	}
	return words, capitals
}

// lettersOfOfficial are the letters of what upstream says of an entry's pull requests.
func lettersOfOfficial(d *upstream.Data, b *note.Block) string {
	var out []string
	for _, pr := range b.Attr.PRs {
		for _, o := range officialOf(d, pr) {
			out = append(out, letters(o.Note.Text))
		}
	}
	return strings.Join(out, "\n")
}

// letters leaves of a text its letters and digits, in lower case.
func letters(s string) string {
	return strings.Map(func(r rune) rune {
		if !unicode.IsLetter(r) && !unicode.IsDigit(r) {
			return -1
		}
		return unicode.ToLower(r)
	}, s)
}

// titles are the letters of the titles of all KEPs.
func titles(d *upstream.Data) map[string]bool {
	out := map[string]bool{}
	for _, k := range d.KEPList {
		out[letters(k.Title)] = true
	}
	return out
}

// shorten cuts a sentence for a message.
func shorten(s string) string {
	const most = 60
	runes := []rune(strings.ReplaceAll(s, gap, "…"))
	if len(runes) <= most {
		return string(runes)
	}
	return string(runes[:most]) + "…"
}

// sentences calls yield for each sentence of what was written, without quotations and
// what stands in brackets.
func sentences(text string) func(yield func(string) bool) {
	return func(yield func(string) bool) {
		for line := range strings.SplitSeq(text, "\n") {
			for s := range split(unquoted(line)) {
				if s = strings.TrimSpace(s); s != "" && !yield(s) {
					return
				}
			}
		}
	}
}

// split parts a line after each full stop.
func split(line string) func(yield func(string) bool) {
	return func(yield func(string) bool) {
		start := 0
		for i, r := range line {
			wide := strings.ContainsRune("。．！？", r)
			if !wide && (!strings.ContainsRune(".!?", r) || !strings.HasPrefix(line[i+1:], " ")) {
				continue
			}
			end := i + len(string(r))
			if !yield(line[start:end]) {
				return
			}
			start = end
		}
		yield(line[start:])
	}
}

// quotes are the signs that enclose what somebody else said, and what stands beside.
var quotes = map[rune]rune{'“': '”', '「': '」', '『': '』', '«': '»', '《': '》', '„': '“', '"': '"', '(': ')', '（': '）', '【': '】'}

// unquoted leaves out what quotation marks and brackets enclose. A sign that nothing
// closes encloses nothing.
func unquoted(line string) string {
	var b strings.Builder
	open := map[rune]bool{} // signs that nothing closes from here on
	for i := 0; i < len(line); {
		next := strings.IndexFunc(line[i:], func(r rune) bool { return quotes[r] != 0 && !open[r] })
		if next < 0 {
			b.WriteString(line[i:])
			break
		}
		b.WriteString(line[i : i+next])
		i += next
		sign, width := utf8.DecodeRuneInString(line[i:])
		end := strings.IndexRune(line[i+width:], quotes[sign])
		if end < 0 {
			open[sign] = true
			continue
		}
		b.WriteString(gap)
		i += width + end + utf8.RuneLen(quotes[sign])
	}
	return b.String()
}

// gap stands for what was left out of a text: no word, and no blank space either.
const gap = "\ufffc"

// others' words and what is no sentence, as elements of HTML.
var notWritten = []string{"code", "pre", "a", "blockquote", "q", "cite", "em", "i", "kbd", "samp", "var", "del", "s", "svg", "mark"}

// breaks are the elements that end a line.
var breaks = []string{"p", "li", "ul", "ol", "div", "td", "th", "tr", "table", "br", "dd", "dt", "h1", "h2", "h3", "h4", "h5", "h6"}

// written is the text without markup and without what is not its author's sentence.
func written(t note.Text) string {
	var b strings.Builder
	depth := 0 // of elements that are left out
	for _, span := range t {
		if span.Ref != nil {
			if depth == 0 {
				b.WriteString(gap)
			}
			continue
		}
		for s := span.HTML; s != ""; {
			text, rest, tag := strings.Cut(s, "<")
			if depth == 0 {
				b.WriteString(strings.ReplaceAll(html.UnescapeString(text), "\n", " "))
			}
			if !tag {
				break
			}
			inside, after, _ := strings.Cut(rest, ">")
			s = after
			depth = element(&b, inside, depth)
		}
	}
	return b.String()
}

// element reads a tag, and returns how many elements are left out after it.
func element(b *strings.Builder, tag string, depth int) int {
	name, closing := strings.CutPrefix(tag, "/")
	if i := strings.IndexAny(name, " \n/"); i >= 0 {
		name = name[:i]
	}
	switch {
	case slices.Contains(breaks, name):
		b.WriteByte('\n')
	case !slices.Contains(notWritten, name):
	case closing:
		return max(depth-1, 0)
	default:
		if depth == 0 {
			b.WriteString(gap)
		}
		return depth + 1
	}
	return depth
}

// farthest is how many bytes after the beginning of a block its sentences are looked for.
const farthest = 16 << 10

// find returns where the words that a sentence begins with stand, after a place; that
// place where they cannot be found, as markup stands between them.
func (f *File) find(from diag.Position, sentence string) diag.Position {
	sentence, _, _ = strings.Cut(strings.TrimLeft(sentence, gap+" "), gap)
	words := strings.Fields(sentence)
	start := f.Offset(from)
	segments := f.Segments()
	first := sort.Search(len(segments), func(i int) bool { return segments[i].End > start })
	for n := min(len(words), 5); n > 0; n-- {
		want := []byte(strings.Join(words[:n], " "))
		for _, s := range segments[first:] {
			if s.Start > start+farthest {
				break
			}
			if s.Kind != source.Words {
				continue
			}
			at := max(s.Start, start)
			if i := bytes.Index(f.Bytes[at:s.End], want); i >= 0 {
				return f.At(at + i)
			}
		}
	}
	return from
}
