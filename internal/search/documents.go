package search

import (
	"crypto/sha256"
	"encoding/binary"
	"slices"
	"strings"
	"sync"
	"unicode/utf8"

	"github.com/kawaraban/kawaraban/internal/note"
	"github.com/kawaraban/kawaraban/internal/page/address"
	"github.com/kawaraban/kawaraban/internal/search/analyzer"
	"github.com/kawaraban/kawaraban/internal/site"
)

// Source is a note in all versions, or some items of one kind. Its documents are made on demand,
// and may be dropped after Digest.
type Source struct {
	Name string // unique name
	// Docs makes the documents. It may be called from any goroutine.
	Docs func() []Doc
}

// portion is the number of items in a source: large enough for little overhead, small enough to
// use all processors.
const portion = 250

// lastFirst reverses a sorted list and puts longer names first. Of documents with equal weight the
// last is found first, so this finds NodeSwap before NodeSwapPlus.
func lastFirst(ids []string, name func(id string) string) []string {
	ids = slices.Clone(ids)
	slices.Reverse(ids)
	length := map[string]int{}
	for _, id := range ids {
		length[id] = utf8.RuneCountInString(name(id))
	}
	slices.SortStableFunc(ids, func(a, b string) int { return length[b] - length[a] })
	return ids
}

func itself(id string) string { return id }

func portions(kind string, ids []string, make func(id string) Doc) []Source {
	var out []Source
	for len(ids) > 0 {
		part := ids[:min(portion, len(ids))]
		ids = ids[len(part):]
		out = append(out, Source{Name: kind + " " + strings.Join(part, " "), Docs: func() []Doc {
			var docs []Doc
			for _, id := range part {
				docs = append(docs, make(id))
			}
			return docs
		}})
	}
	return out
}

type maker struct {
	s     *site.Site
	book  *address.Book
	known sync.Map // note.Key -> terms of the item, a cache
}

func (m *maker) terms(kind note.RefKind, id string) []string {
	key := note.Key{Kind: kind, ID: id}
	made, ok := m.known.Load(key)
	if !ok {
		made, _ = m.known.LoadOrStore(key, analyzer.ID(string(kind), id))
	}
	return made.([]string)
}

// write adds a text to a document unless the document has it in that language. The name of a
// referenced item is skipped if any text contains it.
func (d *Doc) write(t Text) {
	t.Text = strings.TrimSpace(t.Text)
	if t.Text == "" || t.Text == d.Name || t.Role == Reference && d.says(t.Text) {
		return
	}
	for i, have := range lately(d.Texts) {
		if have.Text == t.Text && have.Lang == t.Lang {
			lately(d.Texts)[i].Role = better(have.Role, t.Role)
			return
		}
	}
	d.Texts = append(d.Texts, t)
}

// says reports whether a text of the document contains a name.
func (d *Doc) says(name string) bool {
	return strings.Contains(d.Name, name) || slices.ContainsFunc(lately(d.Texts), func(t Text) bool { return strings.Contains(t.Text, name) })
}

// lately returns the end of a list, in which duplicates are searched. Real documents have fewer
// texts, and a duplicate is harmless; searching thousands of paragraphs would be slow.
func lately[T any](list []T) []T { return list[max(0, len(list)-64):] }

func better(a, b Role) Role {
	byWeight := []Role{Title, Own, Remark, Official, Code, Reference}
	return byWeight[min(slices.Index(byWeight, a), slices.Index(byWeight, b))]
}

// refer adds the terms of a referenced item.
func (d *Doc) refer(terms []string) {
	for _, t := range terms {
		if !slices.Contains(lately(d.Refs), t) && !slices.Contains(d.IDs, t) {
			d.Refs = append(d.Refs, t)
		}
	}
}

// Sum returns a hash of documents.
func Sum(docs []Doc) (sum [sha256.Size]byte) {
	h := sha256.New()
	var b []byte
	for i := range docs {
		b = appendSummed(b[:0], &docs[i])
		h.Write(b)
	}
	h.Sum(sum[:0])
	return sum
}

// appendSummed writes a document unambiguously.
func appendSummed(b []byte, d *Doc) []byte {
	for _, s := range [...]string{
		string(d.Type), d.Path, d.Name, string(d.NameLang), d.Of, string(d.OfLang), string(d.Release), string(d.Kind), string(d.Stage), d.Out, string(d.Concept),
	} {
		b = appendString(b, s)
	}
	b = appendAll(appendAll(appendAll(appendAll(appendAll(b, d.IDs), d.Refs), d.SIGs), d.Langs), d.Meta)
	for _, lang := range sortedLangs(d.OfAlso) {
		b = appendString(appendString(b, string(lang)), d.OfAlso[lang])
	}
	b = binary.AppendUvarint(b, uint64(len(d.Texts)))
	for _, t := range d.Texts {
		b = append(appendString(appendString(b, string(t.Lang)), t.Text), byte(t.Role))
	}
	return b
}

func appendAll[T ~string](b []byte, list []T) []byte {
	b = binary.AppendUvarint(b, uint64(len(list)))
	for _, s := range list {
		b = appendString(b, string(s))
	}
	return b
}
