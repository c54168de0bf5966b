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

// maxDelimiters bounds the runs of *, _ and ~ that one block may open emphasis
// with: matching them is quadratic, and no text of a person has a tenth of it.
const maxDelimiters = 1000

// emphasisParser reads *, _ and ~ as CommonMark and GFM do, with one addition:
// beside a wide character * and ~ need no white space or punctuation on their
// other side. CommonMark's flanking rules count on spaces between words, so that
// **「語」**は stays literal (commonmark-spec#650).
type emphasisParser struct{}

// Trigger implements parser.InlineParser.
func (emphasisParser) Trigger() []byte { return []byte{'*', '_', '~'} }

// Parse implements parser.InlineParser.
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

// countDelimiter says whether the block may open one more run of delimiters.
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

// wide reports whether r is set in a full square: kana, Han, their punctuation,
// full-width forms, Hangul.
func wide(r rune) bool {
	if r < 0x1100 {
		return false
	}
	k := width.LookupRune(r).Kind()
	return k == width.EastAsianWide || k == width.EastAsianFullwidth
}

// joins reports whether a line break between a and b is no white space: both are
// wide, and of a script that writes no spaces, or one is a punctuation mark that brings its
// own space.
func joins(a, b rune) bool {
	if wide(a) && unicode.IsPunct(a) || wide(b) && unicode.IsPunct(b) {
		return true
	}
	return wide(a) && wide(b) && !unicode.Is(unicode.Hangul, a) && !unicode.Is(unicode.Hangul, b)
}
