package builder

import (
	"cmp"
	"slices"
	"strings"

	"github.com/kawaraban/kawaraban/internal/feed"
	"github.com/kawaraban/kawaraban/internal/fragment"
	"github.com/kawaraban/kawaraban/internal/locale"
	"github.com/kawaraban/kawaraban/internal/memo"
	"github.com/kawaraban/kawaraban/internal/note"
	"github.com/kawaraban/kawaraban/internal/page/address"
	"github.com/kawaraban/kawaraban/internal/view"
)

// Frames builds the frame of a page: title, menu, feeds, languages and outline.
type Frames struct {
	pg    *Page
	links *Links
	notes *NoteLinks
	memo  *memo.Map[string, []view.NavItem] // by Frame.Fixed
}

// FeedMaker returns the maker of the feeds of this page.
func (fr *Frames) FeedMaker() *feed.Maker {
	return &feed.Maker{
		Site: fr.pg.Site, Fragments: fr.pg.Book.Fragments, Language: fr.pg.L, Root: fr.pg.Root,
		Name: fr.pg.Book.Options.SiteName(fr.pg.Lang), Description: fr.pg.Book.Options.SiteDescription(fr.pg.Lang),
		Date: fr.pg.Book.Day, Href: fr.notes.Mention, Pull: fr.links.Pull, Person: fr.links.Person, Group: fr.pg.Book.SIGTitle,
	}
}

func (fr *Frames) feedLinks() []view.FeedLink {
	if !fr.pg.Fed {
		return nil
	}
	return []view.FeedLink{{Href: feed.AtomName, Type: "application/atom+xml", Title: fr.FeedMaker().Title(fr.pg.Source()).Text}}
}

// List is an item of the menu. Key is the end of its interface text key.
type List struct{ Key, Path string }

// Lists are the items of the menu, in order. The first MainLists are in the header of the page,
// the others under "More".
var Lists = []List{
	{"releases", "releases/"},
	{"upgrade", address.UpgradesPath},
	{"keps", "keps/"},
	{"gates", "gates/"},
	{"sigs", "sigs/"},
	{"notes", address.NotesPath},
	{"log", "log/"},
	{"prs", "prs/"},
	{"apis", "apis/"},
	{"flags", address.FlagsPath},
	{"proposals", address.ProposalsPath},
	{"glossary", fragment.GlossaryPath},
	{"status", address.StatusPath},
	{"people", "people/"},
	{"repos", "repos/"},
}

// MainLists is the number of menu items in the header of the page.
const MainLists = 6

// Frame builds the frame of a page that has the same content in all languages. Pages of notes
// also need Versioned.
func (fr *Frames) Frame(title string) view.Frame {
	f := view.Frame{
		Words: fr.pg.Say(), Kind: fr.pg.Kind, Sheets: sheetsOf[fr.pg.Kind], Lang: string(fr.pg.Lang), HTMLLang: fr.pg.L.Tag, Dir: fr.pg.L.Dir,
		Site: fr.pg.Book.Options.SiteName(fr.pg.Lang), Own: fr.pg.Book.Options.OwnName(fr.pg.Lang), AnyLang: fr.pg.Book.Options.OwnName(fr.pg.Lang) != "" && fr.pg.Book.Options.Titles[fr.pg.Lang] == "", Title: title, Root: fr.pg.Root, Home: fr.pg.Href(""),
	}
	f.About, f.AsOf, f.Sources = cmp.Or(fr.pg.Book.Options.SiteDescription(fr.pg.Lang), fr.pg.L.T("choose.line")), fr.asOf(), fr.sources()
	f.Logo = fr.pg.Book.Options.Logo
	f.Footer, f.FooterAny = fr.pg.Book.Options.FooterText(fr.pg.Lang)
	f.Feeds, f.Release = fr.feedLinks(), string(fr.pg.releaseOf())
	fr.navigate(&f)
	f.Languages = make([]view.Alternative, 0, len(fr.pg.Book.Languages.All))
	path := fragment.EscapePath(fr.pg.Path)
	for _, l := range fr.pg.Book.Languages.All {
		f.Languages = append(f.Languages, view.Alternative{
			Lang: string(l.Code), Tag: l.Tag, Self: l.Self, Current: l.Code == fr.pg.Lang,
			Href: fr.pg.Root + string(l.Code) + "/" + path,
		})
	}
	fr.locate(&f)
	return f
}

// sheetsOf lists the style sheets of a kind of pages in addition to the common one. Kinds that
// are not listed need none.
var sheetsOf = map[string][]string{
	"board": {"board.css"}, "check": {"upgrade.css", "check.css"}, "glossary": {"glossary.css"}, "next": {"upgrade.css"},
	"search": {"searchpage.css"}, "sig": {"board.css"}, "status": {"board.css"}, "upgrade": {"upgrade.css"}, "upgrades": {"upgrade.css"},
}

// dataOf lists the upstream data sets that a kind of pages uses. Kinds that are not listed use
// none.
var dataOf = map[string][]string{
	"home": {"notes", "gates", "keps", "support"}, "releases": {"notes", "support"}, "release": {"notes", "gates", "keps", "apis", "support", "cves"},
	"changes": {"notes"}, "pr": {"notes", "gates", "keps"}, "prs": {"notes"}, "upgrade": {"notes", "gates", "apis", "support"}, "upgrades": {"notes", "support"},
	"next": {"notes", "gates", "apis"},
	"kep":  {"keps", "gates"}, "keps": {"keps", "gates"}, "gate": {"gates", "notes"}, "gates": {"gates"}, "sig": {"sigs", "notes", "keps"}, "sigs": {"sigs"},
	"apis": {"apis"}, "flags": {"notes", "references"}, "note": {"notes", "gates", "keps"}, "proposals": {"gates", "keps"}, "status": {"notes"}, "board": {"notes"},
}

// asOf returns the upstream data sets that the page uses, each with its newest release and its
// date.
func (fr *Frames) asOf() []view.Link {
	var out []view.Link
	for _, part := range dataOf[fr.pg.Kind] {
		reach, there := fr.pg.Data.ReachOf(part)
		if !there {
			continue
		}
		l := view.Link{Text: fr.pg.L.T("data." + part), Note: fr.pg.L.T("fact.undated")}
		if reach.Release != "" {
			l.Text = fr.pg.L.T("data.until", l.Text, reach.Release)
		}
		if reach.Date != "" {
			l.Note = fr.pg.L.Date(reach.Date)
		}
		out = append(out, l)
	}
	return out
}

// dataLicences names the licences of upstream data: of the repositories, and of the website.
const dataLicences = "Apache-2.0, CC BY 4.0"

// sources returns a link to the source code of the site, and the licences of the notes and of
// upstream data.
func (fr *Frames) sources() []view.Link {
	var out []view.Link
	if source := fr.pg.Book.Options.SourceCode(); source != "" {
		out = append(out, view.Link{Href: source, Text: fr.pg.L.T("foot.source"), External: true})
	}
	if licence := fr.pg.Book.Options.Licence; licence != "" {
		out = append(out, view.Link{Text: fr.pg.L.T("foot.licence"), Note: licence, NoteLang: fr.pg.English()})
	}
	if len(fr.pg.Data.ReleaseList)+len(fr.pg.Data.KEPList)+len(fr.pg.Data.GateList) > 0 {
		out = append(out, view.Link{Text: fr.pg.L.T("foot.data"), Note: dataLicences, NoteLang: fr.pg.English()})
	}
	return out
}

func (fr *Frames) navigate(f *view.Frame) {
	f.Fixed = string(fr.pg.Lang) + " " + fr.pg.Up + " " + fr.listOf()
	f.Menu = fr.memo.Make(f.Fixed, fr.navigation)
	main := 0
	isMain := func(item view.NavItem) bool {
		return item.Key == ownItem || slices.ContainsFunc(Lists[:MainLists], func(l List) bool { return l.Key == item.Key })
	}
	for main < len(f.Menu) && isMain(f.Menu[main]) {
		main++
	}
	f.Menu, f.More = f.Menu[:main:main], f.Menu[main:]
	for _, item := range f.More {
		if item.Current {
			f.InMore = item.Text
		}
	}
}

// listOf returns the path of the menu item to which the page belongs: a link of site.yaml or a
// list. Pages and notes of a release belong to the releases. Other notes belong to the list of
// notes, except pages by hand.
func (fr *Frames) listOf() string {
	for _, l := range fr.pg.Book.Options.Navigation {
		if strings.HasPrefix(fr.pg.Path, l.Href) {
			return l.Href
		}
	}
	for _, list := range Lists {
		if strings.HasPrefix(fr.pg.Path, list.Path) {
			return list.Path
		}
	}
	first, _, _ := strings.Cut(fr.pg.Path, "/")
	switch {
	case fr.pg.Site.HasRelease(note.Release(first)):
		return "releases/"
	case fr.pg.Kind == "note" && !fr.byHand():
		return address.NotesPath
	}
	return ""
}

func (fr *Frames) byHand() bool {
	n := fr.pg.Site.Original(note.ID(strings.TrimSuffix(fr.pg.Path, "/")))
	return n != nil && n.Kind == note.Page
}

// ownItem is the key of links from site.yaml.
const ownItem = "own"

func (fr *Frames) navigation() []view.NavItem {
	var menu []view.NavItem
	current := fr.listOf()
	for i, list := range Lists {
		if i == MainLists {
			menu = append(menu, fr.ownLinks(current)...)
		}
		if fr.pg.Book.Exists(list.Path) {
			menu = append(menu, view.NavItem{Key: list.Key, Href: fr.pg.Href(list.Path), Text: fr.pg.L.T("nav." + list.Key), Current: current == list.Path})
		}
	}
	return menu
}

// ownLinks returns the links of site.yaml that have a text in the language of the page, or in none.
func (fr *Frames) ownLinks(current string) []view.NavItem {
	var out []view.NavItem
	for _, l := range fr.pg.Book.Options.Navigation {
		item := view.NavItem{Key: ownItem, Text: cmp.Or(l.Text[fr.pg.Lang], l.Text[""]), Href: l.Href, External: strings.Contains(l.Href, "://")}
		if !item.External {
			item.Href, item.Current = fr.pg.Href(l.Href), current == l.Href
		}
		if item.Text != "" {
			out = append(out, item)
		}
	}
	return out
}

// Versioned adapts the frame to a note. The language menu then shows which version of the note
// each language has.
func (fr *Frames) Versioned(f *view.Frame, id note.ID) {
	for i := range f.Languages {
		a := &f.Languages[i]
		if shown := fr.pg.Site.Pick(id, note.Lang(a.Lang)); string(shown.Lang) != a.Lang {
			self := fr.pg.Book.Languages.Self(shown.Lang)
			a.Shows, a.ShowTag = self.Text, cmp.Or(self.Lang, locale.Tag(shown.Lang))
		}
	}
	fr.article(f, fr.pg.Site.Pick(id, fr.pg.Lang))
}

// Outline adds the sections that are shown to the outline. It adds none if the outline would have
// one item.
func (fr *Frames) Outline(f *view.Frame, sections ...Section) {
	var shown []view.OutlineItem
	for _, s := range sections {
		if s.Shown {
			shown = append(shown, view.OutlineItem{ID: s.ID, Text: fr.pg.L.T("section." + s.ID), Level: 2 + s.Under})
		}
	}
	if len(f.Outline)+len(shown) > 1 {
		f.Outline = append(f.Outline, shown...)
	}
}

// Section is a section of a page. ID is its anchor and the end of the interface text key of its
// title.
type Section struct {
	ID    string
	Shown bool
	Under int // levels below the main sections of the page
}

// locate sets the canonical address. Without base_url, only a note that is shown in another
// language has one.
func (fr *Frames) locate(f *view.Frame) {
	if fr.pg.Kind == "moved" {
		return
	}
	homes := fr.pg.Book.Homes.HomesOf(fr.pg.Path, fr.pg.Kind)
	home := fr.pg.Lang
	if !slices.Contains(homes, home) {
		home = address.Prefer(homes, fr.pg.Site.Original(address.NoteAt(fr.pg.Path)).Lang, fr.pg.Book.Homes.ByDefault())
	}
	path := string(home) + "/" + fr.pg.Path
	switch {
	case fr.pg.Book.Options.BaseURL == "" && home != fr.pg.Lang:
		f.Canonical = fr.pg.Root + fragment.EscapePath(path)
	case fr.pg.Book.Options.BaseURL != "":
		f.Canonical = fr.pg.Book.Options.Address(path)
		if home == fr.pg.Lang { // otherwise search engines do not list the page
			f.Alternates = fr.pg.Book.Homes.Alternates(fr.pg.Path, fr.pg.Kind, homes)
		}
		f.Share = fr.pg.Book.Homes.Share(f.Canonical, fr.pg.Lang)
	}
}

func (fr *Frames) article(f *view.Frame, n *note.Note) {
	if f.Share == nil {
		return
	}
	f.Share = fr.pg.Book.Homes.Share(f.Share.Address, n.Lang)
	f.Share.Type = "article"
	if address.IsDay(n.Meta.Date) {
		f.Share.Published = n.Meta.Date
	}
}
