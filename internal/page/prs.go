package page

import (
	"cmp"
	"iter"
	"slices"
	"strings"

	"github.com/kawaraban/kawaraban/internal/fragment"
	"github.com/kawaraban/kawaraban/internal/note"
	"github.com/kawaraban/kawaraban/internal/page/address"
	"github.com/kawaraban/kawaraban/internal/page/builder"
	"github.com/kawaraban/kawaraban/internal/site"
	"github.com/kawaraban/kawaraban/internal/view"
)

type pullViews struct{ b *builder.Builder }

func prPartPages(li *address.Lists) family {
	return pagesOf[string]{
		all: func() []string {
			var out []string
			for _, part := range li.PRParts() {
				out = append(out, part.Name)
			}
			return out
		},
		owner: func(path string) (string, bool) {
			rest, ok := strings.CutPrefix(path, address.PullsPath)
			name := strings.TrimSuffix(rest, "/")
			return name, ok && li.HasPRPart(name)
		},
		routes: func(name string) iter.Seq[route] {
			return only(route{address.PullPart{Name: name}.Path(), "prs", func(b *builder.Builder) any { return pullViews{b}.prList(name) }, nil})
		},
	}
}

func (pv pullViews) prFront() any { return pv.prList("") }

func (pv pullViews) prList(name string) any {
	parts := pv.b.Book.Lists.PRParts()
	index := slices.IndexFunc(parts, func(part address.PullPart) bool { return part.Name == name })
	title := pv.b.L.T("nav.prs")
	if index >= 0 {
		title = pv.b.L.T("prs.title", strings.Replace(parts[index].Name, "-", "–", 1))
	}
	v := view.PRsView{Frame: pv.b.Frames.Frame(title)}
	link := func(i int) *view.Link {
		if i < 0 || i >= len(parts) {
			return nil
		}
		name := strings.Replace(parts[i].Name, "-", "–", 1)
		return &view.Link{Href: pv.b.Href(parts[i].Path()), Text: name, Note: pv.b.L.Number(len(parts[i].Numbers)), Current: i == index}
	}
	for i, part := range parts {
		if part.Release != "" {
			v.Releases = append(v.Releases, *link(i))
		} else {
			v.Ranges = append(v.Ranges, *link(i))
		}
	}
	if index < 0 {
		return v
	}
	v.Part, v.Prev, v.Next = parts[index].Name, link(index+1), link(index-1)
	v.Crumbs = []view.Link{{Href: pv.b.Href("prs/"), Text: pv.b.L.T("nav.prs")}}
	pv.prRows(&v, parts[index].Numbers)
	return v
}

func (pv pullViews) prRows(v *view.PRsView, numbers []string) {
	sigs, kinds := map[note.SIG]int{}, map[note.EntryKind]int{}
	for _, number := range slices.Backward(numbers) {
		row := pv.b.Rows.Pull(number)
		if row.Release == v.Part {
			row.Release, row.RelHref = "", "" // the title of the list shows it
		}
		row.Href, row.Weight = "../"+number+"/", row.Noted
		if all := pv.b.Site.Published(number); len(all) > 0 {
			n := all[0].Note
			row.SIGCodes, row.KindCode = builder.Joined(n.SIGs), string(n.Kind)
			kinds[n.Kind]++
			for _, g := range n.SIGs {
				sigs[g]++
			}
		}
		v.Rows = append(v.Rows, row)
	}
	v.SIGs = pv.b.Filters.SIGOptions(sigs)
	if len(kinds) > 0 {
		v.Kinds = pv.b.Filters.KindOptions(kinds)
	}
}

// shortPR is the maximum number of entries on the page of a pull request without an outline.
const shortPR = 4

func (pv pullViews) pr(number string) any {
	key := note.Key{Kind: note.PR, ID: number}
	v := view.PRView{
		Frame: pv.b.Frames.Frame("#" + number), Number: number,
		GitHub: view.Link{Href: "https://github.com/kubernetes/kubernetes/pull/" + number, Text: "GitHub", External: true},
	}
	var keps, gates []string
	var first note.Release
	all := pv.b.Site.Published(number)
	for _, o := range all {
		first = cmp.Or(first, o.Release)
		l := pv.b.Links.Release(o.Release)
		l.Note = pv.b.L.Date(pv.b.Book.Release(o.Release).Date)
		v.Releases = append(v.Releases, l)
		c := pv.b.Site.Facts(o.Release).Change(number)
		if c == nil {
			continue
		}
		keps = append(keps, c.KEPs...)
		if c.Text != nil {
			gates = append(gates, address.IDsOf(c.Text.Refs, note.Gate)...)
		}
		made := pv.b.Changes.Change(o.Release, c, false)
		v.Author = cmp.Or(v.Author, made.Author)
		made.PR, made.Author, made.Notes = view.Link{}, nil, nil // the page shows them elsewhere
		if len(all) > 1 {
			made.Release = &view.Link{Href: l.Href, Text: l.Text}
		}
		if v.Change == nil {
			v.Change = &made
			pv.prDescription(&v.Frame, c)
		} else {
			v.More = append(v.More, made)
		}
	}
	near := pv.besideOf(number, keps, gates)
	for _, k := range near.keps {
		v.KEPs = append(v.KEPs, pv.b.Rows.KEPOnPage(k, first))
	}
	for _, g := range near.gates {
		v.Gates = append(v.Gates, pv.b.Rows.Gate(g, true))
	}
	pv.allName(&v, near)
	v.Entries, v.Count, _ = pv.b.Groups.About(key)
	pv.heading(&v)
	v.Crumbs = []view.Link{{Href: pv.b.Href("prs/"), Text: pv.b.L.T("nav.prs")}}
	part := pv.b.Book.Lists.PartOfPull(number)
	v.Crumbs = append(v.Crumbs, view.Link{Href: pv.b.Href(part.Path()), Text: strings.Replace(part.Name, "-", "–", 1)})
	if v.Count > shortPR {
		pv.b.Frames.Outline(&v.Frame, section("official", v.Change != nil), section("said", v.Count > 0),
			section("keps", len(v.KEPs) > 0), section("gates", len(v.Gates) > 0))
	}
	return v
}

func (pv pullViews) prDescription(f *view.Frame, c *site.Change) {
	f.Description, f.DescLang = fragment.Shorten(officialWords(c), 160), pv.b.English()
}

// officialWords returns the official text of a change without markup.
func officialWords(c *site.Change) string {
	if c.Text == nil {
		return builder.Source(c.Note)
	}
	text := c.Text.Text.Plain()
	for i := range c.Text.Children {
		text += "\n\n" + c.Text.Children[i].Text.Plain()
	}
	return strings.TrimSpace(builder.Plain(text, c.Note.Urgent))
}

// maxTitle is the maximum length in characters of the title of a pull request.
const maxTitle = 140

// heading sets the title of the page to the first sentence of the official text. Without an
// official text, the title remains the number.
func (pv pullViews) heading(v *view.PRView) {
	for _, o := range pv.b.Site.Published(v.Number) {
		if c := pv.b.Site.Facts(o.Release).Change(v.Number); c != nil {
			v.Heading = pv.b.Text(firstSentence(officialWords(c), maxTitle), "en")
			v.Titled = true
			v.Title, v.TitleLang = "#"+v.Number+" "+v.Heading.Text, v.Heading.Lang
			return
		}
	}
}

// besides has the KEPs and gates on the page of a pull request, and the links that all its
// entries have in common.
type besides struct {
	keps, gates  []string
	people, sigs []view.Link
}

func (pv pullViews) besideOf(number string, keps, gates []string) besides {
	var made besides
	first := true
	for m := range pv.b.Site.EachMention(note.Key{Kind: note.PR, ID: number}) {
		if !m.Entry() || !slices.Contains(m.Block.Attr.PRs, number) {
			continue
		}
		keps = append(keps, pv.b.Site.Join(m.Note, m.Block).KEPs...)
		gates = append(gates, address.IDsOf(m.Block.Refs, note.Gate)...)
		if m.Waits {
			continue
		}
		l := &pv.b.Attribution.SharedOf(m.Block, builder.Place{N: m.Note, Quoted: true}).Links
		if first {
			made.people, made.sigs, first = linkedOnly(l.People), linkedOnly(l.SIGs), false
			continue
		}
		made.people, made.sigs = both(made.people, l.People), both(made.sigs, l.SIGs)
	}
	made.keps, made.gates = pv.withPages(note.KEP, keps), pv.withPages(note.Gate, gates)
	return made
}

// withPages returns the normalized IDs of those things that have a page, sorted and without
// duplicates.
func (pv pullViews) withPages(kind note.RefKind, ids []string) []string {
	var out []string
	for _, id := range ids {
		if key := (note.Key{Kind: kind, ID: id}); pv.b.Site.HasPage(key) {
			out = append(out, pv.b.Site.Normal(key).ID)
		}
	}
	slices.SortFunc(out, site.CompareIDs)
	return slices.Compact(out)
}

func linkedOnly(links []view.Link) []view.Link {
	return slices.DeleteFunc(slices.Clone(links), func(l view.Link) bool { return l.Href == "" })
}

func both(a, b []view.Link) []view.Link {
	return slices.DeleteFunc(a, func(l view.Link) bool { return !builder.HasHref(b, l.Href) })
}

// allName adds the links that all entries have in common to the head of the page. The entries
// then omit them.
func (pv pullViews) allName(v *view.PRView, near besides) {
	for _, l := range near.people {
		if v.Author == nil || v.Author.Href != l.Href {
			v.People = append(v.People, l)
		}
	}
	for _, l := range near.sigs {
		if v.Change == nil || !builder.HasHref(v.Change.SIGs, l.Href) {
			v.SIGs = append(v.SIGs, l)
		}
	}
	for _, l := range slices.Concat(near.people, near.sigs) {
		pv.b.Stated = append(pv.b.Stated, l.Href)
	}
	for _, k := range near.keps {
		pv.b.Stated = append(pv.b.Stated, pv.b.Links.KEP(k).Href)
	}
	for _, g := range near.gates {
		pv.b.Stated = append(pv.b.Stated, pv.b.Links.Gate(g).Href)
	}
}
