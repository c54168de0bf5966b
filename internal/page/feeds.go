package page

import (
	"github.com/kawaraban/kawaraban/internal/feed"
	"github.com/kawaraban/kawaraban/internal/note"
	"github.com/kawaraban/kawaraban/internal/page/address"
)

func siteFeed(bk *address.Book) feed.Source {
	return feed.Source{Notes: bk.Lists.NoteIDs, Room: feed.SiteRoom}
}

func releaseFeed(bk *address.Book, r note.Release) feed.Source {
	return feed.Source{
		Name: "Kubernetes " + string(r), Room: feed.NoteRoom,
		Notes: func() []note.ID { return bk.Site.NotesOf(r) },
	}
}

func groupFeed(bk *address.Book, key note.Key) feed.Source {
	g := note.SIG(key.ID)
	return feed.Source{
		Name: bk.SIGTitle(g), Room: feed.NoteRoom,
		Notes: func() []note.ID { return bk.Site.NotesOfSIG(g) },
	}
}
