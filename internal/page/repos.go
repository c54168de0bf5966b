package page

import (
	"slices"
	"strconv"
	"strings"

	"github.com/kawaraban/kawaraban/internal/fragment"
	"github.com/kawaraban/kawaraban/internal/note"
	"github.com/kawaraban/kawaraban/internal/site"
	"github.com/kawaraban/kawaraban/internal/view"
)

// maxThreads is how many threads of a repository one page has. Of more, they stand in
// parts by their numbers.
const maxThreads = 100

// threadPart is a part of what is cited of a repository: a thousand numbers, or a
// hundred of them where a thousand hold too many.
type threadPart struct {
	name string // 8000-8999
	keys []note.Key
}

// maxFurther is how many links a thread has to places that cite it and that the page has no room
// to quote. Where a page has no room for all, a thread with more places has a page of its own, and
// of them one is quoted here.
const maxFurther = 5

// repoSplit is how the threads of a repository are parted.
type repoSplit struct {
	parts []threadPart        // by number; none where one page has room for all
	names map[note.Key]string // the part of a thread; releases have no number and stand in none
	alone []note.Key          // threads that have a page of their own
}

// splitRepo returns how a repository is parted; made once, and shared.
func (p *planner) splitRepo(id string) *repoSplit {
	return p.repoSplits.Make(id, func() *repoSplit {
		split := &repoSplit{parts: p.repoParts(id), names: map[note.Key]string{}}
		for _, part := range split.parts {
			for _, key := range part.keys {
				split.names[key] = part.name
			}
		}
		split.alone = p.citedAlone(id, split)
		return split
	})
}

// repoParts parts the threads of a repository; nothing where one page has room for all.
func (p *planner) repoParts(id string) []threadPart {
	numbers := map[note.Key]int{}
	thousands := map[int]int{}
	var keys []note.Key
	for _, key := range p.s.Repo(id) {
		_, number, _ := strings.Cut(key.ID, "#")
		if n, err := strconv.Atoi(number); err == nil && n >= 0 && key.Kind == note.Thread {
			keys, numbers[key] = append(keys, key), n
			thousands[n/rangeSize]++
		}
	}
	if len(keys) <= maxThreads {
		return nil
	}
	slices.SortFunc(keys, func(a, b note.Key) int { return numbers[a] - numbers[b] })
	var out []threadPart
	for _, key := range keys {
		size := rangeSize
		if thousands[numbers[key]/rangeSize] > maxThreads {
			size = maxThreads
		}
		from := numbers[key] / size * size
		name := itoa(from) + "-" + itoa(from+size-1)
		if n := len(out); n == 0 || out[n-1].name != name {
			out = append(out, threadPart{name: name})
		}
		last := &out[len(out)-1]
		last.keys = append(last.keys, key)
	}
	return out
}

// citedAlone lists the threads of a repository that have a page of their own. It must not depend
// on the reader's language, and so counts all places.
func (p *planner) citedAlone(id string, split *repoSplit) []note.Key {
	pages := map[string][]note.Key{}
	cited, places := map[string]int{}, map[note.Key]int{}
	for _, key := range p.s.Repo(id) {
		if key.Kind == note.Repo {
			continue
		}
		for range p.saying(key) {
			places[key]++
		}
		name := split.names[key]
		pages[name] = append(pages[name], key)
		cited[name] += places[key]
	}
	var out []note.Key
	for name, keys := range pages {
		if cited[name] > maxQuotes {
			out = append(out, slices.DeleteFunc(keys, func(key note.Key) bool { return places[key] <= 1+maxFurther })...)
		}
	}
	slices.SortFunc(out, func(a, b note.Key) int { return site.CompareIDs(a.ID, b.ID) })
	return out
}

// repoRoutes are the pages of the parts of a repository, and of its threads that have some.
func (p *planner) repoRoutes(id string) []route {
	var out []route
	for i, part := range p.splitRepo(id).parts {
		path := p.pathOf(note.Key{Kind: note.Repo, ID: id}) + part.name + "/"
		out = append(out, route{path, "repo", func(sh *sheet) any { return sh.repoPart(id, i) }, nil})
	}
	for _, key := range p.splitRepo(id).alone {
		own := route{p.saidPath(key), "said", func(sh *sheet) any { return sh.threadAlone(key) }, nil}
		out = append(append(out, own), p.saidRoutes(key)...)
	}
	return out
}

// threadAlone makes the page of a thread that is cited often.
func (sh *sheet) threadAlone(key note.Key) any {
	name, _ := sh.thingName(key)
	sh.about = sh.ownOf(key)
	v := view.SaidView{Frame: sh.frame(name)}
	v.Groups, _, _ = sh.said(key)
	v.Crumbs = sh.saidCrumbs(key)
	return v
}

// threadHref is where a thread stands, with its anchor, below /{l}/.
func (p *planner) threadHref(key note.Key) string {
	repo := note.Key{Kind: note.Repo, ID: site.RepoOf(key)}
	return fragment.EscapePath(p.threadPath(p.s.Normal(key), repo)) + "#" + threadID(key)
}

// threadPath is the page on which a thread or release of a repository stands.
func (p *planner) threadPath(key, repo note.Key) string {
	path := p.pathOf(repo)
	if part, ok := p.splitRepo(repo.ID).names[key]; ok {
		return path + part + "/"
	}
	return path
}

// repo makes the page of another repository.
func (sh *sheet) repo(id string) any {
	v := sh.repoView(id, "")
	key := note.Key{Kind: note.Repo, ID: id}
	split := sh.splitRepo(id)
	for _, part := range slices.Backward(split.parts) {
		v.Parts = append(v.Parts, sh.repoPartLink(key, part))
	}
	var here []note.Key
	for _, thread := range sh.s.Repo(id) {
		if thread.Kind == note.Repo {
			continue
		}
		v.Cited++
		if split.names[thread] == "" {
			here = append(here, thread)
		}
	}
	v.Threads = sh.threads(here)
	v.Entries, v.Count, _ = sh.said(key)
	v.Crumbs = []view.Link{{Href: sh.href("repos/"), Text: sh.l.T("nav.repos")}}
	sh.outline(&v.Frame, section{"threads", len(v.Threads)+len(v.Parts) > 0}, section{"said", v.Count > 0})
	return v
}

func (sh *sheet) repoView(id, part string) view.RepoView {
	key := note.Key{Kind: note.Repo, ID: id}
	name := sh.s.Spelling(key)
	title := name
	if part != "" {
		title += " · " + dashedRange(part)
	}
	return view.RepoView{Frame: sh.frame(title), Name: name, Part: dashedRange(part), GitHub: view.Link{Href: "https://github.com/" + name, Text: "GitHub", External: true}}
}

// dashedRange prints a range as people do: 8000–8999.
func dashedRange(name string) string { return strings.Replace(name, "-", "–", 1) }

func (sh *sheet) repoPartLink(repo note.Key, part threadPart) view.Link {
	return view.Link{Href: sh.href(fragment.EscapePath(sh.pathOf(repo) + part.name + "/")), Text: dashedRange(part.name), Note: sh.l.Number(len(part.keys))}
}

// repoPart makes a part of a repository.
func (sh *sheet) repoPart(id string, i int) any {
	key := note.Key{Kind: note.Repo, ID: id}
	parts := sh.splitRepo(id).parts
	v := sh.repoView(id, parts[i].name)
	v.Threads = sh.threads(parts[i].keys)
	v.Cited = len(v.Threads)
	v.Crumbs = []view.Link{{Href: sh.href("repos/"), Text: sh.l.T("nav.repos")}, {Href: sh.href(fragment.EscapePath(sh.pathOf(key))), Text: v.Name}}
	if i > 0 {
		l := sh.repoPartLink(key, parts[i-1])
		v.Prev = &l
	}
	if i+1 < len(parts) {
		l := sh.repoPartLink(key, parts[i+1])
		v.Next = &l
	}
	return v
}

// maxQuotes is how many places that cite threads a page quotes.
const maxQuotes = 2 * maxSaid

// threads makes issues, pull requests and releases of another repository with the places
// that cite them. Each has one quoted; more as far as the page has room.
func (sh *sheet) threads(keys []note.Key) []view.ThreadRow {
	var out []view.ThreadRow
	room := maxQuotes - len(keys)
	for _, key := range keys {
		row := sh.thread(key, 1+max(room, 0))
		room -= len(row.Entries) - 1
		out = append(out, row)
	}
	return out
}

// thread makes one of them, and quotes at most limit places.
func (sh *sheet) thread(key note.Key, limit int) view.ThreadRow {
	_, number, _ := strings.Cut(sh.s.Spelling(key), "#")
	_, outside := sh.target(note.Ref{Kind: key.Kind, ID: sh.s.Spelling(key)})
	row := view.ThreadRow{ID: threadID(key), Link: view.Link{Href: outside, Text: number, External: true}}
	if key.Kind == note.Thread {
		row.Link.Text = "#" + number
	}
	if row.Link.Href == "" { // the reference itself leads to this page
		row.Link.Href = upstreamURL(key.Kind, sh.s.Spelling(key))
	}
	all := sh.named(key).digest()
	if slices.Contains(sh.splitRepo(site.RepoOf(key)).alone, key) {
		row.All = &view.Link{Href: sh.href(fragment.EscapePath(sh.saidPath(key))), Text: sh.l.N("said.all", len(all))}
		all = all[:min(len(all), 1)]
	}
	for i, m := range all {
		if i < limit {
			row.Entries = append(row.Entries, sh.quote(m))
		} else {
			row.More = append(row.More, sh.mentionLink(m))
		}
	}
	return row
}

// repos makes the list of other repositories.
func (sh *sheet) repos() any {
	v := view.ReposView{Frame: sh.frame(sh.l.T("nav.repos"))}
	for _, id := range sh.s.Keys(note.Repo) {
		key := note.Key{Kind: note.Repo, ID: id}
		row := view.RepoRow{Words: sh.say(), Name: sh.s.Spelling(key), Href: sh.near(sh.href(fragment.EscapePath(sh.pathOf(key))))}
		for _, thing := range sh.s.Repo(id) {
			if thing.Kind != note.Repo {
				row.Threads++
			}
			row.Entries += sh.notedIn(thing)
		}
		v.Rows = append(v.Rows, row)
	}
	return v
}
