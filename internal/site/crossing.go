package site

import (
	"cmp"
	"html"
	"path"
	"slices"
	"strings"

	"github.com/kawaraban/kawaraban/internal/artifact"
	"github.com/kawaraban/kawaraban/internal/diag"
	"github.com/kawaraban/kawaraban/internal/locale"
	"github.com/kawaraban/kawaraban/internal/note"
	"github.com/kawaraban/kawaraban/internal/source"
)

// crossing holds what notes say about each other: links, what they translate, former
// addresses. All of it depends on more than one note, so it is looked at on every link.
type crossing struct {
	*Site
	files   map[note.ID][]*note.Note    // every file, drafts too
	anchors map[note.ID]map[string]bool // of the notes that a link has led to so far
	aliases map[string]*note.Note
	hints   int // suggestions that may still be looked for: each goes through all names
}

// maxHints bounds the work on a text that is full of dead links.
const maxHints = 200

// crossings reports what leads from a note to where nothing is.
func (s *Site) crossings() []diag.Diagnostic {
	c := &crossing{s, map[note.ID][]*note.Note{}, map[note.ID]map[string]bool{}, map[string]*note.Note{}, maxHints}
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

// link reports a link to a note that is not, to a version that is not, or to a place that
// no version of a note has. The page leaves out the first and the last; the second leads
// to the note in the reader's language.
func (c *crossing) link(n *note.Note, l note.Link) []diag.Diagnostic {
	id := cmp.Or(l.Note, n.ID)
	var ds []diag.Diagnostic
	switch {
	case len(c.files[id]) == 0:
		return []diag.Diagnostic{c.missingNote(n, l)}
	case c.Original(id) == nil && !slices.ContainsFunc(c.files[id], func(f *note.Note) bool { return !f.Meta.Draft }):
		return []diag.Diagnostic{diag.Warnf(l.Pos, "link/draft", "%s is a draft, so nothing leads to it", id)}
	case c.Original(id) == nil:
		return nil
	case l.Lang != "" && !slices.ContainsFunc(c.files[id], func(f *note.Note) bool { return f.Lang == l.Lang }):
		ds = append(ds, diag.Warnf(l.Pos, "link/missing-version", "%s is not written in %s", id, l.Lang).
			WithHint("write %s", relative(n.Path, c.file(id, n.Lang).Path)))
	}
	if l.Place == "" || c.places(id)[l.Place] {
		return ds
	}
	return append(ds, c.missingPlace(id, l))
}

func (c *crossing) missingNote(n *note.Note, l note.Link) diag.Diagnostic {
	d := diag.Errorf(l.Pos, "link/missing-note", "no note %s", l.Note)
	if near := c.near(string(l.Note), c.ids()); near != "" {
		return d.WithHint("did you mean %s?", relative(n.Path, c.file(note.ID(near), n.Lang).Path))
	}
	return d.WithHint("write the path from this file, as ../1.26/sig-network.zh.md")
}

func (c *crossing) missingPlace(id note.ID, l note.Link) diag.Diagnostic {
	d := diag.Warnf(l.Pos, "link/missing-place", "%s has no place %s", id, l.Place)
	if near := c.near(l.Place, sameNumber(l.Place, c.places(id))); near != "" {
		return d.WithHint("did you mean #%s? A heading or an entry says its id at its ¶", near)
	}
	return d.WithHint("a heading or an entry says its id at its ¶")
}

// sameNumber are the places with the number that a place has: pr-115331 is as far from
// pr-115332 as any other.
func sameNumber(place string, places map[string]bool) []string {
	digits := func(s string) string {
		i := strings.IndexAny(s, "0123456789")
		if i < 0 {
			return ""
		}
		return s[i : i+len(s[i:])-len(strings.TrimLeft(s[i:], "0123456789"))]
	}
	var out []string
	for p := range places {
		if digits(p) == digits(place) {
			out = append(out, p)
		}
	}
	return out
}

// ids are the addresses of all notes.
func (c *crossing) ids() []string {
	out := make([]string, 0, len(c.files))
	for id := range c.files {
		out = append(out, string(id))
	}
	return out
}

// file is the version of a note to lead to from a text in lang.
func (c *crossing) file(id note.ID, lang note.Lang) *note.Note {
	return slices.MinFunc(c.files[id], func(a, b *note.Note) int {
		switch {
		case a.Lang == lang && b.Lang != lang:
			return -1
		case b.Lang == lang && a.Lang != lang:
			return 1
		}
		return cmp.Compare(a.Path, b.Path)
	})
}

// near is the name that another was probably meant to be.
func (c *crossing) near(name string, names []string) string {
	if c.hints--; c.hints < 0 {
		return ""
	}
	return diag.Near(name, names)
}

// relative is the way from one file to another, as a link in the first writes it.
func relative(from, to string) string {
	dir := strings.Split(path.Dir(from), "/")
	way := strings.Split(to, "/")
	for len(dir) > 0 && len(way) > 1 && dir[0] == way[0] {
		dir, way = dir[1:], way[1:]
	}
	return strings.Repeat("../", len(dir)) + strings.Join(way, "/")
}

// places are the anchors of a note's pages, and those that its versions call blocks by: see
// Site.Place.
func (c *crossing) places(id note.ID) map[string]bool {
	if made := c.anchors[id]; made != nil {
		return made
	}
	out := map[string]bool{}
	for _, n := range c.Versions(id) {
		for b := range n.All {
			out[string(b.ID)], out[string(c.Anchor(n, b))] = true, true
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

// translates reports a note that says to translate one that is not, one beside which it does
// not stand, or itself, be it by way of others: versions of a note are those that share its
// address.
func (c *crossing) translates(n *note.Note) []diag.Diagnostic {
	said := n.Meta.Translates
	if said == "" {
		return nil
	}
	ids, lang := namesSource(n)
	pos := diag.Position{File: n.Path}
	for _, id := range ids {
		if id == n.ID && lang == n.Lang {
			return []diag.Diagnostic{diag.Warnf(pos, "translates/itself", "translates itself").
				WithHint("name the version that it was made from, or take translates out if it is the original")}
		}
		for _, other := range c.files[id] {
			switch {
			case id != n.ID:
				return []diag.Diagnostic{diag.Warnf(pos, "translates/address", "translates %s, but has an address of its own", id).
					WithHint("name it content/%s.%s.md: versions of a note share its address", id, n.Lang)}
			case other.Lang != n.Lang:
				return c.circle(n)
			}
		}
	}
	return []diag.Diagnostic{diag.Warnf(pos, "translates/missing", "translates %s, which is no note", said).
		WithHint("name the file beside it, as sig-node.ja.md")}
}

// Translates reports whether the field translates of a note's front matter names another: by
// its file, from the note's folder or from content/, or by its address. Without a language it
// names every version but the note itself.
func Translates(n, of *note.Note) bool {
	ids, lang := namesSource(n)
	if n.Meta.Translates == "" || !slices.Contains(ids, of.ID) {
		return false
	}
	return lang == of.Lang || lang == "" && of.Lang != n.Lang
}

// namesSource is what the field translates of a note names: the address, from the note's folder
// or from content/, and the language of the version, empty where it says none.
func namesSource(n *note.Note) (ids []note.ID, lang note.Lang) {
	said := strings.TrimPrefix(strings.TrimPrefix(n.Meta.Translates, "/"), source.Root)
	name, lang := locale.CutLang(strings.TrimSuffix(said, ".md"))
	return []note.ID{note.ID(path.Join(path.Dir(string(n.ID)), name)), note.ID(name)}, lang
}

// circle reports, at the first of them, versions of a note that translate each other in turn.
// The site takes one for the original all the same: see compareNotes.
func (c *crossing) circle(n *note.Note) []diag.Diagnostic {
	var through []string
	at := c.sourceSaid(n)
	for range c.Versions(n.ID) {
		switch {
		case at == nil || compareNotes(at, n) < 0:
			return nil
		case at == n:
			return []diag.Diagnostic{diag.Warnf(diag.Position{File: n.Path}, "translates/circle",
				"translates %s, which translates it in turn", strings.Join(through, ", which translates ")).
				WithHint("take translates out of the one that was written first; until then %s is taken for the original", c.Original(n.ID).Path)}
		}
		through = append(through, path.Base(at.Path))
		at = c.sourceSaid(at)
	}
	return nil
}

// sourceSaid is the published version that a version says to translate; without a language
// the first of the others. It is nil where it says none.
func (c *crossing) sourceSaid(n *note.Note) *note.Note {
	for _, v := range c.Versions(n.ID) {
		if Translates(n, v) {
			return v
		}
	}
	return nil
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
