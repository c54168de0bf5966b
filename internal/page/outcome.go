package page

import (
	"iter"
	"slices"
	"strings"

	"github.com/kawaraban/kawaraban/internal/note"
	"github.com/kawaraban/kawaraban/internal/site"
	"github.com/kawaraban/kawaraban/internal/view"
)

// came says what became of what blocks of a note name; nil where there is nothing to
// say. In a log, where much is named by the way, a feature that was already stable and
// has not changed is passed over.
func (sh *sheet) came(n *note.Note, blocks ...*note.Block) *view.Came {
	c := &view.Came{Words: sh.say()}
	keps, prs := map[string]bool{}, map[string]bool{}
	for _, b := range blocks {
		for _, o := range sh.s.OutcomeOf(n, b) {
			if !keps[o.KEP.Dir] && (n.Kind != note.Log || changed(o)) {
				c.KEPs = append(c.KEPs, sh.outcome(o))
			}
			keps[o.KEP.Dir] = true
		}
		for _, l := range sh.s.LaterOf(n, b) {
			if link := sh.laterLink(l); !prs[l.PR] && link != nil {
				c.PRs = append(c.PRs, *link)
			}
			prs[l.PR] = true
		}
	}
	if len(c.KEPs)+len(c.PRs) == 0 {
		return nil
	}
	return c
}

// laterLink leads to a pull request on the list of the release that published it.
func (sh *sheet) laterLink(l site.Later) *view.Link {
	change := sh.s.Facts(l.Release).Change(l.PR)
	if change == nil || !sh.s.HasRelease(l.Release) {
		return nil
	}
	href := sh.href(changesPath(l.Release)) + "#" + changeID(change)
	return &view.Link{Href: href, Text: sh.l.T("came.published", "#"+l.PR, l.Release)}
}

// sections puts under each heading of a talk what became of the features that its
// section names: a talk names them in prose, one or more to a section. What stands
// before the first heading has it after its last block.
//
// The blocks are those that the note itself has for each item.
func (sh *sheet) sections(items []view.Item, blocks [][]*note.Block, n *note.Note) {
	for i := 0; i < len(items); {
		end := i + 1
		for end < len(items) && items[end].Heading == nil {
			end++
		}
		at := i
		if items[i].Heading == nil {
			at = end - 1
		}
		section := slices.DeleteFunc(slices.Concat(blocks[i:end]...), func(b *note.Block) bool {
			return b.Type == note.Entry // it says so itself
		})
		items[at].Came = sh.came(n, section...)
		i = end
	}
}

// changed reports whether something came of a feature, or is still to come.
func changed(o site.Outcome) bool {
	return len(o.After) > 0 || o.Ended != "" || o.Now.Stage != note.Stable
}

func (sh *sheet) outcome(o site.Outcome) view.Outcome {
	v := view.Outcome{Words: sh.say(), KEP: sh.kepLink(o.KEP.Number), Title: o.KEP.Title, By: sh.kepRefs(o.KEP.SupersededBy)}
	for _, sp := range o.After {
		tag := sh.stageTag(sp.Stage)
		v.Steps = append(v.Steps, view.OutcomeStep{Stage: tag, Text: sh.l.T("came.step", tag.Label, sp.From), Href: sh.releaseLink(sp.From).Href})
	}
	v.Now, v.Stage = sh.standing(o)
	if o.Ended != "" && !(o.Begun && o.Ended == "provisional") { // what is in a release went beyond its proposal
		v.Ended = sh.l.T("came." + o.Ended)
	}
	return v
}

// standing says where an enhancement is now, where its steps do not end there.
func (sh *sheet) standing(o site.Outcome) (string, *view.Tag) {
	switch {
	case o.Ended != "" && !o.Begun:
		return "", nil
	case !o.Begun:
		return sh.l.T("came.none"), nil
	}
	now := sh.stage(o.Now)
	tag := now.Tag
	if n := len(o.After); n > 0 && o.After[n-1] == o.Now {
		return "", nil
	}
	if len(o.After) == 0 && o.Known && o.Then == o.Now {
		return sh.l.T("came.still", now.Text), &tag
	}
	return sh.l.T("came.now", now.Text), &tag
}

// proposalPages are the parts of a long list of proposals.
func (p *planner) proposalPages() family {
	return pagesOf[string]{
		all: p.proposalParts,
		owner: func(path string) (string, bool) {
			rest, ok := strings.CutPrefix(path, proposalsPath)
			part := strings.TrimSuffix(rest, "/")
			return part, ok && slices.Contains(p.proposalParts(), part)
		},
		routes: func(part string) iter.Seq[route] {
			return only(route{proposalsPath + part + "/", "said", func(sh *sheet) any { return sh.proposalPart(part) }, nil})
		},
	}
}

// proposalParts lists the pages of the parts of a long list of proposals.
func (p *planner) proposalParts() []string { return partsOf(slices.Values(p.proposals())) }

const proposalsPath = "proposals/"

// shownProposals are the proposals in the versions for this page's reader.
func (sh *sheet) shownProposals() []site.Mention {
	return slices.DeleteFunc(slices.Clone(sh.proposals()), func(m site.Mention) bool {
		return sh.s.Pick(m.Note.ID, sh.lang) != m.Note
	})
}

// proposal quotes a proposal with what became of it.
func (sh *sheet) proposal(m site.Mention) view.Entry {
	e := sh.quote(m)
	e.Came = sh.came(m.Note, m.Block)
	if e.Came != nil {
		e.Came.Codes = strings.Join(sh.statesNow(m), " ")
	}
	return e
}

// statesNow lists where the enhancements of a proposal stand: stages, what ended them,
// or none for those that are in no release.
func (sh *sheet) statesNow(m site.Mention) []string {
	var out []string
	for _, o := range sh.s.OutcomeOf(m.Note, m.Block) {
		switch {
		case o.Begun:
			out = append(out, string(o.Now.Stage))
		case o.Ended != "":
			out = append(out, o.Ended)
		default:
			out = append(out, "none")
		}
	}
	if len(out) == 0 {
		out = []string{"none"}
	}
	return unique(out)
}

// proposalList makes the list of what notes said may come.
func (sh *sheet) proposalList() any {
	v := view.ProposalsView{Frame: sh.frame(sh.l.T("nav.proposals"))}
	v.Description = sh.l.T("proposals.line")
	all := sh.shownProposals()
	v.Count = len(all)
	v.Groups = sh.bounded(newPlaces(all), proposalsPath, func(g *view.EntryGroup, part []site.Mention) { g.Entries = quoted(part, sh.proposal) })
	states := map[string]int{}
	for _, m := range all {
		for _, code := range sh.statesNow(m) {
			states[code]++
		}
	}
	v.States = sh.stateOptions(states)
	for _, g := range v.Groups {
		v.Outline = append(v.Outline, view.OutlineItem{ID: g.ID, Text: g.Title, Level: 2})
		if len(g.Entries) > 0 {
			v.Releases = append(v.Releases, view.Option{Value: g.ID, Label: g.Title, Count: len(g.Entries), Figure: sh.l.Number(len(g.Entries))})
		}
	}
	return v
}

// stateOptions lists the states that occur: how far on, then why not.
func (sh *sheet) stateOptions(count map[string]int) []view.Option {
	var out []view.Option
	for _, st := range []note.Stage{note.Stable, note.Beta, note.Alpha, note.Deprecated, note.Removed} {
		if n := count[string(st)]; n > 0 {
			out = append(out, view.Option{Value: string(st), Label: sh.l.T("stage." + string(st)), Count: n, Figure: sh.l.Number(n)})
		}
	}
	for _, code := range []string{"none", "provisional", "deferred", "rejected", "withdrawn", "replaced"} {
		if n := count[code]; n > 0 {
			out = append(out, view.Option{Value: code, Label: sh.l.T("came." + code), Count: n, Figure: sh.l.Number(n)})
		}
	}
	return out
}

// proposalPart makes a page of the proposals of one release, or of one month of the log.
func (sh *sheet) proposalPart(part string) any {
	pl := newPlaces(sh.shownProposals())
	parts := sh.proposalParts()
	sh.about = sh.href(proposalsPath)
	v := sh.partView(pl, parts, part, proposalsPath, sh.l.T("nav.proposals"))
	v.Entries = quoted(pl.onPage(parts, part), sh.proposal)
	v.Crumbs = []view.Link{{Href: sh.href(proposalsPath), Text: sh.l.T("nav.proposals")}}
	return v
}
