package page

import (
	"slices"
	"strings"

	"github.com/kawaraban/kawaraban/internal/fragment"
	"github.com/kawaraban/kawaraban/internal/note"
	"github.com/kawaraban/kawaraban/internal/page/address"
	"github.com/kawaraban/kawaraban/internal/page/builder"
	"github.com/kawaraban/kawaraban/internal/site"
	"github.com/kawaraban/kawaraban/internal/upstream"
	"github.com/kawaraban/kawaraban/internal/view"
)

// upgradeRows builds the rows of a section of an upgrade page.
type upgradeRows struct {
	b      *builder.Builder
	effect site.Effect // usual effect of the section
}

// codes returns the filter codes of a row. The SIGs include the owners of the components, so that
// the filters by SIG and by component agree. For example, a change of the kubelet matches SIG
// Node.
func (ur upgradeRows) codes(sigs []note.SIG, parts []site.Component, effect site.Effect) view.UpgradeRow {
	for _, c := range parts {
		if owner := site.OwnerOf(c); owner != "" && !slices.Contains(sigs, owner) {
			sigs = append(slices.Clone(sigs), owner)
		}
	}
	row := view.UpgradeRow{SIGCodes: builder.Joined(sigs), PartCodes: builder.Joined(parts)}
	if effect != ur.effect {
		row.Effect = string(effect)
	}
	return row
}

// maxParts is the maximum number of components that a row names.
const maxParts = 3

func (ur upgradeRows) parts(all []site.Component) view.Names {
	more := ""
	if len(all) > maxParts {
		all, more = all[:maxParts], ", …"
	}
	return view.Names(strings.ReplaceAll(builder.Joined(all), " ", ", ") + more)
}

// upgradeChange builds the row of a change. If step is not empty, it is a short row that links to
// the page of this step.
func (ur upgradeRows) upgradeChange(r note.Release, section string, c *site.Change, step string) view.UpgradeChange {
	parts := ur.b.Site.ComponentsOf(c)
	v := view.UpgradeChange{Words: ur.b.Say(), ID: rowID(ur.b.Book, r, c), UpgradeRow: ur.codes(c.Note.SIGs, parts, c.Effect())}
	v.Key = string(ur.b.Lang) + " " + string(r) + " " + v.ID
	v.Parts = ur.parts(parts)
	if v.Effect != "" {
		v.Mark = &view.Tag{Code: v.Effect, Label: ur.b.L.T("effect." + v.Effect)}
	}
	for _, further := range facets(c) {
		if further.section != section {
			v.Kinds = append(v.Kinds, ur.facet(further))
		}
	}
	if step != "" {
		lead := ur.summaryOf(c)
		v.PR, v.Lead, v.SIGs = view.Link{Href: step + "#" + v.ID, Text: builder.ChangeNumber(c)}, &lead, ur.b.Book.SomeSIGs(c.Note.SIGs, ur.b.L.T("mark.comma"))
		return v
	}
	v.PR, v.Text, v.SIGs = ur.b.Links.Change(c), ur.b.Changes.Sentence(c), ur.b.Book.SIGNames(c.Note.SIGs, ur.b.L.T("mark.comma"))
	v.KEPs, v.Gates = ur.b.Changes.FeaturesOf(c)
	v.Summary, v.Remarks, v.Notes = ur.onChange(c)
	if c.Note.Urgent {
		builder.Lead(&v.Text, v.Summary)
	}
	return v
}

func (ur upgradeRows) summaryOf(c *site.Change) view.Text {
	if entry := ur.b.Citations.EntryOn(c, ur.b.Citations.OfPull(c)); entry != nil {
		return ur.b.Text(fragment.Shorten(firstLine(entry.Block.Text.Plain()), maxChecklist), entry.Block.Lang)
	}
	return ur.b.Text(firstSentence(officialWords(c), maxChecklist), "en")
}

// rowID returns the anchor of the row of a change. It includes the release if an earlier release
// published the change too, because the page may then have two rows for it.
func rowID(bk *address.Book, r note.Release, c *site.Change) string {
	if publishedBefore(bk, r, c) {
		return address.ChangeID(c) + "-" + string(r)
	}
	return address.ChangeID(c)
}

func publishedBefore(bk *address.Book, r note.Release, c *site.Change) bool {
	if c.PR != "" {
		all := bk.Site.Published(c.PR)
		return len(all) > 0 && all[0].Release != r
	}
	return slices.ContainsFunc(bk.Site.Releases(), func(other note.Release) bool {
		return upstream.CompareReleases(other, r) < 0 && bk.Site.Facts(other).Thread(c.Key().ID) != nil
	})
}

// facet is a further section to which a change also belongs.
type facet struct {
	section string
	kind    note.EntryKind // empty for a removal
}

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

func (ur upgradeRows) facet(f facet) view.Tag {
	if f.kind == "" {
		return view.Tag{Code: "removal", Label: ur.b.L.T("upgrade.removal")}
	}
	return ur.b.KindTag(f.kind)
}

// onChange returns an entry about a change, the remarks of all entries about it, and links to the
// other entries. The first entry and the first remarks are those in the language of the page.
func (ur upgradeRows) onChange(c *site.Change) (summary *view.Remark, remarks []view.Remark, entries []view.Link) {
	own := ur.b.Citations.OfPull(c)
	entry := ur.b.Citations.EntryOn(c, own)
	if entry != nil {
		summary = ur.b.Changes.Words(*entry)
	}
	slices.SortStableFunc(own, func(a, b site.Mention) int {
		return ur.foreign(a.Note.Lang) - ur.foreign(b.Note.Lang)
	})
	for i, m := range own {
		if i == maxOnChange {
			all := ur.b.Links.Pull(c.PR)
			all.Text = ur.b.L.N("said.all", len(own))
			return summary, remarks, append(entries, all)
		}
		if rs := ur.b.Entries.RemarksOf(m); len(rs) > 0 {
			remarks = append(remarks, rs...)
			continue
		}
		if entry == nil || m.Block != entry.Block {
			entries = append(entries, ur.b.Notes.NamedMention(m))
		}
	}
	return summary, remarks, entries
}

const maxOnChange = 8

func (ur upgradeRows) foreign(lang note.Lang) int {
	if lang == ur.b.Lang {
		return 0
	}
	return 1
}

func (ur upgradeRows) turnStage(sp *site.Span) *view.Stage {
	if sp == nil {
		return nil
	}
	st := ur.b.Stage(*sp)
	if !st.Locked && st.Default != "" && sp.Stage != note.Stable {
		st.Text = ur.b.L.T("stage."+st.Default, st.Label)
	}
	return &st
}

func (ur upgradeRows) upgradeAPI(c site.APIChange) view.UpgradeAPI {
	v := view.UpgradeAPI{
		Words: ur.b.Say(), Kind: ur.b.KindTag(c.Kind), Resource: view.Names(c.Resource.Key().ID), Href: ur.b.APIHref(c),
		UpgradeRow: view.UpgradeRow{PartCodes: "kube-apiserver"},
	}
	if c.Kind != note.APIAdded {
		v.Instead = view.Names(c.Resource.Fact.Replacement)
	}
	if c.Mention.Note != nil {
		v.SIGCodes = builder.Joined(c.Mention.Note.SIGs)
	}
	return v
}
