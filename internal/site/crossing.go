package site

import (
	"html"
	"path"
	"slices"
	"strings"

	"github.com/kawaraban/kawaraban/internal/artifact"
	"github.com/kawaraban/kawaraban/internal/diag"
	"github.com/kawaraban/kawaraban/internal/locale"
	"github.com/kawaraban/kawaraban/internal/note"
)

// crossing holds what notes say about each other: links, what they translate, former
// addresses. All of it depends on more than one note, so it is looked at on every link.
type crossing struct {
	*Site
	files   map[note.ID][]*note.Note    // every file, drafts too
	anchors map[note.ID]map[string]bool // of the notes that a link has led to so far
	aliases map[string]*note.Note
}

// crossings reports what leads from a note to where nothing is.
func (s *Site) crossings() []diag.Diagnostic {
	c := &crossing{s, map[note.ID][]*note.Note{}, map[note.ID]map[string]bool{}, map[string]*note.Note{}}
	for _, n := range s.files {
		c.files[n.ID] = append(c.files[n.ID], n)
	}
	var ds []diag.Diagnostic
	for _, n := range s.notes {
		for _, l := range n.Links {
			ds = append(ds, c.link(n, l)...)
		}
		ds = append(ds, c.translates(n)...)
		ds = append(ds, c.takenAliases(n)...)
	}
	return ds
}

// link reports a link to a note that is not, or to a place that no version of a note has.
// The page leaves such a link out.
func (c *crossing) link(n *note.Note, l note.Link) []diag.Diagnostic {
	id := l.Note
	if id == "" {
		id = n.ID
	}
	switch {
	case len(c.files[id]) == 0:
		return []diag.Diagnostic{diag.Errorf(l.Pos, "link/missing-note", "no note %s", id).
			WithHint("write the path from this file, as ../1.26/sig-network.zh.md")}
	case c.Original(id) == nil && !slices.ContainsFunc(c.files[id], func(f *note.Note) bool { return !f.Meta.Draft }):
		return []diag.Diagnostic{diag.Warnf(l.Pos, "link/draft", "%s is a draft, so nothing leads to it", id)}
	case l.Place == "" || c.Original(id) == nil || c.places(id)[l.Place]:
		return nil
	}
	return []diag.Diagnostic{diag.Warnf(l.Pos, "link/missing-place", "%s has no place %s", id, l.Place).
		WithHint("a heading or an entry says its id at its ¶")}
}

// places are the anchors of a note, in any of its versions.
func (c *crossing) places(id note.ID) map[string]bool {
	if made := c.anchors[id]; made != nil {
		return made
	}
	out := map[string]bool{}
	for _, n := range c.Versions(id) {
		for b := range n.All {
			out[string(b.ID)] = true
			for _, span := range b.Text {
				anchorsIn(span.HTML, out)
			}
		}
	}
	c.anchors[id] = out
	return out
}

// anchorsIn collects the ids in rendered HTML. Text cannot look like one, since its
// quotation marks are escaped.
func anchorsIn(s string, out map[string]bool) {
	for {
		_, rest, ok := strings.Cut(s, ` id="`)
		id, after, closed := strings.Cut(rest, `"`)
		if !ok || !closed {
			return
		}
		out[html.UnescapeString(id)] = true
		s = after
	}
}

// translates reports a note that says to translate one that is not, or one beside which
// it does not stand: versions of a note are those that share its address.
func (c *crossing) translates(n *note.Note) []diag.Diagnostic {
	said := n.Meta.Translates
	if said == "" {
		return nil
	}
	name := strings.TrimPrefix(strings.TrimSuffix(said, ".md"), "/")
	if i := strings.LastIndexByte(name, '.'); i >= 0 {
		if _, ok := locale.FromSuffix(name[i+1:]); ok {
			name = name[:i]
		}
	}
	pos := diag.Position{File: n.Path}
	beside := note.ID(path.Join(path.Dir(string(n.ID)), name))
	for _, id := range []note.ID{beside, note.ID(name)} {
		for _, other := range c.files[id] {
			switch {
			case id != n.ID:
				return []diag.Diagnostic{diag.Warnf(pos, "translates/address", "translates %s, but has an address of its own", id).
					WithHint("name it content/%s.%s.md: versions of a note share its address", id, n.Lang)}
			case other.Lang != n.Lang:
				return nil
			}
		}
	}
	return []diag.Diagnostic{diag.Warnf(pos, "translates/missing", "translates %s, which is no note", said).
		WithHint("name the file beside it, as sig-node.ja.md")}
}

// takenAliases reports former addresses at which a page stands.
func (c *crossing) takenAliases(n *note.Note) []diag.Diagnostic {
	var ds []diag.Diagnostic
	for _, a := range n.Meta.Aliases {
		at := artifact.Fold(a)
		first := c.aliases[at]
		switch {
		case reserved(at) || c.Original(note.ID(at)) != nil:
			ds = append(ds, diag.Warnf(diag.Position{File: n.Path}, "address/alias", "a page stands at %s already, so the alias does not lead here", a))
		case first != nil && first.ID != n.ID:
			ds = append(ds, diag.Warnf(diag.Position{File: n.Path}, "address/alias", "the alias %s is one of %s already", a, first.Path))
		case first == nil:
			c.aliases[at] = n
		}
	}
	return ds
}
