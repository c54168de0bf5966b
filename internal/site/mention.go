package site

import (
	"cmp"
	"iter"
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

// run is the mentions of a thing in one note, in reading order; never empty. A note keeps its
// own, and the index of all mentions holds where they are.
type run struct {
	key      note.Key
	mentions []Mention
}

func (r *run) note() *note.Note { return r.mentions[0].Note }

// contribution is what one note adds to the site. As read made it, it depends on the note
// and on upstream data alone; what the note names by words depends on the names that all
// notes print, and is added by nameIndex.find.
type contribution struct {
	note       *note.Note
	runs       []run // by the place of their first mention
	diags      []diag.Diagnostic
	learned    []learned   // names that it prints beside numbers
	candidates []candidate // texts in which it may name KEPs by words
	gates      []gateBeside
	told       []told                        // what its entries cover
	proposals  []*note.Block                 // its entries of that kind
	entries    int                           // how many it has
	recorded   note.Lang                     // of its comments: see recordedLang
	machine    bool                          // a machine made all of it
	partly     bool                          // a machine made some of it
	wordless   bool                          // nothing but headings and what waits
	shared     map[*note.Block][]*note.Block // the blocks whose source stands in the comment before another

	named   map[*note.Span][]Named   // what a text, by its first span, names by words
	byBlock map[*note.Block][]string // numbers that a block, or what stands in it, names by words
}

// run returns the mentions of a thing; nil where the note does not name it.
func (part *contribution) run(key note.Key) []Mention {
	for i := range part.runs {
		if part.runs[i].key == key {
			return part.runs[i].mentions
		}
	}
	return nil
}

func compareMentions(a, b Mention) int {
	return cmp.Or(compareNotes(a.Note, b.Note), cmp.Compare(a.seq, b.seq))
}

// read collects what a note names: each thing once per top-level block.
func (s *Site) read(n *note.Note, g *gatherer) *contribution {
	part := &contribution{note: n}
	ks := slices.Grow(g.ks[:0], namings(n))
	add := func(r note.Ref, m Mention) {
		m.Written, m.Words = r.ID, r.Written
		ks = append(ks, keyed{s.Normal(r.Key()), m})
		for _, number := range s.throughThread(r) {
			ks = append(ks, keyed{note.Key{Kind: note.KEP, ID: number}, m})
		}
	}
	for _, r := range frontRefs(n) {
		add(r, Mention{Note: n})
	}
	var heading *note.Block
	for i := range n.Blocks {
		b := &n.Blocks[i]
		m := mentionIn(n, i, heading)
		for i := range b.Refs {
			add(b.Refs[i], m)
		}
		for key := range attributed(&b.Attr) {
			add(note.Ref{Kind: key.Kind, ID: key.ID}, m)
		}
		if b.Type == note.Heading || b.Type == note.Entry && b.Level > 0 {
			heading = b
		}
	}
	part.runs, g.ks = g.gather(ks), ks
	part.diags = s.unknown(n)
	s.collect(n, part)
	part.gates = s.beside(n)
	part.told = tellings(n)
	part.proposals, part.entries = proposalsIn(n), countEntries(n)
	part.recorded = recordedLang(n)
	part.machine, part.partly = madeByMachine(n), partlyByMachine(n)
	part.wordless = wordless(n)
	part.shared = sharers(n)
	return part
}

// namings is how many times the blocks of a note name a thing, or a few more.
func namings(n *note.Note) int {
	count := 0
	for i := range n.Blocks {
		a := &n.Blocks[i].Attr
		count += len(n.Blocks[i].Refs) + len(a.PRs) + len(a.Threads) + len(a.People) + len(a.SIGs)
	}
	return count
}

// mentionIn begins a mention in the block of a note that has number i, under a heading.
func mentionIn(n *note.Note, i int, heading *note.Block) Mention {
	b := &n.Blocks[i]
	return Mention{Note: n, Block: b, Heading: heading, seq: int32(i + 1), Waits: Waits(n, b)}
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

// attributed yields the things that an attribution names.
func attributed(a *note.Attribution) iter.Seq[note.Key] {
	return func(yield func(note.Key) bool) {
		_ = eachOf(note.PR, a.PRs, yield) && eachOf(note.Thread, a.Threads, yield) &&
			eachOf(note.PersonRef, a.People, yield) && eachOf(note.SIGRef, a.SIGs, yield)
	}
}

// eachOf yields things of a kind, and reports whether it is to go on.
func eachOf[T ~string](kind note.RefKind, ids []T, yield func(note.Key) bool) bool {
	for _, id := range ids {
		if !yield(note.Key{Kind: kind, ID: string(id)}) {
			return false
		}
	}
	return true
}

// named returns the mentions of a thing, by note; the key is a normal one.
func (s *Site) named(key note.Key) []*run { return s.mentions[key] }

// each are the mentions of runs.
func each(runs []*run) iter.Seq[Mention] {
	return func(yield func(Mention) bool) {
		for _, r := range runs {
			for _, m := range r.mentions {
				if !yield(m) {
					return
				}
			}
		}
	}
}

// flat joins runs. Of a thing that one note names, the result is that note's own.
func flat(runs []*run) []Mention {
	if len(runs) == 1 {
		return runs[0].mentions
	}
	size := 0
	for _, r := range runs {
		size += len(r.mentions)
	}
	out := make([]Mention, 0, size)
	for _, r := range runs {
		out = append(out, r.mentions...)
	}
	return out
}

// Mentions returns every place that names a thing, by note and place. Nobody writes into it.
func (s *Site) Mentions(key note.Key) []Mention { return flat(s.named(s.Normal(key))) }

// MentionsFor returns the places that name a thing, for a reader of lang: each note
// in one language only, the one that Pick chooses if that version names the thing. Nobody
// writes into it.
func (s *Site) MentionsFor(key note.Key, lang note.Lang) []Mention {
	all := s.named(s.Normal(key))
	out := make([]*run, 0, len(all))
	for versions := range byID(all) {
		chosen := versions[0]
		if len(versions) > 1 {
			want := s.Pick(chosen.note().ID, lang)
			if i := slices.IndexFunc(versions, func(r *run) bool { return r.note() == want }); i >= 0 {
				chosen = versions[i]
			}
		}
		out = append(out, chosen)
	}
	return flat(out)
}

// spot is a place in a note whatever its language: an anchor, or where there is none
// the number of the block.
type spot struct {
	block note.BlockID
	seq   int32
}

// spotsOf are the places in which the versions of one note name a thing, as often as they do.
func (s *Site) spotsOf(versions []*run) iter.Seq[spot] {
	return func(yield func(spot) bool) {
		a := s.anchors(versions[0].note().ID)
		for m := range each(versions) {
			sp := spot{block: a.ofMention(m)}
			if sp.block == "" {
				sp.seq = m.seq
			}
			if !yield(sp) {
				return
			}
		}
	}
}

// byID cuts runs into those of the versions of one note each.
func byID(runs []*run) iter.Seq[[]*run] {
	return func(yield func([]*run) bool) {
		for len(runs) > 0 {
			end := 1
			for end < len(runs) && runs[end].note().ID == runs[0].note().ID {
				end++
			}
			if !yield(runs[:end]) {
				return
			}
			runs = runs[end:]
		}
	}
}

// Citations counts the places that name a thing; the translations of a place count once.
func (s *Site) Citations(key note.Key) int {
	key = s.Normal(key)
	return s.lazy.citations.Make(key, func() int { return s.countCitations(key) })
}

func (s *Site) countCitations(key note.Key) int {
	count := 0
	var seen []spot // in one note
	for versions := range byID(s.named(key)) {
		seen = seen[:0]
		for sp := range s.spotsOf(versions) {
			if !slices.Contains(seen, sp) {
				seen = append(seen, sp)
			}
		}
		count += len(seen)
	}
	return count
}

// CitedTwice reports whether more than one place names a thing.
func (s *Site) CitedTwice(key note.Key) bool {
	all := s.named(s.Normal(key))
	switch {
	case len(all) == 0:
		return false
	case all[0].note().ID != all[len(all)-1].note().ID:
		return true // as nearly always, without asking for anchors
	case len(all) == 1 && len(all[0].mentions) == 1:
		return false
	}
	first := true
	var at spot
	for sp := range s.spotsOf(all) {
		if !first && sp != at {
			return true
		}
		first, at = false, sp
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
