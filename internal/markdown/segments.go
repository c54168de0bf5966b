package markdown

import (
	"bytes"
	"strings"
	"unicode/utf8"

	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/text"
)

// SegmentKind is the kind of a range of bytes in a file.
type SegmentKind uint8

// The kinds of segments. Only Words is text for people, and only Words is spell-checked.
const (
	Markup          SegmentKind = iota // Markdown syntax, entities, escapes, emoji codes, white space between blocks
	Words                              // visible text, including link labels and alternative texts
	CodeSpan                           // code within a line, with its backticks
	CodeBlock                          // fenced or indented code, with its fences
	Address                            // link and picture targets with their delimiters; bare addresses; link definitions
	RawHTML                            // tags and blocks of HTML
	HTMLComment                        // comments, on their own line or within one
	FrontMatterText                    // the front matter of a file, which package source marks
)

// String returns the name of the kind, for test messages.
func (k SegmentKind) String() string {
	return [...]string{"markup", "words", "code span", "code block", "address", "HTML", "comment", "front matter"}[min(k, FrontMatterText)]
}

// Segment is a range of bytes of one kind.
type Segment struct {
	Kind       SegmentKind
	Start, End int // byte offsets
}

// Segments returns the kind of every byte of src: the segments cover src once and in order, and
// adjacent ones differ in kind. Overlong paragraphs and invalid UTF-8 are all Markup.
func Segments(src []byte) []Segment {
	m := &marker{src: src, kinds: make([]SegmentKind, len(src))}
	if utf8.Valid(src) {
		pc := parser.NewContext()
		pc.Set(parseKey, newParse(src, Options{}))
		m.children(grammar().Parse(text.NewReader(src), parser.WithContext(pc)))
	}
	return runs(m.kinds)
}

func runs(kinds []SegmentKind) []Segment {
	var out []Segment
	for i, k := range kinds {
		if n := len(out); n > 0 && out[n-1].Kind == k {
			out[n-1].End = i + 1
			continue
		}
		out = append(out, Segment{k, i, i + 1})
	}
	return out
}

// marker stores the kind of every byte, initially Markup.
type marker struct {
	src    []byte
	kinds  []SegmentKind
	inLink int // nesting of links and pictures

	first, last int // start and end of the texts of the innermost link, so far
}

func (m *marker) saw(from, to int) {
	if m.first < 0 {
		m.first = from
	}
	m.last = max(m.last, to)
}

func (m *marker) mark(from, to int, k SegmentKind) {
	for i := max(from, 0); i < min(to, len(m.kinds)); i++ {
		m.kinds[i] = k
	}
}

func (m *marker) children(n ast.Node) {
	for c := n.FirstChild(); c != nil; c = c.NextSibling() {
		m.node(c)
	}
}

func (m *marker) node(n ast.Node) {
	switch n := n.(type) {
	case *ast.Text:
		m.words(n.Segment)
	case *ast.CodeSpan:
		m.codeSpan(n)
	case *ast.Link:
		m.link(n, n.Reference)
	case *ast.Image:
		m.link(n, n.Reference)
	case *ast.AutoLink:
		m.autoLink(n)
	case *ast.RawHTML:
		m.html(n.Segments)
	case *ast.HTMLBlock:
		lines := text.NewSegments()
		lines.AppendAll(n.Lines().Sliced(0, n.Lines().Len()))
		if n.HasClosure() {
			lines.Append(n.ClosureLine)
		}
		m.html(lines)
	case *ast.FencedCodeBlock, *ast.CodeBlock:
		m.codeBlock(n)
	case *ast.LinkReferenceDefinition:
		m.lines(n.Lines(), Address)
	default:
		m.children(n)
	}
}

func (m *marker) lines(lines *text.Segments, k SegmentKind) {
	for i := range lines.Len() {
		m.mark(lines.At(i).Start, lines.At(i).Stop, k)
	}
}

// words marks a text, except entities, escapes and an address that is the label of a link.
func (m *marker) words(s text.Segment) {
	m.saw(s.Start, s.Stop)
	resolve(string(m.src[s.Start:s.Stop]), func(_ string, from, to int, literal bool) {
		if literal {
			m.mark(s.Start+from, s.Start+to, Words)
		}
	})
	if m.inLink == 0 || !bytes.Contains(m.src[s.Start:s.Stop], []byte("://")) {
		return
	}
	at := s.Start
	for word := range strings.SplitAfterSeq(string(m.src[s.Start:s.Stop]), " ") {
		if strings.Contains(word, "://") {
			m.mark(at, at+len(strings.TrimRight(word, " ")), Address)
		}
		at += len(word)
	}
}

// codeSpan marks code, its backticks, and one space at each end.
func (m *marker) codeSpan(n *ast.CodeSpan) {
	from, to := -1, -1
	for c := n.FirstChild(); c != nil; c = c.NextSibling() {
		if t, ok := c.(*ast.Text); ok {
			m.mark(t.Segment.Start, t.Segment.Stop, CodeSpan)
			if from < 0 {
				from = t.Segment.Start
			}
			to = t.Segment.Stop
		}
	}
	if from < 0 {
		return
	}
	start := len(bytes.TrimRight(bytes.TrimRight(m.src[:from], " \n"), "`"))
	end := to
	for end < len(m.src) && (m.src[end] == ' ' || m.src[end] == '\n') {
		end++
	}
	for end < len(m.src) && m.src[end] == '`' {
		end++
	}
	m.mark(start, from, CodeSpan)
	m.mark(to, end, CodeSpan)
	m.saw(start, end)
}

// link marks the label and the rest of the link. In [label] and [label][] the label is also the
// target.
func (m *marker) link(n ast.Node, by *ast.ReferenceLink) {
	outer := m.first
	m.first, m.last = -1, max(start(n), m.last)
	m.inLink++
	m.children(n)
	m.inLink--
	from, to := m.first, m.last
	if from < 0 {
		from = to
	}
	m.last = m.linkEnd(to, by)
	m.mark(to, m.last, Address)
	if by != nil && by.Type != ast.ReferenceLinkFull {
		m.mark(from, to, Address)
	}
	if m.first = outer; outer < 0 {
		m.first = from
	}
}

// linkEnd returns the end of a link whose label has no more text from at on.
func (m *marker) linkEnd(at int, by *ast.ReferenceLink) int {
	for at < len(m.src) && m.src[at] != ']' {
		at++
	}
	at = min(at+1, len(m.src))
	rest := m.src[at:min(at+maxLeaf, len(m.src))]
	switch {
	case by == nil:
		return at + closing(rest, '(', ')')
	case by.Type != ast.ReferenceLinkShortcut:
		return at + closing(rest, '[', ']')
	}
	return at
}

// closing returns the length of a delimited string at the start of s; <…> and quoted text may
// contain the delimiter. It returns 0 if s starts differently or the delimiter is not closed.
func closing(s []byte, opens, closes byte) int {
	depth, within := 0, byte(0)
	for i := 0; i < len(s); i++ {
		switch c := s[i]; {
		case c == '\\':
			i++
		case within != 0:
			if c == within {
				within = 0
			}
		case c == '<' && depth == 1 && i == 1:
			within = '>'
		case (c == '"' || c == '\'') && opens == '(' && i > 0 && (s[i-1] == ' ' || s[i-1] == '\n'):
			within = c
		case c == opens:
			depth++
		case i == 0:
			return 0
		case c == closes:
			if depth--; depth == 0 {
				return i + 1
			}
		}
	}
	return 0
}

func (m *marker) autoLink(n *ast.AutoLink) {
	label := n.Label(m.src)
	from := max(n.Pos(), 0)
	at := bytes.Index(m.src[from:min(from+len(label)+maxAutoLead, len(m.src))], label)
	if at < 0 {
		return
	}
	from += at
	to := from + len(label)
	if from > 0 && m.src[from-1] == '<' && to < len(m.src) && m.src[to] == '>' {
		from, to = from-1, to+1
	}
	m.mark(from, to, Address)
	m.saw(from, to)
}

// maxAutoLead limits the bytes between the position of a bare address node and its address.
const maxAutoLead = 8

func (m *marker) html(lines *text.Segments) {
	comment := false
	for i := range lines.Len() {
		s := lines.At(i)
		for at := s.Start; at < s.Stop; {
			line := m.src[at:s.Stop]
			if comment {
				end := bytes.Index(line, commentEnd)
				if end < 0 {
					end = len(line)
				} else {
					end, comment = end+len(commentEnd), false
				}
				m.mark(at, at+end, HTMLComment)
				at += end
				continue
			}
			open := bytes.Index(line, []byte("<!--"))
			if open < 0 {
				open = len(line)
			}
			m.mark(at, at+open, RawHTML)
			if at += open; at == s.Stop {
				break
			}
			short := shortComment(m.src[at:s.Stop])
			m.mark(at, at+max(short, len("<!--")), HTMLComment)
			at += max(short, len("<!--"))
			comment = short == 0
		}
	}
}

func (m *marker) codeBlock(n ast.Node) {
	lines := n.Lines()
	m.lines(lines, CodeBlock)
	if n.Kind() != ast.KindFencedCodeBlock || n.Pos() < 0 {
		return
	}
	open := m.lineEnd(n.Pos())
	m.mark(n.Pos(), open, CodeBlock)
	if lines.Len() > 0 {
		open = max(open, lines.At(lines.Len()-1).Stop)
	}
	rest := m.src[open:m.lineEnd(open)]
	sign := m.src[n.Pos() : n.Pos()+1]
	if fence := bytes.TrimLeft(rest, " \t>"); bytes.HasPrefix(fence, bytes.Repeat(sign, 3)) && len(bytes.Trim(fence, string(sign)+" \t\n")) == 0 {
		m.mark(open, open+len(rest), CodeBlock)
	}
}

func (m *marker) lineEnd(at int) int {
	if end := bytes.IndexByte(m.src[min(at, len(m.src)):], '\n'); end >= 0 {
		return at + end + 1
	}
	return len(m.src)
}
