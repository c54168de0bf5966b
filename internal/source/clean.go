package source

import (
	"bytes"

	"github.com/kawaraban/kawaraban/internal/diag"
)

// clean returns the text of a file with plain line ends and without a byte order mark,
// or says why it is no text.
func clean(in Input) ([]byte, []diag.Diagnostic) {
	whole := diag.Position{File: in.Path}
	if len(in.Bytes) > MaxBytes {
		return nil, []diag.Diagnostic{diag.Errorf(whole, "content/too-large", "is larger than the limit of %d MB", MaxBytes>>20).
			WithHint("part it into several notes, and keep data out of notes")}
	}
	text := bytes.TrimPrefix(in.Bytes, []byte("\uFEFF"))
	if d, wrong := encoded(in.Path, text); wrong {
		return nil, []diag.Diagnostic{d}
	}
	if i := bytes.IndexByte(text, 0); i >= 0 {
		return nil, []diag.Diagnostic{diag.Errorf(placeOf(in.Path, text, i), "content/binary", "is no text: a zero byte").
			WithHint("keep files that are no notes under names that do not end in .md")}
	}
	if len(bytes.TrimSpace(text)) == 0 {
		return nil, []diag.Diagnostic{diag.Errorf(whole, "content/empty", "is empty").WithHint("write the note, or remove the file")}
	}
	return lineEnds(text), nil
}

// lineEnds turns the line ends of Windows and of old Macintoshes into plain ones.
func lineEnds(text []byte) []byte {
	if bytes.IndexByte(text, '\r') < 0 {
		return text
	}
	text = bytes.ReplaceAll(text, []byte("\r\n"), []byte("\n"))
	return bytes.ReplaceAll(text, []byte("\r"), []byte("\n"))
}
