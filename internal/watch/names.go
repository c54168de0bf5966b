package watch

import (
	"regexp"
	"slices"
	"strings"

	"github.com/kawaraban/kawaraban/internal/source"
)

var siteNames = []string{"content", "templates", "static", "site.yaml"}

// hidden reports whether a name is ignored, as in package build. Notes whose name begins with two
// dots are not hidden, because build reports them.
func hidden(name string) bool {
	if strings.HasPrefix(name, "..") && source.HasNoteExt(name) {
		return false
	}
	return strings.HasPrefix(name, ".") || strings.HasSuffix(name, "~")
}

// temporaryNames matches names of temporary files that are not hidden. Emacs (#a.md#), JetBrains,
// Vim, sed -i, Office and Syncthing create them.
var temporaryNames = regexp.MustCompile(`^#.*#$|___jb_(tmp|old)___$|^4913$|^sed[A-Za-z0-9]{6}$|^~\$|^~syncthing~`)

func isTemporary(name string) bool {
	for part := range strings.SplitSeq(name, "/") {
		if temporaryNames.MatchString(part) {
			return true
		}
	}
	return false
}

// counted reports whether a path is watched. It is slash-separated and relative to the site.
func counted(names []string, name string) bool {
	first, _, _ := strings.Cut(name, "/")
	if !slices.Contains(names, first) {
		return false
	}
	for part := range strings.SplitSeq(name, "/") {
		if hidden(part) {
			return false
		}
	}
	return true
}
