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

// address is the set of files that share one address, which ignores letter case. Only these files
// decide which of them are published.
type address struct { // the zero value has no files
	files    []*note.Note // all files including drafts; lower-case paths first
	versions []*note.Note // published files, the original first; all have the same ID
	newest   note.Release // newest release of the original; empty for a log
	diags    []diag.Diagnostic
	memo     *versionMemo
}

// newAddress selects the published versions among the files of an address. The files must be
// sorted by comparePaths.
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
	return only == "" || n.Kind == note.Page || slices.Contains(n.Releases, only)
}

// refuse returns the reason why a note cannot be published at its address, if there is one. The
// address may be invalid on Windows, or another file in this language may use it. The previous
// file may also spell it differently.
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

// Reserved reports whether the site itself uses the address of a note for its pages.
func Reserved(id note.ID) bool { return source.Reserved(id) }

// versionMemo caches values derived from the versions of a note. They depend only on these
// versions, the official notes and upstream data. Sites with the same files at an address
// therefore share the cache.
type versionMemo struct {
	alignments   memo.Map[[2]*note.Note, *align.Alignment] // by pair of notes, in the order of versions
	translations memo.Map[*note.Note, *Translation]
	anchors      memo.Map[note.ID, *anchors]
	places       memo.Map[note.ID, map[string]bool]
}
