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
		if h := n.Blocks[0]; n.SourceTitle == "" {
			n.SourceTitle, n.SourceTitleLang = h.Source.Plain(), h.SourceLang
		}
		n.Blocks = withoutHeading(n.Blocks)
	}
}

// firstHeading returns the first heading of level 1, else the first of any; a date is no
// title.
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

// A line of front matter, and the one with the title.
var (
	frontLine = regexp.MustCompile(`^(?:[ \t]|- |#|[A-Za-z_][A-Za-z0-9_-]*:(?:[ \t]|$))`)
	titleLine = regexp.MustCompile(`(?m)^title:[ \t]*(.*)$`)
)

// sourceTitle takes the title that a comment before all else holds, as pages of
// kubernetes.io have the front matter of their source there. Its other fields are nobody's
// source; what follows them in the comment is that of the blocks after it.
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

// commentFront parts the text of a comment into the front matter that it begins with and
// what follows. Without a title there is none.
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

// titleOf reads the title of front matter, or takes it as it stands where that is no YAML.
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
