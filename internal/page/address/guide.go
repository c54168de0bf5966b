package address

import (
	"github.com/kawaraban/kawaraban/internal/fragment"
	"github.com/kawaraban/kawaraban/internal/glossary"
	"github.com/kawaraban/kawaraban/internal/note"
	"github.com/kawaraban/kawaraban/internal/site"
	"github.com/kawaraban/kawaraban/internal/upstream"
)

// Thing is where the page of a thing stands below the /{l}/ of every language, ready for
// an address; empty for what has no page.
func (bk *Book) Thing(key note.Key) string {
	if !bk.Site.HasPage(key) {
		return ""
	}
	return fragment.EscapePath(bk.Things.Path(key))
}

// Change is where a published pull request stands below every /{l}/: on a page of its own,
// else on the list of its release.
func (bk *Book) Change(r note.Release, c *site.Change) string {
	if own := bk.Thing(c.Key()); own != "" && c.PR != "" {
		return own
	}
	return fragment.EscapePath(ChangesPath(r)) + fragment.Hash(ChangeID(c))
}

// Note is where the page of a note stands below every /{l}/.
func (bk *Book) Note(id note.ID) string { return fragment.EscapePath(fragment.NotePath(id)) }

// Term is where a word of the field stands below every /{l}/.
func (bk *Book) Term(id glossary.ID) string { return fragment.GlossaryPath + "#" + string(id) }

// SIGFolder is the address of a group's folder upstream.
func (bk *Book) SIGFolder(known *upstream.SIG) string { return Community + known.Dir }

// Words are the plain words of Markdown of upstream data.
func (bk *Book) Words(src string) string { return bk.Fragments.Markdown(src).Plain() }

// Block is where a heading or an entry of a version of a note stands below every /{l}/.
// Where the page of some language does not have it, it is as near as all of them lead.
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
