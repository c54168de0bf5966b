package page

import (
	"slices"
	"strings"

	"github.com/kawaraban/kawaraban/internal/fragment"
	"github.com/kawaraban/kawaraban/internal/locale"
	"github.com/kawaraban/kawaraban/internal/note"
	"github.com/kawaraban/kawaraban/internal/view"
)

// anyLanguage is how search engines are told which page is for readers of whom nothing
// is known.
const anyLanguage = "x-default"

// Place is what search engines are told of a page: where it is, and where it is in
// other languages. All addresses are whole.
type Place struct {
	Address    string
	Alternates []view.Alternate // in every language that its content has, its own among them; then x-default
	Modified   string           // 2023-05-12: when the note was changed last, or the newest post of the month was written; empty where nothing says it
}

// homes lists the languages of the interface in which a note is at home: those whose
// readers are shown it in their own. A note in none of them is at home on one page all the
// same.
func (p *planner) homes(id note.ID) []note.Lang {
	var out []note.Lang
	for _, l := range p.langs {
		if p.s.Pick(id, l.Code).Lang == l.Code {
			out = append(out, l.Code)
		}
	}
	if len(out) == 0 {
		return []note.Lang{p.byDefault()}
	}
	return out
}

// byDefault is the language for readers of whom nothing is known.
func (p *planner) byDefault() note.Lang {
	if p.has(p.o.Default) {
		return p.o.Default
	}
	return p.langs[0].Code
}

// prefer returns the first of some languages that are wanted which a note is at home in,
// else the first that it is at home in.
func prefer(homes []note.Lang, wanted ...note.Lang) note.Lang {
	for _, l := range wanted {
		if slices.Contains(homes, l) {
			return l
		}
	}
	return homes[0]
}

// homesOf lists the languages in which the page of a route has its content: all but for
// the pages of notes.
func (p *planner) homesOf(path, kind string) []note.Lang {
	if kind == "note" {
		return p.homes(noteAt(path))
	}
	out := make([]note.Lang, len(p.langs))
	for i, l := range p.langs {
		out[i] = l.Code
	}
	return out
}

// noteAt returns the note whose page stands at a path.
func noteAt(path string) note.ID { return note.ID(strings.TrimSuffix(path, "/")) }

// address returns the whole address of a path from the root of the site; only where
// that is known.
func (p *planner) address(path string) string {
	return strings.TrimSuffix(p.o.BaseURL, "/") + "/" + fragment.EscapePath(path)
}

// alternates leads to the page of a route in all languages that its content has, and to
// the one for everybody else: of the home that is the choice of languages; else the page
// in the default language, or where the content lacks it, in that of the original.
func (p *planner) alternates(path, kind string, homes []note.Lang) []view.Alternate {
	var out []view.Alternate
	for _, l := range homes {
		out = append(out, view.Alternate{Tag: p.words.Get(l).Tag, Href: p.address(string(l) + "/" + path)})
	}
	switch {
	case path == "":
		return append(out, view.Alternate{Tag: anyLanguage, Href: p.address("")})
	case kind == "note":
		l := prefer(homes, p.byDefault(), p.s.Original(noteAt(path)).Lang)
		return append(out, view.Alternate{Tag: anyLanguage, Href: p.address(string(l) + "/" + path)})
	}
	return append(out, view.Alternate{Tag: anyLanguage, Href: p.address(string(p.byDefault()) + "/" + path)})
}

// placeOf returns how the place of a page is made; nil where search engines are told of
// none: a note that is shown in another language has its place there, and what has moved
// where it went.
func (p *planner) placeOf(l *locale.Language, path, kind string) func() Place {
	homes := p.homesOf(path, kind)
	if p.o.BaseURL == "" || kind == "moved" || !slices.Contains(homes, l.Code) {
		return nil
	}
	return func() Place {
		return Place{p.address(string(l.Code) + "/" + path), p.alternates(path, kind, homes), p.modified(l.Code, path, kind)}
	}
}

// modified is the day on which what a page shows was written or, of a note, changed last,
// where that is known.
func (p *planner) modified(lang note.Lang, path, kind string) string {
	switch kind {
	case "note":
		n := p.s.Pick(noteAt(path), lang)
		changed := LastChanged(p.o.History, n)
		if date := n.Meta.Date; isDay(date) && date > changed {
			return date
		}
		return changed
	case "log":
		month, part, _ := monthOf(path)
		if posts := p.month(month, lang).on(part).posts; len(posts) > 0 {
			return posts[len(posts)-1].date
		}
	}
	return ""
}

// homeOf returns the path, from the root of the site, at which a note is at home for those
// who read it in a language.
func (p *planner) homeOf(id note.ID, lang note.Lang) string {
	homes := p.homes(id)
	return string(prefer(homes, lang, p.s.Original(id).Lang, p.byDefault())) + "/" + fragment.NotePath(id)
}

// locate says in the frame where the page is at home. Where the site's own address is
// not known, only a note that is at home elsewhere says so. What has moved says itself where it went.
func (sh *sheet) locate(f *view.Frame) {
	if sh.kind == "moved" {
		return
	}
	homes := sh.homesOf(sh.path, sh.kind)
	home := sh.lang
	if !slices.Contains(homes, home) {
		home = prefer(homes, sh.s.Original(noteAt(sh.path)).Lang, sh.byDefault())
	}
	path := string(home) + "/" + sh.path
	switch {
	case sh.o.BaseURL == "" && home != sh.lang:
		f.Canonical = sh.root + fragment.EscapePath(path)
	case sh.o.BaseURL != "":
		f.Canonical = sh.address(path)
		if home == sh.lang { // else the page is offered to nobody, and no page there leads back to it
			f.Alternates = sh.alternates(sh.path, sh.kind, homes)
		}
		f.Share = sh.share(f.Canonical, sh.lang)
	}
}

// usualLocale is that of a page that names none.
const usualLocale = "en_US"

// share makes it for a page that is shown in a language.
func (p *planner) share(address string, shown note.Lang) *view.Share {
	s := &view.Share{Type: "website", Address: address, Base: p.address(""), Locale: locale.OpenGraph(shown)}
	if s.Locale == usualLocale {
		s.Locale = ""
	}
	return s
}

// article makes the page of a note an article, in the language of the version shown.
func (sh *sheet) article(f *view.Frame, n *note.Note) {
	if f.Share == nil {
		return
	}
	f.Share = sh.share(f.Share.Address, n.Lang)
	f.Share.Type = "article"
	if isDay(n.Meta.Date) {
		f.Share.Published = n.Meta.Date
	}
}
