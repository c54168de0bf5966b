package source

import (
	"regexp"
	"slices"
	"strings"

	"github.com/kawaraban/kawaraban/internal/locale"
	"github.com/kawaraban/kawaraban/internal/note"
	"github.com/kawaraban/kawaraban/internal/outdir"
	"github.com/kawaraban/kawaraban/internal/upstream"
)

// reservedTop lists first path segments that are reserved for pages of the site, existing and
// planned.
var reservedTop = []string{
	"api", "apis", "assets", "files", "flags", "gates", "glossary", "keps", "people", "proposals", "prs", "releases", "repos",
	"search", "sigs", "status", "upgrade",
}

// reservedInRelease lists names below a release that are reserved for pages of the site.
var reservedInRelease = []string{"changes"}

// reservedNames lists files in the folder of a page. An address must not contain them.
var reservedNames = []string{"index.html", "index.md"}

// logMonth matches the addresses of the log, of its years and months, and of the pages of a
// month.
var logMonth = regexp.MustCompile(`^log(/[0-9]{4}(/[0-9]{2}(/[1-9][0-9]*)?)?)?$`)

// Reserved reports whether an address is reserved for pages of the site.
func Reserved(id note.ID) bool { return reserved(outdir.Fold(string(id))) }

// reserved is Reserved for a case-folded address. File names such as index.html, and the names of
// API documents, are reserved too.
func reserved(id string) bool {
	top, rest, _ := strings.Cut(id, "/")
	return slices.Contains(reservedTop, top) || id == "notes" || logMonth.MatchString(id) || upstream.IsRelease(id) ||
		top != "log" && slices.Contains(reservedInRelease, rest) || hasReservedName(id)
}

// hasReservedName reports whether a path segment is a reserved file name. API documents of notes
// are also reserved, such as sig-node.json or sig-node.en.json.
func hasReservedName(id string) bool {
	parts := strings.Split(id, "/")
	for i, part := range parts {
		if slices.Contains(reservedNames, part) || i < len(parts)-1 && strings.HasSuffix(part, ".json") {
			return true
		}
	}
	_, lang := locale.CutLang(parts[len(parts)-1])
	return lang != ""
}

// freeAddress returns id with "-notes" appended to each reserved segment, and to the result if
// that is still reserved.
func freeAddress(id string) string {
	parts := strings.Split(id, "/")
	for i, part := range parts {
		fold := outdir.Fold(part)
		if i == 0 && slices.Contains(reservedTop, fold) || slices.Contains(reservedNames, fold) || i < len(parts)-1 && strings.HasSuffix(fold, ".json") {
			parts[i] = part + "-notes"
		}
	}
	free := strings.Join(parts, "/")
	if reserved(outdir.Fold(free)) {
		free += "-notes"
	}
	return free
}
