package site

import (
	"cmp"
	"maps"
	"regexp"
	"slices"
	"strings"

	"github.com/kawaraban/kawaraban/internal/artifact"
	"github.com/kawaraban/kawaraban/internal/diag"
	"github.com/kawaraban/kawaraban/internal/locale"
	"github.com/kawaraban/kawaraban/internal/note"
	"github.com/kawaraban/kawaraban/internal/upstream"
)

// ReservedTop are the first parts of addresses that pages of the site itself have,
// now or in what is planned: no note may stand there.
var ReservedTop = []string{
	"api", "apis", "assets", "files", "gates", "glossary", "keps", "people", "proposals", "prs", "releases", "repos",
	"search", "sigs", "status", "upgrade",
}

// ReservedInRelease are the names below a release that its own pages have.
var ReservedInRelease = []string{"changes"}

// ReservedNames are the names of files within a page's folder: no part of an address
// may be one of them.
var ReservedNames = []string{"index.html", "index.md"}

// logMonth are the addresses of the log's years and months.
var logMonth = regexp.MustCompile(`^log(/[0-9]{4}(/[0-9]{2})?)?$`)

// admit chooses from the files those that are published, in order.
func (s *Site) admit() []diag.Diagnostic {
	var ds []diag.Diagnostic
	s.official = map[note.Release]*officialNotes{}
	taken := map[string]*note.Note{} // by folded address, per language
	spelt := map[string]*note.Note{} // by folded address, any language
	for _, path := range slices.SortedFunc(maps.Keys(s.files), plainFirst) {
		n := s.files[path]
		switch {
		case n.Kind == note.Official:
			s.admitOfficial(n)
		case n.Meta.Draft || !s.inScope(n):
		default:
			if d, ok := refuse(n, taken, spelt); ok {
				ds = append(ds, d)
				continue
			}
			s.notes = append(s.notes, n)
		}
	}
	slices.SortFunc(s.notes, compareNotes)
	return ds
}

// plainFirst orders paths, those in lower case first: of two notes that differ only by
// letter case the one that is spelt as usual keeps its address.
func plainFirst(a, b string) int {
	odd := func(path string) int {
		if path == strings.ToLower(path) {
			return 0
		}
		return 1
	}
	return cmp.Or(cmp.Compare(odd(a), odd(b)), cmp.Compare(a, b))
}

// inScope reports whether a note belongs to the release that the site is
// restricted to.
func (s *Site) inScope(n *note.Note) bool {
	return s.opts.Only == "" || slices.Contains(n.Releases, s.opts.Only)
}

// refuse says why a note cannot have the address that its path asks for, and
// otherwise takes the address for it.
func refuse(n *note.Note, taken, spelt map[string]*note.Note) (diag.Diagnostic, bool) {
	pos := diag.Position{File: n.Path}
	folded := artifact.Fold(string(n.ID))
	if reserved(folded) {
		return diag.Errorf(pos, "address/reserved", "the address %s/ belongs to a page of the site, so this note is left out", n.ID).
			WithHint("give the file another name"), true
	}
	key := folded + "\x00" + string(n.Lang)
	if other := taken[key]; other != nil {
		return diag.Errorf(pos, "address/twice", "%s has the same address and language, so this note is left out", other.Path).
			WithHint("rename one of the two, or join them"), true
	}
	if other := spelt[folded]; other != nil && other.ID != n.ID {
		return diag.Errorf(pos, "address/letter-case", "differs from %s only by letter case or Unicode form, so this note is left out", other.Path).
			WithHint("many file systems and hosts hold the two for one: rename one of them"), true
	}
	taken[key], spelt[folded] = n, n
	return diag.Diagnostic{}, false
}

// Reserved reports whether pages of the site itself have the address of a note, so that it
// would be left out.
func Reserved(id note.ID) bool { return reserved(artifact.Fold(string(id))) }

// reserved reports whether an address, in lower case, belongs to the site itself, or
// could be taken for a file of it: index.html, a document of the API.
func reserved(id string) bool {
	top, rest, _ := strings.Cut(id, "/")
	return slices.Contains(ReservedTop, top) || logMonth.MatchString(id) || upstream.IsRelease(id) ||
		top != "log" && slices.Contains(ReservedInRelease, rest) || hasReservedName(id)
}

// hasReservedName reports whether a part of an address is the name of a file: of one in
// a page's folder, or of the data of another note, as sig-node.json or sig-node.en.json.
func hasReservedName(id string) bool {
	parts := strings.Split(id, "/")
	for i, part := range parts {
		if slices.Contains(ReservedNames, part) || i < len(parts)-1 && strings.HasSuffix(part, ".json") {
			return true
		}
	}
	last := parts[len(parts)-1]
	_, lang := locale.CutLang(last)
	return lang != ""
}

// compareNotes orders by ID; of the versions of an ID the one that translates no
// other comes first, then the order of languages decides.
func compareNotes(a, b *note.Note) int {
	return cmp.Or(
		cmp.Compare(a.ID, b.ID),
		cmp.Compare(translated(a), translated(b)),
		cmp.Compare(langRank(a.Lang), langRank(b.Lang)),
		cmp.Compare(a.Lang, b.Lang),
	)
}

func translated(n *note.Note) int {
	if n.Meta.Translates != "" {
		return 1
	}
	return 0
}

// langRank puts English last: where nothing says which version is the original,
// the English one is more often the translation.
func langRank(l note.Lang) int {
	if l == "en" {
		return 1
	}
	return 0
}
