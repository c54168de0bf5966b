package source

import (
	"regexp"
	"slices"
	"strings"

	"github.com/kawaraban/kawaraban/internal/markdown"
	"github.com/kawaraban/kawaraban/internal/note"
	"github.com/kawaraban/kawaraban/internal/ref"
)

// deepWords are the words of a block and all below it.
func deepWords(m *markdown.Block) string {
	if len(m.Children) == 0 {
		return m.Plain
	}
	words := []string{m.Plain}
	for _, c := range m.Children {
		words = append(words, deepWords(c))
	}
	return strings.Join(words, " ")
}

// deepRefs are the references of a block and all below it.
func deepRefs(m *markdown.Block) []note.Ref {
	refs := m.Named()
	for _, c := range m.Children {
		refs = append(refs, deepRefs(c)...)
	}
	return refs
}

// firstWords is the text that a block begins with.
func firstWords(m *markdown.Block) string {
	if m.Plain != "" {
		return m.Plain
	}
	for _, c := range m.Children {
		if c.Type != markdown.Comment {
			return firstWords(c)
		}
	}
	return ""
}

func isRemark(plain string) bool {
	_, _, ok := remarkMark(plain)
	return ok
}

// hasEntries reports whether an item of the list ends in an attribution, or is the label
// of a list in which one does.
func hasEntries(m *markdown.Block) bool {
	return m.Type == markdown.List && slices.ContainsFunc(m.Children, func(i *markdown.Block) bool {
		return !i.Attr.IsZero() || grouped(i) != nil
	})
}

// grouped returns the list of entries below an item that is only their common label.
func grouped(item *markdown.Block) *markdown.Block {
	if !item.Attr.IsZero() || len(item.Children) == 0 || !hasEntries(item.Children[0]) {
		return nil
	}
	return item.Children[0]
}

// neutral reports whether a block is the same in all languages.
func neutral(m *markdown.Block) bool {
	return m.Type == markdown.Code || m.Type == markdown.Picture || m.Type == markdown.Card
}

// skipped reports whether a block has no words and can be no translation.
func skipped(m *markdown.Block) bool {
	return m.Type == markdown.Rule || m.Type == markdown.Paragraph && shortcode.MatchString(m.Plain)
}

// shortcode is a paragraph of nothing but tags of kubernetes.io's templates.
var shortcode = regexp.MustCompile(`^(?:\s*\{\{[<%][^{}]*[%>]\}\})+\s*$`)

func isResource(plain string) bool { return ref.IsAPI(strings.TrimSpace(plain)) }

func allResources(list *markdown.Block) bool {
	return !slices.ContainsFunc(list.Children, func(i *markdown.Block) bool { return !isResource(i.Plain) })
}

// itemsOf are the items of some lists.
func itemsOf(lists []*markdown.Block) []*markdown.Block {
	var items []*markdown.Block
	for _, m := range lists {
		items = append(items, m.Children...)
	}
	return items
}

// namesResources reports whether an API resource stands in a list, or below it.
func namesResources(list *markdown.Block) bool {
	return slices.ContainsFunc(list.Children, func(m *markdown.Block) bool {
		return m.Type == markdown.Item && isResource(m.Plain) || namesResources(m)
	})
}

// sectionOf are the blocks between a heading and the next.
func sectionOf(rest []*markdown.Block) []*markdown.Block {
	for i, m := range rest[1:] {
		if m.Type == markdown.Heading {
			return rest[1 : 1+i]
		}
	}
	return rest[1:]
}

// deeper reports whether the heading's section has headings of its own.
func deeper(rest []*markdown.Block) bool {
	next := 1 + len(sectionOf(rest))
	return next < len(rest) && rest[next].Level > rest[0].Level
}

// numbered reports whether a heading names an enhancement, an issue or a pull request.
func numbered(refs []note.Ref) bool {
	return slices.ContainsFunc(refs, func(r note.Ref) bool {
		return r.Kind == note.KEP || r.Kind == note.PR || r.Kind == note.Issue || r.Kind == note.Thread
	})
}

// namesKEP reports whether a KEP is named, by number or title.
func namesKEP(refs []note.Ref) bool {
	return slices.ContainsFunc(refs, func(r note.Ref) bool { return r.Kind == note.KEP })
}

// titled reports whether a KEP is named by its title.
func titled(refs []note.Ref) bool {
	return slices.ContainsFunc(refs, func(r note.Ref) bool { return r.Kind == note.KEP && !strings.Contains(r.Written, r.ID) })
}

// closes reports whether what looks like the attribution of a source is that of the change
// which the block tells of. Upstream's words may end in a number of their own: "every 2
// seconds. (#105536)".
func closes(source, of note.Attribution) bool {
	return !of.IsZero() && (len(source.People) > 0 || shares(source, of))
}

// shares reports whether two attributions name a change in common.
func shares(a, b note.Attribution) bool {
	x, y := slices.Concat(a.PRs, a.Threads), slices.Concat(b.PRs, b.Threads)
	return slices.ContainsFunc(x, func(n string) bool { return slices.Contains(y, n) })
}

// hasNumber reports whether a block names the change that it tells of.
func hasNumber(m *markdown.Block) bool { return len(m.Attr.PRs)+len(m.Attr.Threads) > 0 }
