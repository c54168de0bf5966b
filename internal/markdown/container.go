package markdown

import (
	"bytes"
	"strings"

	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/text"
	"github.com/yuin/goldmark/util"

	"github.com/kawaraban/kawaraban/internal/diag"
)

type container struct {
	ast.BaseBlock
	typ    BlockType // Alert or Details
	info   string    // kind of the alert, title of the details
	fence  int       // number of colons
	closed bool
}

var kindContainer = ast.NewNodeKind("Container")

func (*container) Kind() ast.NodeKind { return kindContainer }

func (n *container) Dump(src []byte, level int) { ast.DumpHelper(n, src, level, nil, nil) }

// containerParser parses :::message, :::message alert, :::note info|warn|alert and :::details
// Title. A closing line closes the innermost open block whose fence is at most as long. So nested
// blocks may have fences of the same or of different lengths.
type containerParser struct{}

func (containerParser) Trigger() []byte { return []byte{':'} }

func (containerParser) CanInterruptParagraph() bool { return true }

func (containerParser) CanAcceptIndentedLine() bool { return false }

func (containerParser) Open(_ ast.Node, r text.Reader, pc parser.Context) (ast.Node, parser.State) {
	line, at := r.PeekLine()
	n, rest := fence(line)
	if n == 0 || rest == "" {
		return nil, parser.NoChildren
	}
	p := of(pc)
	c := newContainer(n, rest)
	if c == nil {
		p.report(diag.Warnf(p.pos(at.Start), "markdown/unknown-container", "unknown block %q", ":::"+rest).
			WithHint("known blocks: :::message, :::message alert, :::note info, :::note warn, :::note alert, :::details"))
		return nil, parser.NoChildren
	}
	if tooDeep(r, pc) || openFences(pc) >= maxFences {
		return nil, parser.NoChildren
	}
	r.AdvanceToEOL()
	return c, parser.HasChildren
}

func (containerParser) Continue(n ast.Node, r text.Reader, pc parser.Context) parser.State {
	if of(pc).abandoned(r) {
		return parser.Close
	}
	line, _ := r.PeekLine()
	size, rest := fence(line)
	if size == 0 || rest != "" || closes(pc, size) != n {
		return parser.Continue | parser.HasChildren
	}
	n.(*container).closed = true
	r.AdvanceToEOL()
	return parser.Close
}

func (containerParser) Close(n ast.Node, _ text.Reader, pc parser.Context) {
	if n.(*container).closed {
		return
	}
	p := of(pc)
	p.report(diag.Warnf(p.pos(n.Pos()), "markdown/unclosed-container", "unclosed ::: block").
		WithHint("add a line ::: at the end of the block"))
}

func openFences(pc parser.Context) int {
	n := 0
	for _, b := range pc.OpenedBlocks() {
		if b.Node.Kind() == kindContainer {
			n++
		}
	}
	return n
}

// closes returns the open container that a closing line with that many colons closes; nil if the
// line belongs to code or HTML.
func closes(pc parser.Context, size int) ast.Node {
	blocks := pc.OpenedBlocks()
	for i := len(blocks) - 1; i >= 0; i-- {
		switch n := blocks[i].Node.(type) {
		case *ast.FencedCodeBlock, *ast.HTMLBlock:
			return nil
		case *container:
			if n.fence <= size {
				return n
			}
		}
	}
	return nil
}

// fence returns the number of colons at the start of a line, 0 if they are not a fence, and the
// rest of the line.
func fence(line []byte) (int, string) {
	w, start := util.IndentWidth(line, 0)
	if w > 3 || start >= len(line) {
		return 0, ""
	}
	body := line[start:]
	n := len(body) - len(bytes.TrimLeft(body, ":"))
	if n < 3 {
		return 0, ""
	}
	return n, strings.TrimSpace(string(body[n:]))
}

// alertOf maps the words after a fence to the kind of alert.
var alertOf = map[string]string{
	"message": "note", "message alert": "warning",
	"note": "note", "note info": "note", "note warn": "warning", "note alert": "caution",
}

func newContainer(n int, rest string) *container {
	words := strings.Fields(rest)
	if kind, ok := alertOf[strings.ToLower(strings.Join(words, " "))]; ok {
		return &container{typ: Alert, info: kind, fence: n}
	}
	if strings.EqualFold(words[0], "details") {
		return &container{typ: Details, info: strings.TrimSpace(rest[len("details"):]), fence: n}
	}
	return nil
}

// fenceParser reports an unclosed code fence, because all following text becomes code.
type fenceParser struct{ parser.BlockParser }

func (f fenceParser) Continue(n ast.Node, r text.Reader, pc parser.Context) parser.State {
	state := f.BlockParser.Continue(n, r, pc)
	if state == parser.Close {
		n.SetAttributeString("closed", true)
	}
	return state
}

func (f fenceParser) Close(n ast.Node, r text.Reader, pc parser.Context) {
	f.BlockParser.Close(n, r, pc)
	if _, closed := n.AttributeString("closed"); closed {
		return
	}
	if p := of(pc); p != nil {
		p.report(diag.Warnf(p.pos(n.Pos()), "markdown/unclosed-code", "unclosed code block").
			WithHint("add a line with the closing fence at the end of the code"))
	}
}
