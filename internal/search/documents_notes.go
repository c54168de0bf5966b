package search

import (
	"cmp"
	"slices"
	"strings"

	"github.com/kawaraban/kawaraban/internal/note"
	"github.com/kawaraban/kawaraban/internal/page/address"
	"github.com/kawaraban/kawaraban/internal/ref"
	"github.com/kawaraban/kawaraban/internal/site"
	"github.com/kawaraban/kawaraban/internal/upstream"
)

// notes returns one source for each note. A source has all language versions of its note.
func (m *maker) notes() []Source {
	var ids []note.ID
	for _, n := range m.s.Notes() {
		if len(ids) == 0 || ids[len(ids)-1] != n.ID {
			ids = append(ids, n.ID)
		}
	}
	slices.SortStableFunc(ids, func(a, b note.ID) int {
		return upstream.CompareReleases(m.releaseOf(a), m.releaseOf(b))
	})
	out := make([]Source, len(ids))
	for i, id := range ids {
		out[i] = Source{Name: "note " + string(id), Docs: func() []Doc { return m.note(id) }}
	}
	return out
}

// releaseOf returns the release of a note for the index: that of the site, else the note's newest;
// may be empty.
func (m *maker) releaseOf(id note.ID) note.Release {
	all := m.s.Original(id).Releases
	if only := m.s.Only(); len(all) == 0 || slices.Contains(all, only) {
		return only
	}
	return slices.MaxFunc(all, upstream.CompareReleases)
}

// reading makes the documents of one note. A block and its translations are one document, because
// they have the same anchor.
type reading struct {
	*maker
	about Doc               // what all documents of the note share
	docs  []*draft          // in the order of the original; blocks only in a translation follow their predecessor
	at    map[string]*draft // by anchor; that of the note is empty
	last  *draft            // the previous one in the current version
}

// draft is an unfinished document. Upstream's text is added after the words of all versions,
// because equal words of a version have more weight.
type draft struct {
	Doc
	official []site.OfficialNote // of the pull requests in its text
	named    []string            // numbers of these pull requests and of its own
	late     []func(*Doc)
}

// maxNamed is the largest number of pull requests in a text for which official notes are added to
// the document. A text that names more is a list of links.
const maxNamed = 8

// addOfficial adds the first official note of each pull request that is named in the text but not
// in the attribution.
func (r *reading) addOfficial(d *draft, refs []note.Ref) {
	if d.Type != Entry && d.Type != Post {
		return
	}
	for _, x := range refs {
		if len(d.named) >= maxNamed {
			return
		}
		key := r.s.Normal(x.Key())
		if key.Kind != note.PR || slices.Contains(d.named, key.ID) {
			continue
		}
		if all := r.s.Published(key.ID); len(all) > 0 {
			d.named = append(d.named, key.ID)
			d.official = append(d.official, all...)
		}
	}
}

// note makes the documents of a note: the note itself, its headings, its entries.
func (m *maker) note(id note.ID) []Doc {
	n := m.s.Original(id)
	r := &reading{
		maker: m, about: Doc{Release: m.releaseOf(id), SIGs: n.SIGs},
		at: make(map[string]*draft, len(n.Blocks)+1), docs: make([]*draft, 0, len(n.Blocks)+1),
	}
	var versions []*note.Note
	for _, v := range m.s.Versions(id) {
		if !m.s.Unwritten(v) {
			versions = append(versions, v)
			r.about.Langs = append(r.about.Langs, v.Lang)
		}
	}
	for _, v := range versions {
		r.version(v)
	}
	out := make([]Doc, 0, len(r.docs))
	for _, d := range r.docs {
		for _, add := range d.late {
			add(&d.Doc)
		}
		for _, o := range d.official {
			r.sentence(&d.Doc, o)
		}
		r.referSIGs(&d.Doc)
		out = append(out, d.Doc)
	}
	return out
}

// version adds a version of the note. Prose belongs to the heading above it, else to the note.
// Entries that are headings have prose, too.
func (r *reading) version(n *note.Note) {
	r.last = nil
	title := Text{titleLang(n), n.Title, r.role(Title, r.s.ByMachine(n))}
	top := r.draft("", func(d *Doc) { d.Type, d.Path = Note, r.book.Note(n.ID) })
	top.call(title)
	r.front(&top.Doc, n)
	section := top
	for i := range n.Blocks {
		switch b := &n.Blocks[i]; b.Type {
		case note.Heading:
			section = r.heading(n, b)
		case note.Entry:
			r.entry(n, b)
		default:
			r.under(section, n, b)
		}
	}
}

func titleLang(n *note.Note) note.Lang { return cmp.Or(n.TitleLang, n.Lang) }

// front adds the subjects in the front matter.
func (r *reading) front(d *Doc, n *note.Note) {
	for _, k := range n.Meta.KEPs {
		r.referKEP(d, r.s.Normal(note.Key{Kind: note.KEP, ID: k}).ID)
	}
	for _, pr := range n.Meta.PRs {
		d.refer(r.terms(note.PR, pr))
	}
	for _, g := range n.Meta.Gates {
		r.referAll(d, []note.Ref{{Kind: note.Gate, ID: g}})
	}
}

// role returns the role of a text; a machine translation has that of official text.
func (r *reading) role(role Role, machine bool) Role {
	if machine {
		return Official
	}
	return role
}

// draft returns the document at an anchor, and creates it if necessary.
func (r *reading) draft(anchor string, begin func(*Doc)) *draft {
	d := r.at[anchor]
	if d == nil {
		d = &draft{Doc: r.about}
		begin(&d.Doc)
		r.at[anchor] = d
		end := len(r.docs)
		if end > 0 && r.docs[end-1] != r.last {
			end = slices.Index(r.docs, r.last) + 1
		}
		r.docs = slices.Insert(r.docs, end, d)
	}
	r.last = d
	return d
}

// call sets the name of a document; the name in another version is an additional one.
func (d *draft) call(t Text) {
	if d.Name == "" {
		d.Name, d.NameLang = t.Text, t.Lang
		return
	}
	d.write(t)
}

func (r *reading) words(n *note.Note, b *note.Block, role Role) Text {
	return Text{r.s.LangOf(n, b), b.Text.Plain(), r.role(role, b.Machine)}
}

func (r *reading) heading(n *note.Note, b *note.Block) *draft {
	d := r.draft(r.anchor(n, b), func(d *Doc) {
		d.Type, d.Path = within(n, Section), r.book.Block(n, b)
		d.Of, d.OfLang = n.Title, titleLang(n)
	})
	if d.OfAlso == nil {
		d.OfAlso = map[note.Lang]string{}
	}
	d.OfAlso[titleLang(n)] = n.Title
	d.call(r.words(n, b, Title))
	r.addOfficial(d, b.Refs)
	r.referAll(&d.Doc, b.Refs)
	return d
}

// within returns the type of a part of a note: in a log, everything is a Post.
func within(n *note.Note, t Type) Type {
	if n.Kind == note.Log {
		return Post
	}
	return t
}

// anchor returns the anchor that all versions of a block share; "" for a block without one, which
// belongs to the note.
func (r *reading) anchor(n *note.Note, b *note.Block) string { return string(r.s.Anchor(n, b)) }

// under adds the content below a heading or in an entry, except entries.
func (r *reading) under(d *draft, n *note.Note, b *note.Block) {
	role := Own
	switch b.Type {
	case note.Remark:
		role = Remark
	case note.Code:
		role = Code
	}
	d.write(r.words(n, b, role))
	r.addOfficial(d, b.Refs)
	r.referAll(&d.Doc, b.Refs)
	for i := range b.Children {
		r.below(d, n, &b.Children[i])
	}
}

// below adds a child of a block. An entry is its own document.
func (r *reading) below(d *draft, n *note.Note, b *note.Block) {
	if b.Type == note.Entry {
		r.entry(n, b)
		return
	}
	r.under(d, n, b)
}

func (r *reading) entry(n *note.Note, b *note.Block) {
	j := r.s.Join(n, b)
	d := r.draft(r.anchor(n, b), func(d *Doc) {
		d.Type, d.Path = within(n, Entry), r.book.Block(n, b)
		if b.Level == 0 {
			d.Name, d.NameLang = r.nameOf(n, b)
		}
	})
	d.Kind, d.Stage = cmp.Or(d.Kind, j.Kind), cmp.Or(d.Stage, r.s.StageThen(n, b))
	if len(j.SIGs) > 0 && slices.Equal(d.SIGs, r.about.SIGs) {
		d.SIGs = j.SIGs
	}
	if b.Level > 0 {
		d.call(r.words(n, b, Title))
	} else {
		d.write(r.words(n, b, Own))
	}
	if len(d.named) == 0 {
		d.named = slices.Clip(b.Attr.PRs)
	}
	r.addOfficial(d, b.Refs)
	for i := range b.Children {
		r.below(d, n, &b.Children[i])
	}
	d.late = append(d.late, func(d *Doc) {
		for _, o := range j.Official {
			r.official(d, o)
		}
		r.attributed(d, b)
		r.referAll(d, b.Refs)
		for _, k := range slices.Concat(j.KEPs, j.OfficialKEPs) {
			r.referKEP(d, k)
		}
	})
}

// attributed adds the attribution of an entry.
func (r *reading) attributed(d *Doc, b *note.Block) {
	for _, pr := range b.Attr.PRs {
		d.refer(r.terms(note.PR, pr))
	}
	for _, t := range b.Attr.Threads {
		d.refer(r.terms(note.Thread, t))
	}
}

// nameOf returns the name of an entry without a heading: its pull request, its API or KEP, else
// its day; may be empty.
func (r *reading) nameOf(n *note.Note, b *note.Block) (string, note.Lang) {
	for _, pr := range b.Attr.PRs {
		return ref.Label(note.Ref{Kind: note.PR, ID: pr}), english
	}
	for _, t := range b.Attr.Threads {
		return ref.Label(note.Ref{Kind: note.Thread, ID: t}), english
	}
	for _, x := range b.Refs { // the first reference is the subject of an entry
		if x.Kind == note.PR && strings.HasPrefix(string(b.ID), "pr-"+x.ID) {
			return ref.Label(x), english
		}
		if x.Kind == note.API && strings.HasPrefix(string(b.ID), "api-") {
			return x.ID, english
		}
	}
	if k, ok := r.s.KEPOf(n, b); ok {
		return strings.TrimSpace(ref.Label(note.Ref{Kind: note.KEP, ID: k}) + " " + r.book.KEPTitle(k)), english
	}
	return b.Date, ""
}

// Sources lists the sources of a site: items first, then notes by release, the oldest first, those
// without a release before them. book has their addresses.
func Sources(s *site.Site, book *address.Book) []Source {
	m := &maker{s: s, book: book}
	var out []Source
	for _, kind := range []struct {
		of   note.RefKind
		ids  []string
		make func(id string) Doc
	}{
		{note.KEP, lastFirst(s.Keys(note.KEP), book.KEPTitle), m.kep}, {note.PR, s.Keys(note.PR), m.pull},
		{note.SIGRef, lastFirst(s.Keys(note.SIGRef), itself), m.sig}, {note.Gate, lastFirst(s.Keys(note.Gate), itself), m.gate},
	} {
		out = append(out, portions(string(kind.of), kind.ids, kind.make)...)
	}
	out = append(out, m.settings()...)
	out = append(out, portions("person", s.Keys(note.PersonRef), m.person)...)
	out = append(out, portions("repo", m.repos(), m.repo)...)
	out = append(out, m.changes()...)
	out = append(out, portions("term", m.termIDs(), m.term)...)
	out = append(out, portions("release", m.releaseIDs(), m.release)...)
	return append(out, m.notes()...)
}
