package search

import (
	"crypto/sha256"
	"encoding/binary"
	"slices"
	"strings"

	"github.com/kawaraban/kawaraban/internal/glossary"
	"github.com/kawaraban/kawaraban/internal/note"
	"github.com/kawaraban/kawaraban/internal/search/analyzer"
)

// conceptual is the prefix of the keys of concepts, before the id of the glossary term.
const conceptual = "\u0002"

// ConceptsOf returns the concepts of a glossary. Terms with one name are skipped: the name itself
// is found.
func ConceptsOf(g *glossary.Glossary) *Concepts {
	c := &Concepts{words: g, keys: map[*glossary.Term]string{}}
	var b []byte
	if g != nil {
		for i := range g.Terms {
			b = appendWords(b, &g.Terms[i])
			c.add(&g.Terms[i])
		}
	}
	for _, m := range Metadata {
		c.list = append(c.list, concept{labelled + m.Value, m.Names})
	}
	c.sum = sha256.Sum256(b)
	return c
}

func (c *Concepts) add(t *glossary.Term) {
	var names []string
	for _, of := range []map[note.Lang][]string{t.Names, t.Forms} {
		for _, lang := range sortedLangs(of) {
			for _, name := range of[lang] {
				if !slices.Contains(names, name) {
					names = append(names, name)
				}
			}
		}
	}
	if len(names) > 1 {
		c.keys[t] = conceptual + string(t.ID)
		c.list = append(c.list, concept{c.keys[t], names})
	}
}

// appendWords writes everything that [glossary.Glossary.Find] depends on.
func appendWords(b []byte, t *glossary.Term) []byte {
	b = appendString(b, string(t.ID))
	for _, of := range []map[note.Lang][]string{t.Names, t.Forms, t.Avoid} {
		b = binary.AppendUvarint(b, uint64(len(of)))
		for _, lang := range sortedLangs(of) {
			b = binary.AppendUvarint(appendString(b, string(lang)), uint64(len(of[lang])))
			for _, word := range of[lang] {
				b = appendString(b, word)
			}
		}
	}
	return b
}

// Sum identifies concepts: with equal sums, the digests of equal documents are equal.
func (c *Concepts) Sum() [sha256.Size]byte { return c.sum }

func (c *Concepts) all() []concept {
	if c == nil {
		return nil
	}
	return c.list
}

// name adds the names of the concepts that occur in documents, and links each name to its
// concepts.
func (m *merger) name(concepts []concept) {
	for _, c := range concepts {
		id, ok := m.ids[c.key]
		if !ok {
			continue
		}
		m.names[id] = c.names
		for _, name := range c.names {
			key := joinName(name)
			if !fit(key) {
				continue
			}
			if of := m.id(key); !slices.Contains(m.named[of], c.key) {
				m.named[of] = append(m.named[of], c.key)
			}
		}
	}
}

// joinName joins the words of a name into one key. The search script does the same with a query.
func joinName(name string) string {
	var b strings.Builder
	for _, p := range analyzer.Query(name) {
		b.WriteString(p.Text)
	}
	return b.String()
}

// merge collects the postings of the documents, which are sorted by number.
func merge(chunks []*Chunk, concepts *Concepts, docs []located) *merger {
	m := &merger{ids: map[string]uint32{}, names: map[uint32][]string{}, named: map[uint32][]string{}}
	global := make(map[*Chunk][]uint32, len(chunks))
	for _, c := range chunks {
		global[c] = m.number(c)
	}
	m.gather(docs, global)
	for id, word := range m.word {
		if word {
			m.id(backward + reversed(m.keys[id]))
		}
	}
	m.name(concepts.all())
	return m
}
