package site

import (
	"path"
	"slices"
	"strings"

	"github.com/kawaraban/kawaraban/internal/align"
	"github.com/kawaraban/kawaraban/internal/locale"
	"github.com/kawaraban/kawaraban/internal/note"
	"github.com/kawaraban/kawaraban/internal/source"
	"github.com/kawaraban/kawaraban/internal/upstream"
)

// translations compares the versions of a note.
type translations struct {
	index     *index
	citations *citations
	official  *official
	opts      Options
	data      *upstream.Data
}

// version is a further version of a note, with its alignment.
type version struct {
	note    *note.Note
	aligned *align.Alignment
	flipped bool // the note is B in the alignment, and the other version is A
}

// of returns the blocks of the other version that correspond to a block, and the blocks of the
// note in the same match. It returns false if the block has no match.
func (v version) of(b *note.Block) (own, theirs []*note.Block, ok bool) {
	if v.flipped {
		m, ok := v.aligned.OfB(b)
		return m.B, m.A, ok
	}
	m, ok := v.aligned.OfA(b)
	return m.A, m.B, ok
}

func (v version) has(theirs *note.Block) bool {
	of := v.aligned.OfB
	if v.flipped {
		of = v.aligned.OfA
	}
	_, ok := of(theirs)
	return ok
}

// Translates reports whether the field translates in the front matter of n names the note of. The
// field has a file, relative to the folder of n or to content/, or an address. Without a
// language, it names all versions in other languages.
func Translates(n, of *note.Note) bool {
	ids, lang := namesSource(n)
	if n.Meta.Translates == "" || !slices.Contains(ids, of.ID) {
		return false
	}
	return lang == of.Lang || lang == "" && of.Lang != n.Lang
}

// namesSource returns the possible addresses in the field translates of a note, relative to its
// folder and to content/. It also returns the language, or "".
func namesSource(n *note.Note) (ids []note.ID, lang note.Lang) {
	file := strings.TrimPrefix(strings.TrimPrefix(n.Meta.Translates, "/"), source.Root)
	name, lang := locale.CutLang(source.WithoutNoteExt(file))
	return []note.ID{note.ID(path.Join(path.Dir(string(n.ID)), name)), note.ID(name)}, lang
}

// sourceNamed returns the first published version that the field translates names, or nil.
func (s *translations) sourceNamed(n *note.Note) *note.Note {
	for _, v := range s.index.Versions(n.ID) {
		if Translates(n, v) {
			return v
		}
	}
	return nil
}

// Doubts returns the uncertain pairs of blocks of a translation and its source, which are not
// aligned. A is in the source and B in the translation. It returns nil for a note that is not a
// translation.
func (s *translations) Doubts(n *note.Note) []align.Doubt {
	src := s.SourceOf(n)
	if src == nil {
		return nil
	}
	v := s.facing(n, src)
	if v.flipped {
		return v.aligned.Doubts
	}
	var out []align.Doubt
	for _, d := range v.aligned.Doubts {
		out = append(out, align.Doubt{A: d.B, B: d.A, Why: d.Why})
	}
	return out
}

// memoOf returns the shared cache of versions of a note. If one of them is not published, it
// returns a new cache.
func (s *translations) memoOf(versions ...*note.Note) *versionMemo {
	for _, n := range versions {
		if s.citations.bases[n] == nil {
			return &versionMemo{}
		}
	}
	return s.index.published[versions[0].ID].memo
}

// LangOf returns the language of the text of a block. Chinese characters alone do not determine
// it. Text that is equal to its source has the language of the source, unless it may be in the
// language of the translation.
func (s *translations) LangOf(n *note.Note, b *note.Block) note.Lang {
	if n == nil || b.Lang == n.Lang {
		return b.Lang
	}
	src := s.SourceOf(n)
	if src == nil || src == n {
		return b.Lang
	}
	own, theirs, ok := s.facing(n, src).of(b)
	if !ok || !align.Same(joined(own), joined(theirs)) {
		return b.Lang
	}
	return theirs[0].Lang
}

func (s *translations) facing(n, other *note.Note) version {
	if compareNotes(other, n) < 0 {
		return version{other, s.aligned(other, n), true}
	}
	return version{other, s.aligned(n, other), false}
}

func (s *translations) aligned(a, b *note.Note) *align.Alignment {
	return s.memoOf(a, b).alignments.Make([2]*note.Note{a, b}, func() *align.Alignment { return align.Align(a, b) })
}

// SourceOf returns the version from which a version is translated. It is the version named in the
// front matter, else the original. It is nil for the original.
func (s *translations) SourceOf(n *note.Note) *note.Note {
	all := s.index.Versions(n.ID)
	if len(all) < 2 || all[0] == n {
		return nil
	}
	for _, v := range all {
		if v != n && Translates(n, v) {
			return v
		}
	}
	return all[0]
}
