package source

import (
	"slices"
	"strconv"

	"github.com/kawaraban/kawaraban/internal/markdown"
	"github.com/kawaraban/kawaraban/internal/note"
)

// heading is the data that a heading determines for its section.
type heading struct {
	level int
	id    note.BlockID
	words string
	kind  note.EntryKind
	stage note.Stage
	date  string
}

// headings are the headings above the current block.
type headings struct {
	note  note.NoteKind
	above []heading      // outermost first
	under []note.BlockID // result of the last call of trail
	count int            // number of headings so far
}

// trail returns the ids of the headings above the current block, outermost first. All blocks of a
// section share the slice.
func (h *headings) trail() []note.BlockID {
	if len(h.above) == 0 {
		return nil
	}
	same := len(h.under) == len(h.above)
	for i := 0; same && i < len(h.above); i++ {
		same = h.under[i] == h.above[i].id
	}
	if !same {
		h.under = make([]note.BlockID, len(h.above))
		for i, x := range h.above {
			h.under[i] = x.id
		}
	}
	return h.under
}

// close removes the headings whose sections end at a heading of this level.
func (h *headings) close(level int) {
	for len(h.above) > 0 && h.above[len(h.above)-1].level >= level {
		h.above = h.above[:len(h.above)-1]
	}
}

// meaning interprets a heading. It sets a temporary id, which assignIDs replaces.
func (s *headings) meaning(m *markdown.Block) heading {
	s.count++
	h := heading{level: m.Level, id: note.BlockID("\x00" + strconv.Itoa(s.count) + "\x00" + m.ID), words: m.Plain}
	if date, ok := dateOf(m.Plain); ok && s.note == note.Log {
		h.date = date
		return h
	}
	if s.note == note.Overview {
		if h.stage = StageOfHeading(m.Plain); h.stage != "" {
			return h
		}
	}
	if h.kind = KindOfHeading(m.Plain); h.kind == "" {
		h.stage = StageOfHeading(m.Plain)
	}
	return h
}

// nearest returns the value of the innermost heading for which it is not the zero value.
func nearest[T comparable](above []heading, of func(heading) T) (v T) {
	for _, h := range slices.Backward(above) {
		if x := of(h); x != v {
			return x
		}
	}
	return v
}

func (h *headings) kind() note.EntryKind {
	return nearest(h.above, func(h heading) note.EntryKind { return h.kind })
}

func (h *headings) stage() note.Stage {
	return nearest(h.above, func(h heading) note.Stage { return h.stage })
}

func (h *headings) date() string {
	return nearest(h.above, func(h heading) string { return h.date })
}

// area returns the text of the innermost heading that has no stage and no kind. It is used only
// in overviews.
func (h *headings) area() string {
	if h.note != note.Overview {
		return ""
	}
	return nearest(h.above, func(h heading) string {
		if h.stage != "" || h.kind != "" || h.level == 1 {
			return ""
		}
		return h.words
	})
}
