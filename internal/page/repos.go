package page

import (
	"slices"
	"strings"

	"github.com/kawaraban/kawaraban/internal/fragment"
	"github.com/kawaraban/kawaraban/internal/note"
	"github.com/kawaraban/kawaraban/internal/page/address"
	"github.com/kawaraban/kawaraban/internal/page/builder"
	"github.com/kawaraban/kawaraban/internal/site"
	"github.com/kawaraban/kawaraban/internal/view"
)

type repoViews struct{ b *builder.Builder }

func repoRoutes(bk *address.Book, id string) []route {
	var out []route
	for i, part := range bk.Threads.Split(id).Parts {
		path := bk.Things.Path(note.Key{Kind: note.Repo, ID: id}) + part.Name + "/"
		out = append(out, route{path, "repo", func(b *builder.Builder) any { return repoViews{b}.repoPart(id, i) }, nil})
	}
	for _, key := range bk.Threads.Split(id).Alone {
		own := route{bk.Parts.Path(key), "said", func(b *builder.Builder) any { return repoViews{b}.threadAlone(key) }, nil}
		out = append(append(out, own), citedRoutes(bk, key)...)
	}
	return out
}

func (rp repoViews) threadAlone(key note.Key) any {
	name, _ := citedViews(rp).thingName(key)
	rp.b.About = rp.b.OwnOf(key)
	v := view.SaidView{Frame: rp.b.Frames.Frame(name)}
	v.Groups, _, _ = rp.b.Groups.About(key)
	v.Crumbs = citedViews(rp).crumbs(key)
	return v
}

func (rp repoViews) repo(id string) any {
	v := rp.repoView(id, "")
	key := note.Key{Kind: note.Repo, ID: id}
	split := rp.b.Book.Threads.Split(id)
	for _, part := range slices.Backward(split.Parts) {
		v.Parts = append(v.Parts, rp.repoPartLink(key, part))
	}
	var here []note.Key
	for _, thread := range rp.b.Site.Repo(id) {
		if thread.Kind == note.Repo {
			continue
		}
		v.Cited++
		if split.Names[thread] == "" {
			here = append(here, thread)
		}
	}
	v.Threads = rp.threads(here)
	v.Entries, v.Count, _ = rp.b.Groups.About(key)
	v.Crumbs = []view.Link{{Href: rp.b.Href("repos/"), Text: rp.b.L.T("nav.repos")}}
	rp.b.Frames.Outline(&v.Frame, section("threads", len(v.Threads)+len(v.Parts) > 0), section("said", v.Count > 0))
	return v
}

func (rp repoViews) repoView(id, part string) view.RepoView {
	key := note.Key{Kind: note.Repo, ID: id}
	name := rp.b.Site.Spelling(key)
	title := name
	if part != "" {
		title += " · " + address.DashedRange(part)
	}
	return view.RepoView{Frame: rp.b.Frames.Frame(title), Name: name, Part: address.DashedRange(part), GitHub: view.Link{Href: "https://github.com/" + name, Text: "GitHub", External: true}}
}

func (rp repoViews) repoPartLink(repo note.Key, part address.ThreadPart) view.Link {
	return view.Link{Href: rp.b.Href(fragment.EscapePath(rp.b.Book.Things.Path(repo) + part.Name + "/")), Text: address.DashedRange(part.Name), Note: rp.b.L.Number(len(part.Keys))}
}

func (rp repoViews) repoPart(id string, i int) any {
	key := note.Key{Kind: note.Repo, ID: id}
	parts := rp.b.Book.Threads.Split(id).Parts
	v := rp.repoView(id, parts[i].Name)
	v.Threads = rp.threads(parts[i].Keys)
	v.Cited = len(v.Threads)
	v.Crumbs = []view.Link{{Href: rp.b.Href("repos/"), Text: rp.b.L.T("nav.repos")}, {Href: rp.b.Href(fragment.EscapePath(rp.b.Book.Things.Path(key))), Text: v.Name}}
	if i > 0 {
		l := rp.repoPartLink(key, parts[i-1])
		v.Prev = &l
	}
	if i+1 < len(parts) {
		l := rp.repoPartLink(key, parts[i+1])
		v.Next = &l
	}
	return v
}

// threads builds the threads of a repository with their citations: one each, and more while there
// is space.
func (rp repoViews) threads(keys []note.Key) []view.ThreadRow {
	var out []view.ThreadRow
	room := address.MaxQuotes - len(keys)
	for _, key := range keys {
		row := rp.thread(key, 1+max(room, 0))
		room -= len(row.Entries) - 1
		out = append(out, row)
	}
	return out
}

// thread builds a thread with at most limit quotes.
func (rp repoViews) thread(key note.Key, limit int) view.ThreadRow {
	_, number, _ := strings.Cut(rp.b.Site.Spelling(key), "#")
	_, outside := rp.b.Book.Target(note.Ref{Kind: key.Kind, ID: rp.b.Site.Spelling(key)})
	row := view.ThreadRow{ID: address.ThreadID(key), Link: view.Link{Href: outside, Text: number, External: true}}
	if key.Kind == note.Thread {
		row.Link.Text = "#" + number
	}
	if row.Link.Href == "" { // the reference itself links to this page
		row.Link.Href = address.UpstreamURL(key.Kind, rp.b.Site.Spelling(key))
	}
	all := rp.b.Citations.Of(key).Digest()
	if slices.Contains(rp.b.Book.Threads.Split(site.RepoOf(key)).Alone, key) {
		row.All = &view.Link{Href: rp.b.Href(fragment.EscapePath(rp.b.Book.Parts.Path(key))), Text: rp.b.L.N("said.all", len(all))}
		all = all[:min(len(all), 1)]
	}
	for i, m := range all {
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
		row := view.RepoRow{Words: rp.b.Say(), Name: rp.b.Site.Spelling(key), Href: rp.b.Near(rp.b.Href(fragment.EscapePath(rp.b.Book.Things.Path(key))))}
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
