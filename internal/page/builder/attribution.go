package builder

import (
	"html/template"
	"slices"

	"github.com/kawaraban/kawaraban/internal/fragment"
	"github.com/kawaraban/kawaraban/internal/memo"
	"github.com/kawaraban/kawaraban/internal/note"
	"github.com/kawaraban/kawaraban/internal/page/address"
	"github.com/kawaraban/kawaraban/internal/site"
	"github.com/kawaraban/kawaraban/internal/view"
)

// Attribution builds the line above an entry: links, stages, and other notes about the same
// change.
type Attribution struct {
	pg    *Page
	links *Links
	notes *NoteLinks
	memo  *memo.Map[entryKey, *sharedEntry]
}

// maxAlso is the maximum number of links to other notes in the line of an entry. The pages of the
// pull request and of the KEP link to all of them.
const maxAlso = 3

// Place is where a block is shown. N is the note of the block. Quoted blocks are on another page
// than that of their note.
type Place struct {
	N      *note.Note
	Quoted bool
	solo   bool // on the page of the note, which shows another version of it
}

func (in Place) inner() bool { return in.Quoted || in.solo }

// lineLinks returns the links of the line above an entry: its pull requests, threads, people,
// KEPs, gates and SIGs. Upstream data provide those that the entry omits. upKinds are the kinds
// that only upstream data state.
func (an *Attribution) lineLinks(b *note.Block, in Place) (l view.LineLinks, upKinds []note.EntryKind) {
	j := an.pg.Site.Join(in.N, b)
	for _, pr := range b.Attr.PRs {
		l.PRs = append(l.PRs, an.links.Pull(pr))
	}
	for _, t := range b.Attr.Threads {
		l.Others = append(l.Others, an.links.Thing(note.Key{Kind: note.Thread, ID: t}, t))
	}
	l.People = an.links.Persons(address.Unique(j.Authors))
	for _, k := range an.kepsJoined(b, j) {
		l.KEPs = append(l.KEPs, an.links.KEP(k))
	}
	for _, g := range address.Unique(address.IDsOf(b.Refs, note.Gate)) {
		l.Gates = append(l.Gates, an.links.Gate(g))
	}
	var sigs []view.Link
	for _, g := range address.Unique(j.SIGs) {
		if !slices.Contains(in.N.SIGs, g) || in.Quoted && !byGroup(in.N) { // the note shows its own SIGs above
			sigs = append(sigs, an.links.SIG(g))
		}
	}
	if len(b.Attr.SIGs) > 0 {
		l.SIGs = sigs
	} else {
		l.UpSIGs = sigs
	}
	if j.Urgent && b.Kind != note.Urgent {
		upKinds = append(upKinds, note.Urgent)
	}
	if b.Kind == "" && j.Kind != "" {
		upKinds = append(upKinds, j.Kind)
	}
	return l, upKinds
}

// kepsJoined returns the KEPs of an entry. Those that the entry names precede those of its pull
// requests.
func (an *Attribution) kepsJoined(b *note.Block, j site.Joined) []string {
	var out []string
	for _, number := range slices.Concat(address.IDsOf(b.Refs, note.KEP), j.KEPs, j.OfficialKEPs) {
		out = append(out, an.pg.Site.Normal(note.Key{Kind: note.KEP, ID: number}).ID)
	}
	return address.Unique(out)
}

// aboutKeys returns the subjects of an entry: the pull requests of its attribution. Without any,
// it returns the pull requests and KEPs that the entry names.
func aboutKeys(b *note.Block) []note.Key {
	var keys []note.Key
	for _, pr := range b.Attr.PRs {
		keys = append(keys, note.Key{Kind: note.PR, ID: pr})
	}
	if len(keys) > 0 {
		return keys
	}
	for _, kind := range []note.RefKind{note.PR, note.KEP} {
		for _, id := range address.Unique(address.IDsOf(b.Refs, kind)) {
			keys = append(keys, note.Key{Kind: kind, ID: id})
		}
	}
	return keys
}

// alsoAt is a mention of the subject of an entry in another note.
type alsoAt struct {
	key   note.Key
	first site.Mention // mention in the first version of that note
}

func (an *Attribution) findAlso(b *note.Block, n *note.Note) []alsoAt {
	var out []alsoAt
	seen := func(id note.ID) bool {
		return id == n.ID || slices.ContainsFunc(out, func(a alsoAt) bool { return a.first.Note.ID == id })
	}
	for _, key := range aboutKeys(b) {
		for m := range an.pg.Site.EachMention(key) {
			if len(out) == maxAlso {
				return out
			}
			if !m.Waits && !seen(m.Note.ID) {
				out = append(out, alsoAt{key, m})
			}
		}
	}
	return out
}

func (an *Attribution) also(places []alsoAt) []view.Link {
	if len(places) == 0 {
		return nil
	}
	out := make([]view.Link, len(places))
	for i, at := range places {
		out[i] = an.notes.NamedMention(an.notes.Preferred(at.key, at.first))
	}
	return out
}

type entryKey struct {
	block  *note.Block
	up     string // relative path to /{l}/
	quoted bool
}

// sharedEntry is the part of the view of an entry that does not depend on the language. Relative
// links are equal in all languages, and names of SIGs and gates are not translated.
type sharedEntry struct {
	key       string // cache key of Links
	Links     view.LineLinks
	upKinds   []note.EntryKind // kinds from the official notes
	stages    thenNow
	unwritten bool
	text      template.HTML // empty if unwritten, except for headings
	also      []alsoAt      // only on the page of the note
}

// SharedOf returns the part of the view of an entry that does not depend on the language. It is
// cached.
func (an *Attribution) SharedOf(b *note.Block, in Place) *sharedEntry {
	if in.solo { // not cached: rare, and the HTML differs
		return an.newShared(b, in)
	}
	return an.memo.Make(entryKey{b, an.pg.Up, in.Quoted}, func() *sharedEntry { return an.newShared(b, in) })
}

func (an *Attribution) newShared(b *note.Block, in Place) *sharedEntry {
	made := &sharedEntry{
		key:    in.N.Path + "#" + string(b.ID) + " " + an.pg.Up,
		stages: an.findThenNow(b, in.N), unwritten: site.Waits(in.N, b),
	}
	made.Links, made.upKinds = an.lineLinks(b, in)
	if in.Quoted {
		made.key += "quoted"
	} else {
		made.also = an.findAlso(b, in.N)
	}
	if (!made.unwritten || b.Level > 0) && len(b.Text) > 0 {
		made.text = an.pg.Book.Fragments.Make(b.Text, fragment.At{Note: in.N, Up: an.pg.Up, Quoted: in.inner()})
	}
	return made
}

func (an *Attribution) meta(e *view.Entry, b *note.Block, known *sharedEntry, in Place) {
	e.LineLinks, e.Links = &known.Links, known.key
	if in.Quoted && an.pg.About != "" {
		if left := withoutLinks(&known.Links, an.statedLinks(b)); left != &known.Links {
			e.LineLinks, e.Links = left, known.key+" "+an.pg.About
		}
	}
	if an.pg.Kind != "pr" { // the page of a pull request shows the official note itself
		for _, k := range known.upKinds {
			e.UpKinds = append(e.UpKinds, an.pg.KindTag(k))
		}
	} else if len(e.UpSIGs) > 0 {
		own := *e.LineLinks
		own.UpSIGs = nil
		e.LineLinks, e.Links = &own, e.Links+" pr" // differs from the shared links
	}
}

// statedLinks returns the addresses that quotes on this page omit, because the page shows them
// elsewhere.
func (an *Attribution) statedLinks(b *note.Block) []string {
	if an.pg.Kind == "pr" && !slices.Contains(b.Attr.PRs, an.pg.number()) {
		return []string{an.pg.About} // the entry only mentions the pull request
	}
	return append(slices.Clip(an.pg.Stated), an.pg.About)
}

func linkLists(l *view.LineLinks) [7]*[]view.Link {
	return [...]*[]view.Link{&l.PRs, &l.Others, &l.People, &l.SIGs, &l.KEPs, &l.Gates, &l.UpSIGs}
}

func hasLink(l *view.LineLinks, href string) bool {
	for _, list := range linkLists(l) {
		if HasHref(*list, href) {
			return true
		}
	}
	return false
}

// HasHref reports whether one of the links has the address href.
func HasHref(links []view.Link, href string) bool {
	return slices.ContainsFunc(links, func(k view.Link) bool { return k.Href == href })
}

// withoutLinks returns l without the links to hrefs. It copies l if it removes a link, because l
// is shared.
func withoutLinks(l *view.LineLinks, hrefs []string) *view.LineLinks {
	if !slices.ContainsFunc(hrefs, func(href string) bool { return hasLink(l, href) }) {
		return l
	}
	left := *l
	for _, list := range linkLists(&left) {
		stated := func(k view.Link) bool { return slices.Contains(hrefs, k.Href) }
		if slices.ContainsFunc(*list, stated) {
			*list = slices.DeleteFunc(slices.Clone(*list), stated)
		}
	}
	return &left
}

// aboutFeature lists the kinds of entries that describe a feature. Only these show the stage of
// the KEP.
var aboutFeature = []note.EntryKind{"", note.Urgent, note.APIChange, note.Feature, note.Design}

// thenNow has the stages of an entry according to upstream data.
type thenNow struct {
	up  note.Stage // stage of its KEP at the release of the note, if the entry states none
	now *site.Span // stage in the newest release, if it differs
}

// thenAndNow adds the stage of an entry and, if that has changed since, the current stage.
func (an *Attribution) thenAndNow(e *view.Entry, b *note.Block, st thenNow) {
	if b.Stage != "" {
		e.Stage = an.pg.plainStage(b.Stage)
	}
	if st.up != "" {
		e.UpStage = an.pg.plainStage(st.up)
	}
	if st.now != nil {
		e.Now = an.pg.today(*st.now)
	}
}

func (an *Attribution) findThenNow(b *note.Block, n *note.Note) (st thenNow) {
	if !lives(b.Stage) || !slices.Contains(aboutFeature, b.Kind) || n.Kind == note.Log {
		return st
	}
	number, ok := an.pg.Site.KEPOf(n, b)
	then := an.pg.Site.StageThen(n, b)
	if !ok || then == "" {
		return st
	}
	if b.Stage == "" {
		st.up = then
	}
	if now, ok := an.pg.Site.StageNow(number); ok && now.Stage != then {
		st.now = &now
	}
	return st
}

// lives reports whether a feature with this stage still exists. A flag that is deprecated or
// removed may belong to a feature that continues.
func lives(st note.Stage) bool {
	return st == "" || st == note.Alpha || st == note.Beta || st == note.Stable
}
