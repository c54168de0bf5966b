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

// proposalsIn lists the entries of a note that say what may come.
func proposalsIn(n *note.Note) []*note.Block {
	var out []*note.Block
	for b := range n.Entries {
		if b.Kind == note.Proposal {
			out = append(out, b)
		}
	}
	return out
}

// Written reports whether an entry says anything: one that was begun for its author and
// holds only numbers does not, and its remarks are no part of what the change is.
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

// Waits reports whether an entry of a note was begun for its author and waits for its
// words: in a changes note it has an attribution and says nothing but numbers, in an
// overview nothing stands under its English title, and the note is in another language.
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

// TextLang is the language of most of what an entry says, remarks and nested entries left
// out: the title of a KEP is English, and what a note says under it may not be.
func TextLang(b *note.Block) note.Lang {
	if !slices.ContainsFunc(b.Children, func(c note.Block) bool { return c.Lang != b.Lang }) {
		return b.Lang // as nearly always, without a look at any word
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

// wordless reports whether nothing in a note is words but its headings: its entries and
// remarks wait for theirs, or have those of their source still.
func wordless(n *note.Note) bool {
	for b := range n.All {
		if b.Level == 0 && !neutral(b) && (len(b.Source) == 0 || !align.Same(b.Source, b.Text)) {
			return false
		}
	}
	return true
}

// partlyByMachine reports whether any block of a note was made by a machine.
func partlyByMachine(n *note.Note) bool {
	for b := range n.All {
		if b.Machine {
			return true
		}
	}
	return false
}

// madeByMachine reports whether all blocks of a note that hold words were made by a machine.
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

// sharers lists, by the block before which a comment stands, the blocks right behind it whose
// source is in the same comment.
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

// joined is what some blocks say together, without their children.
func joined(blocks []*note.Block) note.Text {
	var out note.Text
	for _, b := range blocks {
		out = apart(out, b.Text)
	}
	return out
}

// apart joins two texts with a space between them.
func apart(a, b note.Text) note.Text {
	if len(a) == 0 || len(b) == 0 {
		return append(slices.Clip(a), b...)
	}
	return append(append(slices.Clip(a), note.Span{HTML: "\n"}), b...)
}

// recordedLang is the language in which most of a note's comments hold its source; empty
// where none does.
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

// usual reports whether a block is a heading that names a kind or a stage as upstream does:
// many a note in another language keeps its English words.
func usual(b *note.Block) bool {
	if b.Type != note.Heading {
		return false
	}
	words := b.Text.Plain()
	return strings.IndexFunc(words, func(r rune) bool { return r > unicode.MaxASCII && unicode.IsLetter(r) }) < 0 &&
		(source.KindOfHeading(words) != "" || source.StageOfHeading(words) != "")
}

// codeOrTag is what says nothing in the HTML of a text.
var codeOrTag = regexp.MustCompile(`(?s)<code[^>]*>.*?</code>|<[^>]*>|&[^;]*;`)

// neutral reports whether a block is the same in all languages: code, pictures, cards, and
// what says nothing but numbers, names in code and references.
func neutral(b *note.Block) bool {
	switch b.Type {
	case note.Code, note.Picture, note.Card:
		return true
	}
	for _, sp := range b.Text {
		words, _, _ := strings.Cut(sp.HTML, "<")
		if sp.Ref == nil && !strings.Contains(words, "&") && strings.ContainsFunc(words, unicode.IsLetter) {
			return false // as nearly always, without taking markup out
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
