package builder

import (
	"github.com/kawaraban/kawaraban/internal/note"
	"github.com/kawaraban/kawaraban/internal/site"
	"github.com/kawaraban/kawaraban/internal/view"
)

// Outcomes reports the later stages of KEPs and the later pull requests for the subjects of a
// note.
type Outcomes struct {
	pg    *Page
	links *Links
}

// Of returns the outcomes of the KEPs and pull requests that the blocks name, or nil. A log names
// many features in passing, so for logs it omits those that have not changed.
func (oc *Outcomes) Of(n *note.Note, blocks ...*note.Block) *view.Outcomes {
	c := &view.Outcomes{Words: oc.pg.Say()}
	keps, prs := map[string]bool{}, map[string]bool{}
	for _, b := range blocks {
		for _, o := range oc.pg.Site.OutcomeOf(n, b) {
			if !keps[o.KEP.Dir] && (n.Kind != note.Log || changed(o)) {
				c.KEPs = append(c.KEPs, oc.outcome(o))
			}
			keps[o.KEP.Dir] = true
		}
		for _, l := range oc.pg.Site.LaterOf(n, b) {
			if link := oc.links.later(l); !prs[l.PR] && link != nil {
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

func changed(o site.Outcome) bool {
	return len(o.After) > 0 || o.Ended != "" || o.Now.Stage != note.Stable
}

func (oc *Outcomes) outcome(o site.Outcome) view.Outcome {
	v := view.Outcome{Words: oc.pg.Say(), KEP: oc.links.KEP(o.KEP.Number), Title: o.KEP.Title, By: oc.links.KEPRefs(o.KEP.SupersededBy)}
	for _, sp := range o.After {
		tag := oc.pg.StageTag(sp.Stage)
		v.Steps = append(v.Steps, view.OutcomeStep{Stage: tag, Text: oc.pg.L.T("came.step", tag.Label, sp.From), Href: oc.links.Release(sp.From).Href})
	}
	v.Now, v.Stage = oc.current(o)
	if o.Ended != "" && !(o.Begun && o.Ended == "provisional") { // a released feature cannot be merely provisional
		v.Ended = oc.pg.L.T("came." + o.Ended)
	}
	return v
}

// current describes the current stage of a KEP. It returns "" if the steps of the outcome already
// show it.
func (oc *Outcomes) current(o site.Outcome) (string, *view.Tag) {
	switch {
	case o.Ended != "" && !o.Begun:
		return "", nil
	case !o.Begun:
		return oc.pg.L.T("came.none"), nil
	}
	now := oc.pg.Stage(o.Now)
	tag := now.Tag
	if n := len(o.After); n > 0 && o.After[n-1] == o.Now {
		return "", nil
	}
	if len(o.After) == 0 && o.Known && o.Then == o.Now {
		return oc.pg.L.T("came.still", now.Text), &tag
	}
	return oc.pg.L.T("came.now", now.Text), &tag
}
