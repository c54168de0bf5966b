package build

import (
	"slices"
	"strings"

	"github.com/kawaraban/kawaraban/internal/note"
)

// Together returns a key for the order of rendering. Files with the same key, the translations of
// a page, should be rendered one after another, because they share values. This order needs the
// least memory and time. For other files it returns the path.
func (r *Result) Together(path string) string {
	lang, rest, _ := strings.Cut(path, "/")
	if rest != "" && slices.Contains(r.Config.Languages, note.Lang(lang)) {
		return rest
	}
	return path
}
