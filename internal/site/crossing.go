package site

import (
	"cmp"
	"html"
	"iter"
	"maps"
	"path"
	"slices"
	"strings"

	"github.com/kawaraban/kawaraban/internal/artifact"
	"github.com/kawaraban/kawaraban/internal/diag"
	"github.com/kawaraban/kawaraban/internal/locale"
	"github.com/kawaraban/kawaraban/internal/note"
	"github.com/kawaraban/kawaraban/internal/source"
)

// crossed is what notes say about each other: links, what they translate, former addresses.
// All of it depends on more than one note: on the note itself, and on what stands at the
// addresses that it names. So an edit looks again at the notes of the addresses that it
// changes, and at those that name one of them.
type crossed struct {
	naming table[note.ID, []*note.Note] // who names an address, be it a former one
	found  table[*note.Note, []finding] // what is wrong with a note, where anything is
	dead   []finding                    // of these, those that may have been meant to lead elsewhere, in order
	near   map[string]string            // the addresses that missing ones of dead were probably meant to be
}

// finding is a problem of a note with others.
type finding struct {
	note *note.Note
	diag diag.Diagnostic
	dead *note.Link // the link that leads to no note, or to no place in one
	at   note.ID    // whither dead leads
	nth  int        // of the findings of its note
}

func compareFindings(a, b finding) int {
	return cmp.Or(compareNotes(a.note, b.note), cmp.Compare(a.nth, b.nth))
}

// maxHints bounds the work on a text that is full of dead links: each suggestion that is
// looked for goes through all names.
const maxHints = 200

// cross finds what leads from a note to where nothing is.
func (e *edit) cross() {
	s, was := e.is, &e.was.crossed
	s.crossed.naming = summed(e.is.each, &was.naming, namesOf(e.out), namesOf(e.in), compareNotes)
	again := e.lookAgain()
	found := was.found.edit(len(again))
	var gone, fresh []finding
	for _, n := range slices.Concat(e.out, again) {
		gone = append(gone, found.get(n)...)
		found.drop(n)
	}
	for _, n := range again {
		if now := s.crossings(n); len(now) > 0 {
			fresh = append(fresh, now...)
			found.put(n, now)
		}
	}
	s.crossed.found = found.table
	dead := func(f finding) bool { return f.dead == nil }
	slices.SortFunc(gone, compareFindings)
	s.crossed.dead = spliced(was.dead, slices.DeleteFunc(slices.Clone(gone), dead), slices.DeleteFunc(slices.Clone(fresh), dead), compareFindings)
	e.settle(gone, fresh)
	e.findNear()
}

// lookAgain lists the notes whose findings may be others than before, in order.
func (e *edit) lookAgain() []*note.Note {
	var out []*note.Note
	seen := map[*note.Note]bool{}
	add := func(all []*note.Note) {
		for _, n := range all {
			if !seen[n] {
				seen[n] = true
				out = append(out, n)
			}
		}
	}
	for _, m := range e.moves {
		add(m.is.versions)
		for _, n := range slices.Concat(m.was.files, m.is.files) {
			add(e.is.crossed.naming.get(n.ID))
			for _, alias := range n.Meta.Aliases {
				add(e.is.crossed.naming.get(note.ID(artifact.Fold(alias))))
			}
		}
	}
	slices.SortFunc(out, compareNotes)
	return out
}

// namesOf are the addresses that notes name, each once for each note: in links, as what they
// translate, as their own former ones.
func namesOf(notes []*note.Note) iter.Seq2[note.ID, *note.Note] {
	return func(yield func(note.ID, *note.Note) bool) {
		for _, n := range notes {
			var ids []note.ID
			seen := map[note.ID]bool{}
			for _, l := range n.Links {
				ids = append(ids, cmp.Or(l.Note, n.ID))
			}
			if n.Meta.Translates != "" {
				of, _ := namesSource(n)
				ids = append(ids, of...)
			}
			for _, alias := range n.Meta.Aliases {
				ids = append(ids, note.ID(artifact.Fold(alias)))
			}
			for _, id := range ids {
				if !seen[id] && !yield(id, n) {
					return
				}
				seen[id] = true
			}
		}
	}
}

// crossings reports what leads from a note to where nothing is.
func (s *Site) crossings(n *note.Note) []finding {
	var out []finding
	for i := range n.Links {
		out = append(out, s.crossingOf(n, &n.Links[i])...)
	}
	for _, d := range slices.Concat(s.wrongSource(n), s.takenAliases(n)) {
		out = append(out, finding{diag: d})
	}
	for i := range out {
		out[i].note, out[i].nth = n, i
	}
	return out
}

// crossingOf reports a link to a note that is not, to a version that is not, or to a place that
// no version of a note has. The page leaves out the first and the last; the second leads
// to the note in the reader's language.
func (s *Site) crossingOf(n *note.Note, l *note.Link) []finding {
	id := cmp.Or(l.Note, n.ID)
	files := s.filesOf(id)
	var out []finding
	switch {
	case len(files) == 0:
		return []finding{{diag: diag.Errorf(l.Pos, "link/missing-note", "no note %s", l.Note), dead: l, at: id}}
	case s.Original(id) == nil && !slices.ContainsFunc(files, func(f *note.Note) bool { return !f.Meta.Draft }):
		return []finding{{diag: diag.Warnf(l.Pos, "link/draft", "%s is a draft, so nothing leads to it", id)}}
	case s.Original(id) == nil:
		return nil
	case l.Lang != "" && !slices.ContainsFunc(files, func(f *note.Note) bool { return f.Lang == l.Lang }):
		out = append(out, finding{diag: diag.Warnf(l.Pos, "link/missing-version", "%s is not written in %s", id, l.Lang).
			WithHint("write %s", relative(n.Path, s.file(id, n.Lang).Path))})
	}
	if l.Place == "" || s.places(id)[l.Place] {
		return out
	}
	return append(out, finding{diag: diag.Warnf(l.Pos, "link/missing-place", "%s has no place %s", id, l.Place), dead: l, at: id})
}

// hinted are the problems of the dead links, with hints for as many as are looked for.
func (s *Site) hinted() []diag.Diagnostic {
	out := make([]diag.Diagnostic, len(s.crossed.dead))
	for i, f := range s.crossed.dead {
		missing, looked := len(s.filesOf(f.at)) == 0, i < maxHints
		near := ""
		switch {
		case missing && looked:
			near = s.crossed.near[string(f.at)]
		case looked:
			near = diag.Near(f.dead.Place, sameNumber(f.dead.Place, s.places(f.at)))
		}
		switch {
		case missing && near != "":
			out[i] = f.diag.WithHint("did you mean %s?", relative(f.note.Path, s.file(note.ID(near), f.note.Lang).Path))
		case missing:
			out[i] = f.diag.WithHint("write the path from this file, as ../1.26/sig-network.zh.md")
		case near != "":
			out[i] = f.diag.WithHint("did you mean #%s? A heading or an entry says its id at its ¶", near)
		default:
			out[i] = f.diag.WithHint("a heading or an entry says its id at its ¶")
		}
	}
	return out
}

// findNear finds what the addresses of missing notes were probably meant to be. The nearest of
// all addresses is the nearest of those that were there and of those that came, unless it went.
func (e *edit) findNear() {
	s := e.is
	s.crossed.near = map[string]string{}
	var came []string
	went := map[string]bool{}
	for _, m := range e.moves {
		for _, n := range m.was.files {
			if len(s.filesOf(n.ID)) == 0 {
				went[string(n.ID)] = true
			}
		}
		for _, n := range m.is.files {
			came = append(came, string(n.ID))
		}
	}
	var all []string
	for _, f := range s.crossed.dead[:min(len(s.crossed.dead), maxHints)] {
		name := string(f.at)
		if _, ok := s.crossed.near[name]; ok || len(s.filesOf(f.at)) > 0 {
			continue
		}
		near, known := e.was.crossed.near[name]
		if known && !went[near] {
			s.crossed.near[name] = diag.Near(name, slices.Concat(came, []string{near}))
			continue
		}
		if all == nil {
			all = s.ids()
		}
		s.crossed.near[name] = diag.Near(name, all)
	}
}

// settle keeps the problems that nothing is looked for in order.
func (e *edit) settle(gone, fresh []finding) {
	list := func(found []finding, parts []*contribution, of func(move) *address) []diag.Diagnostic {
		var out []diag.Diagnostic
		for _, m := range e.moves {
			out = append(out, of(m).diags...)
		}
		for _, part := range parts {
			out = append(out, part.diags...)
		}
		for _, f := range found {
			if f.dead == nil {
				out = append(out, f.diag)
			}
		}
		slices.SortFunc(out, compareProblems)
		return out
	}
	e.is.settled = spliced(e.was.settled,
		list(gone, e.said.gone, func(m move) *address { return m.was }),
		list(fresh, e.said.fresh, func(m move) *address { return m.is }), compareProblems)
}

// compareProblems is the order of diag.Sort, and tells problems apart that it does not.
func compareProblems(a, b diag.Diagnostic) int {
	return cmp.Or(diag.Compare(a, b), cmp.Compare(a.Hint, b.Hint))
}

// problems lists all problems of the site.
func (s *Site) problems() []diag.Diagnostic {
	hinted := s.hinted()
	slices.SortFunc(hinted, compareProblems)
	return slices.Compact(spliced(slices.Clone(s.settled), nil, hinted, compareProblems))
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

// ids are the addresses of all files.
func (s *Site) ids() []string {
	seen := map[string]bool{}
	for _, a := range s.addresses.all() {
		for _, n := range a.files {
			seen[string(n.ID)] = true
		}
	}
	return slices.Collect(maps.Keys(seen))
}

// file is the version of a note to lead to from a text in lang.
func (s *Site) file(id note.ID, lang note.Lang) *note.Note {
	return slices.MinFunc(s.filesOf(id), func(a, b *note.Note) int {
		switch {
		case a.Lang == lang && b.Lang != lang:
			return -1
		case b.Lang == lang && a.Lang != lang:
			return 1
		}
		return cmp.Compare(a.Path, b.Path)
	})
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
func (s *Site) places(id note.ID) map[string]bool {
	at := s.published.get(id)
	return at.kin.places.get(func() map[string]bool {
		out := map[string]bool{}
		for _, n := range at.versions {
			for b := range n.All {
				out[string(b.ID)], out[string(s.Anchor(n, b))] = true, true
				for _, span := range b.Text {
					anchorsIn(span.HTML, out)
				}
			}
		}
		return out
	})
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

// wrongSource reports a note that says to translate one that is not, one beside which it does
// not stand, or itself, be it by way of others: versions of a note are those that share its
// address.
func (s *Site) wrongSource(n *note.Note) []diag.Diagnostic {
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
		for _, other := range s.filesOf(id) {
			switch {
			case id != n.ID:
				return []diag.Diagnostic{diag.Warnf(pos, "translates/address", "translates %s, but has an address of its own", id).
					WithHint("name it content/%s.%s.md: versions of a note share its address", id, n.Lang)}
			case other.Lang != n.Lang:
				return s.circle(n)
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
func (s *Site) circle(n *note.Note) []diag.Diagnostic {
	var through []string
	at := s.sourceSaid(n)
	for range s.Versions(n.ID) {
		switch {
		case at == nil || compareNotes(at, n) < 0:
			return nil
		case at == n:
			return []diag.Diagnostic{diag.Warnf(diag.Position{File: n.Path}, "translates/circle",
				"translates %s, which translates it in turn", strings.Join(through, ", which translates ")).
				WithHint("take translates out of the one that was written first; until then %s is taken for the original", s.Original(n.ID).Path)}
		}
		through = append(through, path.Base(at.Path))
		at = s.sourceSaid(at)
	}
	return nil
}

// sourceSaid is the published version that a version says to translate; without a language
// the first of the others. It is nil where it says none.
func (s *Site) sourceSaid(n *note.Note) *note.Note {
	for _, v := range s.Versions(n.ID) {
		if Translates(n, v) {
			return v
		}
	}
	return nil
}

// takenAliases reports former addresses at which a page stands, or to which a note before has
// a right.
func (s *Site) takenAliases(n *note.Note) []diag.Diagnostic {
	var ds []diag.Diagnostic
	for _, alias := range n.Meta.Aliases {
		at := artifact.Fold(alias)
		if reserved(at) || s.Original(note.ID(at)) != nil {
			ds = append(ds, diag.Warnf(diag.Position{File: n.Path}, "address/alias", "a page stands at %s already, so the alias does not lead here", alias))
			continue
		}
		for _, first := range s.crossed.naming.get(note.ID(at)) {
			if !slices.ContainsFunc(first.Meta.Aliases, func(a string) bool { return artifact.Fold(a) == at }) {
				continue
			}
			if first.ID != n.ID {
				ds = append(ds, diag.Warnf(diag.Position{File: n.Path}, "address/alias", "the alias %s is one of %s already", alias, first.Path))
			}
			break
		}
	}
	return ds
}
