package source

import (
	"github.com/kawaraban/kawaraban/internal/diag"
	"github.com/kawaraban/kawaraban/internal/markdown"
	"github.com/kawaraban/kawaraban/internal/note"
	"github.com/kawaraban/kawaraban/internal/ref"
)

// Input is one file of content.
type Input struct {
	Path  string // slash-separated, as diagnostics name it, with content/ in front
	Bytes []byte

	// Asset returns what is known of a file below content that the note shows or links
	// to, by its path without content/; false when there is none. Nil: nothing is known,
	// and nothing is reported as missing.
	Asset func(path string) (note.Asset, bool)
}

// Options is what of the site's settings changes how a note is read.
type Options struct {
	RawHTML     bool                                    // sanitise raw HTML instead of escaping it
	Word        func(lang note.Lang, key string) string // words of the interface, for the titles of alerts; may be nil
	Highlighter *markdown.Highlighter                   // shared cache of coloured code; may be nil
}

// MaxBytes is the size beyond which a note is refused: the longest real ones have
// 60 KB.
const MaxBytes = 8 << 20

// parser is the state of one Parse.
type parser struct {
	in    Input
	names *ref.Names
	opts  Options
	place place
	body  body
	note  *note.Note
	diags []diag.Diagnostic
}

func (p *parser) report(d diag.Diagnostic) { p.diags = append(p.diags, d) }
