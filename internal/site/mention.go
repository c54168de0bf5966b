package site

import (
	"cmp"
	"maps"
	"slices"
	"strings"

	"github.com/kawaraban/kawaraban/internal/diag"
	"github.com/kawaraban/kawaraban/internal/note"
)

// Mention is a place in a note that names something.
type Mention struct {
	Note    *note.Note
	Block   *note.Block // the top-level block (mostly an entry); nil when the front matter names it
	Heading *note.Block // the nearest heading above Block, nil when there is none
	Written string      // the ID of the thing as this place spells it
	Words   string      // the words that name it here; empty in an attribution and in front matter
	seq     int32       // place in the note
	Waits   bool        // Block was begun for its author and is not yet written: see Waits
}

// Entry reports whether an entry names the thing.
func (m Mention) Entry() bool { return m.Block != nil && m.Block.Type == note.Entry }

// contribution is what one note adds to the site. As read made it, it depends on the note
// and on upstream data alone; what the note names by words depends on the names that all
// notes print, and is added by nameIndex.find.
type contribution struct {
	note       *note.Note
	mentions   []keyed
	diags      []diag.Diagnostic
	learned    []learned   // names that it prints beside numbers
	candidates []candidate // texts in which it may name KEPs by words
	gates      []gateBeside
	told       []told                        // what its entries cover
	proposals  []*note.Block                 // its entries of that kind
	machine    bool                          // a machine made all of it
	wordless   bool                          // nothing but headings and what waits
	shared     map[*note.Block][]*note.Block // the blocks whose source stands in the comment before another

	named   map[*note.Span][]Named   // what a text, by its first span, names by words
	byBlock map[*note.Block][]string // numbers that a block, or what stands in it, names by words
}

type keyed struct {
	key note.Key
	Mention
}

// contribute fills mentions: those of before, without the notes that are gone,
// with the notes that are new, or that name other things by words than before.
func (s *Site) contribute(before *Site) {
	s.bases = make(map[*note.Note]*contribution, len(s.notes))
	for _, n := range s.notes {
		if s.bases[n] = before.bases[n]; s.bases[n] == nil {
			s.bases[n] = s.read(n)
		}
	}
	s.names = s.newNameIndex(before.names)
	s.joinGates()
	s.parts = make(map[*note.Note]*contribution, len(s.notes))
	var fresh, gone []*contribution
	for _, n := range s.notes {
		part := before.parts[n]
		if part == nil || s.names != before.names && len(s.bases[n].candidates) > 0 {
			if part != nil {
				gone = append(gone, part)
			}
			part = s.names.find(s.bases[n])
			fresh = append(fresh, part)
		}
		s.parts[n] = part
	}
	for n, part := range before.parts {
		if s.parts[n] == nil {
			gone = append(gone, part)
		}
	}
	s.mentions = replace(before.mentions, gone, fresh)
}

// replace returns the index without the contributions that are gone and with the
// fresh ones. Lists of keys that neither touches are shared.
func replace(index map[note.Key][]Mention, gone, fresh []*contribution) map[note.Key][]Mention {
	out := maps.Clone(index)
	dropped := map[*note.Note]bool{}
	added := map[note.Key][]Mention{} // for every key that is touched
	for _, part := range gone {
		dropped[part.note] = true
		for _, k := range part.mentions {
			added[k.key] = nil
		}
	}
	for _, part := range fresh {
		for _, k := range part.mentions {
			added[k.key] = append(added[k.key], k.Mention)
		}
	}
	for key, more := range added {
		slices.SortFunc(more, compareMentions)
		if list := merged(index[key], dropped, more); len(list) > 0 {
			out[key] = list
		} else {
			delete(out, key)
		}
	}
	return out
}

// merged returns a list in order without the mentions of notes that are dropped, and with
// more, which is in order too. An edit of one note changes little of a long list.
func merged(list []Mention, dropped map[*note.Note]bool, more []Mention) []Mention {
	if len(list) == 0 {
		return slices.Clip(more)
	}
	out := make([]Mention, 0, len(list)+len(more))
	for _, m := range list {
		if dropped[m.Note] {
			continue
		}
		for len(more) > 0 && compareMentions(more[0], m) < 0 {
			out, more = append(out, more[0]), more[1:]
		}
		out = append(out, m)
	}
	return append(out, more...)
}

func compareMentions(a, b Mention) int {
	return cmp.Or(compareNotes(a.Note, b.Note), cmp.Compare(a.seq, b.seq))
}

// read collects what a note names: each thing once per top-level block.
func (s *Site) read(n *note.Note) *contribution {
	part := &contribution{note: n}
	add := func(refs []note.Ref, m Mention) {
		for _, r := range refs {
			key := s.Normal(r.Key())
			m.Written, m.Words = r.ID, r.Written
			part.mentions = append(part.mentions, keyed{key, m})
			for _, number := range s.throughThread(r) {
				part.mentions = append(part.mentions, keyed{note.Key{Kind: note.KEP, ID: number}, m})
			}
		}
	}
	add(frontRefs(n), Mention{Note: n})
	var heading *note.Block
	for i := range n.Blocks {
		b := &n.Blocks[i]
		m := mentionIn(n, i, heading)
		add(b.Refs, m)
		add(attributed(b.Attr), m)
		if b.Type == note.Heading || b.Type == note.Entry && b.Level > 0 {
			heading = b
		}
	}
	part.mentions = slices.Clone(once(part.mentions)) // there is one for each note as long as the site is: without room to grow
	part.diags = s.unknown(n)
	s.collect(n, part)
	part.gates = s.beside(n)
	part.told = tellings(n)
	part.proposals = proposalsIn(n)
	part.machine = madeByMachine(n)
	part.wordless = wordless(n)
	part.shared = sharers(n)
	return part
}

// mentionIn begins a mention in the block of a note that has number i, under a heading.
func mentionIn(n *note.Note, i int, heading *note.Block) Mention {
	b := &n.Blocks[i]
	return Mention{Note: n, Block: b, Heading: heading, seq: int32(i + 1), Waits: Waits(n, b)}
}

// once drops repeats of a thing within one block.
func once(ks []keyed) []keyed {
	type place struct {
		key note.Key
		seq int32
	}
	seen := make(map[place]bool, len(ks))
	return slices.DeleteFunc(ks, func(k keyed) bool {
		p := place{k.key, k.seq}
		was := seen[p]
		seen[p] = true
		return was
	})
}

// frontRefs are the things that the front matter says the whole note is about.
func frontRefs(n *note.Note) []note.Ref {
	var out []note.Ref
	add := func(kind note.RefKind, ids []string) {
		for _, id := range ids {
			out = append(out, note.Ref{Kind: kind, ID: id})
		}
	}
	add(note.KEP, n.Meta.KEPs)
	add(note.PR, n.Meta.PRs)
	add(note.Gate, n.Meta.Gates)
	return out
}

// attributed are the things that an attribution names.
func attributed(a note.Attribution) []note.Ref {
	var out []note.Ref
	for _, pr := range a.PRs {
		out = append(out, note.Ref{Kind: note.PR, ID: pr})
	}
	for _, t := range a.Threads {
		out = append(out, note.Ref{Kind: note.Thread, ID: t})
	}
	for _, p := range a.People {
		out = append(out, note.Ref{Kind: note.PersonRef, ID: string(p)})
	}
	for _, g := range a.SIGs {
		out = append(out, note.Ref{Kind: note.SIGRef, ID: string(g)})
	}
	return out
}

// Mentions returns every place that names a thing, by note and place.
func (s *Site) Mentions(key note.Key) []Mention { return s.mentions[s.Normal(key)] }

// MentionsFor returns the places that name a thing, for a reader of lang: each note
// in one language only, the one that Pick chooses if that version names the thing.
//
// Where no note names the thing in two languages, which is the rule, the result is
// the very slice that Mentions returns: nobody writes into either.
func (s *Site) MentionsFor(key note.Key, lang note.Lang) []Mention {
	all := s.Mentions(key)
	if !twoVersions(all) {
		return all
	}
	var out []Mention
	for len(all) > 0 {
		end := 1
		for end < len(all) && all[end].Note.ID == all[0].Note.ID {
			end++
		}
		out = append(out, pickRun(all[:end], s.Pick(all[0].Note.ID, lang))...)
		all = all[end:]
	}
	return out
}

// twoVersions reports whether two versions of one note are among the mentions, which
// stand by note.
func twoVersions(all []Mention) bool {
	for i := 1; i < len(all); i++ {
		if all[i].Note != all[i-1].Note && all[i].Note.ID == all[i-1].Note.ID {
			return true
		}
	}
	return false
}

// pickRun chooses from the mentions of one note those of its wanted version, else
// those of the first version that has any.
func pickRun(run []Mention, want *note.Note) []Mention {
	chosen := run[0].Note
	for _, m := range run {
		if m.Note == want {
			chosen = want
		}
	}
	var out []Mention
	for _, m := range run {
		if m.Note == chosen {
			out = append(out, m)
		}
	}
	return out
}

// spot is a place in a note whatever its language: an anchor, or where there is none
// the number of the block.
type spot struct {
	id    note.ID
	block note.BlockID
	seq   int32
}

func (s *Site) spot(m Mention) spot {
	sp := spot{id: m.Note.ID, block: s.mentionAnchor(m)}
	if sp.block == "" {
		sp.seq = m.seq
	}
	return sp
}

// Citations counts the places that name a thing; the translations of a place count once.
func (s *Site) Citations(key note.Key) int {
	seen := map[spot]bool{}
	for _, m := range s.Mentions(key) {
		seen[s.spot(m)] = true
	}
	return len(seen)
}

// CitedTwice reports whether more than one place names a thing.
func (s *Site) CitedTwice(key note.Key) bool {
	all := s.Mentions(key)
	for _, m := range all {
		if s.spot(m) != s.spot(all[0]) {
			return true
		}
	}
	return false
}

// Normal returns the one key of a thing that can be named in several ways: an issue
// and a pull request of kubernetes/kubernetes share their numbers, a working group is
// a group, handles and repositories have no letter case, a gate may be named by a
// former title, a KEP by the number of its folder.
func (s *Site) Normal(k note.Key) note.Key {
	switch k.Kind {
	case note.Issue:
		k.Kind = note.PR
	case note.WG:
		k = note.Key{Kind: note.SIGRef, ID: "wg-" + strings.TrimPrefix(strings.ToLower(k.ID), "wg-")}
	case note.PersonRef:
		k.ID = s.normalPerson(k.ID)
	case note.Repo, note.Thread, note.RepoRelease:
		k.ID = strings.ToLower(k.ID)
	case note.Gate:
		if g := s.data.Gate(k.ID); g != nil {
			k.ID = g.Name
		}
	case note.KEP:
		k.ID = s.normalKEP(k.ID)
	}
	return k
}

// normalPerson makes one of the ways to write a free name that lead to one address.
func (s *Site) normalPerson(id string) string {
	id = strings.ToLower(id)
	if strings.Trim(id, "abcdefghijklmnopqrstuvwxyz0123456789-") == "" || s.data.Person(note.Person(id)) != nil {
		return id // a handle, as nearly always
	}
	return cmp.Or(PersonSlug(id), id)
}

func (s *Site) normalKEP(number string) string {
	number = cmp.Or(strings.TrimLeft(number, "0"), "0")
	if len(s.data.KEPs[number]) > 0 {
		return number
	}
	if found := s.data.KEP(number); len(found) > 0 {
		return found[0].Number
	}
	return number
}
