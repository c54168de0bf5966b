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

// anyLanguage is the code for readers whose language is unknown.
const anyLanguage = "x-default"

// Place is what search engines are told of a page: its address, and its addresses in other
// languages. All of them are absolute.
type Place struct {
	Address    string
	Alternates []view.Alternate // in every language that its content has, its own among them; then x-default
	Modified   string           // 2023-05-12: when the note was changed last, or the newest post of the month was written; empty where nothing says it
}

// homes lists the languages in which a note has its own page: readers of these are shown their own
// version. A note in no language of the interface has one home, too.
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

// ByDefault is the language for readers whose language is unknown.
func (hm *Homes) ByDefault() note.Lang {
	if hm.languages.Has(hm.options.Default) {
		return hm.options.Default
	}
	return hm.languages.All[0].Code
}

// Prefer returns the first wanted language that is a home of the note, else its first home.
func Prefer(homes []note.Lang, wanted ...note.Lang) note.Lang {
	for _, l := range wanted {
		if slices.Contains(homes, l) {
			return l
		}
	}
	return homes[0]
}

// HomesOf lists the languages in which a page has its content: all, except for pages of notes.
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

// Alternates lists the addresses of a page in all languages of its content, and the one for all
// other readers: for the home page the choice of languages, else the page in the default language
// or in that of the original.
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

// PlaceOf returns the function that makes the place of a page. It is nil for a page that search
// engines should not list: a note shown in another language, or a former address.
func (hm *Homes) PlaceOf(l *locale.Language, path, kind string) func() Place {
	homes := hm.HomesOf(path, kind)
	if hm.options.BaseURL == "" || kind == "moved" || !slices.Contains(homes, l.Code) {
		return nil
	}
	return func() Place {
		return Place{hm.options.Address(string(l.Code) + "/" + path), hm.Alternates(path, kind, homes), hm.modified(l.Code, path, kind)}
	}
}

// modified returns the day on which the content of a page was written or last changed, if it is
// known.
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

// HomeOf returns the path of a note's own page for readers of a language, from the root of the
// site.
func (hm *Homes) HomeOf(id note.ID, lang note.Lang) string {
	homes := hm.homes(id)
	return string(Prefer(homes, lang, hm.site.Original(id).Lang, hm.ByDefault())) + "/" + fragment.NotePath(id)
}

// usualLocale is the locale of a page that names none.
const usualLocale = "en_US"

// Share makes the data for links shared on social networks.
func (hm *Homes) Share(address string, shown note.Lang) *view.Share {
	s := &view.Share{Type: "website", Address: address, Base: hm.options.Address(""), Locale: locale.OpenGraph(shown)}
	if s.Locale == usualLocale {
		s.Locale = ""
	}
	return s
}
