package search

import (
	"cmp"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/kawaraban/kawaraban/internal/glossary"
	"github.com/kawaraban/kawaraban/internal/note"
	"github.com/kawaraban/kawaraban/internal/ref"
	"github.com/kawaraban/kawaraban/internal/search/analyzer"
	"github.com/kawaraban/kawaraban/internal/site"
)

// english is the language of what upstream writes.
const english note.Lang = "en"

// thing begins the document of a thing, whose type the row of its kind says.
func (m *maker) thing(kind note.RefKind, id string) Doc {
	r := note.Ref{Kind: kind, ID: id}
	return Doc{Type: Type(ref.KindOf(kind).Search), Path: m.book.Thing(r.Key()), Name: ref.Label(r), NameLang: english, IDs: m.terms(kind, id), Out: ref.URL(r)}
}

// kep makes the document of a number, under which two KEPs may stand.
func (m *maker) kep(number string) Doc {
	d := m.thing(note.KEP, number)
	d.Name += " " + m.book.KEPTitle(number)
	for _, k := range m.s.Data().KEPs[number] {
		if k.SIG != "" && !slices.Contains(d.SIGs, k.SIG) {
			d.SIGs = append(d.SIGs, k.SIG)
		}
	}
	if now, ok := m.s.StageNow(number); ok {
		d.Stage = now.Stage
	}
	for _, g := range m.s.GatesOfKEP(number) {
		m.referThing(&d, note.Key{Kind: note.Gate, ID: g})
	}
	m.referSIGs(&d)
	return d
}

// pull makes the document of a pull request: what every release that published it says.
func (m *maker) pull(number string) Doc {
	d := m.thing(note.PR, number)
	for _, o := range m.s.Published(number) {
		if d.Release == "" {
			d.Release, d.Kind, d.SIGs = o.Release, o.Note.Kind, o.Note.SIGs
		}
		m.official(&d, o)
		for _, k := range m.s.Data().KEPsOfNote(o.Note) {
			m.referKEP(&d, k)
		}
	}
	m.referSIGs(&d)
	return d
}

// changes lists the published pull requests that have no page of their own, oldest release
// first: each stands on the list of the first release that published it.
func (m *maker) changes() []Source {
	seen := map[string]bool{}
	for _, number := range m.s.Keys(note.PR) {
		seen[number] = true
	}
	var out []Source
	for _, r := range slices.Backward(m.s.Releases()) {
		byID := map[string]*site.Change{}
		var ids []string
		facts := m.s.Facts(r)
		for i := range facts.Changes {
			c := &facts.Changes[i]
			if id := c.Key().ID; !seen[id] {
				seen[id], byID[id] = true, c
				ids = append(ids, id)
			}
		}
		out = append(out, portions("change "+string(r), ids, func(id string) Doc { return m.change(r, byID[id]) })...)
	}
	return out
}

// change makes the document of a published pull request without a page.
func (m *maker) change(r note.Release, c *site.Change) Doc {
	key := c.Key()
	d := m.thing(key.Kind, key.ID)
	d.Path = m.book.Change(r, c)
	d.Release, d.Kind, d.SIGs = r, c.Note.Kind, c.Note.SIGs
	m.official(&d, site.OfficialNote{Release: r, Note: c.Note, Text: c.Text})
	for _, k := range c.KEPs {
		m.referKEP(&d, k)
	}
	m.referSIGs(&d)
	return d
}

// official adds what upstream says of a pull request, and what it names there.
func (m *maker) official(d *Doc, o site.OfficialNote) {
	m.sentence(d, o)
	if o.Text != nil {
		m.referAll(d, o.Text.Refs)
	}
}

// sentence adds the words in which a release published a pull request.
func (m *maker) sentence(d *Doc, o site.OfficialNote) {
	if o.Text == nil {
		d.write(Text{english, o.Note.Text, Official})
		return
	}
	within := note.Note{Blocks: o.Text.Children}
	d.write(Text{o.Text.Lang, o.Text.Text.Plain(), Official})
	for b := range within.All {
		d.write(Text{b.Lang, b.Text.Plain(), Official})
	}
}

func (m *maker) sig(label string) Doc {
	g := note.SIG(label)
	d := m.thing(note.SIGRef, label)
	d.Name, d.SIGs, d.Out = m.book.SIGTitle(g), []note.SIG{g}, ""
	if known := m.s.Data().SIGs[g]; known != nil {
		d.Out = m.book.SIGFolder(known)
		d.write(Text{english, strings.Join(strings.Fields(known.Mission), " "), Official})
		for _, p := range known.Subprojects {
			d.write(Text{english, p.Name, Reference})
		}
	}
	return d
}

func (m *maker) gate(name string) Doc {
	d := m.thing(note.Gate, name)
	known := m.s.Data().Gate(name)
	d.write(Text{english, strings.Join(known.FormerTitles, ", "), Title})
	for _, lang := range sortedLangs(known.Description) {
		d.write(Text{lang, m.book.Words(known.Description[lang]), Official})
	}
	if now, ok := m.s.GateLine(name).Now(); ok {
		d.Stage = now.Stage
	}
	for _, k := range m.s.KEPsOfGate(name) {
		m.referKEP(&d, k)
	}
	return d
}

func sortedLangs[V any](in map[note.Lang]V) []note.Lang {
	var out []note.Lang
	for l := range in {
		out = append(out, l)
	}
	slices.Sort(out)
	return out
}

// termIDs lists the words of the glossary, longer names first: of documents that weigh the
// same the last one is found first, and whoever asks for a volume or a Pod wants that and not
// a persistent volume, a static Pod.
func (m *maker) termIDs() []string {
	g := m.s.Data().Glossary
	if g == nil {
		return nil
	}
	size := func(id string) (words, letters int) {
		name, _ := g.Term(glossary.ID(id)).Name(english)
		return len(strings.Fields(name)), utf8.RuneCountInString(name)
	}
	var out []string
	for i := range g.Terms {
		out = append(out, string(g.Terms[i].ID))
	}
	slices.SortFunc(out, func(a, b string) int {
		wordsA, lettersA := size(a)
		wordsB, lettersB := size(b)
		return cmp.Or(wordsB-wordsA, lettersB-lettersA, strings.Compare(b, a))
	})
	return out
}

// term makes the document of a word of the field: its names and what it is, in every
// language. Words that are wrong for it lead to it, too: they are what somebody may type
// who does not know the right one.
func (m *maker) term(id string) Doc {
	t := m.s.Data().Glossary.Term(glossary.ID(id))
	d := Doc{Type: Term, Path: m.book.Term(t.ID), Concept: t.ID}
	d.Name, d.NameLang = t.Name(english)
	for _, lang := range sortedLangs(t.Names) {
		for _, name := range t.Names[lang] {
			d.write(Text{lang, name, Title})
			d.identify(name)
		}
		d.write(Text{lang, strings.Join(t.Avoid[lang], ", "), Reference})
	}
	for _, lang := range sortedLangs(t.About) {
		d.write(Text{lang, t.About[lang], Own})
	}
	return d
}

// identify adds a name by which a document is the very thing asked for: one that is looked
// for by a single term. Those of a longer name stand in others as well.
func (d *Doc) identify(name string) {
	pieces := analyzer.Query(name)
	if len(pieces) != 1 {
		return
	}
	switch p := pieces[0]; {
	case p.Script == analyzer.ScriptNumber, p.Script == analyzer.ScriptID, len(p.Keys) > 1, slices.Contains(d.IDs, p.Text):
	case p.Keys[0] == p.Text:
		d.IDs = append(d.IDs, p.Text)
	}
}

func (m *maker) releaseIDs() []string {
	var out []string
	for _, r := range slices.Backward(m.s.Releases()) {
		out = append(out, string(r))
	}
	return out
}

func (m *maker) release(id string) Doc {
	d := m.thing(note.ReleaseRef, id)
	d.Name, d.Release = "Kubernetes "+id, note.Release(id)
	if known := m.s.Data().Releases[d.Release]; known != nil {
		d.write(Text{english, known.Name, Official})
	}
	return d
}

// referAll adds the things that references mean, by their rows in [ref.Kinds]. Words of the text
// itself say the rest.
func (m *maker) referAll(d *Doc, refs []note.Ref) {
	for _, r := range refs {
		m.referThing(d, m.s.Normal(r.Key()))
	}
}

// referThing adds a thing by its terms and by its name, as the row of its kind says.
func (m *maker) referThing(d *Doc, key note.Key) {
	kind := ref.KindOf(key.Kind)
	if kind.Terms {
		d.refer(m.terms(key.Kind, key.ID))
	}
	if kind.Words {
		d.write(Text{english, m.nameOf(key), Reference})
	}
}

// nameOf is the name by which what names a thing is found. A SIG needs none, since a query knows
// SIG Node for what sig-node is; WG Batch is two words for it.
func (m *maker) nameOf(key note.Key) string {
	switch key.Kind {
	case note.KEP:
		return m.book.KEPTitle(key.ID)
	case note.SIGRef:
		if title := m.book.SIGTitle(note.SIG(key.ID)); !strings.HasPrefix(title, "SIG ") {
			return title
		}
		return ""
	}
	return key.ID
}

// referKEP adds a KEP.
func (m *maker) referKEP(d *Doc, number string) {
	m.referThing(d, note.Key{Kind: note.KEP, ID: number})
}

// referSIGs adds the groups of a document.
func (m *maker) referSIGs(d *Doc) {
	for _, g := range d.SIGs {
		m.referThing(d, note.Key{Kind: note.SIGRef, ID: string(g)})
	}
}
