package markdown

import (
	"regexp"
	"slices"
	"strings"

	"github.com/yuin/goldmark/ast"
	extast "github.com/yuin/goldmark/extension/ast"

	"github.com/kawaraban/kawaraban/internal/diag"
	"github.com/kawaraban/kawaraban/internal/note"
)

func (p *parse) blocks(parent ast.Node) []*Block {
	var out []*Block
	for n := parent.FirstChild(); n != nil; n = n.NextSibling() {
		out = p.block(out, n)
	}
	return p.joinDetails(out)
}

// block appends the blocks of a node: usually one; none for a link definition; two if text follows
// a comment on its last line.
func (p *parse) block(to []*Block, n ast.Node) []*Block {
	b := &Block{Pos: p.pos(start(n)), node: n}
	switch n := n.(type) {
	case *ast.Heading:
		b.Type, b.Level = Heading, n.Level
		p.leafBlock(b, n)
	case *ast.Paragraph, *ast.TextBlock:
		b.Type = Paragraph
		p.paragraph(b, n)
	case *plainBlock:
		b.Type, b.Plain = Paragraph, strings.Join(strings.Fields(p.lineText(n.Lines())), " ")
		b.ID = p.idOf(n.Lines())
	case *ast.List:
		b.Type, b.Ordered = List, n.IsOrdered()
		b.Children = p.blocks(n)
	case *ast.ListItem:
		p.item(b, n)
	case *ast.Blockquote:
		b.Type = Blockquote
		if kind, ok := n.AttributeString("alert"); ok {
			b.Type, b.Info = Alert, kind.(string)
		}
		b.Children = p.blocks(n)
	case *container:
		b.Type, b.Info = n.typ, n.info
		b.Children = p.blocks(n)
	case *shortcodeNode:
		if n.typ == "" {
			return to
		}
		b.Type, b.Info = n.typ, n.info
		b.Children = p.blocks(n)
	case *ast.FencedCodeBlock, *ast.CodeBlock:
		p.codeBlock(b, n)
	case *ast.ThematicBreak:
		b.Type = Rule
	case *ast.HTMLBlock:
		return append(to, p.html(b, n)...)
	case *ast.LinkReferenceDefinition:
		return to
	default:
		if !p.extension(b, n) {
			return to
		}
	}
	return append(to, b)
}

// extension converts a node of a goldmark extension; false if it is not a block.
func (p *parse) extension(b *Block, n ast.Node) bool {
	switch n := n.(type) {
	case *extast.Table:
		b.Type = Table
		p.table(b, n)
	case *extast.DefinitionList:
		b.Type, b.Children = DefinitionList, p.blocks(n)
	case *extast.DefinitionTerm:
		b.Type = Term
		p.leafBlock(b, n)
	case *extast.DefinitionDescription:
		b.Type, b.Children = Description, p.blocks(n)
	case *extast.FootnoteList:
		b.Type, b.Children = Footnotes, p.blocks(n)
	case *extast.Footnote:
		b.Type, b.Children = Footnote, p.blocks(n)
	default: // goldmark adds the back-link of a footnote, an inline node, to containers
		return false
	}
	return true
}

func (p *parse) item(b *Block, n *ast.ListItem) {
	b.Type = Item
	first := n.FirstChild()
	switch first.(type) {
	case *ast.Paragraph, *ast.TextBlock:
		b.lead = first
		p.leafBlock(b, first)
		first = first.NextSibling()
	}
	for c := first; c != nil; c = c.NextSibling() {
		b.Children = p.block(b.Children, c)
	}
	for i := len(b.Children) - 1; i >= 0 && b.Attr.IsZero(); i-- {
		if c := b.Children[i]; c.Type == Paragraph {
			b.Attr, b.AttrDamaged = c.Attr, c.AttrDamaged
		}
	}
}

func (p *parse) leafBlock(b *Block, n ast.Node) {
	b.ID = p.idOf(n.Lines())
	f := p.flatten(n)
	if b.Type == Paragraph || b.Type == Item {
		p.attribution(b, n, f)
		p.loose(b, n, f)
	}
	p.references(b, f)
	p.missingFootnotes(f)
	b.Plain = p.words(f, f.attr)
	b.Comments = f.comments
}

var footnoteMark = regexp.MustCompile(`\[\^[^\]\s]{1,100}\]`)

// missingFootnotes reports footnote marks without a footnote; they stay text.
func (p *parse) missingFootnotes(f *flat) {
	if !strings.Contains(f.text, "[^") {
		return
	}
	for _, at := range footnoteMark.FindAllStringIndex(f.text, -1) {
		p.report(diag.Warnf(p.pos(f.pieces[f.pieceAt(at[0])].offset(at[0])), "markdown/unknown-footnote",
			"unknown footnote %q", f.text[at[0]:at[1]]))
	}
}

func (p *parse) paragraph(b *Block, n ast.Node) {
	only := n.FirstChild()
	if only == nil || only.NextSibling() != nil {
		p.leafBlock(b, n)
		return
	}
	switch only := only.(type) {
	case *ast.Image:
		p.leafBlock(b, n)
		b.Type, b.Info = Picture, address(only.Destination)
	case *ast.AutoLink, *ast.Link:
		p.leafBlock(b, n)
		if dest, ok := card(only, p.src); ok && refusedScheme(dest, false) == "" && len(b.Refs) == 0 {
			b.Type, b.Info = Card, dest
		}
	default:
		p.leafBlock(b, n)
	}
}

func (p *parse) table(b *Block, n *extast.Table) {
	var words []string
	for row := n.FirstChild(); row != nil; row = row.NextSibling() {
		for cell := row.FirstChild(); cell != nil; cell = cell.NextSibling() {
			f := p.flatten(cell)
			p.references(b, f)
			if w := p.words(f, len(f.text)); w != "" {
				words = append(words, w)
			}
		}
	}
	b.Plain = strings.Join(words, " ")
}

func infoOf(n *ast.FencedCodeBlock, src []byte) (language, title string) {
	return titleOf(address(n.Info.Segment.Value(src)))
}

func (p *parse) codeBlock(b *Block, n ast.Node) {
	b.Type = Code
	b.Plain = p.lineText(n.Lines())
	fenced, ok := n.(*ast.FencedCodeBlock)
	if !ok || fenced.Info == nil {
		return
	}
	b.Info, b.Title = infoOf(fenced, p.src)
	if p.code += len(b.Plain); p.code <= maxColour {
		b.colour = b.Info
	}
	if b.Info == "" || knownLanguage(b.Info) {
		return
	}
	d := diag.Warnf(p.pos(fenced.Info.Segment.Start), "markdown/unknown-language", "unknown code language %q", b.Info)
	if near := nearLanguage(b.Info); near != "" {
		d = d.WithHint("did you mean %s?", near)
	}
	p.report(d)
}

var htmlComment = regexp.MustCompile(`(?s)<!--(?:>|->|(.*?)(?:-->|$))`)

func (p *parse) html(b *Block, n *ast.HTMLBlock) []*Block {
	raw := p.lineText(n.Lines())
	if n.HasClosure() {
		raw += string(n.ClosureLine.Value(p.src))
	}
	comments := htmlComment.FindAllStringSubmatchIndex(raw, -1)
	var out []*Block
	var without strings.Builder
	at, counted, end := b.Pos, 0, 0
	for _, c := range comments {
		without.WriteString(raw[end:c[0]])
		at.Line += strings.Count(raw[counted:c[0]], "\n")
		counted, end = c[0], c[1]
		words := ""
		if c[2] >= 0 {
			words = outdent(raw[c[2]:c[3]])
		}
		out = append(out, &Block{Type: Comment, Comment: words, Pos: at, node: n})
	}
	without.WriteString(raw[end:])
	rest := without.String()
	if strings.LastIndex(raw, "<!--") > strings.LastIndex(raw, "-->") {
		p.report(diag.Errorf(b.Pos, "markdown/unclosed-comment", "unclosed comment hides the rest of the text").
			WithHint("add --> at the end of the comment"))
	}
	if strings.TrimSpace(rest) == "" {
		return out
	}
	b.Type, b.Info = HTML, rest
	b.Plain = strings.Join(strings.Fields(rest), " ")
	switch {
	case p.opts.RawHTML:
		clean := cleanBlock(rest)
		p.reportRefused(rest, slices.Concat(inlineElements, blockElements), b.Pos)
		p.rawLinks(clean, b.Pos)
		b.Plain = note.Text{{HTML: clean}}.Plain()
	case len(comments) > 0 && !strings.Contains(rest, "<"):
		p.report(diag.Warnf(b.Pos, "markdown/after-comment", "text after a comment on the same line is shown without formatting").
			WithHint("move the text to a line of its own"))
	case !isDetails(rest):
		p.reportHTML(b.Pos, rest)
	}
	return append(out, b)
}
