package site

import (
	"iter"
	"maps"
	"slices"

	"github.com/kawaraban/kawaraban/internal/note"
	"github.com/kawaraban/kawaraban/internal/ref"
	"github.com/kawaraban/kawaraban/internal/upstream"
)

// citations holds what each note adds to the site, and where each thing is named.
type citations struct {
	keys  *keys
	index *index
	data  *upstream.Data
	opts  Options

	bases map[*note.Note]*contribution // what each note says by itself
	parts map[*note.Note]*contribution // with what it names by words
	names *nameIndex

	proposing   []*contribution // the bases with proposals, in the order of notes
	translating []*note.Note    // what may be a translation, in the order of notes

	kepOfGate   map[string]string   // gates whose KEP only notes name; "" if they name different ones
	gatesBeside map[string][]string // the same by number of the KEP

	mentions map[note.Key][]*run
}

func newCitations(x *index, opts Options, before *citations) *citations {
	s := &citations{keys: x.keys, index: x, data: x.data, opts: opts}
	s.contribute(before)
	s.joinGates()
	s.findNames(before)
	s.cite()
	return s
}

// EachMention yields what Mentions returns, for those who need not see all of it.
func (s *citations) EachMention(key note.Key) iter.Seq[Mention] {
	return each(s.named(s.keys.Normal(key)))
}

// Proposals returns the entries of kind proposal, by note and place.
func (s *citations) Proposals() []Mention {
	var out []Mention
	for _, base := range s.proposing {
		for _, b := range base.proposals {
			out = append(out, Mention{Note: base.note, Block: b})
		}
	}
	return out
}

// Entries counts the entries of all notes, each note in its original version.
func (s *citations) Entries() int {
	sum := 0
	for i, n := range s.index.notes {
		if i == 0 || s.index.notes[i-1].ID != n.ID {
			sum += s.bases[n].entries
		}
	}
	return sum
}

// contribute reads what each note says by itself, unless it was read for the site before.
func (s *citations) contribute(was *citations) {
	read := make([]*contribution, len(s.index.notes))
	s.opts.each(len(read), func(i int) {
		if read[i] = was.bases[s.index.notes[i]]; read[i] == nil {
			read[i] = s.keys.read(s.index.notes[i])
		}
	})
	s.bases = make(map[*note.Note]*contribution, len(read))
	for i, part := range read {
		s.bases[part.note] = part
		if len(part.proposals) > 0 {
			s.proposing = append(s.proposing, part)
		}
		// All versions of a note but the original may be translations, and an original that
		// keeps its source in comments.
		if part.recorded != "" || i > 0 && s.index.notes[i-1].ID == part.note.ID {
			s.translating = append(s.translating, part.note)
		}
	}
}

// findNames finds what the notes name by words. A contribution with the same names as before is
// the same value, so that [Since.Note] can tell.
func (s *citations) findNames(was *citations) {
	s.names = s.newNameIndex(was.names)
	found := make([]*contribution, len(s.index.notes))
	s.opts.each(len(found), func(i int) {
		n := s.index.notes[i]
		old := was.parts[n]
		if found[i] = old; old == nil || s.names != was.names {
			found[i] = s.names.find(s.bases[n])
		}
		if old != nil && found[i].sameNames(old) {
			found[i] = old
		}
	})
	s.parts = make(map[*note.Note]*contribution, len(found))
	for _, part := range found {
		s.parts[part.note] = part
	}
}

// cite lists the places that name each thing, in the order of notes.
func (s *citations) cite() {
	s.mentions = map[note.Key][]*run{}
	for _, n := range s.index.notes {
		runs := s.parts[n].runs
		for i := range runs {
			s.mentions[runs[i].key] = append(s.mentions[runs[i].key], &runs[i])
		}
	}
}

// named returns the mentions of a thing, by note; the key is a normal one.
func (s *citations) named(key note.Key) []*run { return s.mentions[key] }

// Mentions returns every place that names a thing, by note and place. Nobody writes into it.
func (s *citations) Mentions(key note.Key) []Mention { return flat(s.named(s.keys.Normal(key))) }

// NamedIn returns the KEPs that a text of a published note names by their titles, or by
// names that other notes print beside their numbers.
func (s *citations) NamedIn(n *note.Note, t note.Text) []Named {
	part := s.parts[n]
	if part == nil || len(part.named) == 0 || len(t) == 0 {
		return nil
	}
	return part.named[&t[0]]
}

// KEPsNamed returns the numbers of the known KEPs that a block names itself, in reading
// order: by their numbers, then by words.
func (s *citations) KEPsNamed(n *note.Note, b *note.Block) []string {
	var out []string
	for _, r := range b.Refs {
		for _, number := range s.keys.kepsOfRef(r) {
			out = with(out, number)
		}
	}
	if part := s.parts[n]; part != nil {
		out = with(out, part.byBlock[b]...)
	}
	return out
}

// newNameIndex collects the names that notes print. An index of the same names is the same value.
func (s *citations) newNameIndex(before *nameIndex) *nameIndex {
	said := map[learned]bool{}
	for _, base := range s.bases {
		for _, l := range base.learned {
			said[l] = true
		}
	}
	if before != nil && maps.Equal(said, before.learned) {
		return before
	}
	return &nameIndex{said, s.newTitles(said)}
}

// newTitles makes the titles of upstream and the names that notes print one set.
func (s *citations) newTitles(said map[learned]bool) *ref.Titles {
	names := slices.SortedFunc(maps.Keys(said), compareLearned)
	all := map[string][]string{}
	for _, l := range names {
		all[l.number] = append(all[l.number], l.name)
	}
	for number, keps := range s.data.KEPs {
		for _, k := range keps {
			if k.Numbered() {
				all[number] = append(all[number], k.Title)
			}
		}
	}
	return ref.NewTitles(all)
}

// joinGates gathers what notes tell of gates; where they tell different KEPs of one, it
// has none.
func (s *citations) joinGates() {
	s.kepOfGate = map[string]string{}
	for _, base := range s.bases {
		for _, g := range base.gates {
			if other, ok := s.kepOfGate[g.gate]; !ok {
				s.kepOfGate[g.gate] = g.kep
			} else if other != g.kep {
				s.kepOfGate[g.gate] = ""
			}
		}
	}
	s.gatesBeside = map[string][]string{}
	for gate, kep := range s.kepOfGate {
		if kep != "" {
			s.gatesBeside[kep] = append(s.gatesBeside[kep], gate)
		}
	}
	for _, gates := range s.gatesBeside {
		slices.Sort(gates)
	}
}

// KEPsOfGate returns the numbers of the KEPs that a gate belongs to: by upstream's data,
// else the one that notes which name both agree on.
func (s *citations) KEPsOfGate(name string) []string {
	if keps := s.data.KEPsOfGate(name); len(keps) > 0 {
		return keps
	}
	if kep := s.kepOfGate[name]; kep != "" {
		return []string{kep}
	}
	return nil
}

// GatesOfKEP returns the names of the gates that belong to a KEP, in order. Its line is
// drawn from those that upstream's data lead to.
func (s *citations) GatesOfKEP(number string) []string {
	own, more := s.data.GatesOfKEP(number), s.gatesBeside[number]
	if len(more) == 0 {
		return own
	}
	all := slices.Concat(own, more)
	slices.Sort(all)
	return slices.Compact(all)
}
