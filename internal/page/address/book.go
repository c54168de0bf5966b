package address

import (
	"strings"
	"sync"

	"github.com/kawaraban/kawaraban/internal/fragment"
	"github.com/kawaraban/kawaraban/internal/locale"
	"github.com/kawaraban/kawaraban/internal/note"
	"github.com/kawaraban/kawaraban/internal/ref"
	"github.com/kawaraban/kawaraban/internal/site"
	"github.com/kawaraban/kawaraban/internal/upstream"
)

// Book finds the page of a thing, a note or an entry. It may be used from several goroutines.
type Book struct {
	Site      *site.Site
	Data      *upstream.Data
	Options   *Options
	Languages *Languages
	Log       *Log
	Lists     *Lists
	Things    *Things
	Parts     *Parts
	Threads   *Threads
	Homes     *Homes
	Fragments *fragment.Maker
	Headline  func() note.Release    // the release that the menu and the home begin with
	Exists    func(path string) bool // whether a page is at a path below /{l}/; set by package page

	groups func() map[note.SIG]string // see listGroups
}

// New returns the addresses of a site. Nothing is listed before it is needed.
func New(s *site.Site, words *locale.Set, o Options) *Book {
	bk := &Book{Site: s, Data: s.Data(), Options: &o, Languages: newLanguages(words, o.Languages), Lists: newLists(s)}
	bk.Log = newLog(s, bk.Languages)
	bk.Things = newThings(s)
	bk.Parts = &Parts{site: s, things: bk.Things}
	bk.Threads = &Threads{site: s, things: bk.Things, parts: bk.Parts}
	bk.Homes = &Homes{s, bk.Options, bk.Languages, bk.Log}
	bk.Headline = sync.OnceValue(bk.findHeadline)
	bk.groups = sync.OnceValue(bk.listGroups)
	bk.Fragments = fragment.New(s, fragment.Options{
		Languages: bk.Languages.Codes(), Glossary: bk.Data.Glossary, Names: o.Names, Target: bk.Target, Post: bk.Log.postOf,
	})
	return bk
}

// Target returns where a reference leads: a path below /{l}/ if the site has more to say about the
// thing, else an upstream address, else nothing.
func (bk *Book) Target(r note.Ref) (path, outside string) {
	key := r.Key()
	if bk.Site.HasPage(key) && (key.Kind != note.Repo || bk.citedTwice(key)) {
		if key.Kind == note.API {
			return bk.Things.Path(key) + "#" + ApiID(key), ""
		}
		return fragment.EscapePath(bk.Things.Path(key)), ""
	}
	if key.Kind == note.Thread || key.Kind == note.RepoRelease {
		repo := note.Key{Kind: note.Repo, ID: site.RepoOf(key)}
		if bk.Site.CitedTwice(key) && bk.Site.HasPage(repo) {
			return bk.Threads.Href(key), ""
		}
	}
	return "", ref.URL(r)
}

// citedTwice reports whether notes cite several things of a repository, or one thing twice.
func (bk *Book) citedTwice(repo note.Key) bool {
	n := 0
	for _, key := range bk.Site.Repo(repo.ID) {
		for range bk.Site.EachMention(key) {
			n++
			break
		}
		if n > 1 || bk.Site.CitedTwice(key) {
			return true
		}
	}
	return false
}

// maxGroups is how many SIGs a line names. A change that concerns more concerns nearly all.
const maxGroups = 3

// Day returns when a place was written: the day of the post, the date of the note or of its
// original, the date of its newest release, or the day of its first commit. It is empty if none is
// known.
func (bk *Book) Day(n *note.Note, b *note.Block) string {
	if b != nil && IsDay(b.Date) {
		return b.Date
	}
	for _, date := range []string{n.Meta.Date, bk.Site.Original(n.ID).Meta.Date, bk.Release(upstream.Newest(n.Releases)).Date, bk.Options.firstSeen(n)} {
		if IsDay(date) {
			return date
		}
	}
	return ""
}

// findHeadline returns the newest release that has notes or official notes, else the newest.
func (bk *Book) findHeadline() note.Release {
	all := bk.Site.Releases()
	for _, r := range all {
		if len(bk.Site.NotesOf(r)) > 0 || len(bk.Site.Facts(r).Changes) > 0 {
			return r
		}
	}
	if len(all) > 0 {
		return all[0]
	}
	return ""
}

// Release returns what is known of a release; its name alone if nothing is.
func (bk *Book) Release(r note.Release) *upstream.Release {
	if known := bk.Data.Releases[r]; known != nil {
		return known
	}
	return &upstream.Release{Release: r}
}

// KEPTitle returns the title of a KEP; both titles if two KEPs share the number.
func (bk *Book) KEPTitle(number string) string {
	var titles []string
	for _, k := range bk.Data.KEP(number) {
		titles = append(titles, k.Title)
	}
	return strings.Join(titles, " / ")
}

// acronyms are the parts of SIG labels that are written in capitals.
var acronyms = map[string]bool{"api": true, "aws": true, "cli": true, "lts": true, "ui": true, "wg": true, "ug": true}

// SIGName returns the name of a group as people write it: API Machinery, WG Batch.
func (bk *Book) SIGName(g note.SIG) string {
	if known := bk.Data.SIGs[g]; known != nil {
		if known.Kind == upstream.WorkingGroup && !strings.HasPrefix(known.Name, "WG ") {
			return "WG " + known.Name
		}
		return known.Name
	}
	words := strings.Split(string(g), "-")
	for i, w := range words {
		switch {
		case acronyms[w]:
			words[i] = strings.ToUpper(w)
		case w != "":
			words[i] = strings.ToUpper(w[:1]) + w[1:]
		}
	}
	return strings.Join(words, " ")
}

// SIGTitle returns the name with the word for the group before it: SIG Node.
func (bk *Book) SIGTitle(g note.SIG) string {
	if known, ok := bk.groups()[g]; ok {
		return known
	}
	return bk.newSIGTitle(g)
}

func (bk *Book) listGroups() map[note.SIG]string {
	out := map[note.SIG]string{}
	for g := range bk.Data.SIGs {
		out[g] = bk.newSIGTitle(g)
	}
	return out
}

func (bk *Book) newSIGTitle(g note.SIG) string {
	name := bk.SIGName(g)
	known := bk.Data.SIGs[g]
	if strings.HasPrefix(string(g), "wg-") || strings.HasPrefix(string(g), "committee-") || known != nil && known.Kind != upstream.Group {
		return name
	}
	return "SIG " + name
}

// SIGNames lists the names of the SIGs of a change.
func (bk *Book) SIGNames(sigs []note.SIG) string {
	var out []string
	for _, g := range sigs {
		out = append(out, bk.SIGName(g))
	}
	return strings.Join(out, ", ")
}

// SomeSIGs is SIGNames for a line, which has room for a few.
func (bk *Book) SomeSIGs(sigs []note.SIG) string {
	if len(sigs) > maxGroups {
		return bk.SIGNames(sigs[:maxGroups]) + ", …"
	}
	return bk.SIGNames(sigs)
}
