package address

import (
	"slices"

	"github.com/kawaraban/kawaraban/internal/fragment"
	"github.com/kawaraban/kawaraban/internal/locale"
	"github.com/kawaraban/kawaraban/internal/note"
	"github.com/kawaraban/kawaraban/internal/site"
	"github.com/kawaraban/kawaraban/internal/view"
)

// Homes finds the language in which a page has its content, for search engines.
type Homes struct {
	site      *site.Site
	options   *Options
	languages *Languages
	log       *Log
}

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
func (hm *Homes) homes(id note.ID) []note.Lang {
	var out []note.Lang
	for _, l := range hm.languages.All {
		if hm.site.Pick(id, l.Code).Lang == l.Code {
			out = append(out, l.Code)
		}
	}
	if len(out) == 0 {
		return []note.Lang{hm.ByDefault()}
	}
	return out
}

// ByDefault is the language for readers of whom nothing is known.
func (hm *Homes) ByDefault() note.Lang {
	if hm.languages.Has(hm.options.Default) {
		return hm.options.Default
	}
	return hm.languages.All[0].Code
}

// Prefer returns the first of some languages that are wanted which a note is at home in,
// else the first that it is at home in.
func Prefer(homes []note.Lang, wanted ...note.Lang) note.Lang {
	for _, l := range wanted {
		if slices.Contains(homes, l) {
			return l
		}
	}
	return homes[0]
}

// HomesOf lists the languages in which the page of a route has its content: all but for
// the pages of notes.
func (hm *Homes) HomesOf(path, kind string) []note.Lang {
	if kind == "note" {
		return hm.homes(NoteAt(path))
	}
	out := make([]note.Lang, len(hm.languages.All))
	for i, l := range hm.languages.All {
		out[i] = l.Code
	}
	return out
}

// Alternates leads to the page of a route in all languages that its content has, and to
// the one for everybody else: of the home that is the choice of languages; else the page
// in the default language, or where the content lacks it, in that of the original.
func (hm *Homes) Alternates(path, kind string, homes []note.Lang) []view.Alternate {
	var out []view.Alternate
	for _, l := range homes {
		out = append(out, view.Alternate{Tag: hm.languages.Words.Get(l).Tag, Href: hm.options.Address(string(l) + "/" + path)})
	}
	switch {
	case path == "":
		return append(out, view.Alternate{Tag: anyLanguage, Href: hm.options.Address("")})
	case kind == "note":
		l := Prefer(homes, hm.ByDefault(), hm.site.Original(NoteAt(path)).Lang)
		return append(out, view.Alternate{Tag: anyLanguage, Href: hm.options.Address(string(l) + "/" + path)})
	}
	return append(out, view.Alternate{Tag: anyLanguage, Href: hm.options.Address(string(hm.ByDefault()) + "/" + path)})
}

// PlaceOf returns how the place of a page is made; nil where search engines are told of
// none: a note that is shown in another language has its place there, and what has moved
// where it went.
func (hm *Homes) PlaceOf(l *locale.Language, path, kind string) func() Place {
	homes := hm.HomesOf(path, kind)
	if hm.options.BaseURL == "" || kind == "moved" || !slices.Contains(homes, l.Code) {
		return nil
	}
	return func() Place {
		return Place{hm.options.Address(string(l.Code) + "/" + path), hm.Alternates(path, kind, homes), hm.modified(l.Code, path, kind)}
	}
}

// modified is the day on which what a page shows was written or, of a note, changed last,
// where that is known.
func (hm *Homes) modified(lang note.Lang, path, kind string) string {
	switch kind {
	case "note":
		n := hm.site.Pick(NoteAt(path), lang)
		changed := LastChanged(hm.options.History, n)
		if date := n.Meta.Date; IsDay(date) && date > changed {
			return date
		}
		return changed
	case "log":
		month, part, _ := MonthOf(path)
		if posts := hm.log.Month(month, lang).On(part).Posts; len(posts) > 0 {
			return posts[len(posts)-1].Date
		}
	}
	return ""
}

// HomeOf returns the path, from the root of the site, at which a note is at home for those
// who read it in a language.
func (hm *Homes) HomeOf(id note.ID, lang note.Lang) string {
	homes := hm.homes(id)
	return string(Prefer(homes, lang, hm.site.Original(id).Lang, hm.ByDefault())) + "/" + fragment.NotePath(id)
}

// usualLocale is that of a page that names none.
const usualLocale = "en_US"

// Share makes it for a page that is shown in a language.
func (hm *Homes) Share(address string, shown note.Lang) *view.Share {
	s := &view.Share{Type: "website", Address: address, Base: hm.options.Address(""), Locale: locale.OpenGraph(shown)}
	if s.Locale == usualLocale {
		s.Locale = ""
	}
	return s
}
