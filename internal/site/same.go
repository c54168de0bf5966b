package site

import (
	"slices"

	"github.com/kawaraban/kawaraban/internal/note"
)

// sameFront reports whether two notes are the same but for their blocks.
func sameFront(a, b *note.Note) bool {
	return a.ID == b.ID && a.Lang == b.Lang && a.Path == b.Path && a.Title == b.Title && a.TitleLang == b.TitleLang &&
		a.SourceTitle == b.SourceTitle && a.SourceTitleLang == b.SourceTitleLang && a.Kind == b.Kind &&
		slices.Equal(a.Releases, b.Releases) && slices.Equal(a.SIGs, b.SIGs) && sameMeta(&a.Meta, &b.Meta)
}

// sameRef reports whether two references are the same but for where they stand.
func sameRef(a, b note.Ref) bool {
	b.Pos = a.Pos
	return a == b
}

func sameMeta(a, b *note.Meta) bool {
	return a.Date == b.Date && a.Source == b.Source && a.Translates == b.Translates && a.Draft == b.Draft &&
		slices.Equal(a.Authors, b.Authors) && slices.Equal(a.Aliases, b.Aliases) && slices.Equal(a.KEPs, b.KEPs) &&
		slices.Equal(a.PRs, b.PRs) && slices.Equal(a.Gates, b.Gates) && slices.Equal(a.Tags, b.Tags)
}

// sameBlock reports whether two blocks are the same wherever they stand, with or without their
// words.
func sameBlock(a, b *note.Block, words bool) bool {
	return a.Type == b.Type && a.ID == b.ID && a.Lang == b.Lang && a.Level == b.Level && slices.Equal(a.Trail, b.Trail) &&
		a.Kind == b.Kind && a.Stage == b.Stage && a.Date == b.Date && a.Area == b.Area && sameText(a.Text, b.Text, words) &&
		slices.Equal(a.Attr.PRs, b.Attr.PRs) && slices.Equal(a.Attr.Threads, b.Attr.Threads) &&
		slices.Equal(a.Attr.People, b.Attr.People) && slices.Equal(a.Attr.SIGs, b.Attr.SIGs) &&
		slices.EqualFunc(a.Refs, b.Refs, sameRef) && sameOrigin(&a.Origin, &b.Origin, words) &&
		slices.EqualFunc(a.Children, b.Children, func(a, b note.Block) bool { return sameBlock(&a, &b, words) })
}

func sameOrigin(a, b *note.Origin, words bool) bool {
	return a.SourceLang == b.SourceLang && a.SourceAbove == b.SourceAbove && a.Machine == b.Machine &&
		sameText(a.Source, b.Source, words) && sameText(a.SourceMore, b.SourceMore, words) && sameText(a.Was, b.Was, words)
}

// sameText reports whether two texts name the same in the same places, and say anything at all
// or nothing, and with words whether they say it in the same.
func sameText(a, b note.Text, words bool) bool {
	return a.Blank() == b.Blank() && slices.EqualFunc(a, b, func(a, b note.Span) bool {
		if (a.Ref == nil) != (b.Ref == nil) || a.Ref != nil && !sameRef(*a.Ref, *b.Ref) {
			return false
		}
		return !words || a.HTML == b.HTML
	})
}
