package markdown

import (
	"cmp"
	"regexp"
	"slices"
	"strings"
	"unicode"

	"github.com/yuin/goldmark/ast"

	"github.com/kawaraban/kawaraban/internal/note"
	"github.com/kawaraban/kawaraban/internal/ref"
)

// attributionNode is the part of a block that RenderOptions.DropAttribution omits.
type attributionNode struct {
	ast.BaseInline
	taken bool // it is the attribution of its block, see Block.TakeLoose
}

var kindAttribution = ast.NewNodeKind("Attribution")

func (*attributionNode) Kind() ast.NodeKind { return kindAttribution }

func (n *attributionNode) Dump(src []byte, level int) { ast.DumpHelper(n, src, level, nil, nil) }

func (p *parse) attribution(b *Block, block ast.Node, f *flat) {
	attr, at, damaged, ok := p.reader.Attribution(f.text, p.opts.Names)
	if !ok || at < 0 || at > len(f.text) {
		return
	}
	b.Attr, b.AttrDamaged = attr, damaged
	keepAll(p, attr.PRs)
	keepAll(p, attr.Threads)
	keepAll(p, attr.People)
	keepAll(p, attr.SIGs)
	at = len(strings.TrimRightFunc(f.text[:at], unicode.IsSpace))
	f.attr = at
	if i := f.pieceAt(at); i < len(f.pieces) {
		b.AttrPos = p.pos(f.pieces[i].offset(at))
	}
	block = f.emphasisAround(block, at)
	if set := setApart(block, f.cutAt(block, at), nil); set != nil {
		set.taken = true
	}
}

// emphasisAround returns the emphasis that contains all text from an offset on, as in
// "**text (#115331, @mimowo)**", else the block.
func (f *flat) emphasisAround(block ast.Node, at int) ast.Node {
	i := f.pieceAt(at)
	if i == len(f.pieces) {
		return block
	}
	around, ok := f.pieces[i].node.Parent().(*ast.Emphasis)
	if !ok || around.Parent() != block || around.NextSibling() != nil {
		return block
	}
	return around
}

// cutAt returns the child of block that starts at an offset of the flat text, splitting a text node
// if necessary. It returns nil if the offset is within an inline element.
func (f *flat) cutAt(block ast.Node, at int) ast.Node {
	i := f.pieceAt(at)
	if i == len(f.pieces) {
		return nil
	}
	pc := &f.pieces[i]
	if t, ok := pc.node.(*ast.Text); ok && t.Parent() == block {
		return f.cutText(block, i, at)
	}
	if pc.start != at {
		return nil
	}
	n := pc.node
	for n.Parent() != nil && n.Parent() != block {
		if n.PreviousSibling() != nil {
			return nil
		}
		n = n.Parent()
	}
	return n
}

func (f *flat) cutText(block ast.Node, i, at int) ast.Node {
	pc := f.pieces[i]
	t := pc.node.(*ast.Text)
	if pc.start == at && (i == 0 || f.pieces[i-1].node != ast.Node(t)) {
		return t
	}
	tail := split(t, pc.offset(at))
	block.InsertAfter(block, t, tail)
	for j := i; j < len(f.pieces) && f.pieces[j].node == ast.Node(t); j++ {
		f.pieces[j].node = tail
	}
	if pc.start < at {
		head, rest := pc, f.pieces[i]
		head.end, head.stop = at, pc.offset(at)
		rest.start, rest.src = at, pc.offset(at)
		f.pieces = slices.Insert(f.pieces, i, head)
		f.pieces[i+1] = rest
	}
	return tail
}

func (pc flatPart) offset(at int) int {
	switch {
	case pc.literal:
		return pc.src + at - pc.start
	case at <= pc.start:
		return pc.src
	}
	return pc.stop
}

// split splits a text node and returns the second half, which gets the line break.
func split(t *ast.Text, at int) *ast.Text {
	tail := ast.NewTextSegment(t.Segment.WithStart(at))
	tail.SetSoftLineBreak(t.SoftLineBreak())
	tail.SetHardLineBreak(t.HardLineBreak())
	t.Segment = t.Segment.WithStop(at)
	t.SetSoftLineBreak(false)
	t.SetHardLineBreak(false)
	return tail
}

// references finds the references of a block, puts placeholders into the tree and lists them.
func (p *parse) references(b *Block, f *flat) {
	matches := p.reader.Scan(f.text, ref.Context{Titles: p.opts.Titles}, p.opts.Names)
	if len(matches)+len(f.codes) == 0 {
		return
	}
	all := p.codeRefs(p.found[:0], f)
	for _, m := range slices.Backward(matches) {
		all = append(all, p.place(f, m))
	}
	p.found = all
	slices.SortStableFunc(all, func(a, b found) int { return cmp.Compare(a.at, b.at) })
	refs := make([]note.Ref, len(all))
	own := 0 // references before the attribution
	for i, r := range all {
		r.ref.Pos = p.pos(r.src)
		if refs[i] = r.ref; r.node != nil {
			r.node.ref = &refs[i]
		}
		if r.at < f.attr {
			own = i + 1
		}
	}
	b.Refs, b.AttrRefs = behind(b.Refs, refs[:own:own]), behind(b.AttrRefs, refs[own:])
	b.named = behind(b.named, refs)
}

// behind appends refs to before, which is usually empty.
func behind(before, refs []note.Ref) []note.Ref {
	if len(before) == 0 && len(refs) > 0 {
		return refs
	}
	return append(before, refs...)
}

func (p *parse) codeRefs(out []found, f *flat) []found {
	for _, c := range f.codes {
		matches := ref.Scan(c.code, ref.Context{InCode: true}, p.opts.Names)
		if len(matches) == 0 {
			continue
		}
		r := matches[0].Ref
		r.ID, r.Written, r.Code = p.keep(r.ID), p.keep(c.code), true
		h := found{ref: r, at: c.at, src: c.src}
		if replaceable(c.node) {
			h.node = &hole{}
			c.node.Parent().ReplaceChild(c.node.Parent(), c.node, h.node)
		}
		out = append(out, h)
	}
	return out
}

func replaceable(n ast.Node) bool {
	for a := n.Parent(); a != nil && a.Type() == ast.TypeInline; a = a.Parent() {
		if a.Kind() == ast.KindLink || a.Kind() == ast.KindImage {
			return false
		}
	}
	return n.Parent() != nil
}

// place puts a placeholder at a match, if the tree allows it.
func (p *parse) place(f *flat, m ref.Match) found {
	r := m.Ref
	r.ID, r.Written = p.keep(r.ID), p.keep(f.text[m.Start:m.End])
	first := f.pieceAt(m.Start)
	out := found{ref: r, at: m.Start, src: f.pieces[first].offset(m.Start)}
	i, _ := slices.BinarySearchFunc(f.links, m.Start, func(l linkPiece, at int) int { return cmp.Compare(l.end, at+1) })
	if i < len(f.links) && f.links[i].start < m.End {
		l := f.links[i]
		p.linked(f, l, m, &out)
		return out
	}
	out.node = f.cutHole(first, m)
	return out
}

// linked handles a match in a link, or one that contains a link (KEP [#3521](…)). A link that adds
// nothing to the reference becomes the placeholder.
func (p *parse) linked(f *flat, l linkPiece, m ref.Match, out *found) {
	page, fragment, _ := strings.Cut(address(l.node.Destination), "#")
	if l.node.Parent() == nil || !ownPage(m.Ref, page) {
		return
	}
	if fragment != "" {
		out.ref.Comment = out.ref.Comment || commentFragment.MatchString(fragment)
		return
	}
	words := strings.TrimSpace(f.text[l.start:l.end])
	if !whole(f.text, l, m) {
		own := ref.Scan(words, ref.Context{Titles: p.opts.Titles}, p.opts.Names)
		if m.End > l.end || len(own) != 1 || own[0].Start != 0 || own[0].End != len(words) {
			return
		}
		out.ref.Written = p.keep(words)
	}
	out.node = &hole{}
	l.node.Parent().ReplaceChild(l.node.Parent(), l.node, out.node)
}

// commentFragment matches GitHub's fragments of comments in a thread.
var commentFragment = regexp.MustCompile(`^(?:issuecomment-|discussion_r|pullrequestreview-)`)

func (f *flat) pieceAt(at int) int {
	i, _ := slices.BinarySearchFunc(f.pieces, at, func(pc flatPart, at int) int { return cmp.Compare(pc.end, at+1) })
	return i
}

func whole(text string, l linkPiece, m ref.Match) bool {
	return strings.TrimSpace(text[l.start:l.end]) == text[m.Start:m.End] && l.start <= m.Start && m.End <= l.end
}

// cutHole replaces the texts of a match by a placeholder. It returns nil if the match is not within
// adjacent text nodes.
func (f *flat) cutHole(first int, m ref.Match) *hole {
	end := first
	for end < len(f.pieces) && f.pieces[end].start < m.End {
		end++
	}
	a, b := f.pieces[first], f.pieces[end-1]
	head, ok1 := a.node.(*ast.Text)
	tail, ok2 := b.node.(*ast.Text)
	if !ok1 || !ok2 || head.Parent() == nil || head.Parent() != tail.Parent() || !onlyText(head, tail) {
		return nil
	}
	parent, h := head.Parent(), &hole{}
	from, to := a.offset(m.Start), b.offset(m.End)
	if head == tail {
		tail = split(head, to)
		parent.InsertAfter(parent, head, tail)
	} else {
		for n := head.NextSibling(); n != ast.Node(tail); n = head.NextSibling() {
			parent.RemoveChild(parent, n)
		}
		tail.Segment = tail.Segment.WithStart(to)
		head.SetSoftLineBreak(false)
		head.SetHardLineBreak(false)
	}
	head.Segment = head.Segment.WithStop(from)
	parent.InsertAfter(parent, head, h)
	return h
}

func onlyText(from, to ast.Node) bool {
	for n := from; n != nil; n = n.NextSibling() {
		if n == to {
			return true
		}
		if _, ok := n.(*ast.Text); !ok {
			return false
		}
	}
	return false
}

// setApart puts the children of a block from one up to another under a node of their own.
func setApart(block, first, until ast.Node) *attributionNode {
	if first == nil {
		return nil
	}
	set := &attributionNode{}
	set.SetPos(start(first))
	block.InsertBefore(block, first, set)
	for n := first; n != nil && n != until; {
		next := n.NextSibling()
		block.RemoveChild(block, n)
		set.AppendChild(set, n)
		n = next
	}
	return set
}
