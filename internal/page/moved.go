package page

import (
	"iter"
	"slices"

	"github.com/kawaraban/kawaraban/internal/note"
	"github.com/kawaraban/kawaraban/internal/outdir"
	"github.com/kawaraban/kawaraban/internal/page/builder"
	"github.com/kawaraban/kawaraban/internal/site"
)

type movedFrom struct {
	path string
	n    *note.Note
}

func movedPages(moves func() []movedFrom) family {
	return pagesOf[movedFrom]{
		all: moves,
		owner: func(path string) (movedFrom, bool) {
			folded := outdir.Fold(path)
			i := slices.IndexFunc(moves(), func(m movedFrom) bool { return outdir.Fold(m.path) == folded })
			if i < 0 {
				return movedFrom{}, false
			}
			return moves()[i], true
		},
		routes: func(m movedFrom) iter.Seq[route] {
			return only(route{m.path, "moved", func(b *builder.Builder) any { return noteViews{b}.moved(m.n) }, nil})
		},
	}
}

// listMoves returns the redirects from former addresses of notes. It omits addresses of existing
// pages. If several notes have the same former address, it redirects to the first of them.
func listMoves(s *site.Site, taken func(path string) bool) []movedFrom {
	var out []movedFrom
	seen := map[string]bool{}
	for _, n := range s.Notes() {
		for _, alias := range n.Meta.Aliases {
			path := alias + "/"
			if folded := outdir.Fold(path); !seen[folded] && !taken(path) {
				seen[folded] = true
				out = append(out, movedFrom{path, n})
			}
		}
	}
	return out
}
