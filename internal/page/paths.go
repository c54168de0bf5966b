package page

import (
	"slices"

	"github.com/kawaraban/kawaraban/internal/fragment"
	"github.com/kawaraban/kawaraban/internal/glossary"
	"github.com/kawaraban/kawaraban/internal/locale"
	"github.com/kawaraban/kawaraban/internal/note"
	"github.com/kawaraban/kawaraban/internal/site"
	"github.com/kawaraban/kawaraban/internal/upstream"
)

// Planner plans the pages of a site, and says where things stand on them to those who lead
// there from what is no page. It may be asked from several goroutines at once.
type Planner struct{ p *planner }

// NewPlanner prepares a plan. Nothing of it is made before it is asked for.
func NewPlanner(s *site.Site, words *locale.Set, o Options) Planner {
	return Planner{newPlanner(s, words, o)}
}

// Thing is where the page of a thing stands below the /{l}/ of every language, ready for
// an address; empty for what has no page.
func (pl Planner) Thing(key note.Key) string {
	if !pl.p.s.HasPage(key) {
		return ""
	}
	return fragment.EscapePath(pl.p.pathOf(key))
}

// Change is where a published pull request stands below every /{l}/: on a page of its own,
// else on the list of its release.
func (pl Planner) Change(r note.Release, c *site.Change) string {
	if own := pl.Thing(c.Key()); own != "" && c.PR != "" {
		return own
	}
	return fragment.EscapePath(changesPath(r)) + fragment.Hash(changeID(c))
}

// Note is where the page of a note stands below every /{l}/.
func (pl Planner) Note(id note.ID) string { return fragment.EscapePath(fragment.NotePath(id)) }

// Term is where a word of the field stands below every /{l}/.
func (pl Planner) Term(id glossary.ID) string { return fragment.GlossaryPath + "#" + string(id) }

// KEPTitle is what a KEP is called: both titles where two KEPs share the number.
func (pl Planner) KEPTitle(number string) string { return pl.p.kepTitle(number) }

// SIGTitle is what a group is called: SIG Node, WG Batch.
func (pl Planner) SIGTitle(g note.SIG) string { return pl.p.sigTitle(g) }

// SIGFolder is the address of a group's folder upstream.
func (pl Planner) SIGFolder(known *upstream.SIG) string { return community + known.Dir }

// Words are the plain words of Markdown of upstream data.
func (pl Planner) Words(src string) string { return pl.p.fragments.Markdown(src).Plain() }

// Languages are those that pages exist in.
func (pl Planner) Languages() []note.Lang {
	out := make([]note.Lang, len(pl.p.langs))
	for i, l := range pl.p.langs {
		out[i] = l.Code
	}
	return out
}

// Block is where a heading or an entry of a version of a note stands below every /{l}/.
// Where the page of some language does not have it, it is as near as all of them lead.
func (pl Planner) Block(n *note.Note, b *note.Block) string {
	anchor := pl.p.anchor(n, b)
	switch {
	case n.Kind == note.Log && isDay(b.Date):
		return pl.p.postPath(n.ID, b.Date, anchor)
	case n.Kind == note.Log && b.Type == note.Heading && headingDay(b) != "":
		return pl.p.postPath(n.ID, headingDay(b), "")
	case len(pl.p.s.Versions(n.ID)) > 1:
		if _, ok := pl.p.fragments.Everywhere(n.ID, anchor); !ok {
			anchor = ""
		}
	}
	return pl.Note(n.ID) + fragment.Hash(anchor)
}

// postPath is where a post of a log stands on its month in every language, else its day,
// else the month.
func (p *planner) postPath(id note.ID, day, anchor string) string {
	var at []logPlace
	var days []string
	for _, l := range p.langs {
		at = append(at, p.month(day[:7], l.Code).places[logAnchor{id, anchor}])
		days = append(days, p.dayPath(day, l.Code))
	}
	if same := slices.Compact(at); len(same) == 1 && same[0].anchor != "" {
		return monthPath(day) + same[0].part + fragment.Hash(same[0].anchor)
	}
	if same := slices.Compact(days); len(same) == 1 {
		return same[0]
	}
	return monthPath(day)
}
