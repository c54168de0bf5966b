package page

import (
	"html/template"
	"slices"
	"strings"

	"github.com/kawaraban/kawaraban/internal/fragment"
	"github.com/kawaraban/kawaraban/internal/memo"
	"github.com/kawaraban/kawaraban/internal/note"
	"github.com/kawaraban/kawaraban/internal/site"
	"github.com/kawaraban/kawaraban/internal/view"
)

// entryKey identifies what the views of an entry share on pages of one depth, in every
// language: on the note's page, or quoted elsewhere.
type entryKey struct {
	block  *note.Block
	up     string // the way to /{l}/
	quoted bool
}

// sharedEntry is what the views of an entry share: below /{l}/ relative links are the same
// in every language, and names of SIGs and gates are not translated.
type sharedEntry struct {
	key       string // of the links, for the parts of templates that are printed once
	links     view.LineLinks
	upKinds   []note.EntryKind // by the official notes
	stages    thenNow
	unwritten bool
	text      template.HTML // empty where that is so, but for the title of an entry that is a heading
	also      []alsoAt      // on the note's page
}

// sharedOf returns what the views of an entry share.
func (sh *sheet) sharedOf(b *note.Block, in place) *sharedEntry {
	if in.solo { // rare, and with other HTML than where the version has the page
		return sh.newShared(b, in)
	}
	return sh.entries.Make(entryKey{b, sh.up, in.quoted}, func() *sharedEntry { return sh.newShared(b, in) })
}

func (sh *sheet) newShared(b *note.Block, in place) *sharedEntry {
	made := &sharedEntry{
		key:    in.n.Path + "#" + string(b.ID) + " " + sh.up,
		stages: sh.findThenNow(b, in.n), unwritten: site.Waits(in.n, b),
	}
	made.links, made.upKinds = sh.lineLinks(b, in)
	if in.quoted {
		made.key += "quoted"
	} else {
		made.also = sh.findAlso(b, in.n)
	}
	if (!made.unwritten || b.Level > 0) && len(b.Text) > 0 {
		made.text = sh.fragments.Make(b.Text, fragment.At{Note: in.n, Up: sh.up, Quoted: in.inner()})
	}
	return made
}

// meta fills the line over an entry.
func (sh *sheet) meta(e *view.Entry, b *note.Block, known *sharedEntry, in place) {
	e.LineLinks, e.Links = &known.links, known.key
	if in.quoted && sh.about != "" {
		if left := withoutLinks(&known.links, sh.saidFor(b)); left != &known.links {
			e.LineLinks, e.Links = left, known.key+" "+sh.about
		}
	}
	if sh.kind != "pr" { // whose page has the official note itself
		for _, k := range known.upKinds {
			e.UpKinds = append(e.UpKinds, sh.kindTag(k))
		}
	} else if len(e.UpSIGs) > 0 {
		own := *e.LineLinks
		own.UpSIGs = nil
		e.LineLinks, e.Links = &own, e.Links+" pr" // other links than elsewhere
	}
}

// saidFor lists the addresses that the line over a quote need not lead to: of what the page is
// about, and of what the page says itself of all that is so (stated).
func (sh *sheet) saidFor(b *note.Block) []string {
	if sh.kind == "pr" && !slices.Contains(b.Attr.PRs, sh.number()) {
		return []string{sh.about} // it names the pull request by the way
	}
	return append(slices.Clip(sh.stated), sh.about)
}

// number is that of the pull request whose page this is.
func (sh *sheet) number() string {
	return strings.TrimSuffix(strings.TrimPrefix(sh.path, "prs/"), "/")
}

// own is the address of what the page is about, of which its quotes need not say that
// they name it; empty where it is about nothing that entries name. A part of what is said of a
// thing says itself what that is: see ownOf.
func (sh *sheet) own() string {
	if !slices.Contains([]string{"kep", "pr", "gate", "sig", "person"}, sh.kind) {
		return ""
	}
	return sh.href(fragment.EscapePath(sh.path))
}

// ownOf is own for a page below that of a thing.
func (sh *sheet) ownOf(key note.Key) string {
	if key.Kind == note.Thread || key.Kind == note.RepoRelease {
		return sh.href(sh.threadHref(key))
	}
	return sh.href(fragment.EscapePath(sh.pathOf(key)))
}

func linkLists(l *view.LineLinks) [7]*[]view.Link {
	return [...]*[]view.Link{&l.PRs, &l.Others, &l.People, &l.SIGs, &l.KEPs, &l.Gates, &l.UpSIGs}
}

func hasLink(l *view.LineLinks, href string) bool {
	for _, list := range linkLists(l) {
		if leads(*list, href) {
			return true
		}
	}
	return false
}

// leads reports whether one of some links leads to an address.
func leads(links []view.Link, href string) bool {
	return slices.ContainsFunc(links, func(k view.Link) bool { return k.Href == href })
}

// withoutLinks returns the links without those to some addresses. It returns l itself, which is shared,
// where l has none of them.
func withoutLinks(l *view.LineLinks, hrefs []string) *view.LineLinks {
	if !slices.ContainsFunc(hrefs, func(href string) bool { return hasLink(l, href) }) {
		return l
	}
	left := *l
	for _, list := range linkLists(&left) {
		said := func(k view.Link) bool { return slices.Contains(hrefs, k.Href) }
		if slices.ContainsFunc(*list, said) {
			*list = slices.DeleteFunc(slices.Clone(*list), said)
		}
	}
	return &left
}

// grouped reports whether the headings over a page's quotes say the release that they are of,
// or the page's title does: the line over a quote need not.
func (sh *sheet) grouped() bool {
	return slices.Contains([]string{"kep", "pr", "gate", "person", "repo", "said"}, sh.kind)
}

// notesAt returns what is said of notes on pages of a language whose way to /{l}/ is up.
func (p *planner) notesAt(lang note.Lang, up string, grouped bool) *memo.Map[*note.Note, *seenNote] {
	key := string(lang) + " " + up
	if grouped {
		key += " grouped"
	}
	return p.sources.Make(key, func() *memo.Map[*note.Note, *seenNote] { return new(memo.Map[*note.Note, *seenNote]) })
}
