package page

import (
	"iter"
	"slices"
	"strings"

	"github.com/kawaraban/kawaraban/internal/note"
	"github.com/kawaraban/kawaraban/internal/page/address"
	"github.com/kawaraban/kawaraban/internal/page/builder"
	"github.com/kawaraban/kawaraban/internal/site"
	"github.com/kawaraban/kawaraban/internal/view"
)

type proposalViews struct{ b *builder.Builder }

func proposalPages(li *address.Lists) family {
	return pagesOf[string]{
		all: li.ProposalParts,
		owner: func(path string) (string, bool) {
			rest, ok := strings.CutPrefix(path, address.ProposalsPath)
			part := strings.TrimSuffix(rest, "/")
			return part, ok && slices.Contains(li.ProposalParts(), part)
		},
		routes: func(part string) iter.Seq[route] {
			return only(route{address.ProposalsPath + part + "/", "said", func(b *builder.Builder) any { return proposalViews{b}.proposalPart(part) }, nil})
		},
	}
}

func (pr proposalViews) shownProposals() []site.Mention {
	return slices.DeleteFunc(slices.Clone(pr.b.Book.Lists.Proposals()), func(m site.Mention) bool {
		return pr.b.Site.Pick(m.Note.ID, pr.b.Lang) != m.Note
	})
}

func (pr proposalViews) fill(g *view.EntryGroup, of []site.Mention) {
	g.Entries = builder.Quoted(of, pr.proposal)
}

func (pr proposalViews) proposal(m site.Mention) view.Entry {
	e := pr.b.Quotes.Quote(m)
	e.Outcomes = pr.b.Outcomes.Of(m.Note, m.Block)
	if e.Outcomes != nil {
		e.Outcomes.Codes = strings.Join(pr.statesNow(m), " ")
	}
	return e
}

// statesNow returns the current states of the KEPs of a proposal. A state is a stage, the reason
// why the KEP ended, or "none" if no release has the KEP.
func (pr proposalViews) statesNow(m site.Mention) []string {
	var out []string
	for _, o := range pr.b.Site.OutcomeOf(m.Note, m.Block) {
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
	return address.Unique(out)
}

func (pr proposalViews) proposalList() any {
	v := view.ProposalsView{Frame: pr.b.Frames.Frame(pr.b.L.T("nav.proposals"))}
	v.Description = pr.b.L.T("proposals.line")
	all := pr.shownProposals()
	v.Count = len(all)
	v.Groups = pr.b.Groups.Bounded(address.NewPlaces(all), pr.b.Book.Lists.ProposalParts(), address.ProposalsPath, pr.fill)
	states := map[string]int{}
	for _, m := range all {
		for _, code := range pr.statesNow(m) {
			states[code]++
		}
	}
	v.States = pr.stateOptions(states)
	for _, g := range v.Groups {
		v.Outline = append(v.Outline, view.OutlineItem{ID: g.ID, Text: g.Title, Level: 2})
		if len(g.Entries) > 0 {
			v.Releases = append(v.Releases, view.Option{Value: g.ID, Label: g.Title, Count: len(g.Entries), Figure: pr.b.L.Number(len(g.Entries))})
		}
	}
	return v
}

// stateOptions returns the filter options for the states that occur. Stages come first.
func (pr proposalViews) stateOptions(count map[string]int) []view.Option {
	var out []view.Option
	for _, st := range []note.Stage{note.Stable, note.Beta, note.Alpha, note.Deprecated, note.Removed} {
		if n := count[string(st)]; n > 0 {
			out = append(out, view.Option{Value: string(st), Label: pr.b.L.T("stage." + string(st)), Count: n, Figure: pr.b.L.Number(n)})
		}
	}
	for _, code := range []string{"none", "provisional", "deferred", "rejected", "withdrawn", "replaced"} {
		if n := count[code]; n > 0 {
			out = append(out, view.Option{Value: code, Label: pr.b.L.T("came." + code), Count: n, Figure: pr.b.L.Number(n)})
		}
	}
	return out
}

func (pr proposalViews) proposalPart(part string) any {
	pl := address.NewPlaces(pr.shownProposals())
	parts := pr.b.Book.Lists.ProposalParts()
	pr.b.About = pr.b.Href(address.ProposalsPath)
	v := citedViews(pr).partView(pl, parts, part, address.ProposalsPath, pr.b.L.T("nav.proposals"))
	v.Groups = pr.b.Groups.OnPage(pl.OnPage(parts, part), pr.fill)
	v.Crumbs = []view.Link{{Href: pr.b.Href(address.ProposalsPath), Text: pr.b.L.T("nav.proposals")}}
	return v
}
