package fasttemplate

import (
	"html/template"

	"github.com/kawaraban/kawaraban/internal/memo"
)

// fragments keeps what once has printed.
type fragments = memo.Map[fragment, template.HTML]

// fragment identifies the output of a template for a key of any type.
type fragment struct {
	name string
	key  any
}

// keptFragments is how many fragments are kept at least: those of some dozen templates.
const keptFragments = 1 << 13
