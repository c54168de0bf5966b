package site

import (
	"slices"

	"github.com/kawaraban/kawaraban/internal/diag"
	"github.com/kawaraban/kawaraban/internal/note"
)

// covered is what an entry covers, whatever any release has published.
type covered struct {
	prs     []string // numbers in kubernetes/kubernetes
	threads []string // owner/name#N of other repositories
	lang    note.Lang
}

// listCovered lists what the entries of a changes note cover. It is read once per note, since
// an edit of one note asks for the boards anew.
func listCovered(n *note.Note) []covered {
	if n.Kind != note.Changes || n.Sample {
		return nil
	}
	var out []covered
	for b := range n.Entries {
		if (len(b.Attr.PRs) > 0 || len(b.Attr.Threads) > 0) && Written(b) {
			out = append(out, covered{b.Attr.PRs, b.Attr.Threads, b.Lang})
		}
	}
	return out
}

// gateOfKEP is a gate that an entry names beside a KEP.
type gateOfKEP struct{ gate, kep string }

// gatesOfKEPs returns the gates of which a note alone tells the KEP: those without one that an
// entry names, where it names no other gate and no other KEP.
func (s *keys) gatesOfKEPs(n *note.Note) []gateOfKEP {
	var out []gateOfKEP
	for b := range n.Entries {
		var keps, gates []string
		for _, r := range b.Refs {
			keps = with(keps, s.kepsOfRef(r)...)
			if key := s.Normal(r.Key()); key.Kind == note.Gate && s.data.Gates[key.ID] != nil {
				gates = with(gates, key.ID)
			}
		}
		if len(keps) == 1 && len(gates) == 1 && len(s.data.KEPsOfGate(gates[0])) == 0 {
			out = append(out, gateOfKEP{gates[0], keps[0]})
		}
	}
	return out
}

// contribution is what one note adds to the site. As read made it, it depends on the note
// and on upstream data alone; what the note names by words depends on the names that all
// notes print, and is added by nameIndex.find.
type contribution struct {
	note       *note.Note
	runs       []run // by the place of their first mention
	diags      []diag.Diagnostic
	learned    []learned   // names that it prints beside numbers
	candidates []candidate // texts in which it may name KEPs by words
	gates      []gateOfKEP
	covers     []covered                     // what its entries cover
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

// read collects what a note names: each thing once per top-level block.
func (s *keys) read(n *note.Note) *contribution {
	part := &contribution{note: n}
	var ks []keyed
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
		for _, r := range slices.Concat(b.Refs, attributed(&b.Attr)) {
			add(r, m)
		}
		if b.Type == note.Heading || b.Type == note.Entry && b.Level > 0 {
			heading = b
		}
	}
	part.runs = gather(ks)
	part.diags = s.unknown(n)
	names := s.collect(n)
	part.learned, part.candidates = names.learned, names.candidates
	part.gates = s.gatesOfKEPs(n)
	part.covers = listCovered(n)
	part.proposals, part.entries = proposalsIn(n), countEntries(n)
	part.recorded = recordedLang(n)
	part.machine, part.partly = madeByMachine(n), partlyByMachine(n)
	part.wordless = wordless(n)
	part.shared = sharers(n)
	return part
}

// Named is a KEP that a text names by words and not by its number.
type Named struct {
	KEP   string
	Words string // as they stand in the text
}
