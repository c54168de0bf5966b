package site

import (
	"iter"
	"maps"
	"slices"
	"strconv"

	"github.com/kawaraban/kawaraban/internal/note"
)

// carry takes over what the site before had made of what is made when it is asked for, brought
// up to date: each is a sum over notes or things, so it is enough to look at the notes and
// things that the edit touches. What was not made before is not made now.
func (e *edit) carry() {
	l := e.is.lazy
	if e.was.lazy == nil {
		l.upstream, l.steps = &readings{}, &memo[note.Release, UpgradeStep]{}
		return
	}
	l.upstream = e.was.lazy.upstream
	keys := e.touched()
	e.carryAPIs(keys)
	e.carryBoards(keys)
	e.carryTellers()
	e.carryLabels(keys)
	e.carryRepos(keys)
	e.carryKeys(keys)
	e.carryCitations(keys)
}

// touched lists the keys of the things that another set of places names than before, or at
// other anchors, and of those that a note is about or by that was not. The anchors of a version
// depend on the others, so the keys of all of them count.
func (e *edit) touched() map[note.Key]bool {
	keys := map[note.Key]bool{}
	for key := range runsOf(e.named.gone) {
		keys[key] = true
	}
	for key := range runsOf(e.named.fresh) {
		keys[key] = true
	}
	for _, m := range e.moves {
		for _, n := range m.is.versions {
			for key := range runsOf([]*contribution{e.is.parts.get(n)}) {
				keys[key] = true
			}
		}
		for _, a := range []*address{m.was, m.is} {
			for _, g := range a.sigs() {
				keys[note.Key{Kind: note.SIGRef, ID: string(g)}] = true
			}
			for _, key := range e.is.authors(a) {
				keys[key] = true
			}
			for _, r := range a.releases() {
				keys[note.Key{Kind: note.ReleaseRef, ID: string(r)}] = true
			}
		}
	}
	return keys
}

// carryAPIs brings the resources of the API up to date, and shares what upgrades ask of a
// release where these and the gates are as they were.
func (e *edit) carryAPIs(keys map[note.Key]bool) {
	l, was := e.is.lazy, e.was.lazy
	var fresh []APIResource
	touched := false
	for key := range keys {
		touched = touched || key.Kind == note.API
		if a, ok := e.is.apiResource(key); ok {
			fresh = append(fresh, a)
		}
	}
	l.steps = was.steps
	if touched || !e.gates {
		l.steps = &memo[note.Release, UpgradeStep]{}
	}
	made := was.apis.made.Load()
	switch {
	case made == nil:
	case !touched:
		l.apis.made.Store(made)
	default:
		kept := slices.DeleteFunc(slices.Clone(*made), func(a APIResource) bool { return keys[a.Key()] })
		slices.SortFunc(fresh, compareAPIs)
		now := spliced(kept, nil, fresh, compareAPIs)
		l.apis.made.Store(&now)
	}
}

// carryBoards shares the boards of the releases about which no note has changed, and of which
// nothing published is named otherwise; and counts anew only what changed notes cover. Boards
// may be made of the site before meanwhile: of those that it has now the facts are made too.
func (e *edit) carryBoards(keys map[note.Key]bool) {
	l, was := e.is.lazy, e.was.lazy
	boards := maps.Collect(was.boards.all())
	about := map[note.Release]bool{}
	for _, m := range e.moves {
		for _, r := range slices.Concat(m.was.releases(), m.is.releases()) {
			about[r] = true
		}
	}
	for r, t := range was.tallies.all() {
		if about[r] {
			t = e.recount(r, *t)
		}
		l.tallies.put(r, t)
	}
	named := e.publishedIn(keys)
	for key, b := range boards {
		if !about[key.release] && !named[key.release] {
			l.boards.put(key, b)
		}
	}
}

// recount is a tally with what changed notes cover.
func (e *edit) recount(r note.Release, t tally) *tally {
	facts := e.is.Facts(r)
	out := make(tally, len(t))
	for c, langs := range t {
		out[c] = langs
	}
	own := func(part *contribution) {
		for c := range facts.coveredBy(part) {
			out[c] = maps.Clone(out[c])
		}
	}
	count := func(notes []*note.Note, s *Site, times int) {
		for _, n := range notes {
			if slices.Contains(n.Releases, r) {
				own(s.parts.get(n))
				out.add(facts, s.parts.get(n), times)
			}
		}
	}
	count(e.in, e.is, 1)
	count(e.out, e.was, -1)
	return &out
}

// publishedIn are the releases that published one of some things.
func (e *edit) publishedIn(keys map[note.Key]bool) map[note.Release]bool {
	out := map[note.Release]bool{}
	for key := range keys {
		switch number, err := strconv.Atoi(key.ID); {
		case key.Kind == note.PR && err == nil:
			for _, o := range e.is.data.OfficialNote(number) {
				out[o.Release] = true
			}
		case key.Kind == note.Thread:
			for r, facts := range e.is.lazy.upstream.facts.all() {
				out[r] = out[r] || facts.Thread(key.ID) != nil
			}
		}
	}
	return out
}

// carryTellers puts what the changed notes tell of KEPs into the lists of those who do. More of
// these may be made of the site before meanwhile, and are not looked at.
func (e *edit) carryTellers() {
	if !e.gates {
		return // which gates lead to a KEP decides what an entry is about
	}
	made, differ := maps.Collect(e.was.lazy.tellers.all()), map[string]bool{}
	if len(made) == 0 {
		return
	}
	mark := func(s *Site, parts []*contribution) {
		for _, part := range parts {
			for _, kep := range s.tellsOf(part) {
				differ[kep] = true
			}
		}
	}
	mark(e.was, e.named.gone)
	mark(e.is, e.named.fresh)
	for kep, t := range made {
		if differ[kep] {
			t = newTellers(spliced(t.all, e.was.tellIn(e.named.gone, kep), e.is.tellIn(e.named.fresh, kep), compareMentions))
		}
		e.is.lazy.tellers.put(kep, t)
	}
}

// tellsOf lists the KEPs that entries of a note may tell of.
func (s *Site) tellsOf(part *contribution) []string {
	var out []string
	for i := range part.note.Blocks {
		if b := &part.note.Blocks[i]; b.Type == note.Entry {
			if kep := s.aboutKEP(part.note, b); kep != "" {
				out = with(out, kep)
			}
		}
	}
	return out
}

// tellIn lists the entries of some notes that are about a KEP.
func (s *Site) tellIn(parts []*contribution, kep string) []Mention {
	return s.entriesOn(kep, func(key note.Key) iter.Seq[Mention] {
		return func(yield func(Mention) bool) {
			for _, part := range parts {
				for _, m := range part.run(key) {
					if !yield(m) {
						return
					}
				}
			}
		}
	})
}

func (e *edit) carryLabels(keys map[note.Key]bool) {
	made := e.was.lazy.labels.made.Load()
	if made == nil {
		return
	}
	now := maps.Clone(*made)
	for key := range keys {
		if label := note.SIG(key.ID); key.Kind == note.SIGRef {
			delete(now, label)
			if e.is.isLabel(label) {
				now[label] = true
			}
		}
	}
	e.is.lazy.labels.made.Store(&now)
}

func (e *edit) carryRepos(keys map[note.Key]bool) {
	made := e.was.lazy.repos.made.Load()
	if made == nil {
		return
	}
	now := maps.Clone(*made)
	for key := range keys {
		repo := RepoOf(key)
		if !safeRepo(repo) {
			continue
		}
		var fresh []note.Key
		if len(e.is.named(key)) > 0 {
			fresh = []note.Key{key}
		}
		if now[repo] = spliced(now[repo], []note.Key{key}, fresh, compareThings); len(now[repo]) == 0 {
			delete(now, repo)
		}
	}
	e.is.lazy.repos.made.Store(&now)
}

// carryKeys brings the lists of what has a page up to date. What belongs to one release that
// the site is restricted to is listed anew.
func (e *edit) carryKeys(keys map[note.Key]bool) {
	made := e.was.lazy.keys.made.Load()
	if made == nil || e.is.opts.Only != "" {
		return
	}
	type both struct{ gone, fresh []string }
	differ := map[note.RefKind]*both{}
	look := func(key note.Key) {
		_, had := slices.BinarySearchFunc((*made)[key.Kind], key.ID, CompareIDs)
		has := e.is.listed(key)
		if had == has {
			return
		}
		if differ[key.Kind] == nil {
			differ[key.Kind] = &both{}
		}
		if d := differ[key.Kind]; had {
			d.gone = append(d.gone, key.ID)
		} else {
			d.fresh = append(d.fresh, key.ID)
		}
	}
	repos := map[string]bool{}
	for key := range keys {
		if repo := RepoOf(key); repo != "" {
			repos[repo] = true
		}
		if key.Kind != note.Repo {
			look(key)
		}
	}
	for repo := range repos {
		look(note.Key{Kind: note.Repo, ID: repo})
	}
	now := maps.Clone(*made)
	for kind, d := range differ {
		slices.SortFunc(d.gone, CompareIDs)
		slices.SortFunc(d.fresh, CompareIDs)
		if now[kind] = spliced(now[kind], d.gone, d.fresh, CompareIDs); len(now[kind]) == 0 {
			delete(now, kind)
		}
	}
	e.is.lazy.keys.made.Store(&now)
}
