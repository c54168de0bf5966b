package source

import (
	"bytes"
	"regexp"
	"slices"
	"strings"

	"github.com/kawaraban/kawaraban/internal/diag"
	"github.com/kawaraban/kawaraban/internal/markdown"
	"github.com/kawaraban/kawaraban/internal/note"
	"github.com/kawaraban/kawaraban/internal/ref"
)

// Layout lists the lines of each block of a note in its file. Line numbers begin at 1.
type Layout struct {
	Front    int            // number of lines of the front matter with its fences; 0 without front matter
	Passages []Passage      // one per block, parents before children
	Asides   []CommentBlock // sorted by line
	Links    []string       // link definitions: [name]: address
}

// Passage is the text of a block in its file, without its children.
type Passage struct {
	Block    *note.Block
	From, To int    // first line, and line after the last; equal if an earlier block begins on the same line
	Indent   string // indentation of the first line
	Sign     string // markup of an item or a heading with the space after it: "- ", "## "
	Mark     string // sign of a remark: ":pencil:"; a word if Alone is true
	Alone    bool   // whether Mark is on a line of its own
	Words    string // Markdown without indentation and the other fields
	Tail     string // lines after an entry that is a heading, with its KEP number
	Attr     string // attribution on one line: (#115331, @mimowo) [SIG Node]
	Damaged  bool   // whether Attr has an unmatched parenthesis
	ID       string // id that the author set with {#id}
	// Parts are the Markdown blocks of a remark. For other blocks, the only part has the content
	// of Words. Each part can have a comment of its own.
	Parts []Part
}

// Part is a Markdown block of a passage.
type Part struct {
	From, To int
	Indent   string // indentation of the first line
	Words    string
	Neutral  bool // whether it is code, a picture or a card
}

// CommentBlock is a comment between blocks.
type CommentBlock struct {
	From, To int // first line, and line after the last
	Indent   string
	Mark     string // name of a comment for this program, such as StaleMark, or ""
	Words    string // text without comment markup and Mark
	Alone    bool   // whether the lines contain only the comment
	// Before is the block after the comment. It is nil at the end of a list item or of the text.
	// If Within is true, the comment is inside of Before, in front of the part on line Part.
	Before *note.Block
	Within bool
	Part   int
}

// LayoutOf finds the lines of the blocks of a note in its file. The note must be the result of
// [Parse] for the same file. The layout is empty if Parse rejects the file.
func LayoutOf(n *note.Note, file []byte, names *ref.Names) *Layout {
	text, ds := clean(Input{Path: n.Path, Bytes: file})
	if len(ds) > 0 {
		return &Layout{}
	}
	_, _, body, _ := readFront(n.Path, text)
	l := &layout{
		lines: strings.Split(string(text), "\n"), read: map[spot]*markdown.Block{}, blocks: map[spot]*note.Block{},
		kinds: lineKinds(body), parts: map[*note.Block][]*markdown.Block{}, hidden: map[int]bool{}, out: &Layout{Front: body.line},
	}
	for b := range n.All {
		if at := spotOf(b.Pos); l.blocks[at] == nil {
			l.blocks[at] = b
		}
	}
	l.walk(markdown.Parse(body.text, markdown.Options{Names: names, File: n.Path, Line: body.line}).Blocks)
	slices.Sort(l.starts)
	l.passages(n)
	slices.SortStableFunc(l.out.Asides, func(a, b CommentBlock) int { return a.From - b.From })
	return l.out
}

type layout struct {
	lines  []string
	read   map[spot]*markdown.Block
	blocks map[spot]*note.Block // first block at each position
	starts []int                // lines where blocks, comments and footnotes begin
	notes  []int                // lines where footnotes begin
	kinds  map[int]lineKind
	last   *note.Block // last block found
	parts  map[*note.Block][]*markdown.Block
	hidden map[int]bool // lines of comments within blocks
	out    *Layout
}

type spot struct{ line, col int }

func spotOf(p diag.Position) spot { return spot{p.Line, p.Col} }

// lineKind describes properties of a line that blocks do not have.
type lineKind uint8

const (
	endsComment lineKind = 1 << iota // last line of a comment
	definesLink
	holdsMore // has content besides a comment
)

// lineKinds finds the lines where comments end, and those with link definitions.
func lineKinds(b body) map[int]lineKind {
	out := map[int]lineKind{}
	line, at := b.line+1, 0
	for _, s := range markdown.Segments(b.text) {
		line += bytes.Count(b.text[at:s.Start], []byte("\n"))
		at = s.Start
		stretch := b.text[s.Start:s.End]
		switch {
		case s.Kind == Comment:
			out[line+bytes.Count(bytes.TrimRight(stretch, "\n"), []byte("\n"))] |= endsComment
		case s.Kind == Address && linkDefinition.Match(stretch) && lineStart(b.text, s.Start):
			for i := range bytes.Count(bytes.TrimRight(stretch, "\n"), []byte("\n")) + 1 {
				out[line+i] |= definesLink
			}
		default:
			for i, part := range bytes.Split(stretch, []byte("\n")) {
				if len(bytes.TrimSpace(part)) > 0 {
					out[line+i] |= holdsMore
				}
			}
		}
	}
	return out
}

// linkDefinition matches the beginning of a link definition.
var linkDefinition = regexp.MustCompile(`^ {0,3}\[[^\]^][^\]]*\]:`)

// lineStart reports whether an offset is the first one on its line, except for white space.
func lineStart(text []byte, at int) bool {
	return len(bytes.TrimSpace(text[bytes.LastIndexByte(text[:at], '\n')+1:at])) == 0
}

// walk visits the Markdown blocks and finds the note blocks that were converted from them.
func (l *layout) walk(list []*markdown.Block) {
	next := 0 // index after the current comments
	for i, m := range list {
		at := spotOf(m.Pos)
		if had := l.read[at]; had == nil || had.Type == markdown.List {
			l.read[at] = m
		}
		if b := l.blocks[at]; b != nil {
			l.starts = append(l.starts, at.line)
			l.last = b
		} else if l.last != nil && m.Type != markdown.Comment && m.Type != markdown.Footnotes {
			l.parts[l.last] = append(l.parts[l.last], m)
		}
		switch {
		case m.Type == markdown.Comment:
			for next = max(next, i+1); next < len(list) && list[next].Type == markdown.Comment; next++ {
			}
			l.addComment(m, list[next:])
		case m.Type == markdown.Footnotes:
			for _, f := range m.Children {
				l.starts = append(l.starts, f.Pos.Line)
				l.notes = append(l.notes, f.Pos.Line)
			}
		case l.holds(m):
			l.walk(m.Children)
		}
	}
}

// holds reports whether a Markdown block contains note blocks, or comments about them.
func (l *layout) holds(m *markdown.Block) bool {
	if b := l.blocks[spotOf(m.Pos)]; m.Type == markdown.Item && b != nil && (b.Type == note.Entry || b.Type == note.Remark) {
		return true
	}
	return slices.ContainsFunc(m.Children, func(c *markdown.Block) bool {
		b := l.blocks[spotOf(c.Pos)]
		return b != nil && (m.Type != markdown.List || b.Type != note.Prose || c.Pos != m.Pos) || l.holds(c)
	})
}

// addComment records a comment. rest has the siblings after it and after the comments that follow
// it.
func (l *layout) addComment(m *markdown.Block, rest []*markdown.Block) {
	from := m.Pos.Line
	a := CommentBlock{From: from, To: from + 1, Indent: indentOf(l.line(from))}
	a.Mark, a.Words = cutMark(m.Comment)
	alone := l.kinds[from]&holdsMore == 0
	for ; a.To <= len(l.lines) && l.kinds[a.To-1]&endsComment == 0; a.To++ {
	}
	a.Alone = alone && l.kinds[a.To-1]&holdsMore == 0
	if len(rest) > 0 {
		if a.Before = l.first(rest[0]); a.Before == nil && rest[0].Type != markdown.Footnotes {
			a.Before, a.Within, a.Part = l.last, l.last != nil, rest[0].Pos.Line
		}
	}
	l.out.Asides = append(l.out.Asides, a)
	if !a.Within {
		l.starts = append(l.starts, from)
		return
	}
	for n := a.From; n < a.To; n++ {
		l.hidden[n] = true
	}
}

// first returns the note block at the position of m or of its first child, or nil.
func (l *layout) first(m *markdown.Block) *note.Block {
	if b := l.blocks[spotOf(m.Pos)]; b != nil || len(m.Children) == 0 {
		return b
	}
	return l.first(m.Children[0])
}

func (l *layout) line(n int) string {
	if n < 1 || n > len(l.lines) {
		return ""
	}
	return l.lines[n-1]
}

// end returns the line after the last line of the block that begins on line from.
func (l *layout) end(from int) int {
	at, found := slices.BinarySearch(l.starts, from)
	for found && at < len(l.starts) && l.starts[at] == from {
		at++
	}
	to := len(l.lines) + 1
	if at < len(l.starts) {
		to = l.starts[at]
	}
	for to-1 > from && (strings.TrimSpace(l.line(to-1)) == "" || l.kinds[to-1]&definesLink != 0) {
		to--
	}
	return to
}

func (l *layout) passages(n *note.Note) {
	last := spot{}
	for b := range n.All {
		at := spotOf(b.Pos)
		p := Passage{Block: b, From: at.line, To: at.line}
		if at.line > last.line {
			p.To = l.end(at.line)
			l.fill(&p, at)
		}
		last = at
		l.out.Passages = append(l.out.Passages, p)
	}
	for i := range l.lines {
		if l.kinds[i+1]&definesLink != 0 {
			l.out.Links = append(l.out.Links, strings.TrimSpace(l.line(i+1)))
		}
	}
}

// fill sets the fields of a passage from its lines.
func (l *layout) fill(p *Passage, at spot) {
	first := []rune(l.line(at.line))
	lead := string(first[:min(max(at.col-1, 0), len(first))])
	p.Indent = indentOf(lead)
	rest := string(first[min(max(at.col-1, 0), len(first)):])
	m := l.read[at]
	if m == nil {
		m = &markdown.Block{}
	}
	if m.Type == markdown.Footnotes {
		p.Words = l.footnotes(p)
		return
	}
	// An item that only introduces the items after it is converted to a paragraph.
	label := p.Block.Type == note.Prose && len(p.Block.Text) > 0 && strings.HasPrefix(p.Block.Text[0].HTML, "<p>")
	switch {
	case m.Type == markdown.Item && (p.Block.Type != note.Prose || label):
		p.Sign = itemSign.FindString(rest)
	case p.Block.Level > 0:
		p.Sign = headingSign.FindString(rest)
	}
	deeper := width(lead) + len([]rune(p.Sign))
	if p.Block.Level > 0 {
		deeper = 0
	}
	lines := []string{rest[len(p.Sign):]}
	for n := p.From + 1; n < p.To; n++ {
		if !l.hidden[n] {
			lines = append(lines, outdent(l.line(n), deeper))
		}
	}
	l.words(p, m, lines, deeper)
	l.part(p, m, deeper)
}

// part splits a remark that consists of several Markdown blocks.
func (l *layout) part(p *Passage, m *markdown.Block, deeper int) {
	p.Parts = []Part{{p.From, p.To, p.Indent, p.Words, neutral(m)}}
	more := l.parts[p.Block]
	if p.Block.Type != note.Remark || len(more) == 0 || more[0].Pos.Line <= p.From || more[len(more)-1].Pos.Line >= p.To {
		return
	}
	first := Part{From: p.From, Indent: p.Indent, Words: l.between(p.From, more[0].Pos.Line, deeper)}
	first.To = l.filled(p.From, more[0].Pos.Line)
	lead := (&Passage{Words: strings.TrimPrefix(strings.TrimLeft(first.Words, " \t"), p.Sign)})
	lead.takeMark()
	first.Words = lead.Words
	p.Parts = p.Parts[:0]
	if _, alone, ok := remarkMark(first.Words); ok && alone && p.Sign == "" && p.Mark == "" {
		p.Mark, p.Alone = first.Words, true
		p.Words = strings.TrimLeft(strings.TrimPrefix(p.Words, first.Words), " \t\n")
	}
	if !p.Alone {
		p.Parts = append(p.Parts, first)
	}
	for i, x := range more {
		to := p.To
		if i+1 < len(more) {
			to = more[i+1].Pos.Line
		}
		if x.Pos.Line >= to {
			continue
		}
		p.Parts = append(p.Parts, Part{
			From: x.Pos.Line, To: l.filled(x.Pos.Line, to), Indent: indentOf(l.line(x.Pos.Line)), Words: l.between(x.Pos.Line, to, deeper), Neutral: neutral(x),
		})
	}
}

// between returns the lines from from to to-1, without comments.
func (l *layout) between(from, to, deeper int) string {
	var lines []string
	for n := from; n < to; n++ {
		if !l.hidden[n] {
			lines = append(lines, outdent(l.line(n), deeper))
		}
	}
	return strings.TrimRight(strings.Join(lines, "\n"), " \t\n")
}

// filled returns the line after the last line that has text.
func (l *layout) filled(from, to int) int {
	for to-1 > from && (strings.TrimSpace(l.line(to-1)) == "" || l.hidden[to-1]) {
		to--
	}
	return to
}

// words removes the id, the attribution and the mark from the lines of a block, and stores them.
func (l *layout) words(p *Passage, m *markdown.Block, lines []string, deeper int) {
	if p.Block.Level > 0 {
		lines = headingWords(p, lines)
	}
	if m.ID != "" {
		p.ID = m.ID
		for i := len(lines) - 1; i >= 0; i-- {
			if cut, ok := cutID(lines[i], m.ID); ok {
				lines[i] = cut
				break
			}
		}
	}
	if p.Block.Type == note.Entry && m.AttrPos.Line > 0 && m.AttrPos.Line < p.To {
		l.attribution(p, m, lines, deeper)
		return
	}
	p.Words = strings.TrimRight(strings.Join(lines, "\n"), " \t\n")
	if p.Block.Type == note.Remark {
		p.takeMark()
	}
}

// headingWords separates the line of a heading from the lines after it.
func headingWords(p *Passage, lines []string) []string {
	if p.Sign == "" && len(lines) > 1 { // a setext heading
		p.Sign = strings.Repeat("#", min(p.Block.Level, 6)) + " "
		for i := 1; i < len(lines); i++ {
			if underline.MatchString(lines[i]) {
				p.Tail = strings.TrimSpace(strings.Join(lines[i+1:], "\n"))
				return []string{strings.Join(lines[:i], " ")}
			}
		}
	}
	p.Tail = strings.TrimSpace(strings.Join(lines[1:], "\n"))
	return []string{closingHashes.ReplaceAllString(lines[0], "")}
}

// attribution separates the text of an entry from its attribution.
func (l *layout) attribution(p *Passage, m *markdown.Block, lines []string, deeper int) {
	row := m.AttrPos.Line - p.From
	line := []rune(l.line(m.AttrPos.Line))
	behind := string(line[min(m.AttrPos.Col-1, len(line)):])
	if cut, ok := cutID(behind, m.ID); ok && m.ID != "" {
		behind = cut
	}
	at := len(lines[row]) - len(behind)
	if at < 0 || !strings.HasSuffix(lines[row], behind) {
		p.Words = strings.TrimRight(strings.Join(lines, "\n"), " \t\n")
		return
	}
	p.Attr = strings.Join(strings.Fields(strings.Join(append([]string{behind}, lines[row+1:]...), " ")), " ")
	p.Damaged = m.AttrDamaged
	p.Words = strings.TrimRight(strings.Join(append(slices.Clone(lines[:row]), lines[row][:at]), "\n"), " \t\n")
}

// takeMark separates the sign of a remark from its text.
func (p *Passage) takeMark() {
	for _, s := range remarkSigns {
		if rest, ok := strings.CutPrefix(p.Words, s); ok {
			if more, ok := strings.CutPrefix(rest, "\uFE0F"); ok {
				rest, s = more, s+"\uFE0F"
			}
			p.Mark, p.Words = s, strings.TrimLeft(rest, " \t\n")
			p.Alone = p.Sign == "" && (p.Words == "" || strings.HasPrefix(strings.TrimLeft(rest, " \t"), "\n"))
			return
		}
	}
}

// footnotes returns the definitions of all footnotes.
func (l *layout) footnotes(p *Passage) string {
	var all []string
	slices.Sort(l.notes)
	for _, from := range slices.Compact(l.notes) {
		to := l.end(from)
		all = append(all, strings.Join(l.lines[from-1:to-1], "\n"))
		p.To = max(p.To, to)
	}
	return strings.Join(all, "\n\n")
}

// Patterns for the beginning and the end of lines.
var (
	itemSign      = regexp.MustCompile(`^(?:[-*+]|\d{1,9}[.)])[ \t]*`)
	headingSign   = regexp.MustCompile(`^#{1,6}(?:[ \t]+|$)`)
	closingHashes = regexp.MustCompile(`[ \t]+#+[ \t]*$`)
	underline     = regexp.MustCompile(`^ {0,3}(?:=+|-+)[ \t]*$`)
)

func cutID(line, id string) (string, bool) {
	return strings.CutSuffix(strings.TrimRight(line, " \t"), "{#"+id+"}")
}

func indentOf(line string) string { return line[:len(line)-len(strings.TrimLeft(line, " \t"))] }

func width(s string) int {
	n := 0
	for _, r := range s {
		if n++; r == '\t' {
			n = (n + 3) / 4 * 4
		}
	}
	return n
}

// outdent removes leading white space, up to a number of columns.
func outdent(line string, columns int) string {
	at := 0
	for at < columns && line != "" {
		switch line[0] {
		case ' ':
			at++
		case '\t':
			if at = (at/4 + 1) * 4; at > columns {
				return strings.Repeat(" ", at-columns) + line[1:]
			}
		default:
			return line
		}
		line = line[1:]
	}
	return line
}
