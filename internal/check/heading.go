package check

import (
	"bytes"

	"github.com/kawaraban/kawaraban/internal/diag"
	"github.com/kawaraban/kawaraban/internal/note"
	"github.com/kawaraban/kawaraban/internal/source"
)

// misspeltKind reports headings above attributed entries that are nearly equal to a heading for a
// kind of change.
func misspeltKind(_ *In, f *File) []diag.Diagnostic {
	var ds []diag.Diagnostic
	for i := range f.Note.Blocks {
		h := &f.Note.Blocks[i]
		if h.Type != note.Heading || !holdsAttributed(f.Note.Blocks[i+1:], h.ID) {
			continue
		}
		written := h.Text.Plain()
		right, certain := source.MisspeltKind(written)
		if right == "" {
			continue
		}
		d := diag.Warnf(h.Pos, "heading/misspelt-kind", "unknown change kind %q", written).WithHint("did you mean %s?", right)
		line := f.Line(h.Pos.Line)
		if at := bytes.Index(line, []byte(written)); at >= 0 {
			start := f.Offset(diag.Position{Line: h.Pos.Line}) + at
			d.Pos = f.At(start)
			if certain {
				d = d.WithFix(diag.Fix{Start: start, End: start + len(written), New: right})
			}
		}
		ds = append(ds, d)
	}
	return ds
}

func holdsAttributed(rest []note.Block, id note.BlockID) bool {
	for i := range rest {
		b := &rest[i]
		switch {
		case b.Type == note.Heading:
			return false
		case b.Type == note.Entry && !b.Attr.IsZero() && len(b.Trail) > 0 && b.Trail[len(b.Trail)-1] == id:
			return true
		}
	}
	return false
}
