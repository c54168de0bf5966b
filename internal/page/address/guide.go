package address

import (
	"github.com/kawaraban/kawaraban/internal/fragment"
	"github.com/kawaraban/kawaraban/internal/glossary"
	"github.com/kawaraban/kawaraban/internal/note"
	"github.com/kawaraban/kawaraban/internal/site"
	"github.com/kawaraban/kawaraban/internal/upstream"
)

// Thing returns the path below /{l}/ of the page of a KEP, a person or another thing. It is "" if
// there is no such page.
func (bk *Book) Thing(key note.Key) string {
	if !bk.Site.HasPage(key) {
		return ""
	}
	return fragment.EscapePath(bk.Things.Path(key))
}

// Change returns the path of a published pull request: its page, else its anchor in the list of
// changes of the release.
func (bk *Book) Change(r note.Release, c *site.Change) string {
	if own := bk.Thing(c.Key()); own != "" && c.PR != "" {
		return own
	}
	return fragment.EscapePath(ChangesPath(r)) + fragment.Hash(ChangeID(c))
}

// Note returns the path of a note.
func (bk *Book) Note(id note.ID) string { return fragment.EscapePath(fragment.NotePath(id)) }

// Term returns the path of a glossary term.
func (bk *Book) Term(id glossary.ID) string { return fragment.GlossaryPath + "#" + string(id) }

// SIGFolder returns the URL of the folder of a SIG in kubernetes/community.
func (bk *Book) SIGFolder(known *upstream.SIG) string { return Community + known.Dir }

// Words converts upstream Markdown to plain text.
func (bk *Book) Words(src string) string { return bk.Fragments.Markdown(src).Plain() }

// Block returns the path of a heading or an entry of a note. If the page lacks the anchor in some
// language, it returns the path of the page, or of the day in a log.
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
