package address

import (
	"slices"

	"github.com/kawaraban/kawaraban/internal/fragment"
	"github.com/kawaraban/kawaraban/internal/locale"
	"github.com/kawaraban/kawaraban/internal/note"
	"github.com/kawaraban/kawaraban/internal/site"
	"github.com/kawaraban/kawaraban/internal/view"
)

// Homes finds the languages in which a page has its own content. Search engines list only those.
type Homes struct {
	site      *site.Site
	options   *Options
	languages *Languages
	log       *Log
}

const anyLanguage = "x-default"

// Place is the data of a page for search engines. Its addresses are absolute.
type Place struct {
	Address    string
	Alternates []view.Alternate // the page in all languages of its content, and as x-default
	Modified   string           // date of the last change of the note, or of the newest post of the month; empty if unknown
}

// homes returns the interface languages that have their own version of a note. If there are none,
// it returns the default language.
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

// ByDefault returns the language of the site for readers whose language is unknown.
func (hm *Homes) ByDefault() note.Lang {
	if hm.languages.Has(hm.options.Default) {
		return hm.options.Default
	}
	return hm.languages.All[0].Code
}

// Prefer returns the first wanted language that is in homes, else the first of homes.
func Prefer(homes []note.Lang, wanted ...note.Lang) note.Lang {
	for _, l := range wanted {
		if slices.Contains(homes, l) {
			return l
		}
	}
	return homes[0]
}

// HomesOf returns the languages that have the content of a page. That is all languages, except
// for pages of notes.
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

// Alternates returns the addresses of a page in all languages of its content, and its x-default
// address. For the home page, x-default is the page where the reader chooses a language. For
// other pages it is the page in the default language or, if a note lacks that, in the language of
// the original.
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

// PlaceOf returns a function that computes the Place of a page. It returns nil for pages that
// search engines must not list: redirects, and notes shown in a language that they do not have.
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

// HomeOf returns the path of a note from the root of the site. It uses the language of the reader
// if the note has it, else that of the original, else the default.
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
