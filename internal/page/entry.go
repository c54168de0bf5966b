package page

import (
	"cmp"
	"html"
	"net/url"
	"regexp"
	"slices"
	"strings"

	"github.com/kawaraban/kawaraban/internal/fragment"
	"github.com/kawaraban/kawaraban/internal/note"
	"github.com/kawaraban/kawaraban/internal/site"
	"github.com/kawaraban/kawaraban/internal/upstream"
	"github.com/kawaraban/kawaraban/internal/view"
)

// maxAlso is how many other notes the line of an entry names; the pages of the pull
// request and the KEP name them all.
const maxAlso = 3

// place says where a block is shown: on its note's page, among the blocks of another
// version there, or quoted elsewhere.
type place struct {
	n      *note.Note
	quoted bool
	solo   bool // on the page of its note, which shows another version
}

// inner reports whether anchors within the HTML of the text are left out.
func (in place) inner() bool { return in.quoted || in.solo }

// entry makes the view of an entry.
func (sh *sheet) entry(b *note.Block, in place) view.Entry {
	e := sh.bare(b, in)
	sh.children(&e, b, in)
	sh.outcomes(&e, b, in)
	return e
}

// bare makes the view of an entry without what stands below it.
func (sh *sheet) bare(b *note.Block, in place) view.Entry {
	known := sh.sharedOf(b, in)
	e := view.Entry{Words: sh.say(), Kind: sh.kindOf(b.Kind), Unwritten: known.unwritten, Mark: view.Mark{Machine: sh.machine(b)}}
	sh.thenAndNow(&e, b, known.stages)
	if in.quoted {
		e.Href, e.From = sh.blockHref(in.n, b), sh.from(in.n)
		e.Date = sh.date(b.Date)
		e.Area, e.Titled = sh.text(b.Area, in.n.Lang), b.Level > 0
	} else {
		e.ID = sh.anchor(in.n, b)
		e.Href = fragment.Hash(e.ID)
		e.Also = sh.also(known.also)
	}
	sh.meta(&e, b, known, in)
	if !e.Unwritten || b.Level > 0 {
		e.Text = view.Rich{HTML: known.text, Lang: sh.tag(sh.s.LangOf(in.n, b))}
	} else if !in.quoted {
		e.Official, e.Upstream = sh.untranslated(b, in.n)
	}
	return e
}

// outcomes says what became of what an entry names.
func (sh *sheet) outcomes(e *view.Entry, b *note.Block, in place) {
	if !in.quoted && (in.n.Kind == note.Log || in.n.Kind == note.Talk || b.Kind == note.Proposal) {
		e.Came = sh.came(in.n, b)
	}
}

// machine is the sign of blocks that a program made; empty where none did.
func (sh *sheet) machine(blocks ...*note.Block) string {
	if slices.ContainsFunc(blocks, func(b *note.Block) bool { return b.Machine }) {
		return sh.l.T("pair.machine")
	}
	return ""
}

// untranslated is what stands for an entry without words: the official text, else what the
// comment before the entry says; nil when there is neither. It reports whether the text is
// upstream's: so is a comment in a note that translates no other.
func (sh *sheet) untranslated(b *note.Block, n *note.Note) (text *view.Rich, official bool) {
	for _, o := range sh.s.Join(n, b).Official {
		if o.Text == nil {
			continue
		}
		made := sh.fill(o.Text.Text, nil, true)
		for _, c := range o.Text.Children {
			made += sh.fill(c.Text, nil, true)
		}
		return &view.Rich{HTML: made, Lang: sh.tag(o.Text.Lang)}, true
	}
	if len(b.Source) == 0 {
		return nil, false
	}
	r := sh.rich(b.Source, cmp.Or(b.SourceLang, "en"), n, true)
	return &r, sh.s.SourceOf(n) == nil
}

// lineLinks collects what an entry's attribution says, what upstream knows where it
// says nothing, and the KEPs and gates that the entry names.
func (sh *sheet) lineLinks(b *note.Block, in place) (l view.LineLinks, upKinds []note.EntryKind) {
	j := sh.s.Join(in.n, b)
	for _, pr := range b.Attr.PRs {
		l.PRs = append(l.PRs, sh.prLink(pr))
	}
	for _, t := range b.Attr.Threads {
		l.Others = append(l.Others, sh.link(note.Key{Kind: note.Thread, ID: t}, t))
	}
	l.People = sh.persons(unique(j.Authors))
	for _, k := range sh.kepsJoined(b, j) {
		l.KEPs = append(l.KEPs, sh.kepLink(k))
	}
	for _, g := range unique(idsOf(b.Refs, note.Gate)) {
		l.Gates = append(l.Gates, sh.gateLink(g))
	}
	var sigs []view.Link
	for _, g := range unique(j.SIGs) {
		if !slices.Contains(in.n.SIGs, g) || in.quoted && !byGroup(in.n) { // else the note says it
			sigs = append(sigs, sh.sigLink(g))
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

// kepsJoined lists the KEPs on the line of an entry: those that it names, known or not, then
// those that the join leads to.
func (sh *sheet) kepsJoined(b *note.Block, j site.Joined) []string {
	var out []string
	for _, number := range slices.Concat(idsOf(b.Refs, note.KEP), j.KEPs, j.OfficialKEPs) {
		out = append(out, sh.s.Normal(note.Key{Kind: note.KEP, ID: number}).ID)
	}
	return unique(out)
}

// unique returns each value once, in the order of the first.
func unique[T comparable](in []T) []T {
	var out []T
	for _, v := range in {
		if !slices.Contains(out, v) {
			out = append(out, v)
		}
	}
	return out
}

func idsOf(refs []note.Ref, kind note.RefKind) []string {
	var out []string
	for _, r := range refs {
		if r.Kind == kind {
			out = append(out, r.ID)
		}
	}
	return out
}

// children adds what stands under an entry.
func (sh *sheet) children(e *view.Entry, b *note.Block, in place) {
	for i := range b.Children {
		c := &b.Children[i]
		switch c.Type {
		case note.Remark:
			e.Remarks = append(e.Remarks, sh.remark(c, in))
		case note.Entry:
			nested := sh.entry(c, in)
			nested.From = nil
			e.Nested = append(e.Nested, nested)
		default:
			e.Details = append(e.Details, sh.item(c, in))
		}
	}
}

func (sh *sheet) remark(b *note.Block, in place) view.Remark {
	return view.Remark{Words: sh.say(), Authors: sh.authors(in.n), Rich: sh.rich(b.Text, sh.s.LangOf(in.n, b), in.n, in.inner()), Mark: view.Mark{Machine: sh.machine(b)}}
}

// item makes the view of a block that is neither heading nor entry of a note's flow.
func (sh *sheet) item(b *note.Block, in place) view.Item {
	it := view.Item{Type: string(b.Type)}
	if b.Type != note.Entry && b.Type != note.Remark {
		it.Mark.Machine = sh.machine(b)
	}
	if !in.quoted {
		it.ID = sh.anchor(in.n, b)
	}
	switch b.Type {
	case note.Remark:
		r := sh.remark(b, in)
		it.Remark = &r
	case note.Entry:
		e := sh.entry(b, in)
		it.Entry = &e
	case note.Card:
		if c := card(b); c != nil {
			c.Lang = sh.tag(sh.s.LangOf(in.n, b))
			it.Card = c
			break
		}
		it.Type, it.Rich = string(note.Prose), sh.rich(b.Text, sh.s.LangOf(in.n, b), in.n, in.inner())
	default:
		it.Rich = sh.rich(b.Text, sh.s.LangOf(in.n, b), in.n, in.inner())
	}
	return it
}

// linked finds the address of a card in its rendered link.
var linked = regexp.MustCompile(`href="([^"]+)"`)

func card(b *note.Block) *view.Card {
	var made strings.Builder
	for _, s := range b.Text {
		made.WriteString(s.HTML)
	}
	m := linked.FindStringSubmatch(made.String())
	if m == nil {
		return nil
	}
	href := html.UnescapeString(m[1])
	u, err := url.Parse(href)
	if err != nil {
		return nil
	}
	host := strings.TrimPrefix(u.Host, "www.")
	return &view.Card{Href: href, Text: strings.TrimSpace(strings.TrimPrefix(b.Text.Plain(), host)), Host: host}
}

// aboutKeys lists what an entry is about: the pull requests of its attribution; else
// those that it names, then its KEPs.
func aboutKeys(b *note.Block) []note.Key {
	var keys []note.Key
	for _, pr := range b.Attr.PRs {
		keys = append(keys, note.Key{Kind: note.PR, ID: pr})
	}
	if len(keys) > 0 {
		return keys
	}
	for _, kind := range []note.RefKind{note.PR, note.KEP} {
		for _, id := range unique(idsOf(b.Refs, kind)) {
			keys = append(keys, note.Key{Kind: kind, ID: id})
		}
	}
	return keys
}

// alsoAt is a place in another note that says something of what an entry is about.
type alsoAt struct {
	key   note.Key
	first site.Mention // of the versions of the note
}

// findAlso finds what other notes say about the same things, at most maxAlso of them.
func (p *planner) findAlso(b *note.Block, n *note.Note) []alsoAt {
	var out []alsoAt
	seen := func(id note.ID) bool {
		return id == n.ID || slices.ContainsFunc(out, func(a alsoAt) bool { return a.first.Note.ID == id })
	}
	for _, key := range aboutKeys(b) {
		for m := range p.s.EachMention(key) {
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

// also links to what other notes say about the same things.
func (sh *sheet) also(places []alsoAt) []view.Link {
	if len(places) == 0 {
		return nil
	}
	out := make([]view.Link, len(places))
	for i, at := range places {
		out[i] = sh.mentionLink(sh.preferred(at.key, at.first))
	}
	return out
}

// preferred returns the mention of the same thing in the version of the note that a
// reader of this page is shown.
func (sh *sheet) preferred(key note.Key, first site.Mention) site.Mention {
	if sh.at(first.Note).picked {
		return first
	}
	return sh.pickedOf(key, first)
}

// pickedOf is preferred for a reader who is shown another version.
func (sh *sheet) pickedOf(key note.Key, first site.Mention) site.Mention {
	want := sh.s.Pick(first.Note.ID, sh.lang)
	for m := range sh.s.EachMention(key) {
		if m.Note == want {
			return m
		}
	}
	return first
}

// mentionLink links to the place of a mention, under the name of its note.
func (sh *sheet) mentionLink(m site.Mention) view.Link {
	self, name := sh.self(m.Note.Lang), sh.nameOf(m.Note)
	return view.Link{Href: sh.mentionHref(m), Text: name.Text, Lang: name.Lang, Note: self.Text, NoteLang: self.Lang}
}

// byGroup reports whether a note is on a single group's part of a release, and so named by it.
func byGroup(n *note.Note) bool { return n.Kind == note.Changes && len(n.SIGs) == 1 }

// nameOf names a note where it is one of many: one on a single group's part of a release by
// the group, and by the release where that is not the page's; another by its title.
func (sh *sheet) nameOf(n *note.Note) view.Text {
	if !byGroup(n) {
		return sh.title(n)
	}
	name := sh.sigTitle(n.SIGs[0])
	if r := upstream.Newest(n.Releases); r != "" && r != sh.releaseOf() {
		name = string(r) + " · " + name
	}
	return view.Text{Text: name}
}

// from says where a quoted block comes from. Nobody writes into it: pages share it.
func (sh *sheet) from(n *note.Note) *view.From { return &sh.at(n).from }

func (sh *sheet) newFrom(n *note.Note, href string) view.From {
	f := view.From{Title: sh.title(n), Href: href}
	if r := upstream.Newest(n.Releases); r != "" && !sh.grouped() {
		f.Release, f.RelHref = string(r), sh.releaseLink(r).Href
	}
	if n.Kind != note.Changes {
		f.KindWord = sh.l.T("shape." + string(n.Kind))
	} else if byGroup(n) {
		f.SIGs = sh.sigTitle(n.SIGs[0])
	}
	return f
}
