package source

import (
	"github.com/kawaraban/kawaraban/internal/diag"
	"github.com/kawaraban/kawaraban/internal/markdown"
	"github.com/kawaraban/kawaraban/internal/note"
	"github.com/kawaraban/kawaraban/internal/ref"
)

// Input is a content file.
type Input struct {
	Path  string // slash-separated path that begins with content/
	Bytes []byte

	// Asset returns the file at a path below content/, and false if it does not exist. If Asset
	// is nil, missing files are not reported.
	Asset func(path string) (note.Asset, bool)
}

// Options are the settings of the site that affect parsing.
type Options struct {
	RawHTML     bool                                    // sanitize raw HTML instead of escaping it
	Word        func(lang note.Lang, key string) string // interface text for the titles of alerts; may be nil
	Highlighter *markdown.Highlighter                   // cache of highlighted code; may be nil
}

// MaxBytes is the size limit of a note. The longest real notes have 60 KB.
const MaxBytes = 8 << 20

type parser struct {
	in     Input
	names  *ref.Names
	opts   Options
	place  parsedPath
	body   body
	note   *note.Note
	breaks bool // line breaks of the source are those of the text
	diags  []diag.Diagnostic
}

func (p *parser) report(d diag.Diagnostic) { p.diags = append(p.diags, d) }
