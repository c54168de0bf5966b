package scaffold

import (
	"strconv"

	"github.com/kawaraban/kawaraban/internal/align"
	"github.com/kawaraban/kawaraban/internal/note"
	"github.com/kawaraban/kawaraban/internal/source"
)

type translation struct {
	In
	from, to File
	report   Translated
	original *original

	text   []byte  // current text of the translation
	now    reading // reading of text
	layout *source.Layout
	where  map[*note.Block]*source.Passage // passages of layout
	sides  *align.Alignment                // alignment of the original and now; nil until it is needed
}

func (t *translation) set(text []byte, r reading) {
	t.text, t.now, t.sides = text, r, nil
	t.layout = source.LayoutOf(r.note, text, t.Names)
	t.where = passages(t.layout)
}

func (t *translation) aligned() *align.Alignment {
	if t.sides == nil {
		t.sides = align.Align(t.original.reading.note, t.now.note)
	}
	return t.sides
}

func titleComment(title string) string { return comment("title: " + strconv.Quote(title)) }
