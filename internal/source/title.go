package source

import (
	"path"

	"github.com/kawaraban/kawaraban/internal/diag"
	"github.com/kawaraban/kawaraban/internal/locale"
	"github.com/kawaraban/kawaraban/internal/note"
)

// title takes the front matter's, else the first heading of level 1, else the first
// heading. A heading of level 1 at the start that says the title is not said twice.
func (p *parser) title(f *front) {
	n := p.note
	n.Title = f.Title.Value
	first := firstHeading(n.Blocks)
	if n.Title == "" && first != nil {
		n.Title = first.Text.Plain()
	}
	if n.Title == "" {
		n.Title = path.Base(string(n.ID))
		p.report(diag.Warnf(diag.Position{File: p.in.Path, Line: 1}, "front-matter/no-title", "the note has no title").
			WithHint("write title: in the front matter"))
	}
	n.TitleLang = locale.Detect(n.Title, n.Lang)
	if len(n.Blocks) > 0 && n.Blocks[0].Type == note.Heading && n.Blocks[0].Level == 1 && n.Blocks[0].Text.Plain() == n.Title {
		n.Blocks = withoutHeading(n.Blocks)
	}
}

// firstHeading returns the first heading of level 1, else the first of any; a date is no
// title.
func firstHeading(blocks []note.Block) *note.Block {
	var any *note.Block
	for i := range blocks {
		if blocks[i].Type != note.Heading || blocks[i].Date != "" {
			continue
		}
		if blocks[i].Level == 1 {
			return &blocks[i]
		}
		if any == nil {
			any = &blocks[i]
		}
	}
	return any
}

// withoutHeading drops the first block and takes it out of the trails.
func withoutHeading(blocks []note.Block) []note.Block {
	id := blocks[0].ID
	rest := blocks[1:]
	for i := range rest {
		if len(rest[i].Trail) > 0 && rest[i].Trail[0] == id {
			rest[i].Trail = rest[i].Trail[1:]
		}
	}
	return rest
}
