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

// version holds another version of a note and its alignment.
type version struct {
	note    *note.Note
	aligned *align.Alignment
	flipped bool // the note is B of the alignment
}

// of returns the blocks of the other version that correspond to a block, and the note's blocks in
// the same match.
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

// Translates reports whether the front matter field translates of n names of: by file, relative to
// the note's folder or to content/, or by address. Without a language it names every other version.
func Translates(n, of *note.Note) bool {
	ids, lang := namesSource(n)
	if n.Meta.Translates == "" || !slices.Contains(ids, of.ID) {
		return false
	}
	return lang == of.Lang || lang == "" && of.Lang != n.Lang
}

// namesSource returns the possible addresses in the field translates of a note, relative to its
// folder and to content/, and the language or "".
func namesSource(n *note.Note) (ids []note.ID, lang note.Lang) {
	file := strings.TrimPrefix(strings.TrimPrefix(n.Meta.Translates, "/"), source.Root)
	name, lang := locale.CutLang(source.WithoutNoteExt(file))
	return []note.ID{note.ID(path.Join(path.Dir(string(n.ID)), name)), note.ID(name)}, lang
}

// sourceNamed returns the published version named in the field translates, or nil. Without a
// language it is the first of the others.
func (s *translations) sourceNamed(n *note.Note) *note.Note {
	for _, v := range s.index.Versions(n.ID) {
		if Translates(n, v) {
			return v
		}
	}
	return nil
}

// Doubts returns the uncertain pairs of a translation and its source, which are not aligned: A is
// of the source, B of the translation. It is nil for a note that is not a translation.
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

// memoOf returns the shared cache of the versions of a note. If one of them is not published, it
// returns a new cache.
func (s *translations) memoOf(versions ...*note.Note) *versionMemo {
	for _, n := range versions {
		if s.citations.bases[n] == nil {
			return &versionMemo{}
		}
	}
	return s.index.published[versions[0].ID].memo
}

// LangOf returns the language of a block's text. Chinese characters alone do not decide it: text
// equal to its source has the language of the source, unless the translation's own language is
// possible.
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

// SourceOf returns the version that a version translates: the one in its front matter, otherwise
// the original. It is nil for the original.
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
