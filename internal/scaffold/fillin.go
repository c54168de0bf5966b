package scaffold

import (
	"slices"
	"strings"

	"github.com/kawaraban/kawaraban/internal/align"
	"github.com/kawaraban/kawaraban/internal/note"
	"github.com/kawaraban/kawaraban/internal/source"
)

// missingBlocks is a sequence of consecutive blocks of the original that the translation lacks.
type missingBlocks struct {
	blocks     []*note.Block
	in         *note.Block // parent entry in the translation; nil at the top level
	prev, next *note.Block // neighbours in the original; may be nil
	nested     bool
}

// filling is the state while missing blocks are inserted into a translation.
type filling struct {
	*translation
	missing  map[*note.Block]bool
	al       *align.Alignment
	layout   *source.Layout // layout of the translation before any insertion; the same applies to the fields below
	base     *lines
	was      reading
	on       map[*note.Block]comments
	waits    map[string]*source.CommentBlock // first loose comment for each squeezed text
	behind   map[int][]*source.CommentBlock  // loose comments by the last non-blank line above them
	headings map[note.BlockID]*note.Block    // headings of the original by ID
	where    map[*note.Block]*source.Passage // passages of the translation
	inserted []insertedAt
	runs     []missingBlocks
}

// insertedAt is the number of lines inserted after a line. The line number is that before any
// insertion.
type insertedAt struct{ after, lines int }

func (t *translation) fill() {
	list, _ := t.missing()
	if len(list) == 0 {
		return
	}
	f := &filling{translation: t, missing: map[*note.Block]bool{}, al: t.aligned(),
		layout: t.layout, base: newLines(t.text), was: t.now, where: t.where}
	var loose []*source.CommentBlock
	f.on, loose = commentsOn(t.layout)
	f.lookUp(loose)
	for _, p := range list {
		f.missing[p.Block] = true
	}
	f.collect(pointers(t.original.reading.note.Blocks), nil)
	for _, r := range f.runs {
		f.put(r)
	}
}

func (f *filling) lookUp(loose []*source.CommentBlock) {
	f.waits, f.behind, f.headings = map[string]*source.CommentBlock{}, map[int][]*source.CommentBlock{}, map[note.BlockID]*note.Block{}
	for _, a := range loose {
		if key := squeezed(source.FromComment(a.Words)); f.waits[key] == nil {
			f.waits[key] = a
		}
		line := f.base.lastFilled(a.From)
		f.behind[line] = append(f.behind[line], a)
	}
	for h := range f.original.reading.note.All {
		if h.ID != "" && f.headings[h.ID] == nil {
			f.headings[h.ID] = h
		}
	}
}

func (f *filling) collect(blocks []*note.Block, in *note.Block) {
	var r *missingBlocks
	for i, b := range blocks {
		if f.missing[b] {
			if r == nil || r.nested != f.original.nested(b) {
				f.runs = append(f.runs, missingBlocks{in: in, nested: f.original.nested(b), next: f.following(blocks[i:])})
				r = &f.runs[len(f.runs)-1]
				if i > 0 {
					r.prev = blocks[i-1]
				}
			}
			r.blocks = append(r.blocks, b)
			continue
		}
		r = nil
		m, ok := f.al.OfA(b)
		if !ok || len(m.A) != 1 || len(m.B) != 1 {
			continue
		}
		f.collect(pointers(b.Children), m.B[0])
	}
}

func (f *filling) following(blocks []*note.Block) *note.Block {
	for _, b := range blocks {
		if !f.missing[b] {
			return b
		}
	}
	return nil
}

// put inserts a sequence. If no position is possible for the whole sequence, it inserts the
// blocks one by one.
func (f *filling) put(r missingBlocks) {
	if f.tryAll(r) {
		for _, b := range r.blocks {
			f.reportInserted(b)
		}
		return
	}
	if len(r.blocks) == 1 {
		p := f.original.piece(f.original.at[r.blocks[0]])
		p.Why = "at every place it would change how the rest is parsed"
		f.report.Unplaced = append(f.report.Unplaced, p)
		return
	}
	for _, b := range r.blocks {
		f.put(missingBlocks{blocks: []*note.Block{b}, in: r.in, prev: r.prev, next: r.next, nested: r.nested})
	}
}

func (f *filling) reportInserted(b *note.Block) {
	if !f.original.neutral(f.original.at[b]) {
		f.report.Added = append(f.report.Added, f.original.piece(f.original.at[b]))
	}
	for _, c := range pointers(b.Children) {
		f.reportInserted(c)
	}
}

// tryAll tries the possible positions of a sequence, best first. It reports whether one
// succeeded.
func (f *filling) tryAll(r missingBlocks) bool {
	indent := ""
	if r.nested && r.in != nil {
		p := f.where[r.in]
		if p == nil || p.Sign == "" {
			return false
		}
		indent = p.Indent + strings.Repeat(" ", len(p.Sign))
	}
	text := f.original.skeletons(r.blocks, indent)
	for _, after := range f.places(r) {
		for _, end := range []string{"", "\n" + indent + nothing} {
			if r.nested && f.try(r, insertion{after: after, text: text + end, tight: true}) || f.try(r, insertion{after: after, text: text + end}) {
				return true
			}
		}
	}
	return false
}

// places returns the lines after which a sequence may be inserted, best first.
func (f *filling) places(r missingBlocks) []int {
	var out []int
	if r.prev != nil {
		if _, end := f.extent(r.prev); end > 0 {
			out = append(out, end)
		}
	}
	if r.next != nil {
		if begin, _ := f.extent(r.next); begin > 0 {
			out = append(out, max(f.base.lastFilled(begin), f.head()))
		}
	}
	if r.in != nil {
		return append(out, f.where[r.in].To-1)
	}
	if h := f.headingAbove(r.blocks[0]); h != nil {
		out = append(out, h.Pos.Line, f.base.lastFilled(f.was.nextSection(h.Pos.Line, h.Level, f.base)))
	}
	return append(out, f.base.lastFilled(f.base.count()+1))
}

// head returns the last line of the front matter and of the title comment after it.
func (f *filling) head() int {
	head := f.layout.Front
	for i := range f.layout.Asides {
		if a := &f.layout.Asides[i]; strings.HasPrefix(a.Words, "title:") && f.base.lastFilled(a.From) <= head {
			return a.To - 1
		}
	}
	return head
}

// extent returns the first and the last line of the translation of a block of the original, with
// its comments. It returns zeros if there is no translation.
func (f *filling) extent(b *note.Block) (begin, end int) {
	m, ok := f.al.OfA(b)
	if !ok {
		if p := f.original.at[b]; p != nil {
			if a := f.waits[squeezed(f.original.sourceText(p))]; a != nil {
				return a.From, a.To - 1
			}
		}
		return 0, 0
	}
	for _, x := range m.B {
		from, to := f.extentOf(x)
		if begin == 0 || from < begin {
			begin = from
		}
		end = max(end, to)
	}
	return begin, end
}

func (f *filling) extentOf(b *note.Block) (begin, end int) {
	p := f.where[b]
	if p == nil {
		return b.Pos.Line, b.Pos.Line
	}
	begin, end = p.From, p.To-1
	c := f.on[b]
	for _, a := range []*source.CommentBlock{c.source, c.stale, c.machine} {
		if a != nil {
			begin = min(begin, a.From)
		}
	}
	for _, c := range pointers(b.Children) {
		_, to := f.extentOf(c)
		end = max(end, to)
	}
	for { // loose comments within the item
		i := slices.IndexFunc(f.behind[end], func(a *source.CommentBlock) bool { return len(a.Indent) > len(p.Indent) && a.To-1 > end })
		if i < 0 {
			return begin, end
		}
		end = f.behind[end][i].To - 1
	}
}

// headingAbove returns the heading of the translation below which a block of the original
// belongs. It returns nil if this is unknown.
func (f *filling) headingAbove(b *note.Block) *note.Block {
	trail := b.Trail
	if b.Type == note.Heading && len(trail) == 0 {
		return nil
	}
	for _, id := range slices.Backward(trail) {
		if m, ok := f.al.OfA(f.headings[id]); ok && m.B[0].Level > 0 {
			return m.B[0]
		}
	}
	return nil
}

// try inserts text, and reports whether it did. All existing blocks must parse as before, and the
// new ones must parse as the sequence. The line of the insertion is that before any insertion.
func (f *filling) try(r missingBlocks, in insertion) bool {
	at := in.after
	for _, x := range f.inserted {
		if x.after <= at {
			in.after += x.lines
		}
	}
	l := newLines(f.text)
	text := l.insert(in)
	later := f.read(f.to.Path, text)
	added, ok := addedTo(f.now, later)
	if !ok || !f.matches(r, added) || len(later.diags) > len(f.now.diags) {
		return false
	}
	f.inserted = append(f.inserted, insertedAt{at, newLines(text).count() - l.count()})
	f.set(text, later)
	return true
}

// matches reports whether the added blocks correspond to those of the sequence.
func (f *filling) matches(r missingBlocks, added []*note.Block) bool {
	var want []*note.Block
	var gather func(*note.Block)
	gather = func(b *note.Block) {
		if f.original.skeleton(f.original.at[b]).body != "" {
			want = append(want, b)
		}
		for _, c := range pointers(b.Children) {
			gather(c)
		}
	}
	for _, b := range r.blocks {
		gather(b)
	}
	return slices.EqualFunc(want, added, func(a, b *note.Block) bool {
		return a.Type == b.Type && a.Kind == b.Kind && a.Level == b.Level && a.Date == b.Date && slices.Equal(named(a), named(b))
	})
}

// addedTo returns the blocks that only the later reading has. It returns false if an existing
// block parses differently or has a different parent.
func addedTo(was, later reading) ([]*note.Block, bool) {
	if later.note == nil || was.note.Kind != later.note.Kind {
		return nil, false
	}
	return beyond(places(was.note), places(later.note), later.flat)
}

// places returns a key for each block of a note: its content and its parent.
func places(n *note.Note) []string {
	var out []string
	var visit func([]note.Block, string)
	visit = func(blocks []note.Block, below string) {
		for i := range blocks {
			c := blocks[i]
			c.Children = nil
			own := content(&c)
			out = append(out, own+" below "+below)
			visit(blocks[i].Children, own)
		}
	}
	visit(n.Blocks, "")
	return out
}
