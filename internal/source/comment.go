package source

import (
	"cmp"
	"maps"
	"regexp"
	"slices"
	"strings"
	"unicode"

	"github.com/kawaraban/kawaraban/internal/diag"
	"github.com/kawaraban/kawaraban/internal/locale"
	"github.com/kawaraban/kawaraban/internal/markdown"
	"github.com/kawaraban/kawaraban/internal/note"
)

// commentKind says what a comment is for.
type commentKind uint8

const (
	aside       commentKind = iota // for its author or for a tool: as if it were not there
	sectionMark                    // of kubernetes.io: what stood before it is over
	sourceText                     // what the block after it was translated from
	staleMark                      // what the source said when the block was translated
	machineMark                    // the block was made by a program
)

// OwnMark begins a comment for this program; what follows up to a space says what it is for.
const OwnMark = "kawaraban-"

// The comments for this program that speak of the block behind them.
const (
	StaleMark   = OwnMark + "stale"   // then what the block's source said when it was translated
	MachineMark = OwnMark + "machine" // a program made the block, and no human has read it
)

// ownMarks are the comments for this program: ignore silences a check, skip keeps a pull
// request out of a note.
var ownMarks = map[string]commentKind{OwnMark + "ignore": aside, OwnMark + "skip": aside, StaleMark: staleMark, MachineMark: machineMark}

// cutMark parts the mark of a comment for this program from what follows it; the mark of any
// other comment is empty.
func cutMark(text string) (mark, rest string) {
	if !strings.HasPrefix(text, OwnMark) {
		return "", text
	}
	end := strings.IndexFunc(text, unicode.IsSpace)
	if end < 0 {
		end = len(text)
	}
	return text[:end], strings.Trim(text[end:], " \t\n")
}

// sectionMarks are the words that kubernetes.io parts the contents of a page by.
var sectionMarks = []string{
	"overview", "body", "steps", "discussion", "prerequisites", "objectives", "lessoncontent", "cleanup", "whatsnext",
	"synopsis", "options", "seealso",
}

// toolComment begins a comment to oneself or for a tool.
var toolComment = regexp.MustCompile(`(?i)^(?:(?:todo|fixme|xxx|note)\b[:.]|(?:todo|fixme|xxx)\b|` +
	`(?:toc|mdtoc|markdownlint|prettier|textlint|vale|cspell|eslint|dprint)\b|end(?: of)? (?:section|toc|mdtoc)\b|[#/]?(?:region|endregion)\b)`)

// readComment tells what a comment is for; the text is what is left of it without its mark.
func (p *parser) readComment(text string, at diag.Position) (commentKind, string) {
	if mark, rest := cutMark(text); mark != "" {
		kind, known := ownMarks[mark]
		if !known {
			p.unknownMark(mark, at)
		}
		return kind, rest
	}
	words := strings.Fields(text)
	switch {
	case len(words) == 0: // what stood before it belongs to nothing that follows
		return sectionMark, ""
	case len(words) == 1 && slices.Contains(sectionMarks, strings.ToLower(strings.Trim(words[0], "/"))):
		return sectionMark, ""
	case len(words) == 1 && strings.ToLower(words[0]) == words[0] && words[0][0] >= 'a' && words[0][0] <= 'z', toolComment.MatchString(text):
		return aside, ""
	}
	if _, ok := p.sourceLang(text); !ok {
		return aside, ""
	}
	return sourceText, text
}

// unknownMark reports a comment that would be for this program if it were spelt right.
func (p *parser) unknownMark(mark string, at diag.Position) {
	known := slices.Sorted(maps.Keys(ownMarks))
	d := diag.Warnf(at, "comment/unknown-mark", "no comment %s", mark)
	if near := diag.Near(mark, known); near != "" {
		d = d.WithHint("did you mean %s?", near)
	} else {
		d = d.WithHint("known are %s", strings.Join(known, ", "))
	}
	p.report(d)
}

// lostMark reports a mark after which no block stands that it could be said of.
func (p *parser) lostMark(mark string, at diag.Position) {
	p.report(diag.Warnf(at, "translation/untracked-mark", "the comment %s belongs to no block", mark).
		WithHint("put it right before the block that it speaks of, after the comment with its source, or take it out"))
}

// sourceLang is the language of the words of a comment. It reports false where that is the
// note's own: nothing is translated from it.
func (p *parser) sourceLang(words string) (note.Lang, bool) {
	from := p.translatedFrom()
	lang := locale.Detect(words, from)
	latin, wide := 0, 0
	for _, r := range words {
		switch {
		case !unicode.IsLetter(r):
		case r < 0x250:
			latin++
		default:
			wide++
		}
	}
	if lang == p.note.Lang && latin > 3*wide && p.note.Lang != "en" && wide > 0 {
		lang = "en" // English that names something by its name here
	}
	if lang == p.note.Lang {
		return "", false
	}
	if wide == 0 && lang == from && severalWords(words) {
		switch from {
		case "ja", "zh", "ru": // English kind headings and titles of KEPs stand in notes of every language
			lang = "en"
		}
	}
	return lang, true
}

// severalWords reports whether a text has more than one word that has letters.
func severalWords(text string) bool {
	n := 0
	for word := range strings.FieldsSeq(text) {
		if strings.IndexFunc(word, unicode.IsLetter) >= 0 {
			n++
		}
	}
	return n > 1
}

// translatedFrom is the language that the file name in translates says, else English.
func (p *parser) translatedFrom() note.Lang {
	_, lang := locale.CutLang(WithoutNoteExt(p.note.Meta.Translates))
	return cmp.Or(lang, "en")
}

// excerpt is a stretch of what a comment holds, read as Markdown.
type excerpt struct {
	doc    *markdown.Doc
	blocks []*markdown.Block
	lang   note.Lang
}

// excerpt reads the text of a comment. What is wrong with it is no problem of the note.
func (p *parser) excerpt(text string) excerpt {
	doc := markdown.Parse([]byte(FromComment(text)), markdown.Options{
		Names: p.names, File: p.in.Path, Prefix: sourcePrefix, Highlighter: p.opts.Highlighter, Link: p.link, Image: p.size,
		Titles: p.note.Kind == note.Talk,
	})
	lang, ok := p.sourceLang(text)
	if !ok {
		lang = p.translatedFrom()
	}
	e := excerpt{doc: doc, lang: lang}
	for _, m := range doc.Blocks {
		if !skipped(m) && m.Type != markdown.Footnotes && m.Type != markdown.Comment {
			e.blocks = append(e.blocks, m)
		}
	}
	return e
}

// part is an excerpt of the excerpt.
func (e excerpt) part(blocks ...*markdown.Block) excerpt {
	e.blocks = blocks
	return e
}

// inline is the excerpt as the words of a heading or an entry. Of several blocks the first
// is that: upstream's note of a change may go on in further paragraphs, as an entry does in
// its children. Items of a list that could not be told apart stand below each other. drops
// says of which block the attribution is left out.
func (e excerpt) inline(o markdown.RenderOptions, drops func(*markdown.Block) bool) note.Text {
	o.Inline = true
	at := e.words()
	if at < 0 {
		return nil
	}
	first := e.blocks[at]
	o.DropAttribution = drops(first)
	if first.Type != markdown.List {
		return bare(e.doc.Render(first, o))
	}
	var out note.Text
	for i, item := range first.Children {
		if i > 0 {
			out = append(out, note.Span{HTML: "<br>"})
		}
		o.DropAttribution = drops(item)
		out = append(out, e.doc.Render(item, o)...)
	}
	return bare(out)
}

// words is the number of the block that has the words of a heading or an entry; -1 where
// none has.
func (e excerpt) words() int {
	return slices.IndexFunc(e.blocks, func(m *markdown.Block) bool {
		return m.Type == markdown.Paragraph || m.Type == markdown.Heading || m.Type == markdown.Item || m.Type == markdown.List
	})
}

// more is what goes on behind these words.
func (e excerpt) more() note.Text {
	at := e.words()
	if at < 0 || at+1 == len(e.blocks) {
		return nil
	}
	return bare(e.doc.RenderAll(e.blocks[at+1:], markdown.RenderOptions{}))
}

// flow is the excerpt as blocks.
func (e excerpt) flow(o markdown.RenderOptions, drops func(*markdown.Block) bool) note.Text {
	if len(e.blocks) == 0 {
		return nil
	}
	o.DropAttribution = drops(e.blocks[0])
	return bare(e.doc.RenderAll(e.blocks, o))
}
