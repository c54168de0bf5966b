package site

import (
	"maps"
	"slices"
	"strings"
	"sync"

	"github.com/kawaraban/kawaraban/internal/memo"
	"github.com/kawaraban/kawaraban/internal/note"
	"github.com/kawaraban/kawaraban/internal/upstream"
)

// things decides which things have a page of their own.
type things struct {
	keys      *keys
	index     *index
	citations *citations
	official  *official
	changelog *changelog
	places    *places
	apis      *apis
	data      *upstream.Data
	only      note.Release

	any memo.Map[note.RefKind, bool]
	// The functions compute their result on first use.
	candidates func() []note.Key
	byKind     func() map[note.RefKind][]string
	authors    func() map[note.Key]note.Person // people as spelled in notes
	repos      func() map[string][]note.Key
	scope      func() map[note.Key]bool
	labels     func() map[note.SIG]bool
}

func (s *things) prepare() *things {
	s.candidates = sync.OnceValue(s.listCandidates)
	s.byKind = sync.OnceValue(s.listKeys)
	s.authors = sync.OnceValue(s.index.listAuthors)
	s.repos = sync.OnceValue(s.listRepos)
	s.scope = sync.OnceValue(s.listScope)
	s.labels = sync.OnceValue(s.listLabels)
	return s
}

// HasPage reports whether a thing has a page of its own. It does if the page would have more
// content than a single citation.
func (s *things) HasPage(key note.Key) bool {
	key = s.keys.Normal(key)
	switch key.Kind {
	case note.KEP:
		return len(s.data.KEPs[key.ID]) > 0 && key.ID != "0" && s.within(key)
	case note.Gate:
		return s.data.Gates[key.ID] != nil && safeSegment(key.ID) && s.within(key)
	case note.PR:
		return isNumber(key.ID) && len(s.citations.named(key)) > 0 && (s.places.CitedTwice(key) || len(s.official.Published(key.ID)) > 0)
	case note.SIGRef:
		return s.labels()[note.SIG(key.ID)]
	case note.PersonRef:
		return safeSegment(PersonSlug(key.ID)) && (len(s.citations.named(key)) > 0 || len(s.index.byAuthor[key]) > 0)
	case note.Repo:
		return len(s.repos()[key.ID]) > 0
	case note.ReleaseRef:
		return s.index.HasRelease(note.Release(key.ID))
	case note.API:
		if s.apis.facts()[key].Kind != "" {
			return true
		}
		for m := range each(s.citations.named(key)) {
			if _, ok := s.apis.apiEvent(m, key); ok {
				return true
			}
		}
	}
	return false
}

// Keys returns the sorted IDs of the things of a kind that have a page.
func (s *things) Keys(kind note.RefKind) []string { return s.byKind()[kind] }

func (s *things) listKeys() map[note.RefKind][]string {
	out := map[note.RefKind][]string{}
	for _, key := range s.candidates() {
		if s.listed(key) {
			out[key.Kind] = append(out[key.Kind], key.ID)
		}
	}
	for kind, ids := range out {
		slices.SortFunc(ids, CompareIDs)
		out[kind] = slices.Compact(ids)
	}
	return out
}

// Any reports whether Keys returns any ID. The menu of each page calls it, so it stops at the
// first one.
func (s *things) Any(kind note.RefKind) bool {
	return s.any.Make(kind, func() bool {
		return slices.ContainsFunc(s.candidates(), func(key note.Key) bool { return key.Kind == kind && s.listed(key) })
	})
}

// listed reports whether Keys includes a thing. The thing must have a page, and a release must
// also be cited.
func (s *things) listed(key note.Key) bool {
	return s.HasPage(key) && (key.Kind != note.ReleaseRef || len(s.citations.named(key)) > 0)
}

func (s *things) listCandidates() []note.Key {
	out := slices.AppendSeq(slices.Collect(maps.Keys(s.citations.mentions)), maps.Keys(s.index.byAuthor))
	for number := range s.data.KEPs {
		out = append(out, note.Key{Kind: note.KEP, ID: number})
	}
	for name := range s.data.Gates {
		out = append(out, note.Key{Kind: note.Gate, ID: name})
	}
	for label := range s.labels() {
		out = append(out, note.Key{Kind: note.SIGRef, ID: string(label)})
	}
	for repo := range s.repos() {
		out = append(out, note.Key{Kind: note.Repo, ID: repo})
	}
	return out
}

func (s *things) listRepos() map[string][]note.Key {
	out := map[string][]note.Key{}
	for key := range s.citations.mentions {
		repo := RepoOf(key)
		if safeRepo(repo) {
			out[repo] = append(out[repo], key)
		}
	}
	for _, keys := range out {
		slices.SortFunc(keys, compareThings)
	}
	return out
}

// Repo returns the cited keys of a repository: the repository, its threads and its releases.
func (s *things) Repo(name string) []note.Key { return s.repos()[strings.ToLower(name)] }

// Spelling returns the display form of the ID of a thing, because keys ignore letter case. It is
// the upstream spelling, else that of the first mention.
func (s *things) Spelling(key note.Key) string {
	key = s.keys.Normal(key)
	if key.Kind == note.PersonRef {
		if p := s.data.Person(note.Person(key.ID)); p != nil {
			return string(p.Handle)
		}
		if a := s.authors()[key]; a != "" {
			return string(a)
		}
	}
	if written := s.firstWritten(key); written != "" && (key.Kind == note.PersonRef || strings.EqualFold(written, key.ID)) {
		return written
	}
	if key.Kind == note.Repo {
		return s.repoSpelling(key.ID)
	}
	return key.ID
}

func (s *things) firstWritten(key note.Key) string {
	if runs := s.citations.named(key); len(runs) > 0 {
		return runs[0].mentions[0].Written
	}
	return ""
}

func (s *things) repoSpelling(repo string) string {
	for _, key := range s.Repo(repo) {
		if first := s.firstWritten(key); first != "" {
			if written := RepoOf(note.Key{Kind: key.Kind, ID: first}); strings.EqualFold(written, repo) {
				return written
			}
		}
	}
	return repo
}

func (s *things) listLabels() map[note.SIG]bool {
	out := map[note.SIG]bool{}
	add := func(label note.SIG) {
		if s.isLabel(label) {
			out[label] = true
		}
	}
	for label := range s.data.SIGs {
		add(label)
	}
	for label := range s.index.bySIG {
		add(label)
	}
	for key := range s.citations.mentions {
		if key.Kind == note.SIGRef {
			add(note.SIG(key.ID))
		}
	}
	return out
}

// isLabel reports whether a SIG has a page. It must exist in upstream data, or a note must cite
// it or be about it.
func (s *things) isLabel(label note.SIG) bool {
	return safeSegment(string(label)) &&
		(s.data.SIGs[label] != nil || len(s.index.bySIG[label]) > 0 || len(s.citations.named(note.Key{Kind: note.SIGRef, ID: string(label)})) > 0)
}

// within reports whether a KEP or a gate belongs to the site. All of them do, unless the site is
// restricted to a release.
func (s *things) within(key note.Key) bool {
	return s.only == "" || s.scope()[key]
}

// listScope returns the KEPs and gates that belong to a site with only one release. Those are
// named in its notes and official notes, or reach a stage in the release. Their related gates and
// KEPs belong to the site, too.
func (s *things) listScope() map[note.Key]bool {
	scope := map[note.Key]bool{}
	addKEP := func(number string) {
		scope[note.Key{Kind: note.KEP, ID: number}] = true
		for _, gate := range s.citations.GatesOfKEP(number) {
			scope[note.Key{Kind: note.Gate, ID: gate}] = true
		}
	}
	for key := range s.citations.mentions {
		switch key.Kind {
		case note.KEP:
			addKEP(key.ID)
		case note.Gate:
			scope[key] = true
			for _, number := range s.citations.KEPsOfGate(key.ID) {
				addKEP(number)
			}
		}
	}
	facts := s.changelog.Facts(s.only)
	for _, change := range facts.Changes {
		for _, number := range change.KEPs {
			addKEP(s.keys.normalKEP(number))
		}
	}
	for _, reached := range facts.Reached {
		for _, number := range reached {
			addKEP(number)
		}
	}
	return scope
}
