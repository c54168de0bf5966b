package address

import (
	"github.com/kawaraban/kawaraban/internal/fragment"
	"github.com/kawaraban/kawaraban/internal/glossary"
	"github.com/kawaraban/kawaraban/internal/note"
	"github.com/kawaraban/kawaraban/internal/site"
	"github.com/kawaraban/kawaraban/internal/upstream"
)

// Thing returns the address of a thing below the /{l}/ of every language; empty for a thing without
// a page.
func (bk *Book) Thing(key note.Key) string {
	if !bk.Site.HasPage(key) {
		return ""
	}
	return fragment.EscapePath(bk.Things.Path(key))
}

// Change returns the address of a published pull request: its own page, else its place on the list
// of its release.
func (bk *Book) Change(r note.Release, c *site.Change) string {
	if own := bk.Thing(c.Key()); own != "" && c.PR != "" {
		return own
	}
	return fragment.EscapePath(ChangesPath(r)) + fragment.Hash(ChangeID(c))
}

// Note returns the address of a note.
func (bk *Book) Note(id note.ID) string { return fragment.EscapePath(fragment.NotePath(id)) }

// Term returns the address of a term of the glossary.
func (bk *Book) Term(id glossary.ID) string { return fragment.GlossaryPath + "#" + string(id) }

// SIGFolder returns the address of a SIG's folder upstream.
func (bk *Book) SIGFolder(known *upstream.SIG) string { return Community + known.Dir }

// Words returns the plain words of Markdown of upstream data.
func (bk *Book) Words(src string) string { return bk.Fragments.Markdown(src).Plain() }

// Block returns the address of a heading or an entry of a note. If the page of some language does
// not have it, the address is that of the nearest place that all languages have.
func (bk *Book) Block(n *note.Note, b *note.Block) string {
	anchor := bk.Log.Anchor(n, b)
	switch {
	case n.Kind == note.Log && IsDay(b.Date):
		return bk.Log.postPath(n.ID, b.Date, anchor)
	case n.Kind == note.Log && b.Type == note.Heading && HeadingDay(b) != "":
		return bk.Log.postPath(n.ID, HeadingDay(b), "")
	case len(bk.Site.Versions(n.ID)) > 1:
		if _, ok := bk.Fragments.Everywhere(n.ID, anchor); !ok {
			anchor = ""
		}
	}
	return bk.Note(n.ID) + fragment.Hash(anchor)
}
