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

// maxID is the number of bytes at the end of a text that are searched for an ID.
const maxID = 300

// alertTransformer turns a quote that starts with [!WARNING] into an alert. GitHub defines this
// form; the GFM specification does not.
type alertTransformer struct{}

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

type idTransformer struct{}

func (idTransformer) Transform(n *ast.Paragraph, r text.Reader, pc parser.Context) {
	_, item := n.Parent().(*ast.ListItem)
	takeID(n.Lines(), r.Source(), of(pc), item && n.PreviousSibling() == nil)
}

// takeID removes {#id} from the end of the lines and stores it by line, because goldmark may
// replace the node of a paragraph. An item may consist of the ID alone; then its text is still
// missing.
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
		return // the line would be empty, or the brace is escaped
	}
	p.ids[p.lineOf(last.Start)] = string(v[from+m[2] : from+m[3]])
	lines.Set(lines.Len()-1, last.WithStop(last.Start+cut))
}

// plainBlock is a paragraph that is too long to be searched for markup.
type plainBlock struct{ ast.BaseBlock }

var kindPlain = ast.NewNodeKind("Plain")

func (*plainBlock) Kind() ast.NodeKind { return kindPlain }

// IsRaw stops goldmark from parsing inline content.
func (*plainBlock) IsRaw() bool { return true }

func (n *plainBlock) Dump(src []byte, level int) { ast.DumpHelper(n, src, level, nil, nil) }

// lengthTransformer turns an overlong paragraph into a plainBlock, because some inline rules are
// quadratic in its length. With table set it runs before the table parser, with the limit for
// tables.
type lengthTransformer struct{ table bool }

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
		"paragraph exceeds %d bytes and is shown as plain text", maxLeaf))
}

// definedTransformer turns thousands of lines that start like link definitions into a plainBlock.
// It runs before goldmark parses them.
type definedTransformer struct{}

func (definedTransformer) Transform(n *ast.Paragraph, r text.Reader, pc parser.Context) {
	lines := n.Lines()
	if lines.Len() <= maxDefined {
		return
	}
	first := lines.At(0)
	if bytes.HasPrefix(bytes.TrimLeft(first.Value(r.Source()), " "), []byte("[")) {
		asPlain(n, pc, diag.Warnf(diag.Position{}, "markdown/too-long",
			"link definitions exceed %d lines and are shown as plain text", maxDefined))
	}
}

func asPlain(n *ast.Paragraph, pc parser.Context, why diag.Diagnostic) {
	p := of(pc)
	why.Pos = p.pos(n.Lines().At(0).Start)
	p.report(why.WithHint("split it with blank lines"))
	long := &plainBlock{}
	long.SetLines(n.Lines())
	long.SetPos(n.Lines().At(0).Start)
	n.Parent().ReplaceChild(n.Parent(), n, long)
}

// commentParser ends a comment at its end and parses the rest of that line as a block, because
// upstream notes have attributions there. In CommonMark the rest of the line belongs to the
// comment; none of its examples shows that.
type commentParser struct{ parser.BlockParser }

// Open treats a line that starts with a comment and continues with words as a paragraph: <!--
// English --> 中文. CommonMark would ignore the markup in these words.
func (c commentParser) Open(parent ast.Node, r text.Reader, pc parser.Context) (ast.Node, parser.State) {
	if line, _ := r.PeekLine(); of(pc) != nil && wordsFollow(line) {
		return nil, parser.NoChildren
	}
	return c.BlockParser.Open(parent, r, pc)
}

var blockMark = regexp.MustCompile("^(?:#{1,6}[ \\t]|[-*+][ \\t]|[>|<]|[0-9]+[.)][ \\t]|```|~~~|:::)")

// wordsFollow reports whether the text of a paragraph follows the comments at the start of a line.
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

// shortComment returns the length of <!--> or <!--->, which are complete comments; 0 for others.
func shortComment(s []byte) int {
	for _, c := range [...]string{"<!-->", "<!--->"} {
		if bytes.HasPrefix(s, []byte(c)) {
			return len(c)
		}
	}
	return 0
}
