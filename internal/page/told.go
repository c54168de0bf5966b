package page

import (
	"slices"

	"github.com/kawaraban/kawaraban/internal/note"
	"github.com/kawaraban/kawaraban/internal/site"
	"github.com/kawaraban/kawaraban/internal/view"
)

// onPull returns the entries that attribute the pull request of a change, for a reader of
// this page.
func (sh *sheet) onPull(c *site.Change) []site.Mention {
	if c.PR == "" {
		return nil
	}
	var out []site.Mention
	for _, m := range sh.mentions(note.Key{Kind: note.PR, ID: c.PR}) {
		if m.Entry() && slices.Contains(m.Block.Attr.PRs, c.PR) {
			out = append(out, m)
		}
	}
	return out
}

// teller returns which of the entries on a change tells it in the reader's language: the
// first of a note on the changes of a release, else the first. It is nil where none does,
// and where the official sentence is in that language already. An entry that is a heading
// only names the change.
func (sh *sheet) teller(c *site.Change, entries []site.Mention) *site.Mention {
	official := note.Lang("en")
	if c.Text != nil {
		official = c.Text.Lang
	}
	if official == sh.lang {
		return nil
	}
	var first *site.Mention
	for i := range entries {
		m := &entries[i]
		if m.Note.Lang != sh.lang || m.Block.Lang != sh.lang || m.Block.Level > 0 || len(m.Block.Text) == 0 {
			continue
		}
		if m.Note.Kind == note.Changes {
			found := *m
			return &found
		}
		if first == nil {
			found := *m
			first = &found
		}
	}
	return first
}

// tell quotes the words of an entry, with the prose below it and without its remarks.
func (sh *sheet) tell(m site.Mention) *view.Remark {
	in := place{n: m.Note, quoted: true}
	r := &view.Remark{
		Words: sh.say(), Authors: sh.authors(m.Note), From: sh.from(m.Note), Href: sh.blockHref(m.Note, m.Block),
		Mark: view.Mark{Machine: sh.machine(m.Block)},
		Rich: view.Rich{HTML: "<p>" + sh.sharedOf(m.Block, in).text + "</p>", Lang: sh.tag(m.Block.Lang)},
	}
	for i := range m.Block.Children {
		if c := &m.Block.Children[i]; c.Type == note.Prose && c.Lang == m.Block.Lang {
			r.Rich.HTML += sh.rich(c.Text, c.Lang, m.Note, true).HTML
		}
	}
	return r
}
