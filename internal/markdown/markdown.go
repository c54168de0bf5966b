package markdown

import (
	"bytes"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/text"

	"github.com/kawaraban/kawaraban/internal/diag"
	"github.com/kawaraban/kawaraban/internal/note"
	"github.com/kawaraban/kawaraban/internal/ref"
)

// Options is what the conversion of one file needs to know. The zero value works.
type Options struct {
	RawHTML     bool         // sanitise raw HTML; otherwise it is escaped and reported
	Names       *ref.Names   // what references can only be recognised by knowing it
	File        string       // for positions
	Line        int          // lines of the file before the source, for positions
	Prefix      string       // of the ids of footnotes, where several texts share a page
	Titles      bool         // KEPs named by their titles are references too, as in a talk
	Highlighter *Highlighter // shared cache of coloured code; nil: one of the document's own

	// Image gives the size in pixels of the picture at a relative address;
	// ok is false when nothing is known of it.
	Image func(dest string) (width, height int, ok bool)
	// Link turns an address as written into the one that the page needs;
	// image is true for a picture. Nil leaves addresses as they are.
	Link func(dest string, image bool) string
	// Word gives a word of the interface in the language of the text, for the
	// titles of alerts: "alert.warning". Nil or an empty word: a sign stands alone.
	Word func(key string) string
}

// Link is an address that the text links to or shows.
type Link struct {
	Dest  string // as written, escapes and entities resolved
	Image bool
	Pos   diag.Position
}

// Doc is a parsed text. It keeps the syntax tree for [Doc.Render]; what Render
// returns does not. A Doc is not safe for concurrent use.
type Doc struct {
	Blocks []*Block
	Diags  []diag.Diagnostic // in the order in which they were found
	Links  []Link            // in reading order

	src    []byte
	text   string // src, once somebody asks for a part of it
	opts   Options
	hl     *Highlighter
	room   []byte // where a Text is put together
	pieces []textPiece
}

// BlockType says what a block is.
type BlockType string

// The types of blocks. Those with own inline content set Plain, Refs and Attr.
const (
	Heading        BlockType = "heading"         // Level, ID
	Paragraph      BlockType = "paragraph"       // ID
	List           BlockType = "list"            // Children: items
	Item           BlockType = "item"            // the leading paragraph is its own content, the rest are Children
	Blockquote     BlockType = "blockquote"      // Children
	Code           BlockType = "code"            // Info: language as written, Plain: the code
	Table          BlockType = "table"           // one block; Plain and Refs are those of all cells
	Rule           BlockType = "rule"            //
	Comment        BlockType = "comment"         // an HTML comment that is a block: never rendered
	HTML           BlockType = "html"            // raw HTML
	Alert          BlockType = "alert"           // Info: note, tip, important, warning, caution; Children
	Details        BlockType = "details"         // Info: title; Children
	DefinitionList BlockType = "definition-list" // Children: terms and descriptions
	Term           BlockType = "term"            //
	Description    BlockType = "description"     // Children
	Footnotes      BlockType = "footnotes"       // Children: footnotes; always the last block
	Footnote       BlockType = "footnote"        // Children
	Picture        BlockType = "picture"         // a paragraph that holds only an image; Info: its address, Plain: its alternative text
	Card           BlockType = "card"            // a bare link to a video or slides on a line of its own; Info: its address
)

// Block is a part of a text, in reading order.
type Block struct {
	Type        BlockType
	Level       int              // of a heading, 1 to 6
	ID          string           // given by {#id}, else ""
	Children    []*Block         //
	Plain       string           // words of the own inline content, attribution left out
	Comment     string           // text of an HTML comment block, without its marks and the indentation of its lines
	Comments    []string         // texts of the HTML comments within the own inline content, where one stands before its words
	Info        string           // see the types
	Title       string           // of a code block: the file name behind its language (go:main.go)
	Attr        note.Attribution // what closes the own content; of an item, else that of its last paragraph which has one
	AttrDamaged bool             // a parenthesis of Attr is lost or doubled
	AttrLoose   bool             // Attr was loose, see TakeLoose
	Loose       *Loose           // where there is no Attr: what may be one
	AttrPos     diag.Position    // where the attribution of the own content begins; zero where there is none
	Refs        []note.Ref       // of the own inline content, in reading order, without AttrRefs
	AttrRefs    []note.Ref       // within the attribution; both are those to which the holes of a Text lead
	Pos         diag.Position    //
	Ordered     bool             // of a list: numbered

	named  []note.Ref // Refs and behind them AttrRefs
	node   ast.Node
	colour string   // language that code is coloured as
	lead   ast.Node // of an item: the node of its own inline content, nil when it has none
}

// Named returns all that the own inline content names, Refs and behind them AttrRefs. Nobody
// writes into it; what is appended to it is another list.
func (b *Block) Named() []note.Ref { return slices.Clip(b.named) }

// Parse reads src. It accepts any input: what is wrong with it is in Doc.Diags.
func Parse(src []byte, o Options) *Doc {
	if !utf8.Valid(src) {
		src = bytes.ToValidUTF8(src, []byte("\uFFFD"))
	}
	p := newParse(src, o)
	pc := parser.NewContext()
	pc.Set(parseKey, p)
	root := grammar().Parse(text.NewReader(src), parser.WithContext(pc))
	p.doc.Blocks = p.blocks(root)
	return p.doc
}

// parse is the state of one Parse: what parsers and transformers share.
type parse struct {
	doc             *Doc
	src             []byte
	opts            Options
	lines           []int          // byte offset of each line's start
	at              mark           // last position asked for, so that positions in order cost linear time
	ids             map[int]string // by the line that they stand on
	deep            bool           // nesting beyond the limit was reported
	notes           int            // footnotes seen
	blankAt, blanks int            // line of the last blank line seen, and how many in a row
	code            int            // bytes of code seen
	leaf            ast.Node       // block whose delimiters are being counted
	delims          int
	flat            flat              // of the last block
	found           []found           // in it
	reader          ref.Reader        // of it
	room            []byte            // where words are put together
	strings         map[string]string // those that outlive the source and stand in it again and again
}

// keep returns a string that holds nothing but itself: a part of a text would keep all of it.
// Numbers, people and groups stand in a note many times, and are one string then.
func (p *parse) keep(s string) string {
	if kept, ok := p.strings[s]; ok {
		return kept
	}
	if p.strings == nil {
		p.strings = make(map[string]string, min(2*len(p.lines), 256)) // a line of a note has about two
	}
	s = strings.Clone(s)
	p.strings[s] = s
	return s
}

// keepAll does so with some strings, in their place.
func keepAll[T ~string](p *parse, all []T) {
	for i, s := range all {
		all[i] = T(p.keep(string(s)))
	}
}

type mark struct{ line, offset, col int }

func newParse(src []byte, o Options) *parse {
	p := &parse{src: src, opts: o, lines: make([]int, 1, bytes.Count(src, []byte{'\n'})+1), at: mark{col: 1}, ids: map[int]string{}}
	for i, c := range src {
		if c == '\n' {
			p.lines = append(p.lines, i+1)
		}
	}
	hl := o.Highlighter
	if hl == nil {
		hl = NewHighlighter()
	}
	p.doc = &Doc{src: src, opts: o, hl: hl}
	return p
}

// parseKey is where a goldmark context holds the *parse.
var parseKey = parser.NewContextKey()

// of returns the state behind a goldmark context, or nil where a test uses the
// grammar alone.
func of(pc parser.Context) *parse {
	p, _ := pc.Get(parseKey).(*parse)
	return p
}

func (p *parse) report(d diag.Diagnostic) { p.doc.Diags = append(p.doc.Diags, d) }

// pos turns a byte offset into a position.
func (p *parse) pos(offset int) diag.Position {
	offset = min(max(offset, 0), len(p.src))
	line := p.lineOf(offset)
	if p.at.line != line || p.at.offset > offset {
		p.at = mark{line, p.lines[line], 1}
	}
	p.at.col += utf8.RuneCount(p.src[p.at.offset:offset])
	p.at.offset = offset
	return diag.Position{File: p.opts.File, Line: p.opts.Line + line + 1, Col: p.at.col}
}

// lineOf returns the index of the line that holds the offset.
func (p *parse) lineOf(offset int) int {
	lo, hi := 0, len(p.lines)
	for hi-lo > 1 {
		if mid := (lo + hi) / 2; p.lines[mid] <= offset {
			lo = mid
		} else {
			hi = mid
		}
	}
	return lo
}

// idOf returns the id that was taken off the end of a block's lines.
func (p *parse) idOf(lines *text.Segments) string {
	if lines.Len() == 0 {
		return ""
	}
	return p.ids[p.lineOf(lines.At(lines.Len()-1).Start)]
}

// lineText returns the text of some lines of a block.
func (p *parse) lineText(lines *text.Segments) string {
	var b strings.Builder
	for i := range lines.Len() {
		s := lines.At(i)
		b.Write(s.Value(p.src))
	}
	return b.String()
}
