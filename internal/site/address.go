package site

import (
	"slices"

	"github.com/kawaraban/kawaraban/internal/align"
	"github.com/kawaraban/kawaraban/internal/diag"
	"github.com/kawaraban/kawaraban/internal/memo"
	"github.com/kawaraban/kawaraban/internal/note"
	"github.com/kawaraban/kawaraban/internal/outdir"
	"github.com/kawaraban/kawaraban/internal/source"
	"github.com/kawaraban/kawaraban/internal/upstream"
)

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
// address is invalid on Windows, used by another file in this language, or spelled
// differently by the previous file.
func refuse(n, taken, last *note.Note) (diag.Diagnostic, bool) {
	pos := diag.Position{File: n.Path}
	switch {
	case outdir.Unwritable(string(n.ID)) != "":
		return diag.Errorf(pos, "address/reserved", "file name %q is not valid on Windows, note omitted", outdir.Unwritable(string(n.ID))).
			WithHint("rename the file or directory"), true
	case taken != nil:
		return diag.Errorf(pos, "address/twice", "duplicate address: %s has the same one in this language, note omitted", taken.Path).
			WithHint("rename one of the two, or merge them"), true
	case last != nil && last.ID != n.ID:
		return diag.Errorf(pos, "address/letter-case", "path differs from %s only in letter case or Unicode form, note omitted", last.Path).
			WithHint("rename one of the two: many file systems and hosts treat them as equal"), true
	}
	return diag.Diagnostic{}, false
}

// Reserved reports whether pages of the site itself have the address of a note.
func Reserved(id note.ID) bool { return source.Reserved(id) }

// versionMemo caches values derived from the versions of one note. They depend only on these
// versions, the official notes and upstream data, so sites with the same files at an address share
// it.
type versionMemo struct {
	alignments   memo.Map[[2]*note.Note, *align.Alignment] // by pair, in the order of versions
	translations memo.Map[*note.Note, *Translation]
	anchors      memo.Map[note.ID, *anchors]
	places       memo.Map[note.ID, map[string]bool]
}
