// Package attachment decides which files next to a note a site may publish: see [Refusal].
//
// Notes are not trusted, and all pages of a site share one origin. A published file with a script
// could act as any page of the site. So only types in which browsers run no scripts are allowed:
// pictures, PDF, archives, plain text, video and audio. An SVG file is allowed if it has no script
// and no reference to another file or host.
//
// The type follows from the file name, because hosts derive the Content-Type header from it. Without
// that header, browsers search the start of a file for markup (WHATWG MIME Sniffing, section 7.1).
// Files that start with markup are therefore refused, except plain text.
package attachment

import (
	"bufio"
	"io"
	"path"
	"strings"

	"github.com/kawaraban/kawaraban/internal/diag"
)

// Dir is the directory of a built site with the copied files.
const Dir = "files"

// Types describes the allowed types, for messages.
const Types = diag.Phrase("pictures, PDF, archives, plain text, video and audio")

// text is the set of allowed plain text types. Their content may look like markup.
var text = words(".txt .text .csv .tsv .log .json .jsonl .yaml .yml .toml .ini .conf .md .diff .patch .srt .vtt")

var binary = words(`
	.png .apng .jpg .jpeg .gif .webp .avif .bmp .ico .tif .tiff .heic
	.pdf
	.zip .tar .gz .tgz .bz2 .xz .zst .7z
	.mp4 .m4v .webm .mov .ogv .mp3 .m4a .ogg .oga .opus .wav .flac`)

func words(list string) map[string]bool {
	set := map[string]bool{}
	for w := range strings.FieldsSeq(list) {
		set[w] = true
	}
	return set
}

// Refusal returns the reason why a site must not publish a file, given by its name and content. The
// reason is a phrase that follows the file name; "" means that the file may be published. A read
// error counts as the end of the file.
func Refusal(name string, r io.Reader) diag.Phrase {
	switch ext := strings.ToLower(path.Ext(name)); {
	case ext == ".svg":
		return svgRefusal(r)
	case text[ext]:
		return ""
	case !binary[ext] && ext == "":
		return "has no file name extension"
	case !binary[ext]:
		return diag.Phrasef("has the type %s, which is not allowed", ext)
	case beginsWithMarkup(r):
		return diag.Phrasef("begins with markup, which a %s file never does", ext)
	}
	return ""
}

// beginsWithMarkup reports whether the first byte after white space, byte order marks and NUL
// bytes is "<".
func beginsWithMarkup(r io.Reader) bool {
	b := bufio.NewReader(r)
	for {
		c, err := b.ReadByte()
		if err != nil || strings.IndexByte("\x00 \t\r\n\f\xef\xbb\xbf\xfe\xff", c) < 0 {
			return err == nil && c == '<'
		}
	}
}
