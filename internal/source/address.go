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

// reservedTop are the first parts of addresses of the site's own pages, existing and planned.
var reservedTop = []string{
	"api", "apis", "assets", "files", "flags", "gates", "glossary", "keps", "people", "proposals", "prs", "releases", "repos",
	"search", "sigs", "status", "upgrade",
}

// reservedInRelease are the names of the site's own pages below a release.
var reservedInRelease = []string{"changes"}

// reservedNames are the files of a page's folder. Addresses must not contain them.
var reservedNames = []string{"index.html", "index.md"}

// logMonth matches the addresses of years and months of the log, and of the pages of a month.
var logMonth = regexp.MustCompile(`^log(/[0-9]{4}(/[0-9]{2}(/[1-9][0-9]*)?)?)?$`)

// Reserved reports whether an address is reserved for the site's own pages.
func Reserved(id note.ID) bool { return reserved(outdir.Fold(string(id))) }

// reserved is Reserved for an address in lower case. Names of files, such as index.html and API
// documents, are reserved too.
func reserved(id string) bool {
	top, rest, _ := strings.Cut(id, "/")
	return slices.Contains(reservedTop, top) || id == "notes" || logMonth.MatchString(id) || upstream.IsRelease(id) ||
		top != "log" && slices.Contains(reservedInRelease, rest) || hasReservedName(id)
}

// hasReservedName reports whether a part of an address is a file of a page's folder, or the API
// document of a note, such as sig-node.json or sig-node.en.json.
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

// freeAddress returns id, with "-notes" after the reserved part if there is one.
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
