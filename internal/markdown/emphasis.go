package markdown

import (
	"unicode"

	"github.com/yuin/goldmark/ast"
	extast "github.com/yuin/goldmark/extension/ast"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/text"
	"github.com/yuin/goldmark/util"
	"golang.org/x/text/width"
)

// maxDelimiters limits the runs of *, _ and ~ in one block that may open emphasis. Matching them is
// quadratic, and real text has less than a tenth of it.
const maxDelimiters = 1000

// emphasisParser parses *, _ and ~ as CommonMark and GFM do, with one addition: next to a wide
// character, * and ~ need no space or punctuation on the other side. CommonMark's flanking rules
// expect spaces between words, so that **「語」**は stays literal (commonmark-spec#650).
type emphasisParser struct{}

func (emphasisParser) Trigger() []byte { return []byte{'*', '_', '~'} }

func (emphasisParser) Parse(parent ast.Node, block text.Reader, pc parser.Context) ast.Node {
	before := block.PrecendingCharacter()
	line, segment := block.PeekLine()
	var processor parser.DelimiterProcessor = emphasisDelimiters{}
	if line[0] == '~' {
		processor = strikeDelimiters{}
	}
	d := parser.ScanDelimiter(line, before, 1, processor)
	if d == nil || !of(pc).countDelimiter(parent) {
		return nil
	}
	if d.Char == '~' && (d.OriginalLength > 2 || before == '~') {
		return nil
	}
	if after := runeAfter(line, d.OriginalLength); d.Char != '_' && (wide(before) || wide(after)) {
		d.CanOpen = !util.IsSpaceRune(after)
		d.CanClose = !util.IsSpaceRune(before)
	}
	d.Segment = segment.WithStop(segment.Start + d.OriginalLength)
	block.Advance(d.OriginalLength)
	pc.PushDelimiter(d)
	return d
}

func runeAfter(line []byte, i int) rune {
	if i >= len(line) {
		return ' '
	}
	return util.ToRune(line, i)
}

func (p *parse) countDelimiter(block ast.Node) bool {
	if p == nil {
		return true
	}
	if p.leaf != block {
		p.leaf, p.delims = block, 0
	}
	p.delims++
	return p.delims <= maxDelimiters
}

type emphasisDelimiters struct{}

func (emphasisDelimiters) IsDelimiter(b byte) bool { return b == '*' || b == '_' }

func (emphasisDelimiters) CanOpenCloser(opener, closer *parser.Delimiter) bool {
	return opener.Char == closer.Char
}

func (emphasisDelimiters) OnMatch(consumes int) ast.Node { return ast.NewEmphasis(consumes) }

type strikeDelimiters struct{}

func (strikeDelimiters) IsDelimiter(b byte) bool { return b == '~' }

func (strikeDelimiters) CanOpenCloser(opener, closer *parser.Delimiter) bool {
	return opener.Char == closer.Char
}

func (strikeDelimiters) OnMatch(int) ast.Node { return extast.NewStrikethrough() }

// wide reports whether r is a full-width character: kana, Han, their punctuation, Hangul.
func wide(r rune) bool {
	if r < 0x1100 {
		return false
	}
	k := width.LookupRune(r).Kind()
	return k == width.EastAsianWide || k == width.EastAsianFullwidth
}

// joins reports whether a line break between a and b is not a space. Both must be wide and of a
// script without spaces, or one must be wide punctuation.
func joins(a, b rune) bool {
	if wide(a) && unicode.IsPunct(a) || wide(b) && unicode.IsPunct(b) {
		return true
	}
	return wide(a) && wide(b) && !unicode.Is(unicode.Hangul, a) && !unicode.Is(unicode.Hangul, b)
}
