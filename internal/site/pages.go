package site

import (
	"cmp"
	"maps"
	"slices"
	"strconv"
	"strings"
	"sync"
	"unicode"

	"github.com/kawaraban/kawaraban/internal/artifact"
	"github.com/kawaraban/kawaraban/internal/note"
	"github.com/kawaraban/kawaraban/internal/pair"
)

// newLazy begins what is made when it is asked for, with what before has made already
// that depends on upstream data alone.
func (s *Site) newLazy(before *Site) *lazy {
	l := &lazy{
		keys:   sync.OnceValue(s.listKeys),
		repos:  sync.OnceValue(s.listRepos),
		scope:  sync.OnceValue(s.listScope),
		labels: sync.OnceValue(s.listLabels),
		apis:   sync.OnceValue(s.listAPIs),
		facts:  map[note.Release]*Facts{},
		steps:  map[note.Release]*UpgradeStep{},
		boards: map[boardKey]*Board{},

		pairings:   map[pairingKey]*Pairing{},
		alignments: map[[2]*note.Note]*pair.Alignment{},
		anchors:    map[note.ID]*anchors{},
		tellers:    map[string]*tellers{},

		translations: map[*note.Note]*Translation{},
	}
	if before.lazy == nil {
		l.upstream = &readings{pulls: sync.OnceValue(func() map[string][]string { return listPulls(s.data) })}
		return l
	}
	l.upstream = before.lazy.upstream
	before.lazy.mu.Lock()
	defer before.lazy.mu.Unlock()
	for r, f := range before.lazy.facts {
		if s.Official(r) == before.Official(r) {
			l.facts[r] = f
		}
	}
	for versions, al := range before.lazy.alignments {
		if s.bases[versions[0]] != nil && s.bases[versions[1]] != nil {
			l.alignments[versions] = al
		}
	}
	for id, a := range before.lazy.anchors {
		if slices.Equal(s.versions[id], a.versions) {
			l.anchors[id] = a
		}
	}
	return l
}

// madeOnce returns the value of a key, and makes it where there is none yet. Two that ask at
// once may both make it, without holding the lock, and both get the first one: changes are
// known by their place in the facts of their release.
func madeOnce[K comparable, V any](mu *sync.Mutex, made map[K]*V, key K, create func() *V) *V {
	mu.Lock()
	v := made[key]
	mu.Unlock()
	if v != nil {
		return v
	}
	v = create()
	mu.Lock()
	defer mu.Unlock()
	if first := made[key]; first != nil {
		return first
	}
	made[key] = v
	return v
}

// HasPage reports whether a thing has a page of its own here: wherever there is
// more to say than the line that cites it.
func (s *Site) HasPage(key note.Key) bool {
	key = s.Normal(key)
	switch key.Kind {
	case note.KEP:
		return len(s.data.KEPs[key.ID]) > 0 && key.ID != "0" && s.within(key)
	case note.Gate:
		return s.data.Gates[key.ID] != nil && safeSegment(key.ID) && s.within(key)
	case note.PR:
		return isNumber(key.ID) && len(s.mentions[key]) > 0 && (s.CitedTwice(key) || len(s.Published(key.ID)) > 0)
	case note.SIGRef:
		return s.lazy.labels()[note.SIG(key.ID)]
	case note.PersonRef:
		return safeSegment(PersonSlug(key.ID)) && (len(s.mentions[key]) > 0 || len(s.byAuthor[key]) > 0)
	case note.Repo:
		return len(s.lazy.repos()[key.ID]) > 0
	case note.ReleaseRef:
		return s.HasRelease(note.Release(key.ID))
	case note.API:
		return slices.ContainsFunc(s.mentions[key], func(m Mention) bool { _, ok := s.apiEvent(m, key); return ok })
	}
	return false
}

// Keys lists the IDs of the things of a kind that have a page, in the order of
// their numbers or letters.
func (s *Site) Keys(kind note.RefKind) []string { return s.lazy.keys()[kind] }

func (s *Site) listKeys() map[note.RefKind][]string {
	ids := map[note.RefKind]map[string]bool{}
	add := func(key note.Key) {
		if !s.HasPage(key) {
			return
		}
		if ids[key.Kind] == nil {
			ids[key.Kind] = map[string]bool{}
		}
		ids[key.Kind][key.ID] = true
	}
	for key := range s.mentions {
		add(key)
	}
	for key := range s.byAuthor {
		add(key)
	}
	for number := range s.data.KEPs {
		add(note.Key{Kind: note.KEP, ID: number})
	}
	for name := range s.data.Gates {
		add(note.Key{Kind: note.Gate, ID: name})
	}
	for label := range s.lazy.labels() {
		add(note.Key{Kind: note.SIGRef, ID: string(label)})
	}
	for repo := range s.lazy.repos() {
		add(note.Key{Kind: note.Repo, ID: repo})
	}
	out := map[note.RefKind][]string{}
	for kind, set := range ids {
		out[kind] = slices.SortedFunc(maps.Keys(set), CompareIDs)
	}
	return out
}

// CompareIDs orders numbers by their value and before all else, words by letter.
func CompareIDs(a, b string) int {
	x, errX := strconv.Atoi(a)
	y, errY := strconv.Atoi(b)
	if errX == nil && errY == nil {
		return cmp.Compare(x, y)
	}
	return cmp.Or(cmp.Compare(isErr(errX), isErr(errY)), cmp.Compare(a, b))
}

func isErr(err error) int {
	if err != nil {
		return 1
	}
	return 0
}

func isNumber(s string) bool { return s != "" && strings.Trim(s, "0123456789") == "" }

// listRepos collects what is cited of every other repository, in order.
func (s *Site) listRepos() map[string][]note.Key {
	out := map[string][]note.Key{}
	for key := range s.mentions {
		repo := RepoOf(key)
		if safeRepo(repo) {
			out[repo] = append(out[repo], key)
		}
	}
	for _, keys := range out {
		slices.SortFunc(keys, func(a, b note.Key) int {
			return cmp.Or(cmp.Compare(a.Kind, b.Kind), CompareIDs(afterHash(a.ID), afterHash(b.ID)))
		})
	}
	return out
}

// RepoOf returns the owner/name of a key that is a repository or a thing of one;
// empty for other keys.
func RepoOf(key note.Key) string {
	switch key.Kind {
	case note.Repo:
		return key.ID
	case note.Thread, note.RepoRelease:
		repo, _, _ := strings.Cut(key.ID, "#")
		return repo
	}
	return ""
}

func afterHash(id string) string {
	_, number, ok := strings.Cut(id, "#")
	if !ok {
		return ""
	}
	return number
}

// Repo returns everything that is cited of a repository: itself, its threads and its
// releases.
func (s *Site) Repo(name string) []note.Key { return s.lazy.repos()[strings.ToLower(name)] }

func safeRepo(repo string) bool {
	owner, name, ok := strings.Cut(repo, "/")
	return ok && safeSegment(owner) && safeSegment(name)
}

// maxSegment is how many bytes a part of an address may have: file systems allow 255.
const maxSegment = 200

// safeSegment reports whether a name can be a part of an address and of a path on
// every file system.
func safeSegment(s string) bool {
	return s != "" && len(s) <= maxSegment && !strings.ContainsFunc(s, unicode.IsControl) && strings.Trim(s, ".") != "" && !strings.HasSuffix(s, ".") && !strings.ContainsAny(s, "/\\:*?\"<>|\x00 %#")
}

// PersonSlug returns the part of an address that stands for a person: the handle, or
// the letters of a free name.
func PersonSlug(id string) string {
	fields := strings.FieldsFunc(artifact.Fold(id), func(r rune) bool {
		return r <= ' ' || strings.ContainsRune("/\\:*?\"<>|%#&+'().,[]　", r)
	})
	return strings.Join(fields, "-")
}

// Spelling returns how a person, repository or other thing without letter case is
// written: as upstream spells it, else as its first mention does.
func (s *Site) Spelling(key note.Key) string {
	key = s.Normal(key)
	if key.Kind == note.PersonRef {
		if p := s.data.Person(note.Person(key.ID)); p != nil {
			return string(p.Handle)
		}
		for _, id := range s.byAuthor[key] {
			for _, a := range s.versions[id][0].Meta.Authors {
				if s.Normal(note.Key{Kind: note.PersonRef, ID: string(a)}) == key {
					return string(a)
				}
			}
		}
	}
	if m := s.mentions[key]; len(m) > 0 && (key.Kind == note.PersonRef || strings.EqualFold(m[0].Written, key.ID)) {
		return m[0].Written
	}
	if key.Kind == note.Repo {
		return s.repoSpelling(key.ID)
	}
	return key.ID
}

func (s *Site) repoSpelling(repo string) string {
	for _, key := range s.Repo(repo) {
		if m := s.mentions[key]; len(m) > 0 {
			if written := RepoOf(note.Key{Kind: key.Kind, ID: m[0].Written}); strings.EqualFold(written, repo) {
				return written
			}
		}
	}
	return repo
}

// listLabels collects the groups that have a page: the living ones, and those that
// notes name or that a note is about.
func (s *Site) listLabels() map[note.SIG]bool {
	out := map[note.SIG]bool{}
	for label := range s.data.SIGs {
		out[label] = safeSegment(string(label))
	}
	for label := range s.bySIG {
		out[label] = safeSegment(string(label))
	}
	for key := range s.mentions {
		if key.Kind == note.SIGRef {
			out[note.SIG(key.ID)] = safeSegment(key.ID)
		}
	}
	maps.DeleteFunc(out, func(_ note.SIG, ok bool) bool { return !ok })
	return out
}

// within reports whether a KEP or gate belongs to the site: always, unless the
// site is restricted to a release.
func (s *Site) within(key note.Key) bool {
	return s.opts.Only == "" || s.lazy.scope()[key]
}

// listScope collects the KEPs and gates that the pages of the one release name:
// those that its notes and its official notes name, that reach a stage in it, and
// the gates and KEPs that belong to these.
func (s *Site) listScope() map[note.Key]bool {
	scope := map[note.Key]bool{}
	addKEP := func(number string) {
		scope[note.Key{Kind: note.KEP, ID: number}] = true
		for _, gate := range s.GatesOfKEP(number) {
			scope[note.Key{Kind: note.Gate, ID: gate}] = true
		}
	}
	for key := range s.mentions {
		switch key.Kind {
		case note.KEP:
			addKEP(key.ID)
		case note.Gate:
			scope[key] = true
			for _, number := range s.KEPsOfGate(key.ID) {
				addKEP(number)
			}
		}
	}
	facts := s.Facts(s.opts.Only)
	for _, change := range facts.Changes {
		for _, number := range change.KEPs {
			addKEP(s.normalKEP(number))
		}
	}
	for _, reached := range facts.Reached {
		for _, number := range reached {
			addKEP(number)
		}
	}
	return scope
}
