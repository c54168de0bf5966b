package check

import (
	"bytes"
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

// untranslated reports English sentences in a translation. Code, link texts, quotations, text in
// brackets, titles, single names and mixed sentences may be English.
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
			d := diag.Warnf(f.find(b.Pos, found[0]), "entry/untranslated", "untranslated English sentence: %s", shorten(found[0]))
			if len(found) > 1 {
				d = d.WithText("%d untranslated English sentences, the first: %s", len(found), shorten(found[0]))
			}
			ds = append(ds, d.WithHint("translate it, or put it in quotation marks"))
		}
	}
	return ds
}

type english struct {
	data   *upstream.Data
	around note.Lang
	titles func() map[string]bool
}

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

func translates(in *In, n *note.Note) bool {
	original := in.Site.Original(n.ID)
	return n.Kind == note.Changes || n.Meta.Translates != "" || original != nil && original.Lang != n.Lang
}

// sure reports whether a sentence is certainly English. It must have at least five Latin words,
// or eight if it also has other scripts. Titles are excluded: those of KEPs, and text in which
// most words are capitalised.
func (e english) sure(sentence string) bool {
	least := 5
	if foreign(sentence) {
		least = 8
	}
	words, capitals := latin(sentence)
	return words >= least && 2*capitals <= words && locale.Detect(sentence, e.around) == "en" && !e.titles()[letters(sentence)]
}

// isOfficial reports whether a sentence is in the official notes of the pull requests of the
// entry, and has words that are not names. It may have any length. official returns the letters
// of these notes.
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

func foreign(s string) bool {
	return strings.IndexFunc(s, func(r rune) bool { return r >= 0x370 && unicode.IsLetter(r) }) >= 0
}

// latin counts the words that have only Latin letters, and those of them that are capitalised.
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

func lettersOfOfficial(d *upstream.Data, b *note.Block) string {
	var out []string
	for _, pr := range b.Attr.PRs {
		for _, o := range officialOf(d, pr) {
			out = append(out, letters(o.Note.Text))
		}
	}
	return strings.Join(out, "\n")
}

func letters(s string) string {
	return strings.Map(func(r rune) rune {
		if !unicode.IsLetter(r) && !unicode.IsDigit(r) {
			return -1
		}
		return unicode.ToLower(r)
	}, s)
}

func titles(d *upstream.Data) map[string]bool {
	out := map[string]bool{}
	for _, k := range d.KEPList {
		out[letters(k.Title)] = true
	}
	return out
}

func shorten(s string) string {
	const most = 60
	runes := []rune(strings.ReplaceAll(s, gap, "…"))
	if len(runes) <= most {
		return string(runes)
	}
	return string(runes[:most]) + "…"
}

// sentences yields the sentences of a text, without quotations and text in brackets.
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

var quotes = map[rune]rune{'“': '”', '「': '」', '『': '』', '«': '»', '《': '》', '„': '“', '"': '"', '(': ')', '（': '）', '【': '】'}

// unquoted removes quotations and text in brackets. It ignores signs that are not closed.
func unquoted(line string) string {
	var b strings.Builder
	open := map[rune]bool{} // signs that are not closed in the rest of the line
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

// gap replaces removed text. It is neither a letter nor a space.
const gap = "\ufffc"

// notWritten are HTML elements whose text is not a sentence of the author.
var notWritten = []string{"code", "pre", "a", "blockquote", "q", "cite", "em", "i", "kbd", "samp", "var", "del", "s", "svg", "mark"}

var breaks = []string{"p", "li", "ul", "ol", "div", "td", "th", "tr", "table", "br", "dd", "dt", "h1", "h2", "h3", "h4", "h5", "h6"}

// written returns a text without markup and without the elements in notWritten.
func written(t note.Text) string {
	var b strings.Builder
	depth := 0 // number of open elements in notWritten
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

// element handles a tag and returns the new depth.
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

// maxFind is the maximum distance in bytes between the start of a block and a sentence that find
// returns.
const maxFind = 16 << 10

// find returns the position of a sentence after from. It returns from if it does not find the
// sentence, for example because the sentence contains markup.
func (f *File) find(from diag.Position, sentence string) diag.Position {
	sentence, _, _ = strings.Cut(strings.TrimLeft(sentence, gap+" "), gap)
	words := strings.Fields(sentence)
	start := f.Offset(from)
	segments := f.Segments()
	first := sort.Search(len(segments), func(i int) bool { return segments[i].End > start })
	for n := min(len(words), 5); n > 0; n-- {
		want := []byte(strings.Join(words[:n], " "))
		for _, s := range segments[first:] {
			if s.Start > start+maxFind {
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
