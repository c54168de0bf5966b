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

// reservedTop are the first parts of addresses that pages of the site itself have,
// now or in what is planned.
var reservedTop = []string{
	"api", "apis", "assets", "files", "flags", "gates", "glossary", "keps", "people", "proposals", "prs", "releases", "repos",
	"search", "sigs", "status", "upgrade",
}

// reservedInRelease are the names below a release that its own pages have.
var reservedInRelease = []string{"changes"}

// reservedNames are the names of files within a page's folder: no part of an address
// may be one of them.
var reservedNames = []string{"index.html", "index.md"}

// logMonth matches the addresses of the log's years and months, and of the pages of a month.
var logMonth = regexp.MustCompile(`^log(/[0-9]{4}(/[0-9]{2}(/[1-9][0-9]*)?)?)?$`)

// Reserved reports whether pages of the site itself have an address, so that no note has it.
func Reserved(id note.ID) bool { return reserved(outdir.Fold(string(id))) }

// reserved reports whether an address, in lower case, belongs to the site itself, or
// could be taken for a file of it: index.html, a document of the API.
func reserved(id string) bool {
	top, rest, _ := strings.Cut(id, "/")
	return slices.Contains(reservedTop, top) || logMonth.MatchString(id) || upstream.IsRelease(id) ||
		top != "log" && slices.Contains(reservedInRelease, rest) || hasReservedName(id)
}

// hasReservedName reports whether a part of an address is the name of a file: of one in
// a page's folder, or of the data of another note, as sig-node.json or sig-node.en.json.
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

// freeAddress is an address that no page of the site has: the same one, or one in which "-notes"
// follows the part in question.
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
