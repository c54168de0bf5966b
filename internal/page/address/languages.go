package address

import (
	"github.com/kawaraban/kawaraban/internal/locale"
	"github.com/kawaraban/kawaraban/internal/note"
	"github.com/kawaraban/kawaraban/internal/view"
)

// Languages lists the languages of the interface.
type Languages struct {
	All   []*locale.Language // in display order
	Words *locale.Set
}

// newLanguages returns the languages with the given codes. If none of the codes is known, it
// returns all languages.
func newLanguages(words *locale.Set, codes []note.Lang) *Languages {
	ls := &Languages{Words: words}
	for _, known := range [][]note.Lang{codes, words.Codes()} {
		for _, c := range known {
			if l := words.Get(c); l != nil {
				ls.All = append(ls.All, l)
			}
		}
		if len(ls.All) > 0 {
			break
		}
	}
	return ls
}

// Codes returns the codes of the languages.
func (ls *Languages) Codes() []note.Lang {
	out := make([]note.Lang, len(ls.All))
	for i, l := range ls.All {
		out[i] = l.Code
	}
	return out
}

// Has reports whether the interface has a language.
func (ls *Languages) Has(lang note.Lang) bool {
	for _, l := range ls.All {
		if l.Code == lang {
			return true
		}
	}
	return false
}

// Self returns the name of a language in that language.
func (ls *Languages) Self(lang note.Lang) view.Text {
	tag := locale.Tag(lang)
	if l := ls.Words.Get(lang); l != nil {
		return view.Text{Text: l.Self, Lang: tag}
	}
	return view.Text{Text: tag, Lang: ""}
}
