package builder

import (
	"html/template"
	"slices"
	"strings"

	"github.com/kawaraban/kawaraban/internal/note"
	"github.com/kawaraban/kawaraban/internal/page/address"
	"github.com/kawaraban/kawaraban/internal/site"
	"github.com/kawaraban/kawaraban/internal/upstream"
	"github.com/kawaraban/kawaraban/internal/view"
)

// Changes builds the views of published pull requests.
type Changes struct {
	pg          *Page
	links       *Links
	notes       *NoteLinks
	citations   *Citations
	attribution *Attribution
	entries     *Entries
}

// Change builds the view of a published pull request. With remarks, it includes the remarks of
// the entries that cite the pull request.
func (cg *Changes) Change(r note.Release, c *site.Change, remarks bool) view.Change {
	n := c.Note
	v := view.Change{Words: cg.pg.Say(), Urgent: n.Urgent, Text: cg.Sentence(c)}
	v.PR = cg.links.Change(c)
	if n.Author != "" {
		author := cg.links.Person(string(n.Author))
		v.Author = &author
	}
	for _, k := range address.Unique(append([]note.EntryKind{n.Kind}, n.Kinds...)) {
		if k != "" {
			v.Kinds = append(v.Kinds, cg.pg.KindTag(k))
		}
	}
	v.KindCodes, v.SIGCodes = filteredAs(n), Joined(n.SIGs)
	for _, g := range n.SIGs {
		v.SIGs = append(v.SIGs, cg.links.SIG(g))
	}
	v.KEPs, v.Gates = cg.FeaturesOf(c)
	cg.cited(&v, r, c, remarks)
	if remarks {
		Lead(&v.Text, v.Summary)
	}
	return v
}

// FeaturesOf returns links to the KEPs of a change and to the gates in its official text.
func (cg *Changes) FeaturesOf(c *site.Change) (keps, gates []view.Link) {
	for _, k := range c.KEPs {
		keps = append(keps, cg.links.KEP(k))
	}
	for _, g := range gatesNamed(c) {
		gates = append(gates, cg.links.Gate(g))
	}
	return keps, gates
}

// citing links to a citation of a change. The name of a SIG is the link text for a note about one
// SIG.
func (cg *Changes) citing(r note.Release, m site.Mention) view.Link {
	l := cg.notes.NamedMention(m)
	l.Href = cg.pg.Near(l.Href)
	if n := m.Note; byGroup(n) && upstream.Newest(n.Releases) == r {
		l.Text, l.Lang = cg.pg.Book.SIGTitle(n.SIGs[0]), ""
	}
	return l
}

// Sentence returns the official text of a change.
func (cg *Changes) Sentence(c *site.Change) view.Rich {
	out := cg.official(c)
	out.HTML = template.HTML(tidied(string(out.HTML), c.Note.Urgent))
	return out
}

func (cg *Changes) official(c *site.Change) view.Rich {
	if c.Text == nil {
		return view.Rich{HTML: template.HTML("<p>" + template.HTMLEscapeString(c.Note.Text) + "</p>"), Lang: cg.pg.English()}
	}
	out := view.Rich{HTML: "<p>" + cg.pg.fill(c.Text.Text, nil, true) + "</p>", Lang: cg.pg.Tag(c.Text.Lang)}
	for i := range c.Text.Children {
		out.HTML += cg.pg.fill(c.Text.Children[i].Text, nil, true)
	}
	return out
}

// filteredAs returns the filter codes of a change: its main kind, and urgent. It has no other
// kinds, because the counts of the filters include only the main kind.
func filteredAs(n *upstream.ReleaseNote) string {
	if n.Urgent {
		return strings.TrimSpace(string(n.Kind) + " " + string(note.Urgent))
	}
	return string(n.Kind)
}

// Joined joins codes with spaces, the format of the filters.
func Joined[T ~string](ids []T) string {
	var out []string
	for _, id := range ids {
		out = append(out, string(id))
	}
	return strings.Join(out, " ")
}

func (cg *Changes) cited(v *view.Change, r note.Release, c *site.Change, remarks bool) {
	if c.PR == "" {
		return
	}
	seen := map[note.ID]bool{}
	var langs []string
	for _, m := range cg.citations.All(note.Key{Kind: note.PR, ID: c.PR}) {
		if !seen[m.Note.ID] {
			seen[m.Note.ID] = true
			v.Notes = append(v.Notes, cg.citing(r, m))
			langs = append(langs, langsOf(cg.pg.Book, m.Note.ID)...)
		}
		if remarks && m.Entry() {
			v.Remarks = append(v.Remarks, cg.entries.RemarksOf(m)...)
		}
	}
	if remarks {
		if entry := cg.citations.EntryOn(c, cg.citations.OfPull(c)); entry != nil {
			v.Summary = cg.Words(*entry)
		}
	}
	slices.Sort(langs)
	v.Langs = strings.Join(slices.Compact(langs), " ")
}

func langsOf(bk *address.Book, id note.ID) []string {
	var out []string
	for _, n := range bk.Site.Versions(id) {
		out = append(out, string(n.Lang))
	}
	return out
}

// ChangeNumber formats the number of a pull request: #123.
func ChangeNumber(c *site.Change) string {
	if c.PR != "" {
		return "#" + c.PR
	}
	return c.Key().ID
}

// Words quotes the text of an entry and the prose below it, without its remarks.
func (cg *Changes) Words(m site.Mention) *view.Remark {
	in := Place{N: m.Note, Quoted: true}
	r := &view.Remark{
		Words: cg.pg.Say(), Authors: cg.links.Authors(m.Note), From: cg.notes.From(m.Note), Href: cg.notes.Block(m.Note, m.Block),
		Mark: view.Mark{Machine: cg.pg.machine(m.Block)},
		Rich: view.Rich{HTML: "<p>" + cg.attribution.SharedOf(m.Block, in).text + "</p>", Lang: cg.pg.Tag(m.Block.Lang)},
	}
	for i := range m.Block.Children {
		if c := &m.Block.Children[i]; c.Type == note.Prose && c.Lang == m.Block.Lang {
			r.Rich.HTML += cg.pg.rich(c.Text, c.Lang, m.Note, true).HTML
		}
	}
	return r
}
