package source

import (
	"bytes"

	"github.com/kawaraban/kawaraban/internal/diag"
)

// clean returns the text of a file with LF line ends and without a byte order mark. If the file
// is not valid text, it returns the reason as a diagnostic.
func clean(in Input) ([]byte, []diag.Diagnostic) {
	whole := diag.Position{File: in.Path}
	if len(in.Bytes) > MaxBytes {
		return nil, []diag.Diagnostic{diag.Errorf(whole, "content/too-large", "file exceeds the limit of %d MB", MaxBytes>>20).
			WithHint("split it into several notes, and keep data out of notes")}
	}
	text := bytes.TrimPrefix(in.Bytes, []byte("\uFEFF"))
	if d, wrong := encoded(in.Path, text); wrong {
		return nil, []diag.Diagnostic{d}
	}
	if i := bytes.IndexByte(text, 0); i >= 0 {
		return nil, []diag.Diagnostic{diag.Errorf(placeOf(in.Path, text, i), "content/binary", "binary file: contains a NUL byte").
			WithHint("if this is not a note, rename it so that it does not end in .md")}
	}
	if len(bytes.TrimSpace(text)) == 0 {
		return nil, []diag.Diagnostic{diag.Errorf(whole, "content/empty", "empty file").WithHint("write the note, or delete the file")}
	}
	return lineEnds(text), nil
}

func lineEnds(text []byte) []byte {
	if bytes.IndexByte(text, '\r') < 0 {
		return text
	}
	text = bytes.ReplaceAll(text, []byte("\r\n"), []byte("\n"))
	return bytes.ReplaceAll(text, []byte("\r"), []byte("\n"))
}
