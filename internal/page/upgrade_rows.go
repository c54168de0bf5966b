package page

import (
	"slices"
	"strings"

	"github.com/kawaraban/kawaraban/internal/fragment"
	"github.com/kawaraban/kawaraban/internal/note"
	"github.com/kawaraban/kawaraban/internal/site"
	"github.com/kawaraban/kawaraban/internal/upstream"
	"github.com/kawaraban/kawaraban/internal/view"
)

// upgradeChange makes the row of a change in a section: whole, or a line that leads to the page
// of the one step.
func (sh *sheet) upgradeChange(r note.Release, section string, c *site.Change, step string) view.UpgradeChange {
	v := view.UpgradeChange{
		Words: sh.say(), ID: sh.rowID(r, c),
		UpgradeRow: view.UpgradeRow{
			SIGCodes: joined(c.Note.SIGs), PartCodes: joined(sh.s.ComponentsOf(c)),
		},
	}
	v.Key = string(sh.lang) + " " + string(r) + " " + v.ID
	for _, further := range facets(c) {
		if further.section != section {
			alsoIn(&v.UpgradeRow, section, further.section)
			v.Kinds = append(v.Kinds, sh.facet(further))
		}
	}
	if step != "" {
		lead := sh.leadOf(c)
		v.PR, v.Lead, v.SIGs = view.Link{Href: step + "#" + v.ID, Text: changeNumber(c)}, &lead, sh.someSIGs(c.Note.SIGs)
		return v
	}
	v.PR, v.Text, v.SIGs = sh.changeLink(c), sh.sentence(c), sh.sigNames(c.Note.SIGs)
	v.KEPs, v.Gates = sh.featuresOf(c)
	v.Told, v.Remarks, v.Notes = sh.onChange(c)
	return v
}

// leadOf is the beginning of what is said of a change, in the words of an entry in the reader's
// language where there is one.
func (sh *sheet) leadOf(c *site.Change) view.Text {
	if teller := sh.teller(c, sh.onPull(c)); teller != nil {
		return sh.text(fragment.Shorten(firstLine(teller.Block.Text.Plain()), maxChecklist), teller.Block.Lang)
	}
	if c.Text == nil {
		return view.Text{Text: lead(c.Note.Text, maxChecklist), Lang: sh.english()}
	}
	return sh.text(lead(c.Text.Text.Plain(), maxChecklist), c.Text.Lang)
}

// rowID is the anchor of a change on the pages of upgrades. What an earlier release
// published already may stand on the same page twice.
func (p *planner) rowID(r note.Release, c *site.Change) string {
	if p.publishedBefore(r, c) {
		return changeID(c) + "-" + string(r)
	}
	return changeID(c)
}

// publishedBefore reports whether a release before r published a change already.
func (p *planner) publishedBefore(r note.Release, c *site.Change) bool {
	if c.PR != "" {
		all := p.s.Published(c.PR)
		return len(all) > 0 && all[0].Release != r
	}
	return slices.ContainsFunc(p.s.Releases(), func(other note.Release) bool {
		return upstream.CompareReleases(other, r) < 0 && p.s.Facts(other).Thread(c.Key().ID) != nil
	})
}

// alsoIn notes that a row of a section belongs to another one as well.
func alsoIn(r *view.UpgradeRow, section, other string) {
	if r.KindCodes == "" {
		r.KindCodes = section
	}
	r.KindCodes += " " + other
}

// facet is a section that a change belongs to beside the one that it stands in.
type facet struct {
	section string
	kind    note.EntryKind // empty: removal
}

// facets lists what a change is, in the order of the sections.
func facets(c *site.Change) []facet {
	var out []facet
	if c.Removal() {
		out = append(out, facet{"removals", ""})
	}
	if c.Has(note.Deprecation) {
		out = append(out, facet{"deprecations", note.Deprecation})
	}
	if c.Has(note.APIChange) {
		out = append(out, facet{"api", note.APIChange})
	}
	return out
}

func (sh *sheet) facet(f facet) view.Tag {
	if f.kind == "" {
		return view.Tag{Code: "removal", Label: sh.l.T("upgrade.removal")}
	}
	return sh.kindTag(f.kind)
}

// sigNames names the groups of a change.
func (p *planner) sigNames(sigs []note.SIG) string {
	var out []string
	for _, g := range sigs {
		out = append(out, p.sigName(g))
	}
	return strings.Join(out, ", ")
}

// someSIGs names as many groups of a change as a line does.
func (p *planner) someSIGs(sigs []note.SIG) string {
	if len(sigs) > maxGroups {
		return p.sigNames(sigs[:maxGroups]) + ", …"
	}
	return p.sigNames(sigs)
}

// onChange returns what notes say about a change: one entry in the reader's language, the
// remarks of all entries that attribute its pull request, those in the reader's language
// first, and links to the entries that say nothing of this here.
// Of more than a row holds the page of the pull request has the rest.
func (sh *sheet) onChange(c *site.Change) (told *view.Remark, remarks []view.Remark, entries []view.Link) {
	own := sh.onPull(c)
	teller := sh.teller(c, own)
	if teller != nil {
		told = sh.tell(*teller)
	}
	slices.SortStableFunc(own, func(a, b site.Mention) int {
		return sh.foreign(a.Note.Lang) - sh.foreign(b.Note.Lang)
	})
	for i, m := range own {
		if i == maxOnChange {
			all := sh.prLink(c.PR)
			all.Text = sh.l.N("said.all", len(own))
			return told, remarks, append(entries, all)
		}
		if rs := sh.remarksOf(m); len(rs) > 0 {
			remarks = append(remarks, rs...)
			continue
		}
		if teller == nil || m.Block != teller.Block {
			entries = append(entries, sh.mentionLink(m))
		}
	}
	return told, remarks, entries
}

// maxOnChange is how many of the entries on a change its row tells of.
const maxOnChange = 8

// foreign is 0 for the page's own language, else 1.
func (sh *sheet) foreign(lang note.Lang) int {
	if lang == sh.lang {
		return 0
	}
	return 1
}

// upgradeGate makes the row of a feature gate. The remarks on a change that has a row of
// its own stand there; those on one that names several gates stand at the first. A short row
// says what becomes of the gate and numbers its KEPs.
func (w *upgradeWriter) upgradeGate(r note.Release, section string, c site.GateChange, short bool) view.UpgradeGate {
	v := view.UpgradeGate{
		Words: w.say(), Key: string(w.lang) + " " + string(r) + " " + section + " " + c.Gate, Gate: w.gateLink(c.Gate),
		Before: w.turnStage(c.Before), After: w.turnStage(c.After),
		UpgradeRow: view.UpgradeRow{SIGCodes: joined(c.SIGs), PartCodes: joined(c.Components)},
	}
	for _, k := range c.KEPs {
		v.KEPs = append(v.KEPs, w.kepLink(k))
	}
	if short {
		return v
	}
	for _, ch := range c.Changes {
		v.PRs = append(v.PRs, w.changeLink(ch))
		if !ch.Note.Urgent && len(facets(ch)) == 0 && !w.told[ch] {
			w.told[ch] = true
			_, remarks, _ := w.onChange(ch)
			v.Remarks = append(v.Remarks, remarks...)
		}
	}
	return v
}

// turnStage is the stage of a gate with its default in one word.
func (sh *sheet) turnStage(sp *site.Span) *view.Stage {
	if sp == nil {
		return nil
	}
	st := sh.stage(*sp)
	if !st.Locked && st.Default != "" && sp.Stage != note.Stable {
		st.Text = sh.l.T("stage."+st.Default, st.Label)
	}
	return &st
}

func (sh *sheet) upgradeAPI(c site.APIChange) view.UpgradeAPI {
	v := view.UpgradeAPI{
		Words: sh.say(), Kind: sh.kindTag(c.Kind), Resource: c.Resource.Key().ID, Href: sh.mentionHref(sh.preferred(c.Resource.Key(), c.Mention)),
		UpgradeRow: view.UpgradeRow{SIGCodes: joined(c.Mention.Note.SIGs), PartCodes: "kube-apiserver"},
	}
	switch c.Kind {
	case note.APIRemoved:
		alsoIn(&v.UpgradeRow, "api", "removals")
	case note.APIDeprecated:
		alsoIn(&v.UpgradeRow, "api", "deprecations")
	}
	return v
}
