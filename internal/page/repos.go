package page

import (
	"slices"
	"strings"

	"github.com/kawaraban/kawaraban/internal/fragment"
	"github.com/kawaraban/kawaraban/internal/note"
	"github.com/kawaraban/kawaraban/internal/page/address"
	"github.com/kawaraban/kawaraban/internal/page/builder"
	"github.com/kawaraban/kawaraban/internal/view"
)

type repoViews struct{ b *builder.Builder }

func (rp repoViews) repo(id string) any {
	key := note.Key{Kind: note.Repo, ID: id}
	name := rp.b.Site.Spelling(key)
	v := view.RepoView{Frame: rp.b.Frames.Frame(name), Name: view.Names(name), GitHub: view.Link{Href: "https://github.com/" + name, Text: "GitHub", External: true}}
	v.Threads = rp.threads(slices.DeleteFunc(slices.Clone(rp.b.Site.Repo(id)), func(thing note.Key) bool { return thing.Kind == note.Repo }))
	v.Entries, v.Count, _ = rp.b.Groups.About(key)
	v.Crumbs = []view.Link{{Href: rp.b.Href("repos/"), Text: rp.b.L.T("nav.repos")}}
	rp.b.Frames.Outline(&v.Frame, section("threads", len(v.Threads) > 0), section("said", v.Count > 0))
	return v
}

// maxQuotes is the maximum number of citations that the page of a repository quotes. It links to
// the others.
const maxQuotes = 2 * address.MaxQuoted

// threads builds the threads of a repository with their citations. Each thread quotes one
// citation, and more until maxQuotes is reached.
func (rp repoViews) threads(keys []note.Key) []view.ThreadRow {
	var out []view.ThreadRow
	room := maxQuotes - len(keys)
	for i, key := range keys {
		limit := 1 + max(room, 0)
		if i >= maxQuotes {
			limit = 0
		}
		row := rp.thread(key, limit)
		room -= max(len(row.Entries)-1, 0)
		out = append(out, row)
	}
	return out
}

// thread builds a thread with at most limit quotes, and links to its other citations.
func (rp repoViews) thread(key note.Key, limit int) view.ThreadRow {
	_, number, _ := strings.Cut(rp.b.Site.Spelling(key), "#")
	_, outside := rp.b.Book.Target(note.Ref{Kind: key.Kind, ID: rp.b.Site.Spelling(key)})
	row := view.ThreadRow{ID: address.ThreadID(key), Link: view.Link{Href: outside, Text: number, External: true}}
	if key.Kind == note.Thread {
		row.Link.Text = "#" + number
	}
	if row.Link.Href == "" { // the target of the reference is this page
		row.Link.Href = address.UpstreamURL(key.Kind, rp.b.Site.Spelling(key))
	}
	for i, m := range rp.b.Citations.Of(key).Digest() {
		if i < limit {
			row.Entries = append(row.Entries, rp.b.Quotes.Quote(m))
		} else {
			row.More = append(row.More, rp.b.Notes.NamedMention(m))
		}
	}
	return row
}

func (rp repoViews) repos() any {
	v := view.ReposView{Frame: rp.b.Frames.Frame(rp.b.L.T("nav.repos"))}
	for _, id := range rp.b.Site.Keys(note.Repo) {
		key := note.Key{Kind: note.Repo, ID: id}
		row := view.RepoRow{Words: rp.b.Say(), Name: view.Names(rp.b.Site.Spelling(key)), Href: rp.b.Near(rp.b.Href(fragment.EscapePath(rp.b.Book.Things.Path(key))))}
		for _, thing := range rp.b.Site.Repo(id) {
			if thing.Kind != note.Repo {
				row.Threads++
			}
			row.Entries += rp.b.Citations.Count(thing)
		}
		v.Rows = append(v.Rows, row)
	}
	return v
}
