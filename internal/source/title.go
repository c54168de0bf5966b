package source

import (
	"path"
	"regexp"
	"strings"

	"github.com/kawaraban/kawaraban/internal/diag"
	"github.com/kawaraban/kawaraban/internal/locale"
	"github.com/kawaraban/kawaraban/internal/markdown"
	"github.com/kawaraban/kawaraban/internal/note"
	"github.com/kawaraban/kawaraban/internal/strictyaml"
)

// title sets the title: that of the front matter, else the first heading of level 1, else the
// first heading. It removes a heading of level 1 at the beginning that repeats the title.
func (p *parser) title(f *front) {
	n := p.note
	n.Title = f.Title.Value
	first := firstHeading(n.Blocks)
	if n.Title == "" && first != nil {
		n.Title = first.Text.Plain()
	}
	if n.Title == "" {
		n.Title = path.Base(string(n.ID))
		p.report(diag.Warnf(diag.Position{File: p.in.Path, Line: 1}, "front-matter/no-title", "missing title").
			WithHint("add title: to the front matter"))
	}
	n.TitleLang = locale.Detect(n.Title, n.Lang)
	if len(n.Blocks) > 0 && n.Blocks[0].Type == note.Heading && n.Blocks[0].Level == 1 && n.Blocks[0].Text.Plain() == n.Title {
		if h := n.Blocks[0]; n.SourceTitle == "" {
			n.SourceTitle, n.SourceTitleLang = h.Source.Plain(), h.SourceLang
		}
		n.Blocks = withoutHeading(n.Blocks)
	}
}

// firstHeading returns the first heading of level 1, else the first of any level. It ignores
// headings that are dates.
func firstHeading(blocks []note.Block) *note.Block {
	var first *note.Block
	for i := range blocks {
		if blocks[i].Type != note.Heading || blocks[i].Date != "" {
			continue
		}
		if blocks[i].Level == 1 {
			return &blocks[i]
		}
		if first == nil {
			first = &blocks[i]
		}
	}
	return first
}

// withoutHeading removes the first block, and its id from the trails of the other blocks.
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

// frontLine matches a line of front matter, and titleLine the line with the title.
var (
	frontLine = regexp.MustCompile(`^(?:[ \t]|- |#|[A-Za-z_][A-Za-z0-9_-]*:(?:[ \t]|$))`)
	titleLine = regexp.MustCompile(`(?m)^title:[ \t]*(.*)$`)
)

// sourceTitle reads the title of the source from a comment before all other content. On pages of
// kubernetes.io this comment has the front matter of the source. The rest of the comment is the
// source of the next blocks.
func (p *parser) sourceTitle(doc *markdown.Doc) {
	for _, m := range doc.Blocks {
		if m.Type != markdown.Comment {
			return
		}
		text, rest := commentFront(m.Comment)
		if text == "" {
			continue
		}
		m.Comment = rest
		title := titleOf(FromComment(text))
		if lang, ok := p.sourceLang(title); ok && title != "" {
			p.note.SourceTitle, p.note.SourceTitleLang = title, lang
		}
		return
	}
}

// commentFront splits a comment into front matter and the rest. The front matter is empty if it
// has no title.
func commentFront(text string) (front, rest string) {
	text = strings.TrimPrefix(text, fence+"\n")
	var kept []string
	for line := range strings.SplitSeq(text, "\n") {
		if !frontLine.MatchString(line) {
			break
		}
		kept = append(kept, line)
	}
	front = strings.Join(kept, "\n")
	if !titleLine.MatchString(front) {
		return "", text
	}
	rest = strings.TrimLeft(text[len(front):], " \t\n")
	return front, strings.TrimLeft(strings.TrimPrefix(rest, fence), " \t\n")
}

// titleOf returns the title in front matter. If the YAML is invalid, it returns the text of the
// line.
func titleOf(front string) string {
	var f struct {
		Title strictyaml.Text `yaml:"title"`
	}
	line := titleLine.FindStringSubmatch(front)
	for _, yaml := range [...]string{front, line[0]} {
		if ds := strictyaml.Unmarshal([]byte(yaml), diag.Position{}, &f, strictyaml.Lax()); len(ds) == 0 && f.Title.Value != "" {
			return strings.Join(strings.Fields(f.Title.Value), " ")
		}
	}
	return strings.Trim(strings.TrimSpace(line[1]), `"'`)
}
