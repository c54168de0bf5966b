package markdown

import (
	"bytes"
	"regexp"
	"strings"

	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/text"
	"github.com/yuin/goldmark/util"

	"github.com/kawaraban/kawaraban/internal/diag"
)

var (
	alertLine = regexp.MustCompile(`(?i)^[ \t]*\[!(note|tip|important|warning|caution)\][ \t\r]*\n?$`)
	endID     = regexp.MustCompile(`[ \t]*\{#([^\s{}"'<>&` + "`" + `]+)\}[ \t\r\n]*$`)
)

// maxID is how many bytes at the end of a text an id is looked for in.
const maxID = 300

// alertTransformer turns a quote that begins with [!WARNING] into an alert
// (GitHub's form; it is not in the GFM specification).
type alertTransformer struct{}

// Transform implements parser.ParagraphTransformer.
func (alertTransformer) Transform(n *ast.Paragraph, r text.Reader, pc parser.Context) {
	quote, ok := n.Parent().(*ast.Blockquote)
	if !ok || quote.FirstChild() != n || n.Lines().Len() == 0 {
		return
	}
	first := n.Lines().At(0)
	m := alertLine.FindSubmatch(first.Value(r.Source()))
	if m == nil {
		return
	}
	quote.SetAttributeString("alert", strings.ToLower(string(m[1])))
	n.Lines().SetSliced(1, n.Lines().Len())
	if n.Lines().Len() == 0 {
		quote.RemoveChild(quote, n)
	}
}

// idTransformer takes {#id} off the end of a paragraph or a list item.
type idTransformer struct{}

// Transform implements parser.ParagraphTransformer.
func (idTransformer) Transform(n *ast.Paragraph, r text.Reader, pc parser.Context) {
	_, item := n.Parent().(*ast.ListItem)
	takeID(n.Lines(), r.Source(), of(pc), item && n.PreviousSibling() == nil)
}

// takeID cuts {#id} from the end of the lines and remembers it under the line it
// stands on: the node of a paragraph is replaced when it becomes a heading or part
// of a tight list. It may be all there is of an item, which then waits for its words.
func takeID(lines *text.Segments, src []byte, p *parse, item bool) {
	if lines.Len() == 0 {
		return
	}
	last := lines.At(lines.Len() - 1)
	v := src[last.Start:last.Stop]
	if !bytes.HasSuffix(bytes.TrimRight(v, " \t\r\n"), []byte("}")) {
		return
	}
	from := max(0, len(v)-maxID)
	m := endID.FindSubmatchIndex(v[from:])
	if m == nil {
		return
	}
	cut := from + m[0]
	if alone := len(bytes.TrimSpace(v[:cut])) == 0; alone && (!item || lines.Len() > 1) || cut > 0 && v[cut-1] == '\\' {
		return // nothing would be left of the line, or the brace is escaped
	}
	p.ids[p.lineOf(last.Start)] = string(v[from+m[2] : from+m[3]])
	lines.Set(lines.Len()-1, last.WithStop(last.Start+cut))
}

// plainBlock is a paragraph too long to look for markup in.
type plainBlock struct{ ast.BaseBlock }

var kindPlain = ast.NewNodeKind("Plain")

// Kind implements ast.Node.
func (*plainBlock) Kind() ast.NodeKind { return kindPlain }

// IsRaw implements ast.Node: goldmark parses no inlines here.
func (*plainBlock) IsRaw() bool { return true }

// Dump implements ast.Node.
func (n *plainBlock) Dump(src []byte, level int) { ast.DumpHelper(n, src, level, nil, nil) }

// lengthTransformer makes a plainBlock of a paragraph that is too long: some inline
// rules are quadratic in a block's length, and no person writes one. With table set
// it runs before tables are looked for, and takes what is too long even for one.
type lengthTransformer struct{ table bool }

// Transform implements parser.ParagraphTransformer.
func (l lengthTransformer) Transform(n *ast.Paragraph, _ text.Reader, pc parser.Context) {
	size, line := 0, 0
	for i := range n.Lines().Len() {
		s := n.Lines().At(i)
		size += s.Len()
		line = max(line, s.Len())
	}
	if size <= maxLeaf || l.table && size <= maxTable && line <= maxLeaf {
		return
	}
	asPlain(n, pc, diag.Warnf(diag.Position{}, "markdown/too-long",
		"a paragraph of more than %d bytes is shown as plain text", maxLeaf))
}

// definedTransformer makes a plainBlock of what begins as definitions of links do and has
// thousands of lines. It runs before they are looked for.
type definedTransformer struct{}

// Transform implements parser.ParagraphTransformer.
func (definedTransformer) Transform(n *ast.Paragraph, r text.Reader, pc parser.Context) {
	lines := n.Lines()
	if lines.Len() <= maxDefined {
		return
	}
	first := lines.At(0)
	if bytes.HasPrefix(bytes.TrimLeft(first.Value(r.Source()), " "), []byte("[")) {
		asPlain(n, pc, diag.Warnf(diag.Position{}, "markdown/too-long",
			"definitions of links on more than %d lines are shown as plain text", maxDefined))
	}
}

// asPlain puts a plainBlock in the place of a paragraph and reports why, at its place.
func asPlain(n *ast.Paragraph, pc parser.Context, why diag.Diagnostic) {
	p := of(pc)
	why.Pos = p.pos(n.Lines().At(0).Start)
	p.report(why.WithHint("part it by blank lines"))
	long := &plainBlock{}
	long.SetLines(n.Lines())
	long.SetPos(n.Lines().At(0).Start)
	n.Parent().ReplaceChild(n.Parent(), n, long)
}

// commentParser ends a comment of several lines at its end, and reads what follows
// on that line as a block: upstream notes have attributions there. CommonMark leaves
// the rest of the line to the comment; no example of it shows that.
type commentParser struct{ parser.BlockParser }

// Open implements parser.BlockParser. A line that begins with a comment and goes on in words
// is a paragraph: <!-- English --> 中文. CommonMark shows such words without their markup.
func (c commentParser) Open(parent ast.Node, r text.Reader, pc parser.Context) (ast.Node, parser.State) {
	if line, _ := r.PeekLine(); of(pc) != nil && wordsFollow(line) {
		return nil, parser.NoChildren
	}
	return c.BlockParser.Open(parent, r, pc)
}

// blockMark is what begins another block than a paragraph.
var blockMark = regexp.MustCompile("^(?:#{1,6}[ \\t]|[-*+][ \\t]|[>|<]|[0-9]+[.)][ \\t]|```|~~~|:::)")

// wordsFollow reports whether words of a paragraph stand behind the comments that a line
// begins with.
func wordsFollow(line []byte) bool {
	found := false
	for {
		line = bytes.TrimLeft(line, " \t")
		if !bytes.HasPrefix(line, commentStart) {
			break
		}
		rest := line[len(commentStart):]
		end := bytes.Index(rest, commentEnd)
		if end < 0 || shortComment(line) > 0 {
			return false
		}
		line, found = rest[end+len(commentEnd):], true
	}
	return found && !util.IsBlank(line) && !blockMark.Match(line)
}

// Continue implements parser.BlockParser.
func (c commentParser) Continue(n ast.Node, r text.Reader, pc parser.Context) parser.State {
	block := n.(*ast.HTMLBlock)
	line, at := r.PeekLine()
	end := bytes.Index(line, commentEnd)
	if block.HTMLBlockType != ast.HTMLBlockType2 || end < 0 || util.IsBlank(line[end+len(commentEnd):]) {
		return c.BlockParser.Continue(n, r, pc)
	}
	first := block.Lines().At(0)
	if bytes.Contains(first.Value(r.Source()), commentEnd) {
		return c.BlockParser.Continue(n, r, pc)
	}
	end += len(commentEnd)
	block.ClosureLine = at.WithStop(at.Start + end - at.Padding)
	r.Advance(end + util.TrimLeftSpaceLength(line[end:]))
	return parser.Close
}

var commentStart, commentEnd = []byte("<!--"), []byte("-->")

// shortComment is the length of <!--> or <!--->, which are whole comments; 0 for others.
func shortComment(s []byte) int {
	for _, c := range [...]string{"<!-->", "<!--->"} {
		if bytes.HasPrefix(s, []byte(c)) {
			return len(c)
		}
	}
	return 0
}
