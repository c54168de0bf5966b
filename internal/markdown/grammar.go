package markdown

import (
	"sync"

	"github.com/yuin/goldmark-emoji"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/extension"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/text"
	"github.com/yuin/goldmark/util"

	"github.com/kawaraban/kawaraban/internal/diag"
)

var grammar = sync.OnceValue(func() parser.Parser {
	return parser.NewParser(append(core(),
		parser.WithBlockParsers(
			util.Prioritized(containerParser{}, 650),
			util.Prioritized(shortcodeBlockParser{}, 660),
			util.Prioritized(deep{extension.NewDefinitionListParser()}, 101),
			util.Prioritized(extension.NewDefinitionDescriptionParser(), 102),
			util.Prioritized(footnoteParser{extension.NewFootnoteBlockParser()}, 999),
		),
		parser.WithInlineParsers(
			util.Prioritized(taskParser{extension.NewTaskCheckBoxParser()}, 0),
			util.Prioritized(shortcodeParser{}, 110),
			util.Prioritized(mediaParser{}, 150),
			util.Prioritized(sizedParser{}, 150),
			util.Prioritized(inlineNoteParser{}, 150),
			util.Prioritized(extension.NewFootnoteParser(), 101),
			util.Prioritized(extension.NewLinkifyParser(), 999),
			util.Prioritized(emoji.NewParser(), 999),
		),
		parser.WithParagraphTransformers(
			util.Prioritized(definedTransformer{}, 90),
			util.Prioritized(idTransformer{}, 140),
			util.Prioritized(lengthTransformer{table: true}, 150),
			util.Prioritized(extension.NewTableParagraphTransformer(), 200),
			util.Prioritized(alertTransformer{}, 300),
			util.Prioritized(lengthTransformer{}, 500),
		),
		parser.WithASTTransformers(
			util.Prioritized(extension.NewTableASTTransformer(), 0),
			util.Prioritized(extension.NewFootnoteASTTransformer(), 999),
		),
	)...)
})

func core() []parser.Option {
	return []parser.Option{
		parser.WithBlockParsers(
			util.Prioritized(parser.NewSetextHeadingParser(), 100),
			util.Prioritized(parser.NewThematicBreakParser(), 200),
			util.Prioritized(deep{parser.NewListParser()}, 300),
			util.Prioritized(parser.NewListItemParser(), 400),
			util.Prioritized(parser.NewCodeBlockParser(), 500),
			util.Prioritized(headingParser{parser.NewATXHeadingParser()}, 600),
			util.Prioritized(fenceParser{parser.NewFencedCodeBlockParser()}, 700),
			util.Prioritized(deep{parser.NewBlockquoteParser()}, 800),
			util.Prioritized(commentParser{parser.NewHTMLBlockParser()}, 900),
			util.Prioritized(parser.NewParagraphParser(), 1000),
		),
		parser.WithInlineParsers(
			util.Prioritized(parser.NewCodeSpanParser(), 100),
			util.Prioritized(linkParser{parser.NewLinkParser()}, 200),
			util.Prioritized(parser.NewAutoLinkParser(), 300),
			util.Prioritized(parser.NewRawHTMLParser(), 400),
			util.Prioritized(emphasisParser{}, 500),
		),
		parser.WithParagraphTransformers(
			util.Prioritized(parser.LinkReferenceParagraphTransformer, 100),
		),
	}
}

// deep limits the nesting of containers. goldmark offers every line to every open block, so
// unlimited nesting would take quadratic time.
type deep struct{ parser.BlockParser }

func (d deep) Open(parent ast.Node, r text.Reader, pc parser.Context) (ast.Node, parser.State) {
	if tooDeep(r, pc) {
		return nil, parser.NoChildren
	}
	return d.BlockParser.Open(parent, r, pc)
}

func (d deep) Continue(n ast.Node, r text.Reader, pc parser.Context) parser.State {
	if of(pc).abandoned(r) {
		return parser.Close
	}
	return d.BlockParser.Continue(n, r, pc)
}

type footnoteParser struct{ parser.BlockParser }

func (f footnoteParser) Open(parent ast.Node, r text.Reader, pc parser.Context) (ast.Node, parser.State) {
	p := of(pc)
	if p.notes >= maxFootnotes || tooDeep(r, pc) {
		return nil, parser.NoChildren
	}
	n, state := f.BlockParser.Open(parent, r, pc)
	if n == nil {
		return nil, state
	}
	if p.notes++; p.notes == maxFootnotes {
		_, at := r.PeekLine()
		p.report(diag.Warnf(p.pos(at.Start), "markdown/too-many-footnotes", "too many footnotes: only the first %d are used", maxFootnotes))
	}
	return n, state
}

func (f footnoteParser) Continue(n ast.Node, r text.Reader, pc parser.Context) parser.State {
	if of(pc).abandoned(r) {
		return parser.Close
	}
	return f.BlockParser.Continue(n, r, pc)
}

// headingParser removes {#id} from the end of an ATX heading, and cuts overlong headings.
type headingParser struct{ parser.BlockParser }

func (h headingParser) Open(parent ast.Node, r text.Reader, pc parser.Context) (ast.Node, parser.State) {
	n, state := h.BlockParser.Open(parent, r, pc)
	p := of(pc)
	if n == nil || p == nil || n.Lines().Len() == 0 {
		return n, state
	}
	takeID(n.Lines(), r.Source(), p, false)
	if s := n.Lines().At(0); s.Len() > maxLeaf {
		n.Lines().Set(0, s.WithStop(s.Start+maxLeaf))
		p.report(diag.Warnf(p.pos(s.Start), "markdown/too-long", "heading exceeds %d bytes and is cut", maxLeaf))
	}
	return n, state
}

type linkParser struct{ parser.InlineParser }

func (l linkParser) Parse(parent ast.Node, block text.Reader, pc parser.Context) ast.Node {
	return l.InlineParser.Parse(parent, shortLines{block}, pc)
}

// CloseBlock turns unclosed brackets into text.
func (l linkParser) CloseBlock(parent ast.Node, block text.Reader, pc parser.Context) {
	l.InlineParser.(parser.CloseBlocker).CloseBlock(parent, block, pc)
}

type shortLines struct{ text.Reader }

func (r shortLines) PeekLine() ([]byte, text.Segment) {
	line, at := r.Reader.PeekLine()
	if len(line) > maxAddress {
		return line[:maxAddress], at.WithStop(at.Start + maxAddress - at.Padding)
	}
	return line, at
}

// taskParser reads the box of a task: [x] with blank space behind it. [x](address) is a link.
type taskParser struct{ parser.InlineParser }

// Parse implements parser.InlineParser.
func (t taskParser) Parse(parent ast.Node, block text.Reader, pc parser.Context) ast.Node {
	if line, _ := block.PeekLine(); len(line) > 3 && !util.IsSpace(line[3]) {
		return nil
	}
	return t.InlineParser.Parse(parent, block, pc)
}
