package address

import (
	"slices"
	"strings"
	"sync"

	"github.com/kawaraban/kawaraban/internal/fragment"
	"github.com/kawaraban/kawaraban/internal/locale"
	"github.com/kawaraban/kawaraban/internal/note"
	"github.com/kawaraban/kawaraban/internal/ref"
	"github.com/kawaraban/kawaraban/internal/site"
	"github.com/kawaraban/kawaraban/internal/upstream"
)

// Book finds the address of a note, an entry or a thing. A thing is what upstream has and notes
// refer to, such as a KEP, a feature gate or a person. Book is safe for concurrent use.
type Book struct {
	Site      *site.Site
	Data      *upstream.Data
	Options   *Options
	Languages *Languages
	Log       *Log
	Lists     *Lists
	Things    *Things
	Parts     *Parts
	Homes     *Homes
	Fragments *fragment.Maker
	Headline  func() note.Release    // first release of the home page
	Exists    func(path string) bool // reports whether a page exists at a path below /{l}/; set by package page

	groups func() map[note.SIG]string // see listGroups
}

// New returns the addresses of a site. Lists are computed on first use.
func New(s *site.Site, words *locale.Set, o Options) *Book {
	bk := &Book{Site: s, Data: s.Data(), Options: &o, Languages: newLanguages(words, o.Languages), Lists: newLists(s)}
	bk.Log = newLog(s, bk.Languages)
	bk.Things = newThings(s)
	bk.Parts = &Parts{site: s}
	bk.Homes = &Homes{s, bk.Options, bk.Languages, bk.Log}
	bk.Headline = sync.OnceValue(bk.findHeadline)
	bk.groups = sync.OnceValue(bk.listGroups)
	bk.Fragments = fragment.New(s, fragment.Options{
		Languages: bk.Languages.Codes(), Glossary: bk.Data.Glossary, Names: o.Names, Target: bk.Target, Post: bk.Log.postOf,
	})
	return bk
}

// Target returns the target of a reference. That is a path below /{l}/ if the site has a page for
// it, else the upstream address. Both are empty if neither is known.
func (bk *Book) Target(r note.Ref) (path, outside string) {
	key := r.Key()
	if bk.Site.HasPage(key) && (key.Kind != note.Repo || bk.citedTwice(key)) {
		if key.Kind == note.API {
			return bk.Things.Path(key) + "#" + APIID(key), ""
		}
		return fragment.EscapePath(bk.Things.Path(key)), ""
	}
	if key.Kind == note.Thread || key.Kind == note.RepoRelease {
		repo := note.Key{Kind: note.Repo, ID: site.RepoOf(key)}
		if bk.Site.CitedTwice(key) && bk.Site.HasPage(repo) {
			return fragment.EscapePath(bk.Things.Path(repo)) + "#" + ThreadID(bk.Site.Normal(key)), ""
		}
	}
	return "", ref.URL(r)
}

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

// maxGroups is the maximum number of SIGs in a line. A change with more SIGs affects nearly all
// of them.
const maxGroups = 3

// Day returns the date of a block as 2006-01-02, or "" if it is unknown. It uses the date of the
// log post, else of the note, of its original, of its newest release or of its first commit.
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

// findHeadline returns the newest supported release that has notes or official notes. Without
// one, it returns the newest release that has them, else the newest release, else "".
func (bk *Book) findHeadline() note.Release {
	all := bk.Site.Releases()
	told := slices.DeleteFunc(slices.Clone(all), func(r note.Release) bool {
		return len(bk.Site.NotesOf(r)) == 0 && len(bk.Site.Facts(r).Changes) == 0
	})
	for _, r := range told {
		if bk.InSupport(r) {
			return r
		}
	}
	if all = append(told, all...); len(all) > 0 {
		return all[0]
	}
	return ""
}

// InSupport reports whether a release is supported. A dated release that is newer than all
// releases of the support schedule counts as supported. Without a schedule, all releases do.
func (bk *Book) InSupport(r note.Release) bool {
	switch bk.Data.SupportOf(r) {
	case upstream.Supported, upstream.Maintenance:
		return true
	case upstream.Ended:
		return false
	}
	return len(bk.Data.Supports) == 0 || bk.AfterSchedule(r)
}

// OldestInSupport returns the oldest release for which InSupport is true, or "".
func (bk *Book) OldestInSupport() note.Release {
	var oldest note.Release
	for _, r := range bk.Site.Releases() {
		if bk.InSupport(r) {
			oldest = r
		}
	}
	return oldest
}

// AfterSchedule reports whether a dated release is newer than all releases of the support
// schedule. It is false without a schedule.
func (bk *Book) AfterSchedule(r note.Release) bool {
	if len(bk.Data.Supports) == 0 || bk.Release(r).Date == "" {
		return false
	}
	for id := range bk.Data.Supports {
		if upstream.CompareReleases(id, r) >= 0 {
			return false
		}
	}
	return true
}

// Release returns the upstream data of a release. The data of an unknown release consist of its
// name.
func (bk *Book) Release(r note.Release) *upstream.Release {
	if known := bk.Data.Releases[r]; known != nil {
		return known
	}
	return &upstream.Release{Release: r}
}

// KEPTitle returns the title of a KEP. If several KEPs have the number, it joins their titles.
func (bk *Book) KEPTitle(number string) string {
	var titles []string
	for _, k := range bk.Data.KEP(number) {
		titles = append(titles, k.Title)
	}
	return strings.Join(titles, " / ")
}

var acronyms = map[string]bool{"api": true, "aws": true, "cli": true, "lts": true, "ui": true, "wg": true, "ug": true}

// SIGName returns the display name of a SIG or a working group: API Machinery, WG Batch.
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

// SIGTitle returns the name of a group with its type: SIG Node.
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

// SIGNames joins the names of SIGs with the comma of a language.
func (bk *Book) SIGNames(sigs []note.SIG, comma string) string {
	var out []string
	for _, g := range sigs {
		out = append(out, bk.SIGName(g))
	}
	return strings.Join(out, comma)
}

// SomeSIGs joins the names of at most maxGroups SIGs. An ellipsis stands for the others.
func (bk *Book) SomeSIGs(sigs []note.SIG, comma string) string {
	if len(sigs) > maxGroups {
		return bk.SIGNames(sigs[:maxGroups], comma) + comma + "…"
	}
	return bk.SIGNames(sigs, comma)
}
