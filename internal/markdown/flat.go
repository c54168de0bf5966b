package markdown

import (
	"cmp"
	"regexp"
	"strings"
	"unicode/utf8"

	east "github.com/yuin/goldmark-emoji/ast"
	"github.com/yuin/goldmark/ast"
	extast "github.com/yuin/goldmark/extension/ast"
	"github.com/yuin/goldmark/text"
	"github.com/yuin/goldmark/util"
)

// mask replaces what cannot hold references: code, addresses, pictures.
const mask = "\uFFFC"

type flattener struct {
	p       *parse
	f       *flat
	b       strings.Builder
	pending *ast.Text // text before a soft line break that add still has to join or keep
	last    rune
}

// flatten returns the flat text of a block. It reuses the memory of the previous call.
func (p *parse) flatten(block ast.Node) *flat {
	f := &p.flat
	clear(f.pieces)
	*f = flat{pieces: f.pieces[:0], codes: f.codes[:0], links: f.links[:0], pulls: f.pulls[:0]}
	w := &flattener{p: p, f: f}
	w.b.Grow(lengthOf(block))
	w.children(block)
	f.text = w.b.String()
	f.attr = len(f.text)
	return f
}

func lengthOf(block ast.Node) int {
	n := 0
	if lines := block.Lines(); lines != nil {
		for i := range lines.Len() {
			s := lines.At(i)
			n += s.Len()
		}
	}
	return n
}

func (w *flattener) children(n ast.Node) {
	for c := n.FirstChild(); c != nil; {
		next := c.NextSibling()
		if t, ok := c.(*ast.Text); ok {
			trimBreak(t, next, w.p.src)
		}
		w.node(c)
		c = next
	}
}

// trimBreak removes the white space before a line break. goldmark leaves it where an extension
// looks at every space.
func trimBreak(t *ast.Text, next ast.Node, src []byte) {
	after, ok := next.(*ast.Text)
	blank := ok && (after.SoftLineBreak() || after.HardLineBreak()) && util.IsBlank(after.Segment.Value(src))
	if t.SoftLineBreak() || t.HardLineBreak() || blank {
		t.Segment = t.Segment.TrimRightSpace(src)
	}
}

func (w *flattener) node(n ast.Node) {
	switch n := n.(type) {
	case *ast.Text:
		w.textNode(n)
	case *ast.CodeSpan:
		w.codeSpan(n)
	case *ast.AutoLink:
		dest := autoAddress(n, w.p.src)
		w.mask(n, string(n.Label(w.p.src)))
		w.p.link(n, dest, false)
		w.f.pull(dest, w.b.Len()-len(mask), w.b.Len())
	case *ast.Link:
		start := w.b.Len()
		w.p.link(n, address(n.Destination), false)
		w.children(n)
		w.f.links = append(w.f.links, linkPiece{n, start, w.b.Len()})
		w.f.pull(address(n.Destination), start, w.b.Len())
	case *ast.Image:
		w.image(n)
	case *ast.RawHTML:
		w.rawHTML(n)
	case *east.Emoji:
		w.mask(n, string(n.Value.Unicode))
	case *extast.FootnoteLink, *extast.FootnoteBacklink, *extast.TaskCheckBox:
	case *ast.String:
		w.mask(n, string(n.Value))
	default:
		w.children(n)
	}
}

func (w *flattener) textNode(n *ast.Text) {
	resolve(w.p.doc.valueOf(n.Segment), func(s string, from, to int, literal bool) {
		w.add(flatPart{node: n, src: n.Segment.Start + from, stop: n.Segment.Start + to, literal: literal}, s)
	})
	if n.SoftLineBreak() && w.p.opts.Breaks {
		n.SetSoftLineBreak(false)
		n.SetHardLineBreak(true)
	}
	if n.SoftLineBreak() {
		w.pending = n
	}
	if n.HardLineBreak() {
		w.pending = nil
		w.add(flatPart{node: n, src: n.Segment.Stop, stop: n.Segment.Stop}, " ")
	}
}

// add appends text. Both sides of the soft line break before it are known now, so add removes the
// break if it is not a space.
func (w *flattener) add(pc flatPart, s string) {
	if s == "" {
		return
	}
	if t := w.pending; t != nil {
		w.pending = nil
		first, _ := utf8.DecodeRuneInString(pc.words(s))
		if w.last != 0 && joins(w.last, first) {
			t.SetSoftLineBreak(false)
		} else {
			w.add(flatPart{node: t, src: t.Segment.Stop, stop: t.Segment.Stop}, " ")
		}
	}
	pc.start = w.b.Len()
	w.b.WriteString(s)
	pc.end = w.b.Len()
	w.f.pieces = append(w.f.pieces, pc)
	w.last, _ = utf8.DecodeLastRuneInString(pc.words(s))
}

func (pc flatPart) words(s string) string {
	if pc.plain != "" {
		return pc.plain
	}
	return s
}

func (w *flattener) mask(n ast.Node, plain string) {
	if plain == "" {
		return
	}
	at := start(n)
	w.add(flatPart{node: n, src: at, stop: at, plain: plain}, mask)
}

func (w *flattener) codeSpan(n *ast.CodeSpan) {
	code := codeText(n, w.p.src)
	at := start(n)
	if first, ok := n.FirstChild().(*ast.Text); ok {
		at = first.Segment.Start
	}
	w.mask(n, code)
	w.f.codes = append(w.f.codes, codePiece{node: n, code: code, at: max(0, w.b.Len()-len(mask)), src: at})
}

func codeText(n *ast.CodeSpan, src []byte) string {
	var b strings.Builder
	for c := n.FirstChild(); c != nil; c = c.NextSibling() {
		if t, ok := c.(*ast.Text); ok {
			b.Write(t.Segment.Value(src))
		}
	}
	return strings.ReplaceAll(b.String(), "\n", " ")
}

func (w *flattener) image(n *ast.Image) {
	alt := w.p.plainOf(n)
	dest := address(n.Destination)
	w.mask(n, cmp.Or(alt, " ")) // one without words has its place in the text all the same
	w.p.link(n, dest, true)
	if strings.TrimSpace(alt) == "" {
		w.p.reportNoAlternative(dest, w.p.pos(start(n)))
	}
}

func (p *parse) plainOf(n ast.Node) string {
	w := &flattener{p: &parse{src: p.src, opts: p.opts, lines: p.lines, doc: &Doc{src: p.src}}, f: &flat{}}
	w.children(n)
	w.f.text = w.b.String()
	return w.p.words(w.f, len(w.f.text))
}

func (w *flattener) rawHTML(n *ast.RawHTML) {
	raw := string(n.Segments.Value(w.p.src))
	if strings.HasPrefix(raw, "<!--") {
		w.comment(n, raw)
		return
	}
	if w.p.opts.RawHTML {
		at := w.p.pos(n.Segments.At(0).Start)
		w.p.rawLinks(cleanInline(raw), at)
		w.p.reportRefused(raw, inlineElements, at)
		if strings.HasPrefix(strings.ToLower(raw), "<br") {
			w.add(flatPart{node: n, src: start(n), stop: start(n)}, " ")
		}
		return
	}
	if lineBreak.MatchString(raw) {
		w.add(flatPart{node: n, src: start(n), stop: start(n)}, " ")
		return
	}
	if !strings.HasPrefix(raw, "</") {
		w.p.reportHTML(w.p.pos(n.Segments.At(0).Start), raw)
	}
	w.mask(n, raw)
}

// comment keeps comments before the first word, and those after such a comment. The white space
// after them is dropped.
func (w *flattener) comment(n *ast.RawHTML, raw string) {
	leads := w.b.Len() == 0 && w.pending == nil
	if !leads && w.f.comments == nil {
		return
	}
	w.f.comments = append(w.f.comments, outdent(strings.TrimSuffix(strings.TrimPrefix(raw, "<!--"), "-->")))
	if t, ok := n.NextSibling().(*ast.Text); ok && leads {
		t.Segment = t.Segment.TrimLeftSpace(w.p.src)
		if t.Segment.IsEmpty() {
			t.SetSoftLineBreak(false)
		}
	}
}

func (p *parse) words(f *flat, end int) string {
	return p.stretch(f, 0, end)
}

// stretch is the text within some ranges of offsets as people read it.
func (p *parse) stretch(f *flat, ranges ...int) string {
	b := p.room[:0]
	for i := 0; i < len(ranges); i += 2 {
		from, to := ranges[i], ranges[i+1]
		for _, pc := range f.pieces {
			if pc.start >= to {
				break
			}
			if pc.end > from {
				b = append(b, pc.words(f.text[max(pc.start, from):min(pc.end, to)])...)
			}
		}
	}
	p.room = b
	return fold(string(b))
}

// fold collapses ASCII white space and trims it; the ideographic space stays.
func fold(s string) string {
	if isFolded(s) {
		return s // the usual case
	}
	var b strings.Builder
	b.Grow(len(s))
	gap := false
	for i := range len(s) {
		switch s[i] {
		case ' ', '\t', '\r', '\n':
			gap = b.Len() > 0
			continue
		}
		if gap {
			b.WriteByte(' ')
			gap = false
		}
		if s[i] == 0 {
			b.WriteString("\uFFFD")
			continue
		}
		b.WriteByte(s[i])
	}
	return strings.TrimSpace(b.String())
}

func isFolded(s string) bool {
	gap := true // at the start or after a space
	for i := range len(s) {
		switch s[i] {
		case '\t', '\r', '\n', 0:
			return false
		case ' ':
			if gap {
				return false
			}
			gap = true
		default:
			gap = false
		}
	}
	return s == "" || !gap && len(strings.TrimSpace(s)) == len(s)
}

func (d *Doc) valueOf(s text.Segment) string {
	if s.Padding != 0 || s.ForceNewline {
		return string(s.Value(d.src))
	}
	if d.text == "" {
		d.text = string(d.src)
	}
	return d.text[s.Start:s.Stop]
}

func resolve(v string, emit func(s string, from, to int, literal bool)) {
	if strings.IndexByte(v, '\\') < 0 && strings.IndexByte(v, '&') < 0 {
		emit(v, 0, len(v), true) // the usual case
		return
	}
	from := 0
	for i := 0; i < len(v); {
		s, n := "", 0
		switch {
		case v[i] == '\\' && i+1 < len(v) && util.IsPunct(v[i+1]):
			s, n = v[i+1:i+2], 2
		case v[i] == '&':
			s, n = entity(v[i:])
		}
		if n == 0 {
			i++
			continue
		}
		emit(v[from:i], from, i, true)
		emit(s, i, i+n, false)
		i += n
		from = i
	}
	emit(v[from:], from, len(v), true)
}

const maxEntity = 40

// entity resolves the entity at the start of v; n is 0 without one.
func entity(v string) (s string, n int) {
	end := strings.IndexByte(v[:min(len(v), maxEntity)], ';')
	if end < 2 {
		return "", 0
	}
	raw := []byte(v[:end+1])
	out := util.ResolveEntityNames(util.ResolveNumericReferences(raw))
	if string(out) == string(raw) {
		return "", 0
	}
	return string(out), end + 1
}

// pullAddress matches the address of a pull request, but not of a comment on it.
var pullAddress = regexp.MustCompile(`^https?://(?:www\.)?github\.com/([A-Za-z0-9-]+/[A-Za-z0-9._-]+)/pull/([1-9][0-9]{0,6})(?:/[a-z]*)?/?$`)

// pull lists a link to a pull request.
func (f *flat) pull(dest string, from, to int) {
	if !strings.Contains(dest, "/pull/") || from == to {
		return // as nearly always
	}
	m := pullAddress.FindStringSubmatch(dest)
	switch {
	case m == nil:
	case m[1] == "kubernetes/kubernetes":
		f.pulls = append(f.pulls, pullPiece{start: from, end: to, pr: m[2]})
	default:
		f.pulls = append(f.pulls, pullPiece{start: from, end: to, thread: m[1] + "#" + m[2]})
	}
}
