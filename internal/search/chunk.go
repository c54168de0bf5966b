package search

import (
	"crypto/sha256"
	"encoding/binary"
	"iter"
	"regexp"
	"strings"
	"sync"

	"github.com/kawaraban/kawaraban/internal/glossary"
	"github.com/kawaraban/kawaraban/internal/note"
	"github.com/kawaraban/kawaraban/internal/search/analyzer"
)

type concept struct {
	key   string
	names []string // names in all languages as texts have them; display names first
}

// Concepts are the glossary terms with several names in any languages: a document with one name is
// found by all. Concepts are immutable; nil has none.
type Concepts struct {
	words *glossary.Glossary
	list  []concept                 // sorted by id
	keys  map[*glossary.Term]string // of the terms in list
	sum   [sha256.Size]byte
}

// Chunk is the digest of related documents, such as those of one note, with everything that an
// index needs of them. It is immutable, so a caller may keep it while the documents are unchanged.
// New joins chunks.
type Chunk struct {
	docs  []digested
	recs  string   // the records of the documents, concatenated
	ends  ends     // where each document ends in recs and posts
	text  string   // the unique terms, concatenated
	cuts  []uint32 // where each term ends in text
	words []uint32 // the terms that are whole words, for typing errors
	posts []uint32 // term<<2 | field by document, each term once
}

type ends struct{ recs, posts []uint32 }

// between returns the range of a document.
func between(ends []uint32, doc int) (from, to uint32) {
	if doc > 0 {
		from = ends[doc-1]
	}
	return from, ends[doc]
}

// Spend frees everything but the records. A spent chunk cannot be joined to another index. No
// other goroutine may use it meanwhile.
func (c *Chunk) Spend() { *c = Chunk{recs: c.recs, ends: ends{recs: c.ends.recs}} }

func (c *Chunk) terms(yield func(int, string) bool) {
	start := uint32(0)
	for i, end := range c.cuts {
		if !yield(i, c.text[start:end]) {
			return
		}
		start = end
	}
}

// digested is a document in a chunk: its sort keys and facets.
type digested struct {
	typ     Type
	release note.Release
	kind    note.EntryKind
	stage   note.Stage
	langs   []note.Lang
	sigs    []note.SIG
}

// field is the place of a term in a document; higher is better.
type field uint32

const (
	fieldOther field = iota // official English, names of referenced items
	fieldOwn
	fieldName
	fieldID
	fields = 4
)

// Digest reads documents and finds their concepts. It is pure and may run concurrently.
func Digest(docs []Doc, concepts *Concepts) *Chunk {
	d := digesters.Get().(*digester)
	d.concepts, d.c = concepts, &Chunk{
		docs: make([]digested, 0, len(docs)),
		ends: ends{make([]uint32, 0, len(docs)), make([]uint32, 0, len(docs))},
	}
	for i := range docs {
		d.add(&docs[i])
	}
	c := d.done()
	if d.clear() {
		digesters.Put(d)
	}
	return c
}

// digesters are reused: the buffers of one are several times the size of its chunk.
var digesters = sync.Pool{New: func() any { return &digester{ids: map[string]uint32{}} }}

// maxDigester limits the size of buffers that are reused.
const maxDigester = 1 << 18

type digester struct {
	concepts *Concepts
	reader   analyzer.Reader
	c        *Chunk
	ids      map[string]uint32
	text     []byte   // all terms
	cuts     []uint32 // where each term ends in text
	word     []bool   // by term
	best     []field  // by term: its best field in the current document, plus one
	seen     []uint32 // the terms of the current document
	posts    []uint32
	recs     []byte // the records
}

// clear prepares a digester for the next documents, and reports whether it is small enough to be
// reused.
func (d *digester) clear() bool {
	if len(d.text)+len(d.recs) > maxDigester {
		return false
	}
	clear(d.ids)
	d.concepts, d.c = nil, nil
	d.text, d.cuts, d.word, d.best = d.text[:0], d.cuts[:0], d.word[:0], d.best[:0]
	d.posts, d.recs = d.posts[:0], d.recs[:0]
	return true
}

func (d *digester) add(doc *Doc) {
	d.all(doc.IDs, fieldID)
	d.read(doc.Name, doc.NameLang, fieldName)
	d.called(doc)
	for _, t := range doc.Texts {
		d.read(t.Text, t.Lang, fieldOf(t.Role))
	}
	d.all(doc.Refs, fieldOwn)
	d.is(doc.Concept)
	d.label(doc)
	for _, t := range d.seen {
		d.posts = append(d.posts, t<<2|uint32(d.best[t]-1))
		d.best[t] = 0
	}
	d.seen = d.seen[:0]
	d.recs = appendRecord(d.recs, doc)
	d.c.docs = append(d.c.docs, digested{
		typ: doc.Type, release: doc.Release, kind: doc.Kind, stage: doc.Stage,
		langs: doc.Langs, sigs: doc.SIGs,
	})
	d.c.ends.recs = append(d.c.ends.recs, uint32(len(d.recs)))
	d.c.ends.posts = append(d.c.ends.posts, uint32(len(d.posts)))
}

// is marks the document of a glossary term.
func (d *digester) is(id glossary.ID) {
	if id == "" || d.concepts == nil {
		return
	}
	if key, ok := d.concepts.keys[d.concepts.words.Term(id)]; ok {
		d.mark(key, fieldID)
	}
}

// label adds what the metadata of a document say.
func (d *digester) label(doc *Doc) {
	for _, value := range append([]string{string(doc.Kind), string(doc.Stage)}, doc.Meta...) {
		if key := labels[value]; key != "" {
			d.mark(key, fieldOther)
		}
	}
	for _, value := range doc.Meta {
		if labels[value] == "" {
			terms, _ := d.reader.Read(valid(value))
			d.all(terms, fieldOther)
		}
	}
}

func fieldOf(r Role) field {
	switch r {
	case Title:
		return fieldName
	case Own, Remark:
		return fieldOwn
	}
	return fieldOther
}

// read adds the terms, whole words and concepts of a text.
func (d *digester) read(text string, lang note.Lang, f field) {
	if text == "" {
		return
	}
	text = valid(text)
	terms, words := d.reader.Read(text)
	d.all(terms, f)
	for _, w := range words {
		if fit(w) {
			d.word[d.id(w)] = true
		}
	}
	for _, key := range d.concepts.in(text, lang) {
		d.mark(key, f)
	}
}

// called adds the concepts in the name of a feature, also in camel case. One that is the whole name
// identifies the feature: DynamicResourceAllocation, KEP-3570 CPU Manager.
func (d *digester) called(doc *Doc) {
	var name string
	switch doc.Type {
	case KEP:
		_, name, _ = strings.Cut(doc.Name, " ")
	case Gate:
		name = humps.ReplaceAllString(doc.Name, "$1 $2")
	}
	for h, key := range d.concepts.in(name, doc.NameLang) {
		f := fieldName
		if h.Start == 0 && h.End == len(name) {
			f = fieldID
		}
		d.mark(key, f)
	}
}

var humps = regexp.MustCompile(`([a-z])([A-Z])`)

// in yields the concepts in a text with their keys.
func (c *Concepts) in(text string, lang note.Lang) iter.Seq2[glossary.Hit, string] {
	return func(yield func(glossary.Hit, string) bool) {
		if c == nil || c.words == nil {
			return
		}
		for _, h := range c.words.Find(text, lang) {
			if key, ok := c.keys[h.Term]; ok && !yield(h, key) {
				return
			}
		}
	}
}

func (d *digester) all(terms []string, f field) {
	for _, t := range terms {
		if fit(t) {
			d.mark(t, f)
		}
	}
}

// mark records that the current document has a key in a field.
func (d *digester) mark(key string, f field) {
	id := d.id(key)
	if d.best[id] == 0 {
		d.seen = append(d.seen, id)
	}
	d.best[id] = max(d.best[id], f+1)
}

// fit reports whether a term can be a key. Keys that begin with a control character are reserved.
func fit(term string) bool { return term != "" && term[0] >= ' ' }

func (d *digester) id(term string) uint32 {
	id, ok := d.ids[term]
	if !ok {
		id = uint32(len(d.cuts))
		d.ids[term] = id
		d.text = append(d.text, term...)
		d.cuts = append(d.cuts, uint32(len(d.text)))
		d.word = append(d.word, false)
		d.best = append(d.best, 0)
	}
	return id
}

// done returns the chunk, without spare capacity.
func (d *digester) done() *Chunk {
	c := d.c
	c.text, c.recs = string(d.text), string(d.recs)
	c.cuts, c.posts = exact(d.cuts), exact(d.posts)
	words := 0
	for _, word := range d.word {
		if word {
			words++
		}
	}
	c.words = make([]uint32, 0, words)
	for i, word := range d.word {
		if word {
			c.words = append(c.words, uint32(i))
		}
	}
	return c
}

// exact returns a copy without spare capacity.
func exact(list []uint32) []uint32 {
	out := make([]uint32, len(list))
	copy(out, list)
	return out
}

func appendString(b []byte, s string) []byte {
	return append(binary.AppendUvarint(b, uint64(len(s))), s...)
}
