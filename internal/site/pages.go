package site

import (
	"cmp"
	"maps"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"github.com/kawaraban/kawaraban/internal/note"
	"github.com/kawaraban/kawaraban/internal/outdir"
)

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
		return isNumber(key.ID) && len(s.named(key)) > 0 && (s.CitedTwice(key) || len(s.Published(key.ID)) > 0)
	case note.SIGRef:
		return s.labels()[note.SIG(key.ID)]
	case note.PersonRef:
		return safeSegment(PersonSlug(key.ID)) && (len(s.named(key)) > 0 || len(s.byAuthor[key]) > 0)
	case note.Repo:
		return len(s.repos()[key.ID]) > 0
	case note.ReleaseRef:
		return s.HasRelease(note.Release(key.ID))
	case note.API:
		for m := range each(s.named(key)) {
			if _, ok := s.apiEvent(m, key); ok {
				return true
			}
		}
	}
	return false
}

// Keys lists the IDs of the things of a kind that have a page, in the order of
// their numbers or letters.
func (s *Site) Keys(kind note.RefKind) []string { return s.lazy.keys.get(s.listKeys)[kind] }

func (s *Site) listKeys() map[note.RefKind][]string {
	ids := map[note.RefKind]map[string]bool{}
	add := func(key note.Key) {
		if !s.listed(key) {
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
	for label := range s.labels() {
		add(note.Key{Kind: note.SIGRef, ID: string(label)})
	}
	for repo := range s.repos() {
		add(note.Key{Kind: note.Repo, ID: repo})
	}
	out := map[note.RefKind][]string{}
	for kind, set := range ids {
		out[kind] = slices.SortedFunc(maps.Keys(set), CompareIDs)
	}
	return out
}

// listed reports whether a thing is among the Keys: it has a page, and of the releases it is
// one that a note names.
func (s *Site) listed(key note.Key) bool {
	return s.HasPage(key) && (key.Kind != note.ReleaseRef || len(s.named(key)) > 0)
}

// CompareIDs orders numbers by their value and before all else, words by letter.
func CompareIDs(a, b string) int {
	x, errX := strconv.Atoi(a)
	y, errY := strconv.Atoi(b)
	if errX == nil && errY == nil {
		return cmp.Or(cmp.Compare(x, y), cmp.Compare(a, b))
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
		slices.SortFunc(keys, compareThings)
	}
	return out
}

func (s *Site) repos() map[string][]note.Key { return s.lazy.repos.get(s.listRepos) }

// compareThings orders what is cited of one repository.
func compareThings(a, b note.Key) int {
	return cmp.Or(cmp.Compare(a.Kind, b.Kind), CompareIDs(afterHash(a.ID), afterHash(b.ID)))
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
func (s *Site) Repo(name string) []note.Key { return s.repos()[strings.ToLower(name)] }

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
// the letters of a free name. It has no character that cannot be seen, which would make it
// look like another's, and no tilde, with which git~1 is .git where names are shortened: git
// refuses to take a site that has it.
func PersonSlug(id string) string {
	fields := strings.FieldsFunc(outdir.Fold(id), func(r rune) bool {
		return r <= ' ' || unicode.In(r, unicode.Cc, unicode.Cf, unicode.Zl, unicode.Zp) || strings.ContainsRune("/\\:*?\"<>|%#&+'().,[]~　", r)
	})
	slug := strings.Join(fields, "-")
	if outdir.Unwritable(slug) != "" {
		slug += "-" // a handle ends in none
	}
	return slug
}

// Spelling returns how a person, repository or other thing without letter case is
// written: as upstream spells it, else as its first mention does.
func (s *Site) Spelling(key note.Key) string {
	key = s.Normal(key)
	if key.Kind == note.PersonRef {
		if p := s.data.Person(note.Person(key.ID)); p != nil {
			return string(p.Handle)
		}
		if a := s.lazy.authors.get(s.listAuthors)[key]; a != "" {
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

// listAuthors returns how the authors of notes are written: as the original of the newest note
// that names them does.
func (s *Site) listAuthors() map[note.Key]note.Person {
	out, from := map[note.Key]note.Person{}, map[note.Key]note.ID{}
	for _, n := range s.notes {
		if n != s.Original(n.ID) {
			continue
		}
		for _, a := range n.Meta.Authors {
			key := s.Normal(note.Key{Kind: note.PersonRef, ID: string(a)})
			if id := from[key]; id == "" || s.byNewest(n.ID, id) < 0 {
				out[key], from[key] = a, n.ID
			}
		}
	}
	return out
}

// firstWritten is how the first mention of a thing spells it; empty where there is none.
func (s *Site) firstWritten(key note.Key) string {
	if runs := s.named(key); len(runs) > 0 {
		return runs[0].mentions[0].Written
	}
	return ""
}

func (s *Site) repoSpelling(repo string) string {
	for _, key := range s.Repo(repo) {
		if first := s.firstWritten(key); first != "" {
			if written := RepoOf(note.Key{Kind: key.Kind, ID: first}); strings.EqualFold(written, repo) {
				return written
			}
		}
	}
	return repo
}

// listLabels collects the groups that have a page.
func (s *Site) listLabels() map[note.SIG]bool {
	out := map[note.SIG]bool{}
	add := func(label note.SIG) {
		if s.isLabel(label) {
			out[label] = true
		}
	}
	for label := range s.data.SIGs {
		add(label)
	}
	for label := range s.bySIG {
		add(label)
	}
	for key := range s.mentions {
		if key.Kind == note.SIGRef {
			add(note.SIG(key.ID))
		}
	}
	return out
}

// isLabel reports whether a group has a page: a living one, and one that a note names or is
// about.
func (s *Site) isLabel(label note.SIG) bool {
	return safeSegment(string(label)) &&
		(s.data.SIGs[label] != nil || len(s.bySIG[label]) > 0 || len(s.named(note.Key{Kind: note.SIGRef, ID: string(label)})) > 0)
}

func (s *Site) labels() map[note.SIG]bool { return s.lazy.labels.get(s.listLabels) }

// within reports whether a KEP or gate belongs to the site: always, unless the
// site is restricted to a release.
func (s *Site) within(key note.Key) bool {
	return s.opts.Only == "" || s.lazy.scope.get(s.listScope)[key]
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
