package markdown

import (
	"slices"

	"github.com/kawaraban/kawaraban/internal/diag"
	"github.com/kawaraban/kawaraban/internal/note"
	"github.com/kawaraban/kawaraban/internal/ref"
	"github.com/yuin/goldmark/ast"
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

// Loose is an attribution that does not close its block, or is not in parentheses:
//
//	#115840: text
//	text (#115944, @x) and more text.
//	text (#115220, @x) [SIG Node] [KEP](address)
//	text [#115220](address of the pull request)
//	address of the pull request
//
// Whether it is one depends on what stands around the block: the caller decides, and
// calls [Block.TakeLoose].
type Loose struct {
	Attr note.Attribution
	Sure bool // its form is used for attributions only: it names an author, or a colon follows

	plain   string // the words of the block without it
	damaged bool   // a parenthesis is lost or doubled
	taken   *bool  // of its node in the syntax tree; nil where it stays in the text
}

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

// textPiece is a span of a Text that is being written.
type textPiece struct {
	end int       // of its HTML in the renderer's
	ref *note.Ref // a hole where it is set
}
