package site

import (
	"cmp"
	"regexp"
	"slices"
	"strings"
	"unicode"

	"github.com/kawaraban/kawaraban/internal/align"
	"github.com/kawaraban/kawaraban/internal/note"
	"github.com/kawaraban/kawaraban/internal/source"
)

func proposalsIn(n *note.Note) []*note.Block {
	var out []*note.Block
	for b := range n.Entries {
		if b.Kind == note.Proposal {
			out = append(out, b)
		}
	}
	return out
}

// Written reports whether an entry has text of its own, not counting remarks. A prepared entry
// with only numbers has none.
func Written(b *note.Block) bool {
	if !b.Text.Blank() {
		return true
	}
	for i := range b.Children {
		if c := &b.Children[i]; c.Type != note.Remark && c.Type != note.Entry && !c.Text.Blank() {
			return true
		}
	}
	return false
}

// Waits reports whether an entry was prepared but is not yet written. In a changes note, such an
// entry has an attribution and only numbers. In an overview in another language, it has an
// English title and no content.
func Waits(n *note.Note, b *note.Block) bool {
	if n.Kind == note.Overview {
		return b.Level > 0 && b.Lang == "en" && n.Lang != "en" && len(b.Children) == 0
	}
	return n.Kind == note.Changes && b.Level == 0 && !b.Attr.IsZero() && b.Text.Blank()
}

func countEntries(n *note.Note) int {
	count := 0
	for range n.Entries {
		count++
	}
	return count
}

// TextLang returns the language of most of the text of an entry, not counting remarks and nested
// entries. The title of a KEP is English, but the text below it may be in another language.
func TextLang(b *note.Block) note.Lang {
	if !slices.ContainsFunc(b.Children, func(c note.Block) bool { return c.Lang != b.Lang }) {
		return b.Lang // the common case needs no counting
	}
	size := map[note.Lang]int{b.Lang: len(b.Text.Plain())}
	most := b.Lang
	for i := range b.Children {
		c := &b.Children[i]
		if c.Type == note.Remark || c.Type == note.Entry || c.Type == note.Code {
			continue
		}
		if size[c.Lang] += len(c.Text.Plain()); size[c.Lang] > size[most] {
			most = c.Lang
		}
	}
	return most
}

// wordless reports whether a note has no text except headings. Its entries and remarks are empty
// or still have the text of their source.
func wordless(n *note.Note) bool {
	for b := range n.All {
		if b.Level == 0 && !neutral(b) && (len(b.Source) == 0 || !align.Same(b.Source, b.Text)) {
			return false
		}
	}
	return true
}

func partlyByMachine(n *note.Note) bool {
	for b := range n.All {
		if b.Machine {
			return true
		}
	}
	return false
}

func madeByMachine(n *note.Note) bool {
	made := false
	for b := range n.All {
		switch {
		case b.Machine:
			made = true
		case !neutral(b):
			return false
		}
	}
	return made
}

// sharers returns the blocks that share a source comment. The key is the first block after the
// comment, and the value is the list of the others.
func sharers(n *note.Note) map[*note.Block][]*note.Block {
	var out map[*note.Block][]*note.Block
	var before *note.Block
	for b := range n.All {
		if !b.SourceAbove || before == nil {
			before = b
			continue
		}
		if out == nil {
			out = map[*note.Block][]*note.Block{}
		}
		out[before] = append(out[before], b)
	}
	return out
}

// joined concatenates the texts of blocks, without their children.
func joined(blocks []*note.Block) note.Text {
	var out note.Text
	for _, b := range blocks {
		out = joinTexts(out, b.Text)
	}
	return out
}

func joinTexts(a, b note.Text) note.Text {
	if len(a) == 0 || len(b) == 0 {
		return append(slices.Clip(a), b...)
	}
	return append(append(slices.Clip(a), note.Span{HTML: "\n"}), b...)
}

// recordedLang returns the most frequent language of the source comments of a note, or "" if it has
// none.
func recordedLang(n *note.Note) note.Lang {
	count := map[note.Lang]int{}
	most := note.Lang("")
	for b := range n.All {
		if l := b.SourceLang; l != "" && l != n.Lang {
			count[l]++
			if count[l] > count[most] || count[l] == count[most] && cmp.Less(l, most) {
				most = l
			}
		}
	}
	return most
}

// isUpstreamTerm reports whether a block is a heading with the upstream term for a kind or a
// stage. Many notes in other languages keep these English terms.
func isUpstreamTerm(b *note.Block) bool {
	if b.Type != note.Heading {
		return false
	}
	words := b.Text.Plain()
	return strings.IndexFunc(words, func(r rune) bool { return r > unicode.MaxASCII && unicode.IsLetter(r) }) < 0 &&
		(source.KindOfHeading(words) != "" || source.StageOfHeading(words) != "")
}

var codeOrTag = regexp.MustCompile(`(?s)<code[^>]*>.*?</code>|<[^>]*>|&[^;]*;`)

// neutral reports whether a block has no language: code, pictures, cards, or text with only
// numbers, code and references.
func neutral(b *note.Block) bool {
	switch b.Type {
	case note.Code, note.Picture, note.Card:
		return true
	}
	for _, sp := range b.Text {
		words, _, _ := strings.Cut(sp.HTML, "<")
		if sp.Ref == nil && !strings.Contains(words, "&") && strings.ContainsFunc(words, unicode.IsLetter) {
			return false // the common case does not need to remove markup
		}
		if sp.Ref == nil && strings.ContainsFunc(codeOrTag.ReplaceAllString(sp.HTML, ""), unicode.IsLetter) {
			return false
		}
	}
	return true
}

func firstOf(blocks []*note.Block) *note.Block {
	if len(blocks) == 0 {
		return nil
	}
	return blocks[0]
}
