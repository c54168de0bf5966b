package scaffold

import (
	"slices"
	"strings"
	"unicode"

	"github.com/kawaraban/kawaraban/internal/align"
	"github.com/kawaraban/kawaraban/internal/note"
	"github.com/kawaraban/kawaraban/internal/source"
)

// comments are those before a block.
type comments struct{ source, stale, machine *source.Aside }

// take adds a comment, unless it is for this program and says nothing of the block.
func (c *comments) take(a *source.Aside) {
	switch a.Mark {
	case source.StaleMark:
		c.stale = a
	case source.MachineMark:
		c.machine = a
	case "":
		c.source = a
	}
}

// commentsOn finds the comments before each block, and those that belong to none but may
// hold the source of a block to be translated.
func commentsOn(l *source.Layout) (map[*note.Block]comments, []*source.Aside) {
	out := map[*note.Block]comments{}
	var loose []*source.Aside
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
		if a.Mark == "" && c.source != nil { // that one's block is not translated yet
			loose = append(loose, c.source)
			c.source = nil
		}
		switch {
		case a.Mark == "" && a.Words == "": // what stood before it belongs to nothing behind it
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

// squeezed is a text without white space, as wrapping it anew changes nothing.
func squeezed(text string) string {
	return strings.Join(strings.FieldsFunc(text, unicode.IsSpace), "")
}

// missing are the blocks of the original that have no place in the translation, not even
// one to wait in, and the comments that wait for nothing the original says.
func (t *translation) missing() ([]*source.Passage, []*source.Aside) {
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

// takeParts takes the comments in which parts of a block wait; it reports whether any does.
func (t *translation) takeParts(w *waiting, p *source.Passage) bool {
	found := false
	if p.Alone || len(p.Parts) > 1 {
		for i, part := range p.Parts {
			found = w.take(part.Words) != nil || i == 0 && w.take(t.original.firstPart(p)) != nil || found
		}
	}
	return found
}

// waiting are comments in which sources wait for their translation.
type waiting struct {
	all []*source.Aside  // nil where one was taken
	by  map[string][]int // by squeezed text
}

func newWaiting(all []*source.Aside) *waiting {
	w := &waiting{all, map[string][]int{}}
	for i, a := range all {
		key := squeezed(source.FromComment(a.Words))
		w.by[key] = append(w.by[key], i)
	}
	return w
}

// take takes the first comment that holds a text; nil where none does.
func (w *waiting) take(text string) *source.Aside {
	key := squeezed(text)
	of := w.by[key]
	if len(of) == 0 {
		return nil
	}
	a := w.all[of[0]]
	w.all[of[0]], w.by[key] = nil, of[1:]
	return a
}

// left are the comments that were not taken.
func (w *waiting) left() []*source.Aside {
	return slices.DeleteFunc(w.all, func(a *source.Aside) bool { return a == nil })
}

// doubted are the blocks of one side that uncertain pairs have.
func doubted(al *align.Alignment, side func(align.Doubt) []*note.Block) map[*note.Block]bool {
	out := map[*note.Block]bool{}
	for _, d := range al.Doubts {
		for _, b := range side(d) {
			out[b] = true
		}
	}
	return out
}

// thereAs is what a block is known by that says the same in both versions.
func thereAs(p *source.Passage) string { return string(p.Block.Type) + " " + squeezed(p.Words+p.Attr) }
