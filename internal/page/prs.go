package page

import (
	"cmp"
	"html/template"
	"iter"
	"slices"
	"strconv"
	"strings"

	"github.com/kawaraban/kawaraban/internal/fragment"
	"github.com/kawaraban/kawaraban/internal/note"
	"github.com/kawaraban/kawaraban/internal/site"
	"github.com/kawaraban/kawaraban/internal/view"
)

// prPart is a part of the list of pull requests: those that a release published, or
// a thousand numbers of those that no imported release did. A list of everything
// would be a page of 50,000 rows.
type prPart struct {
	name    string // 1.27, 115000-115999
	release note.Release
	numbers []string
}

func (part prPart) path() string { return "prs/" + part.name + "/" }

// pullsPath is the address of the list of pull requests.
const pullsPath = "prs/"

// rangeSize is how many numbers a part by number spans.
const rangeSize = 1000

// listPRParts parts the pull requests that have a page.
func (p *planner) listPRParts() []prPart {
	byName := map[string]*prPart{}
	for _, number := range p.s.Keys(note.PR) {
		part := p.partOf(number)
		if byName[part.name] == nil {
			byName[part.name] = &part
		}
		kept := byName[part.name]
		kept.numbers = append(kept.numbers, number)
	}
	var out []prPart
	for _, r := range p.s.Releases() {
		if part := byName[string(r)]; part != nil {
			out = append(out, *part)
			delete(byName, string(r))
		}
	}
	var ranges []prPart
	for _, part := range byName {
		ranges = append(ranges, *part)
	}
	slices.SortFunc(ranges, func(a, b prPart) int { return compareNumbers(b.numbers[0], a.numbers[0]) })
	return append(out, ranges...)
}

// partOf says which part a pull request belongs to: its first release's.
func (p *planner) partOf(number string) prPart {
	if all := p.s.Published(number); len(all) > 0 {
		return prPart{name: string(all[0].Release), release: all[0].Release}
	}
	n, err := strconv.Atoi(number)
	if err != nil {
		n = 0
	}
	from := n / rangeSize * rangeSize
	return prPart{name: itoa(from) + "-" + itoa(from+rangeSize-1)}
}

// prPartPages are the parts of the list of pull requests.
func (p *planner) prPartPages() family {
	return pagesOf[string]{
		all: func() []string {
			var out []string
			for _, part := range p.prParts() {
				out = append(out, part.name)
			}
			return out
		},
		owner: func(path string) (string, bool) {
			rest, ok := strings.CutPrefix(path, pullsPath)
			name := strings.TrimSuffix(rest, "/")
			return name, ok && p.hasPRPart(name)
		},
		routes: func(name string) iter.Seq[route] {
			return only(route{prPart{name: name}.path(), "prs", func(sh *sheet) any { return sh.prList(name) }, nil})
		},
	}
}

// hasPRPart reports whether the list of pull requests has a part.
func (p *planner) hasPRPart(name string) bool {
	named := p.s.HasRelease(note.Release(name)) || strings.Contains(name, "-")
	return named && slices.ContainsFunc(p.prParts(), func(part prPart) bool { return part.name == name })
}

// prFront makes the front page of the list, which leads to its parts.
func (sh *sheet) prFront() any { return sh.prList("") }

// prList makes a part of the list, or its front page without a name.
func (sh *sheet) prList(name string) any {
	parts := sh.prParts()
	index := slices.IndexFunc(parts, func(part prPart) bool { return part.name == name })
	title := sh.l.T("nav.prs")
	if index >= 0 {
		title = sh.l.T("prs.title", strings.Replace(parts[index].name, "-", "–", 1))
	}
	v := view.PRsView{Frame: sh.frame(title)}
	link := func(i int) *view.Link {
		if i < 0 || i >= len(parts) {
			return nil
		}
		name := strings.Replace(parts[i].name, "-", "–", 1)
		return &view.Link{Href: sh.href(parts[i].path()), Text: name, Note: sh.l.Number(len(parts[i].numbers)), Current: i == index}
	}
	for i, part := range parts {
		if part.release != "" {
			v.Releases = append(v.Releases, *link(i))
		} else {
			v.Ranges = append(v.Ranges, *link(i))
		}
	}
	if index < 0 {
		return v
	}
	v.Part, v.Prev, v.Next = parts[index].name, link(index+1), link(index-1)
	v.Crumbs = []view.Link{{Href: sh.href("prs/"), Text: sh.l.T("nav.prs")}}
	sh.prRows(&v, parts[index].numbers)
	return v
}

// prRows fills a part of the list, with what it filters by.
func (sh *sheet) prRows(v *view.PRsView, numbers []string) {
	sigs, kinds := map[note.SIG]int{}, map[note.EntryKind]int{}
	for _, number := range slices.Backward(numbers) {
		row := sh.prRow(number)
		if row.Release == v.Part {
			row.Release, row.RelHref = "", "" // the list's title says it
		}
		row.Href, row.Weight = "../"+number+"/", row.Noted
		if all := sh.s.Published(number); len(all) > 0 {
			n := all[0].Note
			row.SIGCodes, row.KindCode = joined(n.SIGs), string(n.Kind)
			kinds[n.Kind]++
			for _, g := range n.SIGs {
				sigs[g]++
			}
		}
		v.Rows = append(v.Rows, row)
	}
	v.SIGs = sh.sigOptions(sigs)
	if len(kinds) > 0 {
		v.Kinds = sh.kindOptions(kinds)
	}
}

// prRow makes a pull request in a list.
func (sh *sheet) prRow(number string) view.PRRow {
	row := view.PRRow{Words: sh.say(), Number: number, Href: sh.prLink(number).Href}
	if all := sh.s.Published(number); len(all) > 0 {
		o := all[0]
		row.Kind, row.Release = sh.kindOf(o.Note.Kind), string(o.Release)
		row.RelHref = sh.releaseLink(o.Release).Href
		row.Text = sh.firstLine(o)
		for _, g := range o.Note.SIGs {
			row.SIGs = append(row.SIGs, sh.sigLink(g))
		}
	}
	row.Noted, row.Langs = sh.noted(note.Key{Kind: note.PR, ID: number})
	return row
}

// firstLine is the official sentence of a pull request without what stands under it.
func (sh *sheet) firstLine(o site.OfficialNote) view.Rich {
	if o.Text == nil {
		line, _, _ := strings.Cut(strings.TrimSpace(o.Note.Text), "\n")
		return view.Rich{HTML: template.HTML(template.HTMLEscapeString(line)), Lang: sh.english()}
	}
	return view.Rich{HTML: sh.fill(o.Text.Text, nil, true), Lang: sh.tag(o.Text.Lang)}
}

// shortPR is how many entries the page of a pull request quotes that is too short for a list of
// its sections.
const shortPR = 4

// pr makes the page of a pull request.
func (sh *sheet) pr(number string) any {
	key := note.Key{Kind: note.PR, ID: number}
	v := view.PRView{
		Frame: sh.frame("#" + number), Number: number, Heading: view.Text{Text: "#" + number},
		GitHub: view.Link{Href: "https://github.com/kubernetes/kubernetes/pull/" + number, Text: "GitHub", External: true},
	}
	var keps, gates []string
	var first note.Release // that published it
	all := sh.s.Published(number)
	for _, o := range all {
		first = cmp.Or(first, o.Release)
		l := sh.releaseLink(o.Release)
		l.Note = sh.l.Date(sh.planner.release(o.Release).Date)
		v.Releases = append(v.Releases, l)
		c := sh.s.Facts(o.Release).Change(number)
		if c == nil {
			continue
		}
		keps = append(keps, c.KEPs...)
		if c.Text != nil {
			gates = append(gates, idsOf(c.Text.Refs, note.Gate)...)
		}
		made := sh.change(o.Release, c, false)
		v.Author = cmp.Or(v.Author, made.Author)
		made.PR, made.Author, made.Notes = view.Link{}, nil, nil // the page's head says the first two, and the rest quotes the notes
		if len(all) > 1 {
			made.Release = &view.Link{Href: l.Href, Text: l.Text}
		}
		if v.Change == nil {
			v.Change = &made
			sh.prDescription(&v.Frame, c)
		} else {
			v.More = append(v.More, made)
		}
	}
	near := sh.besideOf(number, keps, gates)
	for _, k := range near.keps {
		v.KEPs = append(v.KEPs, sh.kepOnPage(k, first))
	}
	for _, g := range near.gates {
		v.Gates = append(v.Gates, sh.gateRow(g, true))
	}
	sh.allName(&v, near)
	v.Entries, v.Count, _ = sh.said(key)
	v.Crumbs = []view.Link{{Href: sh.href("prs/"), Text: sh.l.T("nav.prs")}}
	part := sh.partOf(number)
	v.Crumbs = append(v.Crumbs, view.Link{Href: sh.href(part.path()), Text: strings.Replace(part.name, "-", "–", 1)})
	if v.Count > shortPR {
		sh.outline(&v.Frame, section{"official", v.Change != nil}, section{"said", v.Count > 0},
			section{"keps", len(v.KEPs) > 0}, section{"gates", len(v.Gates) > 0})
	}
	return v
}

func (sh *sheet) prDescription(f *view.Frame, c *site.Change) {
	words := c.Note.Text
	if c.Text != nil {
		words = cmp.Or(c.Text.Text.Plain(), words)
	}
	f.Description, f.DescLang = fragment.Shorten(words, 160), sh.english()
}

// besides are the KEPs and gates on the page of a pull request, and the links that all entries
// attributed to it have on their lines, in every language.
type besides struct {
	keps, gates  []string
	people, sigs []view.Link
}

// besideOf adds to some KEPs and gates the known ones that entries attributed to a pull request
// name.
func (sh *sheet) besideOf(number string, keps, gates []string) besides {
	var made besides
	first := true
	for m := range sh.s.EachMention(note.Key{Kind: note.PR, ID: number}) {
		if !m.Entry() || !slices.Contains(m.Block.Attr.PRs, number) {
			continue
		}
		keps = append(keps, sh.s.Join(m.Note, m.Block).KEPs...)
		gates = append(gates, idsOf(m.Block.Refs, note.Gate)...)
		if m.Waits {
			continue
		}
		l := &sh.sharedOf(m.Block, place{n: m.Note, quoted: true}).links
		if first {
			made.people, made.sigs, first = linkedOnly(l.People), linkedOnly(l.SIGs), false
			continue
		}
		made.people, made.sigs = both(made.people, l.People), both(made.sigs, l.SIGs)
	}
	made.keps, made.gates = sh.withPages(note.KEP, keps), sh.withPages(note.Gate, gates)
	return made
}

// withPages returns the things that have a page, each once, in order.
func (sh *sheet) withPages(kind note.RefKind, ids []string) []string {
	var out []string
	for _, id := range ids {
		if key := (note.Key{Kind: kind, ID: id}); sh.s.HasPage(key) {
			out = append(out, sh.s.Normal(key).ID)
		}
	}
	slices.SortFunc(out, site.CompareIDs)
	return slices.Compact(out)
}

// linkedOnly returns those of some links that lead somewhere.
func linkedOnly(links []view.Link) []view.Link {
	return slices.DeleteFunc(slices.Clone(links), func(l view.Link) bool { return l.Href == "" })
}

// both returns the links that two lists have.
func both(a, b []view.Link) []view.Link {
	return slices.DeleteFunc(a, func(l view.Link) bool { return !leads(b, l.Href) })
}

// allName puts into the head of a pull request's page what all entries about it name, and
// leaves that and the sections of the page out of the lines over them.
func (sh *sheet) allName(v *view.PRView, near besides) {
	for _, l := range near.people {
		if v.Author == nil || v.Author.Href != l.Href {
			v.People = append(v.People, l)
		}
	}
	for _, l := range near.sigs {
		if v.Change == nil || !leads(v.Change.SIGs, l.Href) {
			v.SIGs = append(v.SIGs, l)
		}
	}
	for _, l := range slices.Concat(near.people, near.sigs) {
		sh.stated = append(sh.stated, l.Href)
	}
	for _, k := range near.keps {
		sh.stated = append(sh.stated, sh.kepLink(k).Href)
	}
	for _, g := range near.gates {
		sh.stated = append(sh.stated, sh.gateLink(g).Href)
	}
}
