package site

import (
	"github.com/kawaraban/kawaraban/internal/diag"
	"github.com/kawaraban/kawaraban/internal/note"
)

// covered is the attribution of a written entry, before it is matched with published changes.
type covered struct {
	prs     []string // numbers in kubernetes/kubernetes
	threads []string // owner/name#N in other repositories
	lang    note.Lang
}

// listCovered lists the attributions of the written entries of a changes note. The contribution
// of the note stores them, because each edit of a note recomputes the boards.
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

// gateOfKEP is a gate and a KEP that an entry names together.
type gateOfKEP struct{ gate, kep string }

// gatesOfKEPs returns pairs of a gate and a KEP that an entry names together. It ignores gates
// whose KEP is in upstream data, and entries with several gates or KEPs.
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

// contribution is what one note adds to the site. keys.read fills most of it, which depends only
// on the note and upstream data. nameIndex.find adds the KEPs named in words, which depend on all
// notes.
type contribution struct {
	note       *note.Note
	runs       []noteMentions // mentions by thing, sorted by the first mention
	diags      []diag.Diagnostic
	learned    []learned   // names printed next to KEP numbers
	candidates []candidate // texts that may name KEPs in words
	gates      []gateOfKEP
	covers     []covered
	proposals  []*note.Block // entries of kind proposal
	entries    int
	recorded   note.Lang                     // language of its source comments
	machine    bool                          // the whole note is a machine translation
	partly     bool                          // a part of the note is a machine translation
	wordless   bool                          // has no text except headings and prepared entries
	shared     map[*note.Block][]*note.Block // see sharers

	named   map[*note.Span][]Named   // KEPs named in words, by the first span of the text
	byBlock map[*note.Block][]string // numbers of the KEPs that a block or its descendants name in words
}

func (part *contribution) run(key note.Key) []Mention {
	for i := range part.runs {
		if part.runs[i].key == key {
			return part.runs[i].mentions
		}
	}
	return nil
}

// read collects the mentions in a note. A thing has at most one mention per top-level block.
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
		for _, r := range b.Refs {
			add(r, m)
		}
		for _, r := range attributed(&b.Attr) {
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

// Named is a KEP that a text names in words.
type Named struct {
	KEP   string
	Words string // the name as written in the text
}
