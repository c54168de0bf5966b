package markdown

import (
	"bytes"
	"strings"
	"unicode/utf8"

	"github.com/kawaraban/kawaraban/internal/diag"
	"github.com/kawaraban/kawaraban/internal/note"
	"github.com/kawaraban/kawaraban/internal/ref"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/text"
	"github.com/yuin/goldmark/util"
)

func start(n ast.Node) int {
	for n != nil {
		if at := n.Pos(); at >= 0 {
			return at
		}
		if n.Type() != ast.TypeInline && n.Lines() != nil && n.Lines().Len() > 0 {
			return n.Lines().At(0).Start
		}
		n = n.FirstChild()
	}
	return 0
}

// outdent trims a comment and removes the common indentation of its lines.
func outdent(s string) string {
	first, rest, several := strings.Cut(strings.TrimRight(s, " \t\n"), "\n")
	if !several {
		return strings.TrimSpace(first)
	}
	lines := strings.Split(rest, "\n")
	if strings.TrimSpace(first) != "" {
		lines = append([]string{strings.TrimSpace(first)}, lines...)
	}
	common := -1
	for _, l := range lines {
		if indent := len(l) - len(strings.TrimLeft(l, " ")); strings.TrimSpace(l) != "" && (common < 0 || indent < common) {
			common = indent
		}
	}
	for i, l := range lines {
		lines[i] = l[min(max(common, 0), len(l)):]
	}
	return strings.Trim(strings.Join(lines, "\n"), "\n")
}

func (p *parse) reportHTML(at diag.Position, raw string) {
	if p.opts.RawHTML {
		return
	}
	first, _, _ := strings.Cut(strings.TrimSpace(raw), "\n")
	if len(first) > 60 {
		first = strings.ToValidUTF8(first[:60], "") + "…"
	}
	p.report(diag.Warnf(at, "markdown/raw-html", "raw HTML is shown as text: %s", first).
		WithHint("write Markdown, or allow raw HTML in site.yaml"))
}

// pullPiece is a link in a flat text to a pull request.
type pullPiece struct {
	start, end int
	pr, thread string // one of them
}

// flat is the inline content of a block as one string. Markdown splits text into many nodes at [,
// *, line breaks and links.
type flat struct {
	text   string
	pieces []flatPart
	codes  []codePiece
	links  []linkPiece
	pulls  []pullPiece

	comments []string // if one precedes the first word
	attr     int      // start of the attribution in text; len(text) without one
}

type flatPart struct {
	start, end int // in flat.text
	node       ast.Node
	src, stop  int    // in the source
	literal    bool   // text and source are equal byte by byte
	plain      string // the words behind a mask
}

type codePiece struct {
	node *ast.CodeSpan
	code string
	at   int // in flat.text
	src  int
}

type linkPiece struct {
	node       *ast.Link
	start, end int
}

func (p *parse) reportNoAlternative(dest string, at diag.Position) {
	p.report(diag.Warnf(at, "markdown/no-alternative", "missing alternative text for picture %q", dest).
		WithHint("add a description: ![description](%s)", dest))
}

// abandoned reports whether consecutive blank lines exceed maxBlanks, so that all open blocks end.
// goldmark stores each blank line in each open block until the outermost ends.
func (p *parse) abandoned(r text.Reader) bool {
	line, _ := r.PeekLine()
	if p == nil || !util.IsBlank(line) {
		return false
	}
	if at, _ := r.Position(); at != p.blankAt {
		if at != p.blankAt+1 {
			p.blanks = 0
		}
		p.blanks++
		p.blankAt = at
	}
	return p.blanks > maxBlanks
}

func tooDeep(r text.Reader, pc parser.Context) bool {
	if len(pc.OpenedBlocks()) < maxDepth {
		return false
	}
	if p := of(pc); p != nil && !p.deep {
		p.deep = true
		_, at := r.PeekLine()
		p.report(diag.Warnf(p.pos(at.Start), "markdown/too-deep",
			"quotes and lists are nested deeper than %d levels; deeper levels are shown as plain text", maxDepth).WithHint("use fewer levels"))
	}
	return true
}

// parse is the state of one Parse, shared by parsers and transformers.
type parse struct {
	doc             *Doc
	src             []byte
	opts            Options
	lines           []int          // byte offset of each line's start
	at              cursor         // last requested position, so that ascending lookups take linear time
	ids             map[int]string // by line
	deep            bool           // nesting beyond the limit was reported
	notes           int            // footnotes so far
	blankAt, blanks int            // last blank line, and the number of consecutive ones
	code            int            // bytes of code so far
	leaf            ast.Node       // block whose delimiters are being counted
	delims          int
	flat            flat              // of the last block
	found           []found           // in flat
	reader          ref.Reader        // of flat
	room            []byte            // buffer for text
	strings         map[string]string // interned strings, see keep
	shortcodes      map[string]bool   // unknown ones that were reported
}

// keep returns a copy of s that does not retain the source. Equal strings share one copy, because
// numbers, people and SIGs repeat within a note.
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

func keepAll[T ~string](p *parse, all []T) {
	for i, s := range all {
		all[i] = T(p.keep(string(s)))
	}
}

type cursor struct{ line, offset, col int }

func newParse(src []byte, o Options) *parse {
	p := &parse{src: src, opts: o, lines: make([]int, 1, bytes.Count(src, []byte{'\n'})+1), at: cursor{col: 1}, ids: map[int]string{}}
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

var parseKey = parser.NewContextKey()

// of returns the *parse of a goldmark context; nil in tests that use only the grammar.
func of(pc parser.Context) *parse {
	p, _ := pc.Get(parseKey).(*parse)
	return p
}

func (p *parse) report(d diag.Diagnostic) { p.doc.Diags = append(p.doc.Diags, d) }

func (p *parse) pos(offset int) diag.Position {
	offset = min(max(offset, 0), len(p.src))
	line := p.lineOf(offset)
	if p.at.line != line || p.at.offset > offset {
		p.at = cursor{line, p.lines[line], 1}
	}
	p.at.col += utf8.RuneCount(p.src[p.at.offset:offset])
	p.at.offset = offset
	return diag.Position{File: p.opts.File, Line: p.opts.Line + line + 1, Col: p.at.col}
}

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

func (p *parse) idOf(lines *text.Segments) string {
	if lines.Len() == 0 {
		return ""
	}
	return p.ids[p.lineOf(lines.At(lines.Len()-1).Start)]
}

func (p *parse) lineText(lines *text.Segments) string {
	var b strings.Builder
	for i := range lines.Len() {
		s := lines.At(i)
		b.Write(s.Value(p.src))
	}
	return b.String()
}

// hole is a placeholder for a reference in the syntax tree.
type hole struct {
	ast.BaseInline
	ref *note.Ref // of the surrounding block
}

var kindHole = ast.NewNodeKind("Hole")

func (*hole) Kind() ast.NodeKind { return kindHole }

func (n *hole) Dump(src []byte, level int) { ast.DumpHelper(n, src, level, nil, nil) }

type found struct {
	ref  note.Ref
	at   int // in the flat text
	src  int
	node *hole
}
