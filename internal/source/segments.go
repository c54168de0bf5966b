package source

import (
	"bytes"
	"unicode/utf8"

	"github.com/kawaraban/kawaraban/internal/markdown"
)

// Segment is a range of bytes of the same kind.
type Segment = markdown.Segment

// Kinds of segments: see package markdown.
const (
	Markup      = markdown.Markup
	Words       = markdown.Words
	CodeSpan    = markdown.CodeSpan
	CodeBlock   = markdown.CodeBlock
	Address     = markdown.Address
	HTML        = markdown.RawHTML
	Comment     = markdown.HTMLComment
	FrontMatter = markdown.FrontMatterText
)

// Segments returns the kind of each byte of a file, as [Parse] reads it. The segments are in
// order and cover the whole file, and adjacent segments differ in kind. A byte order mark is
// Markup. A file that Parse rejects is a single segment of Markup.
func Segments(file []byte) []Segment {
	if len(file) == 0 {
		return nil
	}
	if !utf8.Valid(file) || len(file) > MaxBytes || bytes.IndexByte(file, 0) >= 0 {
		return []Segment{{Kind: Markup, End: len(file)}}
	}
	text := bytes.TrimPrefix(file, []byte("\uFEFF"))
	plain := lineEnds(text)
	_, _, body, _ := readFront("", plain)
	front := len(plain) - len(body.text)
	var out []Segment
	if front > 0 {
		out = append(out, Segment{Kind: FrontMatter, End: front})
	}
	for _, s := range markdown.Segments(body.text) {
		out = append(out, Segment{Kind: s.Kind, Start: s.Start + front, End: s.End + front})
	}
	widen(out, text)
	return shift(out, len(file)-len(text))
}

// widen converts offsets in the text with LF line ends to offsets in the original text with CRLF.
func widen(segments []Segment, text []byte) {
	at, more := 0, 0
	wide := func(plain int) int {
		for ; at < len(text) && at-more < plain; at++ {
			if text[at] == '\r' && at+1 < len(text) && text[at+1] == '\n' {
				more++
			}
		}
		return plain + more
	}
	for i := range segments {
		if i > 0 {
			segments[i].Start = segments[i-1].End
		}
		segments[i].End = wide(segments[i].End)
	}
}

// shift moves the segments by the length of the byte order mark.
func shift(segments []Segment, mark int) []Segment {
	if mark == 0 {
		return segments
	}
	for i := range segments {
		segments[i].Start += mark
		segments[i].End += mark
	}
	if len(segments) > 0 && segments[0].Kind == Markup {
		segments[0].Start = 0
		return segments
	}
	return append([]Segment{{Kind: Markup, End: mark}}, segments...)
}
