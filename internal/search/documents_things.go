package search

import (
	"cmp"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/kawaraban/kawaraban/internal/glossary"
	"github.com/kawaraban/kawaraban/internal/note"
	"github.com/kawaraban/kawaraban/internal/page/address"
	"github.com/kawaraban/kawaraban/internal/ref"
	"github.com/kawaraban/kawaraban/internal/search/analyzer"
	"github.com/kawaraban/kawaraban/internal/site"
	"github.com/kawaraban/kawaraban/internal/upstream"
)

// english is the language of upstream's texts.
const english note.Lang = "en"

// thing returns the document of an item with the type of its kind.
func (m *maker) thing(kind note.RefKind, id string) Doc {
	r := note.Ref{Kind: kind, ID: id}
	return Doc{Type: Type(ref.KindOf(kind).Search), Path: m.book.Thing(r.Key()), Name: ref.Label(r), NameLang: english, IDs: m.terms(kind, id), Out: ref.URL(r)}
}

// kep makes the document of a number, which two KEPs may share.
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
	for _, k := range m.s.Data().KEPs[number] {
		d.life(m.s.KEPLine(k))
	}
	m.nameKEP(&d, number)
	for _, g := range m.s.GatesOfKEP(number) {
		m.referThing(&d, note.Key{Kind: note.Gate, ID: g})
	}
	m.referSIGs(&d)
	return d
}

// nameKEP adds the names in other languages of a KEP whose title is the first English name of a term
// of the glossary: KEP-753 Sidecar Containers is also KEP-753 サイドカーコンテナ.
func (m *maker) nameKEP(d *Doc, number string) {
	terms := m.s.Data().Glossary
	if terms == nil {
		return
	}
	title := m.book.KEPTitle(number)
	hits := terms.Find(title, english)
	if len(hits) != 1 || hits[0].Start > 0 || hits[0].End < len(title) {
		return
	}
	names := hits[0].Term.Names
	if len(names[english]) == 0 || !strings.HasPrefix(strings.ToLower(title), strings.ToLower(names[english][0])) {
		return
	}
	for _, lang := range sortedLangs(names) {
		if lang != english && len(names[lang]) > 0 {
			d.Texts = append(d.Texts, Text{Lang: lang, Text: "KEP-" + number + " " + names[lang][0], Role: Title})
		}
	}
}

// pull makes the document of a pull request, with the texts of all releases.
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

// changes lists published pull requests without a page, the oldest release first. Each is on the
// list of the first release that published it.
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

// life adds the stages of a feature and the releases in which it reached them.
func (d *Doc) life(line site.Line) {
	for _, span := range line.Spans {
		d.meta(string(span.Stage), string(span.From))
	}
}

func (d *Doc) meta(words ...string) {
	for _, w := range words {
		if !slices.Contains(d.Meta, w) {
			d.Meta = append(d.Meta, w)
		}
	}
}

// official adds the release note of a pull request, and its references.
func (m *maker) official(d *Doc, o site.OfficialNote) {
	m.sentence(d, o)
	d.meta(o.Note.Areas...)
	if o.Text != nil {
		m.referAll(d, o.Text.Refs)
	}
}

// sentence adds the text of a release note.
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
		for _, lead := range known.Leads {
			d.write(Text{english, lead.Name, Reference})
		}
	}
	return d
}

// person makes the document of a person. Leads of groups are also found by their names.
func (m *maker) person(id string) Doc {
	d := m.thing(note.PersonRef, id)
	for _, g := range m.s.Data().SIGList {
		for _, lead := range g.Leads {
			if strings.EqualFold(string(lead.Person), id) {
				d.write(Text{english, lead.Name, Title})
				d.SIGs = append(d.SIGs, g.Label)
			}
		}
	}
	return d
}

// repos lists the repositories that have a page.
func (m *maker) repos() []string {
	return slices.DeleteFunc(slices.Clone(m.s.Keys(note.Repo)), func(id string) bool {
		path, _ := m.book.Target(note.Ref{Kind: note.Repo, ID: id})
		return path == ""
	})
}

func (m *maker) repo(id string) Doc {
	d := m.thing(note.Repo, id)
	d.Name = m.s.Spelling(note.Key{Kind: note.Repo, ID: id})
	return d
}

func (m *maker) gate(name string) Doc {
	d := m.thing(note.Gate, name)
	known := m.s.Data().Gate(name)
	d.write(Text{english, strings.Join(known.FormerTitles, ", "), Title})
	for _, lang := range sortedLangs(known.Description) {
		d.write(Text{lang, m.book.Words(known.Description[lang]), Official})
	}
	line := m.s.GateLine(name)
	if now, ok := line.Now(); ok {
		d.Stage = now.Stage
	}
	d.life(line)
	for _, k := range m.s.KEPsOfGate(name) {
		m.referKEP(&d, k)
	}
	return d
}

// settings lists flags, configuration fields, metrics and admission plugins, the last name first.
func (m *maker) settings() []Source {
	all := m.s.Data().Settings()
	byID := make(map[string]upstream.Setting, len(all))
	var ids []string
	for _, s := range slices.Backward(all) {
		id := s.Kind + " " + s.Name
		ids, byID[id] = append(ids, id), s
	}
	return portions("setting", ids, func(id string) Doc { return m.setting(byID[id]) })
}

func (m *maker) setting(s upstream.Setting) Doc {
	d := Doc{Type: Setting, Path: address.FlagsPath + "#" + address.SettingID(s), Name: s.Name, NameLang: english}
	d.identify(s.Name)
	d.write(Text{english, strings.Join(s.Components, ", "), Reference})
	return d
}

// termIDs lists the glossary terms, longer names first. Of documents with equal weight the last is
// found first: a search for volume or Pod should find that before persistent volume or static Pod.
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

// term makes the document of a glossary term, with names and definition in all languages. Wrong
// words are included, because users may type them.
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

// identify adds a name that, as a single term, finds the document itself. Longer names occur in
// other documents, too.
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
	d.meta("release", "changes", "upgrade", "api", "urgent", "removed", "deprecated", "feature") // its page has these parts
	if known := m.s.Data().Releases[d.Release]; known != nil {
		d.write(Text{english, known.Name, Official})
	}
	return d
}

// referAll adds the items that references name, see [ref.Kinds]. Others are words of the text.
func (m *maker) referAll(d *Doc, refs []note.Ref) {
	for _, r := range refs {
		m.referThing(d, m.s.Normal(r.Key()))
	}
}

// referThing adds the terms and the name of an item.
func (m *maker) referThing(d *Doc, key note.Key) {
	kind := ref.KindOf(key.Kind)
	if kind.Terms {
		d.refer(m.terms(key.Kind, key.ID))
	}
	if kind.Words {
		d.write(Text{english, m.nameOf(key), Reference})
	}
}

// nameOf returns the name by which documents that refer to an item are found. A SIG needs none,
// because queries replace "SIG Node" by its id sig-node. They do not replace "WG Batch".
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

func (m *maker) referKEP(d *Doc, number string) {
	m.referThing(d, note.Key{Kind: note.KEP, ID: number})
}

func (m *maker) referSIGs(d *Doc) {
	for _, g := range d.SIGs {
		m.referThing(d, note.Key{Kind: note.SIGRef, ID: string(g)})
	}
}
