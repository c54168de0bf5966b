package address

import (
	"slices"

	"github.com/kawaraban/kawaraban/internal/fragment"
	"github.com/kawaraban/kawaraban/internal/locale"
	"github.com/kawaraban/kawaraban/internal/note"
	"github.com/kawaraban/kawaraban/internal/site"
	"github.com/kawaraban/kawaraban/internal/view"
)

// Homes finds the languages with the content of a page, for search engines.
type Homes struct {
	site      *site.Site
	options   *Options
	languages *Languages
	log       *Log
}

const anyLanguage = "x-default"

// Place is a page's data for search engines. All addresses are absolute.
type Place struct {
	Address    string
	Alternates []view.Alternate // in all languages of its content, and x-default
	Modified   string           // date of the last change to the note, or of the newest post of the month; empty if unknown
}

// homes returns the languages whose readers see their own version of a note. A note in no interface
// language has one home.
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

// ByDefault returns the language for readers whose language is unknown.
func (hm *Homes) ByDefault() note.Lang {
	if hm.languages.Has(hm.options.Default) {
		return hm.options.Default
	}
	return hm.languages.All[0].Code
}

// Prefer returns the first wanted language among homes, else the first home.
func Prefer(homes []note.Lang, wanted ...note.Lang) note.Lang {
	for _, l := range wanted {
		if slices.Contains(homes, l) {
			return l
		}
	}
	return homes[0]
}

// HomesOf returns the languages that have the content of a page: all, except for pages of notes.
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

// Alternates returns the addresses of a page in all languages of its content, and the x-default
// address. For the home page that is the language choice, else the default language or the
// original's.
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

// PlaceOf returns a function that computes the place of a page. It is nil for pages that search
// engines should not list: a note shown in another language, or a redirect.
func (hm *Homes) PlaceOf(l *locale.Language, path, kind string) func() Place {
	homes := hm.HomesOf(path, kind)
	if hm.options.BaseURL == "" || kind == "moved" || !slices.Contains(homes, l.Code) {
		return nil
	}
	return func() Place {
		return Place{hm.options.Address(string(l.Code) + "/" + path), hm.Alternates(path, kind, homes), hm.modified(l.Code, path, kind)}
	}
}

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

// HomeOf returns the path of a note from the root of the site, in the best language for a reader.
func (hm *Homes) HomeOf(id note.ID, lang note.Lang) string {
	homes := hm.homes(id)
	return string(Prefer(homes, lang, hm.site.Original(id).Lang, hm.ByDefault())) + "/" + fragment.NotePath(id)
}

const usualLocale = "en_US"

// Share returns the Open Graph data of a page.
func (hm *Homes) Share(address string, shown note.Lang) *view.Share {
	s := &view.Share{Type: "website", Address: address, Base: hm.options.Address(""), Locale: locale.OpenGraph(shown)}
	if s.Locale == usualLocale {
		s.Locale = ""
	}
	return s
}
