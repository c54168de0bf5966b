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

// Shortcodes of Hugo, as in the pages of kubernetes.io: {{< name argument key="value" >}} and {{%
// name %}}. Blocks such as note become alerts. Others become their words: the value of an argument.
// Functions of Hugo do not run.

// shortcodeForm matches a shortcode at the start of a text: closing slash, name, arguments.
var shortcodeForm = regexp.MustCompile(`^\{\{[<%]-?\s*(/?)\s*([A-Za-z][\w/.-]*)((?:\s+(?:[\w-]+=)?(?:"(?:[^"\\]|\\.)*"|` + "`[^`]*`" + `|[^\s"<>%]+))*)\s*/?\s*-?[>%]\}\}`)

var shortcodeArgument = regexp.MustCompile(`(?:([\w-]+)=)?(?:"((?:[^"\\]|\\.)*)"|` + "`([^`]*)`" + `|([^\s"]+))`)

// shortcodes maps the known names to the arguments that are words of the text, in order. "0" is the
// first argument without a name.
var shortcodes = map[string][]string{
	"glossary_tooltip": {"text", "term_id"}, "glossary_definition": {"term_id"}, "feature-state": {"feature_gate_name", "for_k8s_version", "state"},
	"heading": {"0"}, "code_sample": {"file"}, "codenew": {"file"}, "code": {"file"}, "figure": {"caption", "alt", "title"}, "skew": {"0"}, "param": {"0"}, "latest-version": nil,
	"latest-semver": nil, "version-check": nil, "api-reference": {"text", "anchor", "page"}, "include": nil, "ref": {"0"}, "relref": {"0"}, "link": {"text", "url"}, "youtube": {"title", "id", "0"},
	"table": {"caption"}, "tabs": nil, "tab": {"name"}, "mermaid": nil, "kat-button": nil, "comment": nil, "toc": nil, "todo": nil, "note": nil, "warning": nil, "caution": nil,
	"alert": {"title"}, "details": {"summary"}, "release-data": nil, "release-branches": nil, "cve-feed": nil, "thirdparty-content": nil, "legacy-repos-deprecation": nil,
	"linked-docs": nil, "blocks/section": nil, "blocks/feature": nil, "case-studies": nil, "highlight": nil, "gist": nil, "partners": nil, "site-searchbar": nil, "language-repos-list": nil,
	"community_help": nil, "deprecated-code": nil, "feature-gates-list": nil, "feature-gate-list": nil, "cards": nil, "card": {"title"}, "katacoda-tutorial": nil, "pageinfo": nil, "docs/home": nil,
}

// shortcodeBlocks maps the shortcodes around several lines to the type of the block.
var shortcodeBlocks = map[string]container{
	"note": {typ: Alert, info: "note"}, "warning": {typ: Alert, info: "warning"}, "caution": {typ: Alert, info: "caution"}, "alert": {typ: Alert, info: "note"},
	"details": {typ: Details}, "tab": {typ: Details}, "pageinfo": {typ: Alert, info: "note"},
}

type shortcode struct {
	closing   bool
	name      string
	end       int               // in the line
	arguments map[string][2]int // offsets in the line, by name or number
}

// readShortcode reads the shortcode at the start of a line.
func readShortcode(line []byte) (shortcode, bool) {
	m := shortcodeForm.FindSubmatchIndex(line[:min(len(line), maxAddress)])
	if m == nil {
		return shortcode{}, false
	}
	s := shortcode{m[2] < m[3], string(line[m[4]:m[5]]), m[1], map[string][2]int{}}
	for _, a := range shortcodeArgument.FindAllSubmatchIndex(line[m[6]:m[7]], -1) {
		key := "0"
		if a[2] >= 0 {
			key = string(line[m[6]+a[2] : m[6]+a[3]])
		}
		for i := 4; i < len(a); i += 2 {
			if _, taken := s.arguments[key]; a[i] >= 0 && !taken {
				s.arguments[key] = [2]int{m[6] + a[i], m[6] + a[i+1]}
			}
		}
	}
	return s, true
}

// words returns the offsets of the arguments that replace a shortcode in the text: the first known
// one; of a feature state all.
func (s shortcode) words() [][2]int {
	var all [][2]int
	for _, key := range shortcodes[s.name] {
		if at, ok := s.arguments[key]; ok && at[0] < at[1] && !s.closing {
			all = append(all, at)
		}
	}
	if s.name != "feature-state" && len(all) > 1 {
		all = all[:1]
	}
	return all
}

// unknownShortcode reports a name that is not known, once for each text.
func (p *parse) unknownShortcode(s shortcode, offset int) {
	if _, known := shortcodes[s.name]; known || p.shortcodes[s.name] {
		return
	}
	if p.shortcodes == nil {
		p.shortcodes = map[string]bool{}
	}
	p.shortcodes[s.name] = true
	p.report(diag.Warnf(p.pos(offset), "markdown/unknown-shortcode", "unknown shortcode %q is omitted", s.name).
		WithHint("write its text as Markdown"))
}

// shortcodeParser replaces a shortcode within a line by its words.
type shortcodeParser struct{}

func (shortcodeParser) Trigger() []byte { return []byte{'{'} }

func (shortcodeParser) Parse(parent ast.Node, block text.Reader, pc parser.Context) ast.Node {
	line, at := block.PeekLine()
	s, ok := readShortcode(line)
	if !ok || at.Padding > 0 {
		return nil
	}
	if p := of(pc); p != nil {
		p.unknownShortcode(s, at.Start)
	}
	block.Advance(s.end)
	words := s.words()
	if src, ok := s.arguments["src"]; ok && s.name == "figure" {
		image := ast.NewImage(ast.NewLink())
		image.Destination = line[src[0]:src[1]]
		for _, w := range words {
			image.AppendChild(image, segmentOf(at, w[0], w[1]))
		}
		return image
	}
	if len(words) == 0 {
		return segmentOf(at, 0, 0)
	}
	for _, w := range words[:len(words)-1] {
		parent.AppendChild(parent, segmentOf(at, w[0], w[1]))
		parent.AppendChild(parent, ast.NewString([]byte(" ")))
	}
	last := words[len(words)-1]
	return segmentOf(at, last[0], last[1])
}

// shortcodeBlockParser parses a line that has only a shortcode: {{< note >}} … {{< /note >}}.
type shortcodeBlockParser struct{}

func (shortcodeBlockParser) Trigger() []byte { return []byte{'{'} }

func (shortcodeBlockParser) CanInterruptParagraph() bool { return true }

func (shortcodeBlockParser) CanAcceptIndentedLine() bool { return false }

// shortcodeLine reads a line that has only a shortcode.
func shortcodeLine(line []byte) (s shortcode, indent int, ok bool) {
	indent = len(line) - len(strings.TrimLeft(string(line), " "))
	s, ok = readShortcode(line[indent:])
	return s, indent, ok && util.IsBlank(line[indent+s.end:])
}

func (shortcodeBlockParser) Open(_ ast.Node, r text.Reader, pc parser.Context) (ast.Node, parser.State) {
	line, at := r.PeekLine()
	s, indent, ok := shortcodeLine(line)
	p := of(pc)
	if !ok || p == nil || at.Padding > 0 {
		return nil, parser.NoChildren
	}
	c, isBlock := shortcodeBlocks[s.name]
	hidden := s.name == "comment" || s.name == "todo"
	words := s.words()
	switch {
	case s.closing, !isBlock && !hidden, c.typ == Alert && len(words) > 0:
		if len(words) > 0 { // a paragraph with the words
			return nil, parser.NoChildren
		}
		p.unknownShortcode(s, at.Start)
		r.AdvanceToEOL()
		return &shortcodeNode{}, parser.NoChildren
	case tooDeep(r, pc) || openFences(pc) >= maxFences:
		return nil, parser.NoChildren
	}
	r.AdvanceToEOL()
	n := &shortcodeNode{name: s.name, typ: c.typ, info: c.info, start: at.Start}
	if len(words) > 0 {
		n.info = string(line[indent+words[0][0] : indent+words[0][1]])
	}
	return n, parser.HasChildren
}

func (shortcodeBlockParser) Continue(n ast.Node, r text.Reader, pc parser.Context) parser.State {
	open := n.(*shortcodeNode)
	if open.name == "" || open.closed || of(pc).abandoned(r) {
		return parser.Close
	}
	line, _ := r.PeekLine()
	if at := bytes.LastIndex(line, []byte("{{")); at > 0 && len(bytes.TrimSpace(line[:at])) > 0 {
		s, ok := readShortcode(line[at:]) // at the end of the last line of the text
		open.closed = ok && s.closing && s.name == open.name && util.IsBlank(line[at+s.end:])
		return parser.Continue | parser.HasChildren
	}
	if s, _, ok := shortcodeLine(line); ok && s.closing && s.name == open.name {
		open.closed = true
		r.AdvanceToEOL()
		return parser.Close
	}
	return parser.Continue | parser.HasChildren
}

func (shortcodeBlockParser) Close(n ast.Node, _ text.Reader, pc parser.Context) {
	open := n.(*shortcodeNode)
	if p := of(pc); open.name != "" && !open.closed {
		p.report(diag.Warnf(p.pos(open.start), "markdown/unclosed-container", "unclosed shortcode %q", open.name).
			WithHint("add {{< /%s >}} at the end of the block", open.name))
	}
}

// shortcodeNode is a block between two shortcodes. Without a type its content is hidden.
type shortcodeNode struct {
	ast.BaseBlock
	name, info string
	typ        BlockType
	start      int // in the source
	closed     bool
}

var kindShortcode = ast.NewNodeKind("Shortcode")

func (*shortcodeNode) Kind() ast.NodeKind { return kindShortcode }

func (n *shortcodeNode) Dump(src []byte, level int) { ast.DumpHelper(n, src, level, nil, nil) }
