package fasttemplate

import (
	"html/template"

	"github.com/kawaraban/kawaraban/internal/memo"
)

type fragments = memo.Map[fragment, template.HTML]

// fragment identifies the output of a template for a key of any type.
type fragment struct {
	name string
	key  any
}

// keptFragments is the minimum size of the cache: the fragments of some dozen templates.
const keptFragments = 1 << 13
