package markdown

import (
	"slices"

	"github.com/kawaraban/kawaraban/internal/diag"
	"github.com/kawaraban/kawaraban/internal/note"
	"github.com/kawaraban/kawaraban/internal/ref"
	"github.com/yuin/goldmark/ast"
)

// Options holds the settings for the conversion of one file. The zero value is valid.
type Options struct {
	RawHTML     bool         // sanitize raw HTML; otherwise it is escaped and reported
	Names       *ref.Names   // the known names of gates, people and so on, which some references need
	File        string       // for positions
	Line        int          // lines of the file before the source, for positions
	Prefix      string       // prefix of footnote IDs, for pages with several texts
	Breaks      bool         // a line break in the source is one in the text, as on Zenn and Qiita
	Titles      bool         // titles of KEPs are references too, as in talks
	Highlighter *Highlighter // shared cache of highlighted code; nil for a private one

	// Image returns the size in pixels of the picture at a relative address, if known.
	Image func(dest string) (width, height int, ok bool)
	// Link rewrites an address for the page; image is true for a picture. Nil changes nothing.
	Link func(dest string, image bool) string
	// Word returns an interface text in the language of the note, such as "alert.warning" for the
	// title of an alert. If it is nil or returns "", only the sign is shown.
	Word func(key string) string
}

// Link is the address of a link or picture.
type Link struct {
	Dest  string // as written, escapes and entities resolved
	Image bool
	Pos   diag.Position
}

// Doc is a parsed text. It keeps the syntax tree for [Doc.Render]; the result of Render does not. A
// Doc is not safe for concurrent use.
type Doc struct {
	Blocks []*Block
	Diags  []diag.Diagnostic // in the order of detection
	Links  []Link            // in reading order

	src    []byte
	text   string // src as a string, set on first use
	opts   Options
	hl     *Highlighter
	room   []byte // buffer for building a Text
	pieces []textPiece
}

// BlockType is the type of a block.
type BlockType string

// The types of blocks. Those with their own inline content set Plain, Refs and Attr.
const (
	Heading        BlockType = "heading"         // Level, ID
	Paragraph      BlockType = "paragraph"       // ID
	List           BlockType = "list"            // Children: items
	Item           BlockType = "item"            // the leading paragraph is its own content, the rest are Children
	Blockquote     BlockType = "blockquote"      // Children
	Code           BlockType = "code"            // Info: language as written, Plain: the code
	Table          BlockType = "table"           // one block; Plain and Refs cover all cells
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
	Picture        BlockType = "picture"         // a paragraph with only an image; Info: its address, Plain: its alternative text
	Card           BlockType = "card"            // a bare link to a video or slides on its own line; Info: its address
)

// Loose is a possible attribution that is not at the end of its block, or not in parentheses:
//
//	#115840: text
//	text (#115944, @x) and more text.
//	text (#115220, @x) [SIG Node] [KEP](address)
//	text [#115220](address of the pull request)
//	address of the pull request
//
// The blocks around it determine whether it is an attribution. The caller decides, and calls
// [Block.TakeLoose].
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
	ID          string           // from {#id}, else ""
	Children    []*Block         //
	Plain       string           // text of the own inline content, without the attribution
	Comment     string           // text of an HTML comment block, without delimiters and indentation
	Comments    []string         // HTML comments in the own inline content, if one precedes the first word
	Info        string           // see the types
	Title       string           // of a code block: the file name after its language (go:main.go)
	Attr        note.Attribution // attribution of the own content; of an item, else that of its last paragraph with one
	AttrDamaged bool             // a parenthesis of Attr is missing or doubled
	AttrLoose   bool             // Attr was loose, see TakeLoose
	Loose       *Loose           // possible attribution, if there is no Attr
	AttrPos     diag.Position    // start of the attribution of the own content; zero if there is none
	Refs        []note.Ref       // of the own inline content, in reading order, without AttrRefs
	AttrRefs    []note.Ref       // within the attribution; placeholders of a Text point to Refs and AttrRefs
	Pos         diag.Position    //
	Ordered     bool             // of a list: numbered

	named  []note.Ref // Refs, then AttrRefs
	node   ast.Node
	colour string   // language for highlighting
	lead   ast.Node // of an item: the node of its own inline content; may be nil
}

// Named returns Refs followed by AttrRefs. The caller must not modify the elements.
func (b *Block) Named() []note.Ref { return slices.Clip(b.named) }

type textPiece struct {
	end int       // of its HTML in the buffer of the renderer
	ref *note.Ref // not nil for a placeholder
}
