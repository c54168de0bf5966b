package address

import (
	"slices"
	"strconv"
	"strings"

	"github.com/kawaraban/kawaraban/internal/fragment"
	"github.com/kawaraban/kawaraban/internal/memo"
	"github.com/kawaraban/kawaraban/internal/note"
	"github.com/kawaraban/kawaraban/internal/site"
)

// Threads finds the issues, pull requests and releases of other repositories.
type Threads struct {
	site   *site.Site
	things *Things
	parts  *Parts
	splits memo.Map[string, *repoSplit] // by repository
}

// maxThreads is how many threads of a repository one page has. If there are more, they are divided
// by number.
const maxThreads = 100

// ThreadPart is a page of a repository's threads: a thousand numbers, or a hundred if there are too
// many.
type ThreadPart struct {
	Name string // 8000-8999
	Keys []note.Key
}

// maxFurther is how many further links a thread has on a full page. A thread with more citations
// gets its own page.
const maxFurther = 5

// repoSplit is the division of a repository's threads into pages.
type repoSplit struct {
	Parts []ThreadPart        // by number; nil if one page is enough
	Names map[note.Key]string // the part of a thread; releases have no number and no part
	Alone []note.Key          // threads with their own page
}

// Split returns the division of a repository's threads into pages.
func (tr *Threads) Split(id string) *repoSplit {
	return tr.splits.Make(id, func() *repoSplit {
		split := &repoSplit{Parts: tr.repoParts(id), Names: map[note.Key]string{}}
		for _, part := range split.Parts {
			for _, key := range part.Keys {
				split.Names[key] = part.Name
			}
		}
		split.Alone = tr.citedAlone(id, split)
		return split
	})
}

// repoParts divides the threads of a repository. It returns nil if one page is enough.
func (tr *Threads) repoParts(id string) []ThreadPart {
	numbers := map[note.Key]int{}
	thousands := map[int]int{}
	var keys []note.Key
	for _, key := range tr.site.Repo(id) {
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
	var out []ThreadPart
	for _, key := range keys {
		size := rangeSize
		if thousands[numbers[key]/rangeSize] > maxThreads {
			size = maxThreads
		}
		from := numbers[key] / size * size
		name := strconv.Itoa(from) + "-" + strconv.Itoa(from+size-1)
		if n := len(out); n == 0 || out[n-1].Name != name {
			out = append(out, ThreadPart{Name: name})
		}
		last := &out[len(out)-1]
		last.Keys = append(last.Keys, key)
	}
	return out
}

// citedAlone returns the threads that get their own page. It counts citations in all languages,
// because addresses must not depend on the language.
func (tr *Threads) citedAlone(id string, split *repoSplit) []note.Key {
	pages := map[string][]note.Key{}
	cited, places := map[string]int{}, map[note.Key]int{}
	for _, key := range tr.site.Repo(id) {
		if key.Kind == note.Repo {
			continue
		}
		for range tr.parts.cited(key) {
			places[key]++
		}
		name := split.Names[key]
		pages[name] = append(pages[name], key)
		cited[name] += places[key]
	}
	var out []note.Key
	for name, keys := range pages {
		if cited[name] > MaxQuotes {
			out = append(out, slices.DeleteFunc(keys, func(key note.Key) bool { return places[key] <= 1+maxFurther })...)
		}
	}
	slices.SortFunc(out, func(a, b note.Key) int { return site.CompareIDs(a.ID, b.ID) })
	return out
}

// Href returns the path of a thread below /{l}/, with its anchor.
func (tr *Threads) Href(key note.Key) string {
	repo := note.Key{Kind: note.Repo, ID: site.RepoOf(key)}
	return fragment.EscapePath(tr.path(tr.site.Normal(key), repo)) + "#" + ThreadID(key)
}

func (tr *Threads) path(key, repo note.Key) string {
	path := tr.things.Path(repo)
	if part, ok := tr.Split(repo.ID).Names[key]; ok {
		return path + part + "/"
	}
	return path
}

// MaxQuotes is how many citations the page of a repository quotes.
const MaxQuotes = 2 * MaxQuoted
