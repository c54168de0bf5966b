package site

import (
	"regexp"
	"slices"
	"strings"

	"github.com/kawaraban/kawaraban/internal/align"
	"github.com/kawaraban/kawaraban/internal/diag"
	"github.com/kawaraban/kawaraban/internal/locale"
	"github.com/kawaraban/kawaraban/internal/memo"
	"github.com/kawaraban/kawaraban/internal/note"
	"github.com/kawaraban/kawaraban/internal/outdir"
	"github.com/kawaraban/kawaraban/internal/upstream"
)

// ReservedTop lists the first path segments that belong to the site's own pages, now or in planned
// features. No note can be published under them.
var ReservedTop = []string{
	"api", "apis", "assets", "files", "gates", "glossary", "keps", "people", "proposals", "prs", "releases", "repos",
	"search", "sigs", "status", "upgrade",
}

// ReservedInRelease lists the path segments below a release that belong to the site's own pages.
var ReservedInRelease = []string{"changes"}

// ReservedNames lists the file names in a page's folder. They are invalid as a segment of an
// address.
var ReservedNames = []string{"index.html", "index.md"}

var logMonth = regexp.MustCompile(`^log(/[0-9]{4}(/[0-9]{2}(/[1-9][0-9]*)?)?)?$`)

// address holds the files that share one address, ignoring letter case. Which of them are published
// depends on these files alone.
type address struct { // zero value: no file has this address
	files    []*note.Note // all of them, drafts too; lower-case paths first
	versions []*note.Note // published, the original first; all have the same ID
	newest   note.Release // newest release of the original; empty for a log
	diags    []diag.Diagnostic
	memo     *versionMemo
}

// newAddress selects the published versions among the files of one address. The files are sorted by
// plainFirst.
func newAddress(files []*note.Note, only note.Release) *address {
	a := &address{files: files, memo: &versionMemo{}}
	taken := map[note.Lang]*note.Note{}
	var last *note.Note
	for _, n := range files {
		if n.Kind == note.Official || n.Meta.Draft || !inScope(n, only) {
			continue
		}
		if d, ok := refuse(n, taken[n.Lang], last); ok {
			a.diags = append(a.diags, d)
			continue
		}
		taken[n.Lang], last = n, n
		a.versions = append(a.versions, n)
	}
	slices.SortFunc(a.versions, compareNotes)
	if o := a.original(); o != nil && len(o.Releases) > 0 {
		a.newest = slices.MaxFunc(o.Releases, upstream.CompareReleases)
	}
	return a
}

// original returns the version that the others translate, or nil if nothing is published.
func (a *address) original() *note.Note {
	if len(a.versions) == 0 {
		return nil
	}
	return a.versions[0]
}

func (a *address) id() note.ID {
	if o := a.original(); o != nil {
		return o.ID
	}
	return ""
}

func (a *address) releases() []note.Release {
	return gathered(a, func(n *note.Note) []note.Release { return n.Releases })
}

func (a *address) kinds() []note.NoteKind {
	return gathered(a, func(n *note.Note) []note.NoteKind { return []note.NoteKind{n.Kind} })
}

func (a *address) sigs() []note.SIG {
	return gathered(a, func(n *note.Note) []note.SIG { return n.SIGs })
}

func gathered[T comparable](a *address, of func(*note.Note) []T) []T {
	var out []T
	for _, n := range a.versions {
		out = with(out, of(n)...)
	}
	return out
}

func inScope(n *note.Note, only note.Release) bool {
	return only == "" || slices.Contains(n.Releases, only)
}

// refuse returns the reason why a note cannot be published at its address, if there is one: the
// address is reserved, invalid on Windows, used by another file in this language, or spelled
// differently by the previous file.
func refuse(n, taken, last *note.Note) (diag.Diagnostic, bool) {
	pos := diag.Position{File: n.Path}
	switch {
	case Reserved(n.ID):
		return diag.Errorf(pos, "address/reserved", "the address %s/ belongs to a page of the site, so this note is left out", n.ID).
			WithHint("give the file another name"), true
	case outdir.Unwritable(string(n.ID)) != "":
		return diag.Errorf(pos, "address/reserved", "Windows can hold no file or folder called %s, so this note is left out", outdir.Unwritable(string(n.ID))).
			WithHint("give it another name: who works with Windows could check out neither the notes nor the site"), true
	case taken != nil:
		return diag.Errorf(pos, "address/twice", "%s has the same address and language, so this note is left out", taken.Path).
			WithHint("rename one of the two, or join them"), true
	case last != nil && last.ID != n.ID:
		return diag.Errorf(pos, "address/letter-case", "differs from %s only by letter case or Unicode form, so this note is left out", last.Path).
			WithHint("many file systems and hosts hold the two for one: rename one of them"), true
	}
	return diag.Diagnostic{}, false
}

// Reserved reports whether the address of a note belongs to the site itself. Such a note is not
// published.
func Reserved(id note.ID) bool { return reserved(outdir.Fold(string(id))) }

// reserved reports whether a lower-case address belongs to the site or could collide with one of
// its files, such as index.html or a document of the API.
func reserved(id string) bool {
	top, rest, _ := strings.Cut(id, "/")
	return slices.Contains(ReservedTop, top) || logMonth.MatchString(id) || upstream.IsRelease(id) ||
		top != "log" && slices.Contains(ReservedInRelease, rest) || hasReservedName(id)
}

// hasReservedName reports whether a segment is the name of a file in a page's folder, or of another
// note's data, such as sig-node.json or sig-node.en.json.
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

// versionMemo caches values derived from the versions of one note. They depend only on these
// versions, the official notes and upstream data, so sites with the same files at an address share
// it.
type versionMemo struct {
	alignments   memo.Map[[2]*note.Note, *align.Alignment] // by pair, in the order of versions
	translations memo.Map[*note.Note, *Translation]
	anchors      memo.Map[note.ID, *anchors]
	places       memo.Map[note.ID, map[string]bool]
}
