// Package attachment decides which files next to a note a site may publish.
//
// Notes come from strangers, and all pages of a site share one origin. A published file in
// which a browser runs a script could therefore act as any page of the site. [Refusal] allows
// the types in which browsers run nothing (pictures, PDF, archives, plain text, video and
// audio) and refuses every other type. An SVG file is allowed if it has no script and no
// reference to another file or host.
//
// The type follows from the file name, because hosts derive the Content-Type header from it.
// Hosts that send no type leave the guess to the browser, which looks for markup at the
// beginning (WHATWG MIME Sniffing, section 7.1). Files that begin with markup are therefore
// refused too, except plain text.
package attachment

import (
	"bufio"
	"io"
	"path"
	"strings"

	"github.com/kawaraban/kawaraban/internal/diag"
)

// Dir is the folder of a built site that holds the copied files.
const Dir = "files"

// Types describes the allowed types, for messages.
const Types = diag.Phrase("pictures, PDF, archives, plain text, video and audio")

// text lists the allowed types that are plain text: their bytes may look like markup.
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

// Refusal returns the reason why a site must not publish the file with this name and these
// bytes, as a phrase that follows the file name; it returns "" for a file that may be
// published. A read error counts as the end of the file.
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

// beginsWithMarkup reports whether the first byte that is neither white space, a byte order
// mark nor NUL is "<".
func beginsWithMarkup(r io.Reader) bool {
	b := bufio.NewReader(r)
	for {
		c, err := b.ReadByte()
		if err != nil || strings.IndexByte("\x00 \t\r\n\f\xef\xbb\xbf\xfe\xff", c) < 0 {
			return err == nil && c == '<'
		}
	}
}
