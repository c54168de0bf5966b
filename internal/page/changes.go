package page

import (
	"html/template"
	"slices"
	"strings"

	"github.com/kawaraban/kawaraban/internal/note"
	"github.com/kawaraban/kawaraban/internal/site"
	"github.com/kawaraban/kawaraban/internal/upstream"
	"github.com/kawaraban/kawaraban/internal/view"
)

// changes makes the list of all published pull requests of a release.
func (sh *sheet) changes(r note.Release) any {
	facts, board := sh.s.Facts(r), sh.s.Board(r)
	v := view.ChangesView{
		Frame: sh.frame(sh.l.T("changes.title", r)), Release: string(r), RelHref: sh.href(releasePath(r)), Total: len(facts.Changes),
	}
	v.Crumbs = []view.Link{{Href: v.RelHref, Text: "Kubernetes " + string(r)}}
	groups := map[note.EntryKind][]view.Change{}
	langs := map[string]int{}
	urgent := 0
	for i := range facts.Changes {
		c := &facts.Changes[i]
		if c.Note.Urgent {
			urgent++
		}
		made := sh.change(r, c, false)
		made.ID = changeID(c)
		if board.Covers(c) {
			v.Noted++
		}
		for _, l := range strings.Fields(made.Langs) {
			langs[l]++
		}
		groups[c.Note.Kind] = append(groups[c.Note.Kind], made)
	}
	for _, row := range facts.BySIG() {
		if row.SIG != "" {
			v.SIGs = append(v.SIGs, view.Option{Value: string(row.SIG), Label: sh.sigName(row.SIG), Count: row.Total, Figure: sh.l.Number(row.Total)})
		}
	}
	slices.SortStableFunc(v.SIGs, func(a, b view.Option) int { return sh.l.Collate(a.Label, b.Label) })
	kinds := sh.kindOptions(facts.ByKind())
	v.Kinds, v.Languages = kinds, sh.langOptions(langs)
	if urgent > 0 {
		v.Kinds = append([]view.Option{{Value: string(note.Urgent), Label: sh.l.T("kind.urgent"), Count: urgent, Figure: sh.l.Number(urgent)}}, kinds...)
	}
	for _, k := range kinds {
		kind := note.EntryKind(strings.TrimSuffix(k.Value, "none"))
		g := view.ChangeGroup{ID: "kind-" + k.Value, Kind: view.Tag{Code: k.Value, Label: k.Label}, Changes: groups[kind]}
		v.Groups = append(v.Groups, g)
		v.Outline = append(v.Outline, view.OutlineItem{ID: g.ID, Text: g.Kind.Label, Level: 2})
	}
	return v
}

func (sh *sheet) langOptions(count map[string]int) []view.Option {
	var out []view.Option
	for l, n := range count {
		self := sh.self(note.Lang(l))
		out = append(out, view.Option{Value: l, Label: self.Text, Lang: self.Lang, Count: n, Figure: sh.l.Number(n)})
	}
	slices.SortFunc(out, func(a, b view.Option) int { return strings.Compare(a.Value, b.Value) })
	return out
}

// changeID is the anchor of a change on the list of its release.
func changeID(c *site.Change) string {
	if c.PR != "" {
		return "pr-" + c.PR
	}
	return "pr-" + strings.ReplaceAll(c.Note.Repo, "/", "-") + "-" + itoa(c.Note.PR)
}

// change makes the view of a published pull request; with remarks, those of the
// entries that cite it stand beside it.
func (sh *sheet) change(r note.Release, c *site.Change, remarks bool) view.Change {
	n := c.Note
	v := view.Change{Words: sh.say(), Urgent: n.Urgent, Text: sh.sentence(c)}
	v.PR = sh.changeLink(c)
	if n.Author != "" {
		author := sh.personLink(string(n.Author))
		v.Author = &author
	}
	for _, k := range unique(append([]note.EntryKind{n.Kind}, n.Kinds...)) {
		if k != "" {
			v.Kinds = append(v.Kinds, sh.kindTag(k))
		}
	}
	v.KindCodes, v.SIGCodes = filteredAs(n), joined(n.SIGs)
	for _, g := range n.SIGs {
		v.SIGs = append(v.SIGs, sh.sigLink(g))
	}
	v.KEPs, v.Gates = sh.featuresOf(c)
	sh.cited(&v, r, c, remarks)
	return v
}

// featuresOf links to the KEPs that a change is about, and to the gates that its official
// sentence names.
func (sh *sheet) featuresOf(c *site.Change) (keps, gates []view.Link) {
	for _, k := range c.KEPs {
		keps = append(keps, sh.kepLink(k))
	}
	if c.Text != nil {
		for _, g := range unique(idsOf(c.Text.Refs, note.Gate)) {
			gates = append(gates, sh.gateLink(g))
		}
	}
	return keps, gates
}

// citing links to a place that cites a change of a release. A note on one group's part
// of that release is named by the group.
func (sh *sheet) citing(r note.Release, m site.Mention) view.Link {
	l := sh.mentionLink(m)
	l.Href = sh.near(l.Href)
	if n := m.Note; byGroup(n) && upstream.Newest(n.Releases) == r {
		l.Text, l.Lang = sh.sigTitle(n.SIGs[0]), ""
	}
	return l
}

// changeLink leads to the page of a change's pull request, here or upstream.
func (sh *sheet) changeLink(c *site.Change) view.Link {
	if c.PR != "" {
		return sh.prLink(c.PR)
	}
	id := c.Note.Repo + "#" + itoa(c.Note.PR)
	return sh.link(note.Key{Kind: note.Thread, ID: id}, id)
}

// sentence is the official text of a change.
func (sh *sheet) sentence(c *site.Change) view.Rich {
	if c.Text == nil {
		return view.Rich{HTML: template.HTML("<p>" + template.HTMLEscapeString(c.Note.Text) + "</p>"), Lang: sh.english()}
	}
	out := view.Rich{HTML: "<p>" + sh.fill(c.Text.Text, nil, true) + "</p>", Lang: sh.tag(c.Text.Lang)}
	for i := range c.Text.Children {
		out.HTML += sh.fill(c.Text.Children[i].Text, nil, true)
	}
	return out
}

// filteredAs lists what a change is found under: the kind that it counts under
// everywhere, so that a filter shows as many changes as its count says, and urgent.
func filteredAs(n *upstream.ReleaseNote) string {
	if n.Urgent {
		return strings.TrimSpace(string(n.Kind) + " " + string(note.Urgent))
	}
	return string(n.Kind)
}

func joined[T ~string](ids []T) string {
	var out []string
	for _, id := range ids {
		out = append(out, string(id))
	}
	return strings.Join(out, " ")
}

// cited fills in the entries that cite a change.
func (sh *sheet) cited(v *view.Change, r note.Release, c *site.Change, remarks bool) {
	if c.PR == "" {
		return
	}
	seen := map[note.ID]bool{}
	var langs []string
	for _, m := range sh.mentions(note.Key{Kind: note.PR, ID: c.PR}) {
		if !seen[m.Note.ID] {
			seen[m.Note.ID] = true
			v.Notes = append(v.Notes, sh.citing(r, m))
			langs = append(langs, sh.langsOf(m.Note.ID)...)
		}
		if remarks && m.Entry() {
			v.Remarks = append(v.Remarks, sh.remarksOf(m)...)
		}
	}
	if remarks {
		if teller := sh.teller(c, sh.onPull(c)); teller != nil {
			v.Told = sh.tell(*teller)
		}
	}
	slices.Sort(langs)
	v.Langs = strings.Join(slices.Compact(langs), " ")
}

// langsOf lists the languages that a note was written in.
func (p *planner) langsOf(id note.ID) []string {
	var out []string
	for _, n := range p.s.Versions(id) {
		out = append(out, string(n.Lang))
	}
	return out
}

// remarksOf returns the remarks of an entry, as quoted on another page: those in one
// language as one, so that their source is named once.
func (sh *sheet) remarksOf(m site.Mention) []view.Remark {
	var out []view.Remark
	for _, b := range m.Block.Remarks() {
		r := sh.remark(b, place{n: m.Note, quoted: true})
		if n := len(out); n > 0 && out[n-1].Rich.Lang == r.Rich.Lang {
			out[n-1].Rich.HTML += "\n" + r.Rich.HTML
			continue
		}
		r.From, r.Href = sh.from(m.Note), sh.blockHref(m.Note, m.Block)
		out = append(out, r)
	}
	return out
}
