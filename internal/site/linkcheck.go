package site

import (
	"cmp"
	"html"
	"path"
	"slices"
	"strings"

	"github.com/kawaraban/kawaraban/internal/diag"
	"github.com/kawaraban/kawaraban/internal/note"
	"github.com/kawaraban/kawaraban/internal/outdir"
)

// linkCheck finds invalid links between notes, invalid sources of translations, and conflicting
// aliases.
type linkCheck struct {
	index        *index
	citations    *citations
	translations *translations
	aliases      map[note.ID][]*note.Note // notes by alias
	dead         []finding                // links without a target that may get a hint, in order
}

func newLinkCheck(x *index, c *citations, t *translations) *linkCheck {
	s := &linkCheck{index: x, citations: c, translations: t, aliases: map[note.ID][]*note.Note{}}
	for _, n := range x.notes {
		for _, alias := range n.Meta.Aliases {
			at := note.ID(outdir.Fold(alias))
			s.aliases[at] = append(s.aliases[at], n)
		}
	}
	return s
}

type finding struct {
	note *note.Note
	diag diag.Diagnostic
	dead *note.Link // the link without a target
	at   note.ID    // target of dead
}

// maxHints is the maximum number of hints. It limits the time for a text with many invalid links,
// because each hint compares all names.
const maxHints = 200

func (s *linkCheck) problems() []diag.Diagnostic {
	var ds []diag.Diagnostic
	for _, a := range s.index.addresses {
		ds = append(ds, a.diags...)
	}
	for _, n := range s.index.notes {
		ds = append(ds, s.citations.bases[n].diags...)
		for _, f := range s.checkNote(n) {
			if f.dead != nil {
				s.dead = append(s.dead, f)
			} else {
				ds = append(ds, f.diag)
			}
		}
	}
	ds = append(ds, s.hinted()...)
	slices.SortFunc(ds, compareProblems)
	return slices.Compact(ds)
}

func (s *linkCheck) checkNote(n *note.Note) []finding {
	var out []finding
	for i := range n.Links {
		out = append(out, s.checkLink(n, &n.Links[i])...)
	}
	for _, d := range slices.Concat(s.wrongSource(n), s.takenAliases(n)) {
		out = append(out, finding{diag: d})
	}
	for i := range out {
		out[i].note = n
	}
	return out
}

// checkLink reports a link to a missing note, version or anchor. Pages show the text of a link to
// a missing note without the link. If the anchor is missing, they link to the note. If the
// version is missing, they link to the note in the language of the reader.
func (s *linkCheck) checkLink(n *note.Note, l *note.Link) []finding {
	id := cmp.Or(l.Note, n.ID)
	files := s.index.filesOf(id)
	var out []finding
	switch {
	case len(files) == 0:
		return []finding{{diag: diag.Errorf(l.Pos, "link/missing-note", "unknown note %q", l.Note), dead: l, at: id}}
	case s.index.Original(id) == nil && !slices.ContainsFunc(files, func(f *note.Note) bool { return !f.Meta.Draft }):
		return []finding{{diag: diag.Warnf(l.Pos, "link/draft", "note %s is a draft, so the link is not shown", id)}}
	case s.index.Original(id) == nil:
		return nil
	case l.Lang != "" && !slices.ContainsFunc(files, func(f *note.Note) bool { return f.Lang == l.Lang }):
		out = append(out, finding{diag: diag.Warnf(l.Pos, "link/missing-version", "note %s has no version in %s", id, l.Lang).
			WithHint("write %s", relative(n.Path, s.index.file(id, n.Lang).Path))})
	}
	if l.Place == "" || s.places(id)[l.Place] {
		return out
	}
	return append(out, finding{diag: diag.Warnf(l.Pos, "link/missing-place", "unknown place \"#%s\" in note %s", l.Place, id), dead: l, at: id})
}

// hinted returns the diagnostics for links without a target. The first maxHints of them may have
// a hint.
func (s *linkCheck) hinted() []diag.Diagnostic {
	out := make([]diag.Diagnostic, len(s.dead))
	ids := s.index.ids()
	for i, f := range s.dead {
		missing, looked := len(s.index.filesOf(f.at)) == 0, i < maxHints
		near := ""
		switch {
		case missing && looked:
			near = diag.Near(string(f.at), ids)
		case looked:
			near = diag.Near(f.dead.Place, sameNumber(f.dead.Place, s.places(f.at)))
		}
		switch {
		case missing && near != "":
			out[i] = f.diag.WithHint("did you mean %s?", relative(f.note.Path, s.index.file(note.ID(near), f.note.Lang).Path))
		case missing:
			out[i] = f.diag.WithHint("write the path relative to this file, such as ../1.26/sig-network.zh.md")
		case near != "":
			out[i] = f.diag.WithHint("did you mean #%s? Copy the id from the ¶ of a heading or entry", near)
		default:
			out[i] = f.diag.WithHint("copy the id from the ¶ of a heading or entry")
		}
	}
	return out
}

// compareProblems compares diagnostics as diag.Compare does, and then their hints. slices.Compact
// then removes only duplicates.
func compareProblems(a, b diag.Diagnostic) int {
	return cmp.Or(diag.Compare(a, b), cmp.Compare(a.Hint, b.Hint))
}

// sameNumber returns the anchors with the same number as an anchor. An anchor with a different
// number is not similar: pr-115332 must not be suggested for pr-115331.
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

func relative(from, to string) string {
	dir := strings.Split(path.Dir(from), "/")
	way := strings.Split(to, "/")
	for len(dir) > 0 && len(way) > 1 && dir[0] == way[0] {
		dir, way = dir[1:], way[1:]
	}
	return strings.Repeat("../", len(dir)) + strings.Join(way, "/")
}

// places returns the anchors on the pages of a note and the block IDs of its versions. Links may
// use both: see Site.Place.
func (s *linkCheck) places(id note.ID) map[string]bool {
	at := s.index.published[id]
	return at.memo.places.Make(id, func() map[string]bool {
		out := map[string]bool{}
		for _, n := range at.versions {
			for b := range n.All {
				out[string(b.ID)], out[string(s.translations.Anchor(n, b))] = true, true
				for _, span := range b.Text {
					anchorsIn(span.HTML, out)
				}
			}
		}
		return out
	})
}

// anchorsIn collects the values of id attributes in rendered HTML. Text cannot match, because its
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

// wrongSource reports a note with an invalid translates setting: the note itself, a missing note,
// or a note with a different address. Versions of a note share its address.
func (s *linkCheck) wrongSource(n *note.Note) []diag.Diagnostic {
	source := n.Meta.Translates
	if source == "" {
		return nil
	}
	ids, lang := namesSource(n)
	pos := diag.Position{File: n.Path}
	for _, id := range ids {
		if id == n.ID && lang == n.Lang {
			return []diag.Diagnostic{diag.Warnf(pos, "translates/itself", "note translates itself").
				WithHint("set translates: to the version that it was made from, or remove it if this is the original")}
		}
		for _, other := range s.index.filesOf(id) {
			switch {
			case id != n.ID:
				return []diag.Diagnostic{diag.Warnf(pos, "translates/address", "note translates %s, but has a different address", id).
					WithHint("rename the file to content/%s.%s.md: versions of a note share its address", id, n.Lang)}
			case other.Lang != n.Lang:
				return s.circle(n)
			}
		}
	}
	return []diag.Diagnostic{diag.Warnf(pos, "translates/missing", "unknown note %q in translates:", source).
		WithHint("write the name of a file in this directory, such as sig-node.ja.md")}
}

// circle reports versions of a note that translate each other in a circle. It reports the first
// of them. The site still treats one of them as the original: see compareNotes.
func (s *linkCheck) circle(n *note.Note) []diag.Diagnostic {
	var through []string
	at := s.translations.sourceNamed(n)
	for range s.index.Versions(n.ID) {
		switch {
		case at == nil || compareNotes(at, n) < 0:
			return nil
		case at == n:
			return []diag.Diagnostic{diag.Warnf(diag.Position{File: n.Path}, "translates/circle",
				"translation loop: %s", strings.Join(append(through, path.Base(n.Path)), " → ")).
				WithHint("remove translates: from the note that was written first; until then %s is treated as the original", s.index.Original(n.ID).Path)}
		}
		through = append(through, path.Base(at.Path))
		at = s.translations.sourceNamed(at)
	}
	return nil
}

func (s *linkCheck) takenAliases(n *note.Note) []diag.Diagnostic {
	var ds []diag.Diagnostic
	for _, alias := range n.Meta.Aliases {
		at := outdir.Fold(alias)
		if Reserved(note.ID(at)) || s.index.Original(note.ID(at)) != nil {
			ds = append(ds, diag.Warnf(diag.Position{File: n.Path}, "address/alias", "alias %s is the address of a page, ignored", alias))
			continue
		}
		for _, first := range s.aliases[note.ID(at)] {
			if first.ID != n.ID {
				ds = append(ds, diag.Warnf(diag.Position{File: n.Path}, "address/alias", "duplicate alias %s: also in %s", alias, first.Path))
			}
			break
		}
	}
	return ds
}
