package builder

import (
	"html/template"
	"slices"
	"strings"

	"github.com/kawaraban/kawaraban/internal/fragment"
	"github.com/kawaraban/kawaraban/internal/note"
	"github.com/kawaraban/kawaraban/internal/view"
)

func (pg *Page) machine(blocks ...*note.Block) string {
	if slices.ContainsFunc(blocks, func(b *note.Block) bool { return b.Machine }) {
		return pg.L.T("pair.machine")
	}
	return ""
}

func (pg *Page) fill(t note.Text, n *note.Note, quoted bool) template.HTML {
	return pg.Book.Fragments.HTML(t, fragment.At{Note: n, Up: pg.Up, Quoted: quoted})
}

func (pg *Page) rich(t note.Text, lang note.Lang, n *note.Note, quoted bool) view.Rich {
	return view.Rich{HTML: pg.fill(t, n, quoted), Lang: pg.Tag(lang)}
}

// Markdown renders upstream Markdown as HTML. It returns nil for an empty text.
func (pg *Page) Markdown(src string, lang note.Lang) *view.Rich {
	if strings.TrimSpace(src) == "" {
		return nil
	}
	return &view.Rich{HTML: pg.fill(pg.Book.Fragments.Markdown(src), nil, true), Lang: pg.Tag(lang)}
}
