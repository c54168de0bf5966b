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

// commentKind is the purpose of a comment.
type commentKind uint8

const (
	aside       commentKind = iota // comment for the author or a tool; ignored
	sectionMark                    // section mark of kubernetes.io; ends the range of the source before it
	sourceText                     // source of the next blocks
	staleMark                      // source at the time of translation
	machineMark                    // marks the next block as a machine translation
)

// OwnMark is the prefix of comments for this program. The text up to a space is the name of the
// comment.
const OwnMark = "kawaraban-"

// Comments for this program. They apply to the next block.
const (
	StaleMark   = OwnMark + "stale"   // followed by the source of the block at the time of translation
	MachineMark = OwnMark + "machine" // the block is an unreviewed machine translation
)

// ownMarks lists the comments for this program. The comment "ignore" disables a check, and "skip"
// omits a pull request from a note.
var ownMarks = map[string]commentKind{OwnMark + "ignore": aside, OwnMark + "skip": aside, StaleMark: staleMark, MachineMark: machineMark}

// cutMark splits a comment into its name, if it is for this program, and the rest. The name of
// other comments is empty.
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

// sectionMarks lists the words that separate the sections of a page of kubernetes.io.
var sectionMarks = []string{
	"overview", "body", "steps", "discussion", "prerequisites", "objectives", "lessoncontent", "cleanup", "whatsnext",
	"synopsis", "options", "seealso",
}

// toolComment matches the beginning of a comment for the author or for a tool.
var toolComment = regexp.MustCompile(`(?i)^(?:(?:todo|fixme|xxx|note)\b[:.]|(?:todo|fixme|xxx)\b|` +
	`(?:toc|mdtoc|markdownlint|prettier|textlint|vale|cspell|eslint|dprint)\b|end(?: of)? (?:section|toc|mdtoc)\b|[#/]?(?:region|endregion)\b)`)

// readComment returns the purpose of a comment, and its text without the name.
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
	case len(words) == 0: // an empty comment ends the range of the source before it
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

// unknownMark reports an unknown comment for this program, probably a typo.
func (p *parser) unknownMark(mark string, at diag.Position) {
	known := slices.Sorted(maps.Keys(ownMarks))
	d := diag.Warnf(at, "comment/unknown-mark", "unknown comment %q", mark)
	if near := diag.Near(mark, known); near != "" {
		d = d.WithHint("did you mean %s?", near)
	} else {
		d = d.WithHint("known comments: %s", strings.Join(known, ", "))
	}
	p.report(d)
}

// unplacedMark reports a comment for this program without a block after it.
func (p *parser) unplacedMark(mark string, at diag.Position) {
	p.report(diag.Warnf(at, "translation/untracked-mark", "comment %q does not belong to a block", mark).
		WithHint("move it directly before its block, after the comment with the source, or delete it"))
}

// sourceLang returns the language of a source comment. It returns false if that is the language
// of the note, because the comment is then not a source.
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
		lang = "en" // English text with a name in the language of the note
	}
	if lang == p.note.Lang {
		return "", false
	}
	if wide == 0 && lang == from && severalWords(words) {
		switch from {
		case "ja", "zh", "ru": // English words: notes of all languages contain English headings and titles of KEPs
			lang = "en"
		}
	}
	return lang, true
}

// severalWords reports whether a text has more than one word with letters.
func severalWords(text string) bool {
	n := 0
	for word := range strings.FieldsSeq(text) {
		if strings.IndexFunc(word, unicode.IsLetter) >= 0 {
			n++
		}
	}
	return n > 1
}

// translatedFrom returns the language in the front matter field translates, by default English.
func (p *parser) translatedFrom() note.Lang {
	_, lang := locale.CutLang(WithoutNoteExt(p.note.Meta.Translates))
	return cmp.Or(lang, "en")
}

// excerpt is a comment, or some blocks of it, parsed as Markdown.
type excerpt struct {
	doc    *markdown.Doc
	blocks []*markdown.Block
	lang   note.Lang
}

// excerpt parses the text of a comment. It does not report problems in the text.
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

func (e excerpt) part(blocks ...*markdown.Block) excerpt {
	e.blocks = blocks
	return e
}

// inline renders the text of a heading or an entry: the first block that has words. The later
// paragraphs belong to children of the entry. The items of a list that could not be separated are
// joined with line breaks. drops returns true for blocks whose attribution is omitted.
func (e excerpt) inline(o markdown.RenderOptions, drops func(*markdown.Block) bool) note.Text {
	o.Inline = true
	at := e.words()
	if at < 0 {
		return nil
	}
	first := e.blocks[at]
	o.DropAttribution = drops(first)
	if first.Type != markdown.List {
		return withoutAnchors(e.doc.Render(first, o))
	}
	var out note.Text
	for i, item := range first.Children {
		if i > 0 {
			out = append(out, note.Span{HTML: "<br>"})
		}
		o.DropAttribution = drops(item)
		out = append(out, e.doc.Render(item, o)...)
	}
	return withoutAnchors(out)
}

// words returns the index of the first block that has words for a heading or an entry, or -1.
func (e excerpt) words() int {
	return slices.IndexFunc(e.blocks, func(m *markdown.Block) bool {
		return m.Type == markdown.Paragraph || m.Type == markdown.Heading || m.Type == markdown.Item || m.Type == markdown.List
	})
}

// more renders the blocks after the block that words returns.
func (e excerpt) more() note.Text {
	at := e.words()
	if at < 0 || at+1 == len(e.blocks) {
		return nil
	}
	return withoutAnchors(e.doc.RenderAll(e.blocks[at+1:], markdown.RenderOptions{}))
}

// flow renders the excerpt as blocks.
func (e excerpt) flow(o markdown.RenderOptions, drops func(*markdown.Block) bool) note.Text {
	if len(e.blocks) == 0 {
		return nil
	}
	o.DropAttribution = drops(e.blocks[0])
	return withoutAnchors(e.doc.RenderAll(e.blocks, o))
}
