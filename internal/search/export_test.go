package search

import (
	"strings"

	"github.com/kawaraban/kawaraban/internal/outdir"
)

// Named is the entry of a concept in an index.
type Named struct {
	Names []string
	Docs  map[string]int // by path: its bit of the mask
}

// ReadNamed reads the files of an index and returns its concepts by ID.
func ReadNamed(files []outdir.File) (map[string]Named, error) {
	r, err := open(files)
	if err != nil {
		return nil, err
	}
	out := map[string]Named{}
	for key, term := range r.terms {
		id, ok := strings.CutPrefix(key, "\x02")
		if !ok {
			continue
		}
		n := Named{term.names, map[string]int{}}
		for bit, docs := range term.docs {
			for _, doc := range docs {
				n.Docs[r.docs[doc].path] = bit
			}
		}
		out[id] = n
	}
	return out, nil
}
