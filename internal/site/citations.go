package site

import (
	"iter"
	"maps"
	"slices"

	"github.com/kawaraban/kawaraban/internal/note"
	"github.com/kawaraban/kawaraban/internal/ref"
	"github.com/kawaraban/kawaraban/internal/upstream"
)

// citations has the contribution of each note to the site, and the mentions of each thing. A
// thing is a subject with a key, such as a KEP, a pull request or a person.
type citations struct {
	keys  *keys
	index *index
	data  *upstream.Data
	opts  Options

	bases map[*note.Note]*contribution // contributions without KEPs that notes name in words
	parts map[*note.Note]*contribution // contributions with KEPs that notes name in words
	names *nameIndex

	proposing   []*contribution // elements of bases with proposals, in the order of notes
	translating []*note.Note    // notes that may be translations, in the order of notes

	kepOfGate    map[string]string   // KEP of each gate whose KEP only notes name; "" if they name different KEPs
	gatesByNotes map[string][]string // the reverse of kepOfGate

	mentions map[note.Key][]*noteMentions
}

func newCitations(x *index, opts Options, before *citations) *citations {
	s := &citations{keys: x.keys, index: x, data: x.data, opts: opts}
	s.contribute(before)
	s.joinGates()
	s.findNames(before)
	s.cite()
	return s
}

// EachMention yields the mentions of a thing, as Mentions returns them. It does not build a
// slice.
func (s *citations) EachMention(key note.Key) iter.Seq[Mention] {
	return each(s.named(s.keys.Normal(key)))
}

// Proposals returns the entries of kind proposal, by note and position.
func (s *citations) Proposals() []Mention {
	var out []Mention
	for _, base := range s.proposing {
		for _, b := range base.proposals {
			out = append(out, Mention{Note: base.note, Block: b})
		}
	}
	return out
}

// Entries returns the number of entries in the original versions of all notes.
func (s *citations) Entries() int {
	sum := 0
	for i, n := range s.index.notes {
		if i == 0 || s.index.notes[i-1].ID != n.ID {
			sum += s.bases[n].entries
		}
	}
	return sum
}

// contribute reads the notes that are new since the previous site.
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
		// A translation is any version except the original, or an original that keeps its source in
		// comments.
		if part.recorded != "" || i > 0 && s.index.notes[i-1].ID == part.note.ID {
			s.translating = append(s.translating, part.note)
		}
	}
}

// findNames finds the KEPs that notes name in words. A contribution whose names did not change
// keeps its pointer, so that [Since.Note] can compare pointers.
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

func (s *citations) cite() {
	s.mentions = map[note.Key][]*noteMentions{}
	for _, n := range s.index.notes {
		runs := s.parts[n].runs
		for i := range runs {
			s.mentions[runs[i].key] = append(s.mentions[runs[i].key], &runs[i])
		}
	}
}

func (s *citations) named(key note.Key) []*noteMentions { return s.mentions[key] }

// Mentions returns all mentions of a thing, by note and position. Callers must not modify the
// slice.
func (s *citations) Mentions(key note.Key) []Mention { return flat(s.named(s.keys.Normal(key))) }

// NamedIn returns the KEPs that a text of a published note names in words. These are titles of
// KEPs, and names that other notes print next to the KEP number.
func (s *citations) NamedIn(n *note.Note, t note.Text) []Named {
	part := s.parts[n]
	if part == nil || len(part.named) == 0 || len(t) == 0 {
		return nil
	}
	return part.named[&t[0]]
}

// KEPsNamed returns the numbers of the known KEPs that a block names, in reading order. KEPs
// named by number precede those named in words.
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

// newNameIndex collects the names that notes print next to KEP numbers. It returns the previous
// index if the names did not change.
func (s *citations) newNameIndex(before *nameIndex) *nameIndex {
	printed := map[learned]bool{}
	for _, base := range s.bases {
		for _, l := range base.learned {
			printed[l] = true
		}
	}
	if before != nil && maps.Equal(printed, before.learned) {
		return before
	}
	return &nameIndex{printed, s.newTitles(printed)}
}

func (s *citations) newTitles(printed map[learned]bool) *ref.Titles {
	names := slices.SortedFunc(maps.Keys(printed), compareLearned)
	all, slugs := map[string][]string{}, map[string][]string{}
	for _, l := range names {
		all[l.number] = append(all[l.number], l.name)
	}
	for number, keps := range s.data.KEPs {
		for _, k := range keps {
			if k.Numbered() {
				all[number] = append(all[number], k.Title)
				slugs[number] = append(slugs[number], k.SlugWords())
			}
		}
	}
	return ref.NewTitles(all, slugs)
}

// joinGates collects the KEPs that notes assign to gates. A gate with conflicting KEPs has none.
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
	s.gatesByNotes = map[string][]string{}
	for gate, kep := range s.kepOfGate {
		if kep != "" {
			s.gatesByNotes[kep] = append(s.gatesByNotes[kep], gate)
		}
	}
	for _, gates := range s.gatesByNotes {
		slices.Sort(gates)
	}
}

// KEPsOfGate returns the numbers of the KEPs of a gate according to upstream data. If these have
// none, it returns the KEP on which all notes agree.
func (s *citations) KEPsOfGate(name string) []string {
	if keps := s.data.KEPsOfGate(name); len(keps) > 0 {
		return keps
	}
	if kep := s.kepOfGate[name]; kep != "" {
		return []string{kep}
	}
	return nil
}

// GatesOfKEP returns the names of the gates of a KEP, sorted. Some come only from notes; the
// timeline of the KEP does not use those.
func (s *citations) GatesOfKEP(number string) []string {
	own, more := s.data.GatesOfKEP(number), s.gatesByNotes[number]
	if len(more) == 0 {
		return own
	}
	all := slices.Concat(own, more)
	slices.Sort(all)
	return slices.Compact(all)
}
