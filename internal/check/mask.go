package check

import (
	"iter"

	"github.com/kawaraban/kawaraban/internal/source"
)

// The signs that stand in [File.Mask] for bytes that are no words.
const (
	maskMarkup  = '\x01' // signs of Markdown, entities, escapes
	maskCode    = '\x02' // code within a line
	maskAddress = '\x03' // where a link leads, and bare addresses
	maskOther   = '\x04' // code blocks, HTML, comments, front matter
)

// Mask is the file byte for byte, with a sign in the place of each that is no word, so
// that a pattern over a line sees words and what stands between them. Line feeds stay.
func (f *File) Mask() string { return f.mask() }

// newMask makes the mask, which is kept.
func (f *File) newMask() string {
	out := make([]byte, 0, len(f.Bytes))
	for _, s := range f.Segments() {
		part := f.Bytes[s.Start:s.End]
		if s.Kind == source.Words {
			out = append(out, part...)
			continue
		}
		sign := byte(maskOther)
		switch s.Kind {
		case source.Markup:
			sign = maskMarkup
		case source.CodeSpan:
			sign = maskCode
		case source.Address:
			sign = maskAddress
		}
		for _, c := range part {
			if c != '\n' {
				c = sign
			}
			out = append(out, c)
		}
	}
	return string(out)
}

// maskedLines yields the lines of the mask, each with the offset of its first byte.
func (f *File) maskedLines() iter.Seq2[int, string] {
	return func(yield func(int, string) bool) {
		for n, at := range f.starts() {
			if !yield(at, f.Mask()[at:f.lineEnd(n+1)]) {
				return
			}
		}
	}
}

func (f *File) mask() string { return known(&f.masked, f.newMask) }
