package output

import (
	"slices"
	"strconv"
	"strings"

	"github.com/kawaraban/kawaraban/internal/note"
	"github.com/kawaraban/kawaraban/internal/page/address"
	"github.com/kawaraban/kawaraban/internal/site"
	"github.com/kawaraban/kawaraban/internal/upstream"
)

func list[T any](in []T) []T {
	if in == nil {
		return []T{}
	}
	return in
}

func (a apiMaker) originals() []*note.Note {
	var out []*note.Note
	for _, n := range a.s.Notes() {
		if a.s.Original(n.ID) == n {
			out = append(out, n)
		}
	}
	return out
}

func countEntries(n *note.Note) int {
	count := 0
	for range n.Entries {
		count++
	}
	return count
}

func (a apiMaker) index() apiIndex {
	v := apiIndex{Languages: a.languages(), Releases: []apiBrief{}, Upgrades: a.upgradeLinks()}
	v.Counts = apiCounts{
		Releases: len(a.s.Releases()), KEPs: len(a.s.Keys(note.KEP)), Gates: len(a.s.Keys(note.Gate)), SIGs: len(a.s.Keys(note.SIGRef)),
	}
	for _, n := range a.originals() {
		v.Counts.Notes++
		v.Counts.Entries += countEntries(n)
	}
	for _, r := range a.s.Releases() {
		b := apiBrief{Release: r, Published: len(a.s.Facts(r).Changes), Notes: len(a.s.NotesOf(r)), Href: "releases/" + string(r) + ".json"}
		if known := a.s.Data().Releases[r]; known != nil {
			b.Date = known.Date
		}
		v.Counts.PullRequests += b.Published
		v.Releases = append(v.Releases, b)
	}
	return v
}

// languages returns the languages of notes. Interface languages come first.
func (a apiMaker) languages() []note.Lang {
	seen := map[note.Lang]bool{}
	var others []note.Lang
	for _, n := range a.s.Notes() {
		if !seen[n.Lang] && !slices.Contains(a.in.Config.Languages, n.Lang) {
			others = append(others, n.Lang)
		}
		seen[n.Lang] = true
	}
	out := []note.Lang{}
	for _, l := range a.in.Config.Languages {
		if seen[l] {
			out = append(out, l)
		}
	}
	slices.Sort(others)
	return append(out, others...)
}

func (a apiMaker) notes() apiNotes {
	v := apiNotes{Notes: []apiNoteBrief{}}
	for _, n := range a.originals() {
		v.Notes = append(v.Notes, apiNoteBrief{
			ID: n.ID, Title: n.Title, Kind: n.Kind, Language: n.Lang, Languages: a.versions(n.ID),
			Releases: list(n.Releases), SIGs: list(n.SIGs), Authors: list(n.Meta.Authors), Date: n.Meta.Date,
			Changed: address.LastChanged(a.in.History, n), Entries: countEntries(n), Href: noteDocument(n, n),
		})
	}
	return v
}

func (a apiMaker) versions(id note.ID) []note.Lang {
	out := []note.Lang{}
	for _, n := range a.s.Versions(id) {
		out = append(out, n.Lang)
	}
	return out
}

func (a apiMaker) note(n *note.Note) apiNote {
	v := apiNote{
		ID: n.ID, Title: n.Title, Kind: n.Kind, Language: n.Lang, Languages: a.versions(n.ID),
		Releases: list(n.Releases), SIGs: list(n.SIGs), Authors: list(n.Meta.Authors), Date: n.Meta.Date,
		Source: n.Meta.Source, Remarks: sectionRemarks(n.Blocks),
		Changed: address.LastChanged(a.in.History, n), Contributors: a.contributors(n),
	}
	v.Entries = make([]apiEntry, 0, countEntries(n))
	for b := range n.Entries {
		v.Entries = append(v.Entries, a.entry(n, b))
	}
	return v
}

func (a apiMaker) contributors(n *note.Note) []string {
	out := []string{}
	c, _ := a.in.History.Of(n.Path)
	for _, by := range c.Authors {
		out = append(out, by.Name)
	}
	return out
}

func sectionRemarks(blocks []note.Block) []string {
	out := []string{}
	for i := range blocks {
		switch b := &blocks[i]; b.Type {
		case note.Entry:
		case note.Remark:
			out = append(out, b.Text.Plain())
		default:
			out = append(out, sectionRemarks(b.Children)...)
		}
	}
	return out
}

// numbers converts the numbers of pull requests and KEPs. It omits numbers that overflow.
func numbers(ids []string) []int {
	out := make([]int, 0, len(ids))
	for _, id := range ids {
		if n, err := strconv.Atoi(id); err == nil {
			out = append(out, n)
		}
	}
	return out
}

func numberOf(id string) int {
	for _, n := range numbers([]string{id}) {
		return n
	}
	return 0
}

// entry builds the document of an entry. Its SIGs come from the attribution, else from the
// official notes, else from the note. Its pull requests come from the attribution, else from its
// text.
func (a apiMaker) entry(n *note.Note, b *note.Block) apiEntry {
	e := apiEntry{
		ID: a.s.Anchor(n, b), Kind: b.Kind, Stage: b.Stage, Lang: site.TextLang(b), Text: entryText(b), Date: b.Date,
		SIGs: list(b.Attr.SIGs), Refs: []apiRef{}, Remarks: []string{},
		Translations: a.translations(n, b),
	}
	if len(n.Releases) > 0 {
		e.Release = slices.MaxFunc(n.Releases, upstream.CompareReleases)
	}
	refs, prs := ownRefs(b), b.Attr.PRs
	if len(prs) == 0 && len(b.Attr.Threads) == 0 {
		prs = idsOf(refs, note.PR)
	}
	keps := idsOf(refs, note.KEP)
	for _, named := range a.s.NamedIn(n, b.Text) {
		keps = appendNew(keps, []string{named.KEP})
	}
	e.PRs, e.KEPs, e.Gates = numbers(prs), numbers(keps), idsOf(refs, note.Gate)
	for _, r := range b.Refs {
		if ref := (apiRef{r.Kind, r.ID}); !slices.Contains(e.Refs, ref) {
			e.Refs = append(e.Refs, ref)
		}
	}
	for _, r := range b.Remarks() {
		e.Remarks = append(e.Remarks, r.Text.Plain())
	}
	for _, pr := range prs {
		for _, o := range a.s.Published(pr) {
			if len(b.Attr.SIGs) == 0 {
				e.SIGs = appendNew(e.SIGs, o.Note.SIGs)
			}
		}
	}
	if len(e.SIGs) == 0 {
		e.SIGs = list(n.SIGs)
	}
	return e
}

func appendNew[T comparable](to, from []T) []T {
	for _, v := range from {
		if !slices.Contains(to, v) {
			to = append(to, v)
		}
	}
	return to
}

func ownRefs(b *note.Block) []note.Ref {
	remarks := b.Remarks()
	if !slices.ContainsFunc(remarks, func(r *note.Block) bool { return len(r.Refs) > 0 }) {
		return b.Refs // the common case
	}
	inRemarks := map[note.Ref]bool{}
	for _, r := range remarks {
		for _, x := range r.Refs {
			inRemarks[x] = true
		}
	}
	return slices.DeleteFunc(slices.Clone(b.Refs), func(x note.Ref) bool { return inRemarks[x] })
}

// idsOf returns the IDs of a kind without duplicates, in the order of their first mention.
func idsOf(refs []note.Ref, kind note.RefKind) []string {
	out := []string{}
	for _, r := range refs {
		if r.Kind == kind && !slices.Contains(out, r.ID) {
			out = append(out, r.ID)
		}
	}
	return out
}

func (a apiMaker) release(r note.Release) apiRelease {
	v := apiRelease{Release: r, Notes: list(a.s.NotesOf(r)), PullRequests: []apiChange{}}
	facts := a.s.Facts(r)
	if known := facts.Release; known != nil {
		v.Name, v.Date, v.EndOfSupport = known.Name, known.Date, known.EndOfSupport
	}
	for i := range facts.Changes {
		v.PullRequests = append(v.PullRequests, a.change(&facts.Changes[i]))
	}
	return v
}

func (a apiMaker) change(c *site.Change) apiChange {
	v := apiChange{
		Text: c.Note.Text, Kinds: kindsOf(c.Note), SIGs: list(c.Note.SIGs), Author: c.Note.Author,
		KEPs: numbers(c.KEPs), Urgent: c.Note.Urgent, Removal: c.Removal(), Entries: []apiCitation{},
	}
	if c.PR == "" {
		v.Thread = c.Note.Repo + "#" + strconv.Itoa(c.Note.PR)
		return v
	}
	v.PR, v.Entries = numberOf(c.PR), a.citations(note.Key{Kind: note.PR, ID: c.PR})
	return v
}

func kindsOf(n *upstream.ReleaseNote) []note.EntryKind {
	out := []note.EntryKind{}
	for _, k := range append([]note.EntryKind{n.Kind}, n.Kinds...) {
		if k != "" && !slices.Contains(out, k) {
			out = append(out, k)
		}
	}
	return out
}

func (a apiMaker) citations(key note.Key) []apiCitation {
	out := []apiCitation{}
	for _, m := range a.s.Mentions(key) {
		if m.Entry() {
			out = append(out, apiCitation{m.Note.ID, a.s.Anchor(m.Note, m.Block), m.Note.Lang})
		}
	}
	return out
}

func (a apiMaker) kep(number string) apiKEP {
	data := a.s.Data()
	v := apiKEP{
		Number: numberOf(number), Enhancements: []apiEnhancement{}, Gates: list(a.s.GatesOfKEP(number)),
		Entries: a.citations(note.Key{Kind: note.KEP, ID: number}),
	}
	for _, k := range data.KEPs[number] {
		v.Enhancements = append(v.Enhancements, apiEnhancement{
			Title: k.Title, SIG: k.SIG, Participating: list(k.Participating), Authors: list(k.Authors),
			Status: k.Status, Stage: k.Stage, Folder: k.Dir, Line: spans(a.s.KEPLine(k)),
			Milestone: apiMilestone{k.Milestone.Alpha, k.Milestone.Beta, k.Milestone.Stable},
		})
	}
	return v
}

func spans(l site.Line) []apiSpan {
	out := []apiSpan{}
	for _, s := range l.Spans {
		out = append(out, apiSpan{s.Stage, s.Default, s.Locked, s.From, s.To})
	}
	return out
}

func (a apiMaker) sigs() apiSIGs {
	data := a.s.Data()
	keps := map[note.SIG][]string{}
	for _, number := range a.s.Keys(note.KEP) {
		for _, k := range data.KEPs[number] {
			keps[k.SIG] = appendNew(keps[k.SIG], []string{number})
		}
	}
	published := map[note.SIG]map[note.Release]int{}
	for _, r := range a.s.Releases() {
		for _, row := range a.s.Facts(r).BySIG() {
			if published[row.SIG] == nil {
				published[row.SIG] = map[note.Release]int{}
			}
			published[row.SIG][r] = row.Total
		}
	}
	v := apiSIGs{SIGs: []apiSIG{}}
	for _, label := range a.s.Keys(note.SIGRef) {
		g := apiSIG{Label: note.SIG(label), Name: label, Kind: kindOfLabel(label), Notes: list(a.s.NotesOfSIG(note.SIG(label)))}
		if known := data.SIGs[g.Label]; known != nil {
			g.Name, g.Kind, g.Living = known.Name, string(known.Kind), true
		}
		g.KEPs, g.Published = numbers(keps[g.Label]), published[g.Label]
		if g.Published == nil {
			g.Published = map[note.Release]int{}
		}
		v.SIGs = append(v.SIGs, g)
	}
	return v
}

func kindOfLabel(label string) string {
	for _, k := range []upstream.SIGKind{upstream.WorkingGroup, upstream.UserGroup, upstream.Committee} {
		if strings.HasPrefix(label, string(k)+"-") {
			return string(k)
		}
	}
	return string(upstream.Group)
}

func (a apiMaker) gates() apiGates {
	v := apiGates{Gates: []apiGate{}}
	data := a.s.Data()
	for _, name := range a.s.Keys(note.Gate) {
		g := data.Gates[name]
		v.Gates = append(v.Gates, apiGate{
			Name: name, Former: list(g.FormerTitles), Stages: spans(a.s.GateLine(name)), Removed: g.Removed,
			KEPs: numbers(a.s.KEPsOfGate(name)), Entries: a.citations(note.Key{Kind: note.Gate, ID: name}),
		})
	}
	return v
}

func (a apiMaker) upgradeLinks() []apiUpgradeLink {
	out := []apiUpgradeLink{}
	for _, pair := range a.s.UpgradePairs() {
		out = append(out, apiUpgradeLink{pair[0], pair[1], upgradeDocument(pair[0], pair[1])})
	}
	return out
}
