package page

import (
	"cmp"
	"strings"

	"github.com/kawaraban/kawaraban/internal/fragment"
	"github.com/kawaraban/kawaraban/internal/locale"
	"github.com/kawaraban/kawaraban/internal/note"
	"github.com/kawaraban/kawaraban/internal/view"
)

// lists are the pages of the menu, in order: key and address.
var lists = []struct{ key, path string }{
	{"releases", "releases/"},
	{"keps", "keps/"},
	{"sigs", "sigs/"},
	{"gates", "gates/"},
	{"upgrade", upgradesPath},
	{"log", "log/"},
	{"prs", "prs/"},
	{"apis", "apis/"},
	{"proposals", proposalsPath},
	{"glossary", fragment.GlossaryPath},
	{"status", statusPath},
	{"people", "people/"},
	{"repos", "repos/"},
}

// frame makes what stands around a page. The switch is that of a page whose content is the
// same in every language; see versioned for the others.
func (sh *sheet) frame(title string) view.Frame {
	f := view.Frame{
		Words: sh.say(), Kind: sh.kind, Lang: string(sh.lang), HTMLLang: sh.l.Tag, Dir: sh.l.Dir,
		Site: sh.siteName(sh.lang), Own: sh.ownName(sh.lang), AnyLang: sh.ownName(sh.lang) != "" && sh.o.Titles[sh.lang] == "", Title: title, Root: sh.root, Home: sh.href(""),
	}
	f.Feeds, f.Release = sh.feedLinks(), string(sh.releaseOf())
	sh.navigate(&f)
	f.Languages = make([]view.Alternative, 0, len(sh.langs))
	path := fragment.EscapePath(sh.path)
	for _, l := range sh.langs {
		f.Languages = append(f.Languages, view.Alternative{
			Lang: string(l.Code), Tag: l.Tag, Self: l.Self, Current: l.Code == sh.lang,
			Href: sh.root + string(l.Code) + "/" + path,
		})
	}
	sh.locate(&f)
	return f
}

// releaseOf returns the release that a page stands below, or that the whole site is of;
// empty for other pages.
func (sh *sheet) releaseOf() note.Release {
	first, _, _ := strings.Cut(sh.path, "/")
	if r := note.Release(first); r != "" && sh.s.HasRelease(r) {
		return r
	}
	return sh.s.Only()
}

// navigate fills the menu, which many pages of a language share: the newest release with
// notes, and every list that has a page.
func (sh *sheet) navigate(f *view.Frame) {
	f.Fixed = string(sh.lang) + " " + sh.up + " " + sh.listOf()
	f.Menu = sh.navs.Make(f.Fixed, sh.navigation)
}

// listOf returns the address of the list, or the release of the menu, that a page
// belongs to.
func (sh *sheet) listOf() string {
	if r := sh.headline(); r != "" && strings.HasPrefix(sh.path, releasePath(r)) {
		return releasePath(r)
	}
	for _, list := range lists {
		if strings.HasPrefix(sh.path, list.path) {
			return list.path
		}
	}
	return ""
}

func (sh *sheet) navigation() []view.NavItem {
	var menu []view.NavItem
	current := sh.listOf()
	if r := sh.headline(); r != "" {
		menu = append(menu, view.NavItem{Key: "release", Href: sh.href(releasePath(r)), Text: string(r), Current: current == releasePath(r)})
	}
	for _, list := range lists {
		if sh.exists(list.path) {
			menu = append(menu, view.NavItem{Key: list.key, Href: sh.href(list.path), Text: sh.l.T("nav." + list.key), Current: current == list.path})
		}
	}
	return menu
}

// findHeadline chooses the release that the menu and the home lead with: the newest one that
// has notes or official notes, else the newest.
func (p *planner) findHeadline() note.Release {
	all := p.s.Releases()
	for _, r := range all {
		if len(p.s.NotesOf(r)) > 0 || len(p.s.Facts(r).Changes) > 0 {
			return r
		}
	}
	if len(all) > 0 {
		return all[0]
	}
	return ""
}

// versioned adapts the frame of a note's page: the switch says what it will show.
func (sh *sheet) versioned(f *view.Frame, id note.ID) {
	for i := range f.Languages {
		a := &f.Languages[i]
		if shown := sh.s.Pick(id, note.Lang(a.Lang)); string(shown.Lang) != a.Lang {
			self := sh.self(shown.Lang)
			a.Shows, a.ShowTag = self.Text, cmp.Or(self.Lang, locale.Tag(shown.Lang))
		}
	}
	sh.article(f, sh.s.Pick(id, sh.lang))
}

// outline lists the sections of a page that are not empty; of one alone there is nothing to
// tell.
func (sh *sheet) outline(f *view.Frame, sections ...section) {
	var shown []view.OutlineItem
	for _, s := range sections {
		if s.shown {
			shown = append(shown, view.OutlineItem{ID: s.id, Text: sh.l.T("section." + s.id), Level: 2})
		}
	}
	if len(f.Outline)+len(shown) > 1 {
		f.Outline = append(f.Outline, shown...)
	}
}

// section is a part of a page: its anchor, which is also the last part of its
// word's key, and whether the page has it.
type section struct {
	id    string
	shown bool
}
