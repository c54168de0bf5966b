package build

import (
	"slices"
	"strings"

	"github.com/kawaraban/kawaraban/internal/note"
)

// Together returns a key for files that should be made one after another: the translations of a
// page share it. For other files it returns the path. Translations share values that can be
// released early, so this order needs the least memory and time.
func (r *Result) Together(path string) string {
	lang, rest, _ := strings.Cut(path, "/")
	if rest != "" && slices.Contains(r.Config.Languages, note.Lang(lang)) {
		return rest
	}
	return path
}
