package markdown

import (
	"bytes"
	"unicode/utf8"

	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/text"
)

// Parse parses src. It accepts any input and reports problems in Doc.Diags.
func Parse(src []byte, o Options) *Doc {
	if !utf8.Valid(src) {
		src = bytes.ToValidUTF8(src, []byte("\uFFFD"))
	}
	p := newParse(src, o)
	pc := parser.NewContext()
	pc.Set(parseKey, p)
	root := grammar().Parse(text.NewReader(src), parser.WithContext(pc))
	p.doc.Blocks = p.blocks(root)
	return p.doc
}
