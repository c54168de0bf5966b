package scaffold

import (
	"slices"
	"strings"
	"unicode"

	"github.com/kawaraban/kawaraban/internal/align"
	"github.com/kawaraban/kawaraban/internal/note"
	"github.com/kawaraban/kawaraban/internal/source"
)

type comments struct{ source, stale, machine *source.CommentBlock }

// take adds a comment, unless it is an instruction that does not concern the block.
func (c *comments) take(a *source.CommentBlock) {
	switch a.Mark {
	case source.StaleMark:
		c.stale = a
	case source.MachineMark:
		c.machine = a
	case "":
		c.source = a
	}
}

// commentsOn returns the comments before each block. It also returns the loose comments, which
// may have the source of an untranslated block.
func commentsOn(l *source.Layout) (map[*note.Block]comments, []*source.CommentBlock) {
	out := map[*note.Block]comments{}
	var loose []*source.CommentBlock
	first := 0
	if len(l.Passages) > 0 {
		first = l.Passages[0].From
	}
	for i := range l.Asides {
		a := &l.Asides[i]
		if a.Within || strings.HasPrefix(a.Words, "title:") && a.Mark == "" && a.From < first {
			continue
		}
		c := out[a.Before]
		if a.Mark == "" && c.source != nil { // the earlier comment belongs to an untranslated block
			loose = append(loose, c.source)
			c.source = nil
		}
		switch {
		case a.Mark == "" && a.Words == "": // an empty comment separates the next block from the comments before it
		case a.Mark == "" && a.Before == nil:
			loose = append(loose, a)
		default:
			c.take(a)
		}
		if a.Before != nil {
			out[a.Before] = c
		}
	}
	return out, loose
}

// squeezed removes all white space from a text, so that wrapping does not matter.
func squeezed(text string) string {
	return strings.Join(strings.FieldsFunc(text, unicode.IsSpace), "")
}

// missing returns the blocks of the original that the translation lacks. It omits blocks whose
// source is in a loose comment. It also returns the loose comments that match no block.
func (t *translation) missing() ([]*source.Passage, []*source.CommentBlock) {
	al := t.aligned()
	_, loose := commentsOn(t.layout)
	w, there := newWaiting(loose), map[string]int{}
	for i := range t.layout.Passages {
		p := &t.layout.Passages[i]
		if _, ok := al.OfB(p.Block); !ok {
			there[thereAs(p)]++
		}
	}
	doubtful := doubted(al, func(d align.Doubt) []*note.Block { return d.A })
	var out []*source.Passage
	for i := range t.original.layout.Passages {
		p := &t.original.layout.Passages[i]
		_, ok := al.OfA(p.Block)
		waits := t.takeParts(w, p)
		if ok || waits || doubtful[p.Block] || p.From == p.To || w.take(t.original.sourceText(p)) != nil {
			continue
		}
		if key := thereAs(p); there[key] > 0 {
			there[key]--
			continue
		}
		out = append(out, p)
	}
	return out, w.left()
}

// takeParts takes the loose comments with the source of parts of a block. It reports whether
// there are any.
func (t *translation) takeParts(w *waiting, p *source.Passage) bool {
	found := false
	if p.Alone || len(p.Parts) > 1 {
		for i, part := range p.Parts {
			found = w.take(part.Words) != nil || i == 0 && w.take(t.original.firstPart(p)) != nil || found
		}
	}
	return found
}

// waiting is an index of the loose comments, which have the source of untranslated blocks.
type waiting struct {
	all []*source.CommentBlock // elements that were taken are nil
	by  map[string][]int       // by squeezed text
}

func newWaiting(all []*source.CommentBlock) *waiting {
	w := &waiting{all, map[string][]int{}}
	for i, a := range all {
		key := squeezed(source.FromComment(a.Words))
		w.by[key] = append(w.by[key], i)
	}
	return w
}

func (w *waiting) take(text string) *source.CommentBlock {
	key := squeezed(text)
	of := w.by[key]
	if len(of) == 0 {
		return nil
	}
	a := w.all[of[0]]
	w.all[of[0]], w.by[key] = nil, of[1:]
	return a
}

func (w *waiting) left() []*source.CommentBlock {
	return slices.DeleteFunc(w.all, func(a *source.CommentBlock) bool { return a == nil })
}

// doubted returns the blocks of one version that are in uncertain pairs.
func doubted(al *align.Alignment, side func(align.Doubt) []*note.Block) map[*note.Block]bool {
	out := map[*note.Block]bool{}
	for _, d := range al.Doubts {
		for _, b := range side(d) {
			out[b] = true
		}
	}
	return out
}

// thereAs returns a key of a block that is equal in both versions if the block is not translated.
func thereAs(p *source.Passage) string { return string(p.Block.Type) + " " + squeezed(p.Words+p.Attr) }
