package markdown

import (
	"regexp"

	"github.com/kawaraban/kawaraban/internal/note"
)

var (
	detailsOpen  = regexp.MustCompile(`(?is)^\s*<details[^<>]*>\s*(?:<summary[^<>]*>(.*?)</summary>\s*)?$`)
	detailsClose = regexp.MustCompile(`(?i)^\s*(?:</details\s*>\s*)+$`)
	detailsEnd   = regexp.MustCompile(`(?i)</details\s*>`)
)

// isDetails reports whether the HTML of a block only opens or closes <details>.
func isDetails(html string) bool {
	return detailsOpen.MatchString(html) || detailsClose.MatchString(html)
}

// joinDetails joins <details>, the Markdown after it and </details>, which Markdown parses as
// separate blocks. It does so even if raw HTML is not allowed, because only the words are used.
func (p *parse) joinDetails(bs []*Block) []*Block {
	var stack []*Block // open details; each collects what follows it
	var out []*Block
	add := func(b *Block) {
		if n := len(stack); n > 0 {
			stack[n-1].Children = append(stack[n-1].Children, b)
			return
		}
		out = append(out, b)
	}
	for _, b := range bs {
		if b.Type == HTML {
			if m := detailsOpen.FindStringSubmatch(b.Info); m != nil {
				d := &Block{Type: Details, Info: note.Text{{HTML: m[1]}}.Plain(), Pos: b.Pos, node: b.node}
				add(d)
				stack = append(stack, d)
				continue
			}
			if detailsClose.MatchString(b.Info) {
				closed := len(detailsEnd.FindAllString(b.Info, -1))
				stack = stack[:max(0, len(stack)-closed)]
				continue
			}
		}
		add(b)
	}
	return out
}
