package page

import (
	"slices"

	"github.com/kawaraban/kawaraban/internal/note"
	"github.com/kawaraban/kawaraban/internal/site"
)

// Subject reports whether an edit may reach what a page tells of, so that one of what has nothing
// to do with that leaves the page as it was. It is nil where a page tells of much.
type Subject func(*site.Reach) bool

// Reached reports whether an edit may reach a page: see [site.Reach]. Without one it may.
func (s Subject) Reached(r *site.Reach) bool { return r == nil || s == nil || s(r) }

// OfNote is a note.
func OfNote(id note.ID) Subject { return func(r *site.Reach) bool { return r.Note(id) } }

// OfThing is a thing as its own page shows it, which quotes places and counts them.
func OfThing(key note.Key) Subject { return func(r *site.Reach) bool { return r.Front(key) } }

// OfPlaces are the places that name a thing, without what they say.
func OfPlaces(key note.Key) Subject { return func(r *site.Reach) bool { return r.Named(key) } }

// OfNamed are all things of some kinds with how often they are named.
func OfNamed(kinds ...note.RefKind) Subject {
	return func(r *site.Reach) bool { return slices.ContainsFunc(kinds, r.NamedAny) }
}

// OfRows are notes with how much they have, and how far their translations have come.
func OfRows() Subject { return (*site.Reach).Row }

// OfCounts is all that is counted, in notes and of things.
func OfCounts() Subject { return (*site.Reach).Counted }

// OfRelease is a release with the notes on it, and with what notes say of the changes that it has
// published.
func OfRelease(release note.Release) Subject {
	return func(r *site.Reach) bool {
		return r.Release(release) || r.Board(release) || r.NamedAny(note.API)
	}
}

// OfUpgrade are the changes of the releases that stand between two.
func OfUpgrade(from, to note.Release) Subject {
	return func(r *site.Reach) bool {
		return r.NamedAny(note.API) || slices.ContainsFunc(site.Between(from, to), r.Release)
	}
}

// ofGroup is a group with its notes and KEPs, and with what names it.
func ofGroup(g note.SIG) Subject {
	return func(r *site.Reach) bool {
		return r.Group(g) || r.Front(note.Key{Kind: note.SIGRef, ID: string(g)})
	}
}

// ofGroups is the list of all groups: which there are. What it counts no edit of blocks changes.
func ofGroups(r *site.Reach) bool { return r.LedAny(note.SIGRef) }

// ofPeople is the list of all people, or of those with an initial.
func ofPeople(letter string) Subject {
	return func(r *site.Reach) bool {
		return letter == "" && r.Row() || r.NamedPerson(func(id string) bool { return letter == "" || initial(id) == letter })
	}
}

// ofSearch is what a search can be narrowed to, and where all lists are.
func ofSearch(r *site.Reach) bool { return r.LedAny(note.SIGRef) || r.LedAny(note.PR) }

// ofPulls is a part of the list of pull requests, which says how many each part has.
func ofPulls(r *site.Reach) bool { return r.NamedAny(note.PR) || r.LedAny("") }

// nothing is what no edit of blocks reaches.
func nothing(*site.Reach) bool { return false }

// ofPart is one of the parts of what is said of a thing. Each says how much those beside it have,
// and one that is cut how much its own have.
func (p *planner) ofPart(key note.Key, part string, parts []string) Subject {
	beside := cutInto(parts, above(part))
	at := slices.Index(beside, part)
	near := append(slices.Clone(beside[max(at-1, 0):at]), beside[at+1:min(at+2, len(beside))]...)
	return func(r *site.Reach) bool {
		if r.Thing(key) || r.Named(key) && !slices.Equal(parts, p.partsBefore(r, key)) {
			return true
		}
		return slices.ContainsFunc(r.Said(key), func(m site.Mention) bool {
			return holds(parts, part, m) || !slices.Contains(parts, holding(parts, partOf(m))) ||
				r.Named(key) && slices.ContainsFunc(near, func(p string) bool { return holds(parts, p, m) })
		})
	}
}

// partsBefore are the parts of what was said of a thing before an edit.
func (p *planner) partsBefore(r *site.Reach, key note.Key) []string {
	made, ok := p.partedBefore.Load(key)
	if !ok {
		made, _ = p.partedBefore.LoadOrStore(key, partsOf(sayingIn(r.Before(), key), joins(key)))
	}
	return made.([]string)
}
