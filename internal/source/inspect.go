package source

import (
	"regexp"
	"slices"
	"strings"

	"github.com/kawaraban/kawaraban/internal/markdown"
	"github.com/kawaraban/kawaraban/internal/note"
	"github.com/kawaraban/kawaraban/internal/ref"
)

// deepWords returns the text of a block and of all blocks below it.
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

// deepRefs returns the references of a block and of all blocks below it.
func deepRefs(m *markdown.Block) []note.Ref {
	refs := m.Named()
	for _, c := range m.Children {
		refs = append(refs, deepRefs(c)...)
	}
	return refs
}

// firstWords returns the text of a block, or of the first block below it that has text.
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

// IsRemark reports whether a text begins with the sign of a remark, or with a word for remark and
// a colon.
func IsRemark(plain string) bool {
	_, _, ok := remarkMark(plain)
	return ok
}

// hasEntries reports whether an item of the list ends in an attribution, or is a label above a
// list of entries.
func hasEntries(m *markdown.Block) bool {
	return m.Type == markdown.List && slices.ContainsFunc(m.Children, func(i *markdown.Block) bool {
		return !i.Attr.IsZero() || grouped(i) != nil
	})
}

// grouped returns the list of entries below an item that is only a label, or nil.
func grouped(item *markdown.Block) *markdown.Block {
	if !item.Attr.IsZero() || len(item.Children) == 0 || !hasEntries(item.Children[0]) {
		return nil
	}
	return item.Children[0]
}

// neutral reports whether a block is equal in all languages.
func neutral(m *markdown.Block) bool {
	return m.Type == markdown.Code || m.Type == markdown.Picture || m.Type == markdown.Card
}

// skipped reports whether a block has no text to translate.
func skipped(m *markdown.Block) bool {
	return m.Type == markdown.Rule || m.Type == markdown.Paragraph && shortcode.MatchString(m.Plain)
}

// shortcode matches a paragraph that consists of template tags of kubernetes.io.
var shortcode = regexp.MustCompile(`^(?:\s*\{\{[<%][^{}]*[%>]\}\})+\s*$`)

func isResource(plain string) bool { return ref.IsAPI(strings.TrimSpace(plain)) }

func allResources(list *markdown.Block) bool {
	return !slices.ContainsFunc(list.Children, func(i *markdown.Block) bool { return !isResource(i.Plain) })
}

func itemsOf(lists []*markdown.Block) []*markdown.Block {
	var items []*markdown.Block
	for _, m := range lists {
		items = append(items, m.Children...)
	}
	return items
}

// namesResources reports whether a list, or a list below it, contains an API resource.
func namesResources(list *markdown.Block) bool {
	return slices.ContainsFunc(list.Children, func(m *markdown.Block) bool {
		return m.Type == markdown.Item && isResource(m.Plain) || namesResources(m)
	})
}

// sectionOf returns the blocks after a heading, up to the next heading.
func sectionOf(rest []*markdown.Block) []*markdown.Block {
	for i, m := range rest[1:] {
		if m.Type == markdown.Heading {
			return rest[1 : 1+i]
		}
	}
	return rest[1:]
}

// deeper reports whether the section of the first heading has subheadings.
func deeper(rest []*markdown.Block) bool {
	next := 1 + len(sectionOf(rest))
	return next < len(rest) && rest[next].Level > rest[0].Level
}

// numbered reports whether a heading names a KEP, an issue or a pull request.
func numbered(refs []note.Ref) bool {
	return slices.ContainsFunc(refs, func(r note.Ref) bool {
		return r.Kind == note.KEP || r.Kind == note.PR || r.Kind == note.Issue || r.Kind == note.Thread
	})
}

// namesKEP reports whether a reference is to a KEP, by number or by title.
func namesKEP(refs []note.Ref) bool {
	return slices.ContainsFunc(refs, func(r note.Ref) bool { return r.Kind == note.KEP })
}

// titled reports whether a reference is to a KEP by its title.
func titled(refs []note.Ref) bool {
	return slices.ContainsFunc(refs, func(r note.Ref) bool { return r.Kind == note.KEP && !strings.Contains(r.Written, r.ID) })
}

// closes reports whether the attribution at the end of a source belongs to the same change as a
// block. A source may also end in another number: "every 2 seconds. (#105536)".
func closes(source, of note.Attribution) bool {
	return !of.IsZero() && (len(source.People) > 0 || shares(source, of))
}

// shares reports whether two attributions have a change in common.
func shares(a, b note.Attribution) bool {
	x, y := slices.Concat(a.PRs, a.Threads), slices.Concat(b.PRs, b.Threads)
	return slices.ContainsFunc(x, func(n string) bool { return slices.Contains(y, n) })
}

// hasNumber reports whether the attribution of a block has a number.
func hasNumber(m *markdown.Block) bool { return len(m.Attr.PRs)+len(m.Attr.Threads) > 0 }
