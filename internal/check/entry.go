package check

import (
	"strings"
	"unicode"

	"github.com/kawaraban/kawaraban/internal/diag"
	"github.com/kawaraban/kawaraban/internal/note"
	"github.com/kawaraban/kawaraban/internal/source"
)

// remarksAlone reports remarks that belong to no entry. One case is an item of a list of entries
// that begins like a remark. The other is a remark before the first entry below a heading for a
// kind of change. A remark whose sign is on a line of its own belongs to the section, so it is not reported.
func remarksAlone(_ *In, f *File) []diag.Diagnostic {
	if f.Note.Kind != note.Changes && f.Note.Kind != note.Log {
		return nil
	}
	var ds []diag.Diagnostic
	report := func(b *note.Block) {
		ds = append(ds, diag.Warnf(b.Pos, "entry/remark-alone", "remark without an entry").
			WithHint("indent it below its entry"))
	}
	kind := false // whether the section is for a kind of change
	for i := range f.Note.Blocks {
		b := &f.Note.Blocks[i]
		words := b.Text.Plain()
		switch {
		case b.Type == note.Heading:
			kind = source.KindOfHeading(words) != ""
		case b.Type == note.Entry:
			if b.Attr.IsZero() && b.Level == 0 && source.IsRemark(words) {
				report(b)
			}
		case f.Note.Kind == note.Changes && kind && source.IsRemark(words) && b.Type == note.Prose:
			report(b)
		case f.Note.Kind == note.Changes && kind && b.Type == note.Remark && !f.signAlone(b):
			report(b)
		}
	}
	return ds
}

// signAlone reports whether the first line of a remark has only its sign.
func (f *File) signAlone(b *note.Block) bool {
	return !strings.ContainsFunc(signs.Replace(string(f.Line(b.Pos.Line))), unicode.IsLetter)
}

// signs removes the emoji shortcodes for remarks.
var signs = strings.NewReplacer(":pencil:", "", ":memo:", "", ":pencil2:", "")

// emptyKinds reports headings for a kind of change without any content below.
func emptyKinds(_ *In, f *File) []diag.Diagnostic {
	if f.Note.Kind != note.Changes {
		return nil
	}
	var ds []diag.Diagnostic
	for i := range f.Note.Blocks {
		h := &f.Note.Blocks[i]
		words := h.Text.Plain()
		if h.Type != note.Heading || source.KindOfHeading(words) == "" || holdsAnything(f.Note.Blocks[i+1:], h.Level) {
			continue
		}
		ds = append(ds, diag.Warnf(h.Pos, "heading/empty-kind", "heading %q has no entries", words).
			WithHint("add entries, or remove the heading"))
	}
	return ds
}

// holdsAnything reports whether a section has a block that is not a heading. The section ends at
// the next heading of the same or a higher level.
func holdsAnything(rest []note.Block, level int) bool {
	for i := range rest {
		switch {
		case rest[i].Type != note.Heading:
			return true
		case rest[i].Level <= level:
			return false
		}
	}
	return false
}
