package site

import (
	"maps"
	"slices"

	"github.com/kawaraban/kawaraban/internal/note"
)

// Since compares a site with one of before, for those who keep what they made of it.
type Since struct {
	now, before *Site
	same        bool
}

// Since returns the comparison with a site of before; nil stands for none.
func (s *Site) Since(before *Site) Since {
	return Since{s, before, before != nil && s.data == before.data && s.opts.Only == before.opts.Only &&
		maps.EqualFunc(s.opts.Fallback, before.opts.Fallback, slices.Equal) && maps.Equal(s.kepOfGate, before.kepOfGate)}
}

// Same reports whether everything is as it was that belongs to no one note: upstream data, the
// options, and to which KEP a gate belongs by all notes together.
func (c Since) Same() bool { return c.same }

// Note reports whether a note is surely what it was: its versions, what they name by words,
// what upstream says of it ([Site.Join]), its anchors, and in each language which version is
// shown, with which blocks. What other notes say of the same things is no part of it, and is
// shown beside it at most: only where a machine made something of a version, before which the
// words of another note come, can that decide what is shown, so that of such a note it is never
// sure.
func (c Since) Note(id note.ID) bool {
	if !c.same || !slices.Equal(c.now.Versions(id), c.before.Versions(id)) {
		return false
	}
	return !slices.ContainsFunc(c.now.Versions(id), func(n *note.Note) bool {
		part := c.now.parts[n]
		return part != c.before.parts[n] || part.partly
	})
}
