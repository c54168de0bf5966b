package build

import (
	"slices"
	"strings"

	"github.com/kawaraban/kawaraban/internal/note"
)

// Together returns what the versions of one page in the languages of the interface have in
// common, which is their address but for the language; of other files it returns the path.
// Who makes such files one after another needs the least memory and time, since what they
// share is made once and can be let go of soon.
func (r *Result) Together(path string) string {
	lang, rest, _ := strings.Cut(path, "/")
	if rest != "" && slices.Contains(r.Config.Languages, note.Lang(lang)) {
		return rest
	}
	return path
}
