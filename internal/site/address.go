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

// address is what stands at one address of the site, whatever its letter case. Which of its
// files are published depends on these alone.
type address struct { // zero: no file asks for it
	files    []*note.Note // that ask for it, drafts too; those spelt as usual first
	versions []*note.Note // published, the original first; all have one ID
	newest   note.Release // of the original; empty for a log
	diags    []diag.Diagnostic
	memo     *versionMemo
}

// newAddress admits the files that ask for one address, in the order of plainFirst.
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

// original is the version that the others translate; nil where nothing is published.
func (a *address) original() *note.Note {
	if len(a.versions) == 0 {
		return nil
	}
	return a.versions[0]
}

// id is that of the versions; empty where nothing is published.
func (a *address) id() note.ID {
	if o := a.original(); o != nil {
		return o.ID
	}
	return ""
}

// releases, kinds and sigs are those of all versions, authors the keys of who wrote any.
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

// inScope reports whether a note belongs to a site that is restricted to a release; an empty
// release is no restriction.
func inScope(n *note.Note, only note.Release) bool {
	return only == "" || slices.Contains(n.Releases, only)
}

// refuse says why a note cannot have the address that its path asks for: one
// that Windows cannot hold, one that another file in its language has already, or one that the
// last file which was admitted spells otherwise.
func refuse(n, taken, last *note.Note) (diag.Diagnostic, bool) {
	pos := diag.Position{File: n.Path}
	switch {
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

// Reserved reports whether pages of the site itself have the address of a note.
func Reserved(id note.ID) bool { return source.Reserved(id) }

// versionMemo keeps what is made of the versions of one note. It depends on these versions, the
// official notes and upstream data alone, so sites with the same files at an address share it.
type versionMemo struct {
	alignments   memo.Map[[2]*note.Note, *align.Alignment] // of two versions, in their order
	translations memo.Map[*note.Note, *Translation]
	anchors      memo.Map[note.ID, *anchors]
	places       memo.Map[note.ID, map[string]bool]
}
