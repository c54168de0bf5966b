package check

import (
	"iter"

	"github.com/kawaraban/kawaraban/internal/source"
)

// Characters that replace bytes of other kinds than words in [File.Mask].
const (
	maskMarkup  = '\x01' // markup, entities, escapes
	maskCode    = '\x02' // inline code
	maskAddress = '\x03' // link targets and bare URLs
	maskOther   = '\x04' // code blocks, HTML, comments, front matter
)

// Mask returns the file with all bytes replaced that are not words, so that regular expressions
// match only words. Line feeds and offsets do not change.
func (f *File) Mask() string { return f.mask() }

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
