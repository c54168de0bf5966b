package search

import (
	"encoding/json"
	"slices"
	"strings"

	"github.com/kawaraban/kawaraban/internal/search/analyzer"
)

// A scale is a facet: the lists of names that documents have, and the index of each document's
// list as a character after "0". This makes one JSON string, which is small and fast to parse.
type scale struct {
	lists [][]string
	codes strings.Builder
	known map[string]rune // by names, each with a line feed
	key   []byte          // names of the last document
}

// maxLists limits the lists of a scale: an index is one UTF-16 unit below the surrogates.
const maxLists = 0xD800 - '0'

func newScale() *scale { return &scale{lists: [][]string{}, known: map[string]rune{}} }

func (s *scale) add(names ...string) {
	slices.Sort(names)
	names, s.key = slices.Compact(names), s.key[:0]
	for _, n := range names {
		s.key = append(append(s.key, n...), '\n')
	}
	code, ok := s.known[string(s.key)]
	if !ok && len(s.lists) < maxLists {
		code = rune(len(s.lists))
		s.known[string(s.key)] = code
		s.lists = append(s.lists, append([]string{}, names...))
	}
	s.codes.WriteRune('0' + code)
}

func one[T ~string](name T) []string {
	if name == "" {
		return nil
	}
	return []string{string(name)}
}

func spelled[T ~string](names []T) []string {
	list := make([]string, 0, len(names)+1)
	for _, n := range names {
		list = append(list, string(n))
	}
	return list
}

// MarshalJSON writes the lists and the codes of the documents.
func (s *scale) MarshalJSON() ([]byte, error) {
	return json.Marshal([]any{s.lists, s.codes.String()})
}

// scales returns the JSON of all facets.
func (x *Index) scales() []byte {
	types, release, lang, sig, kind, stage := newScale(), newScale(), newScale(), newScale(), newScale(), newScale()
	for i := range x.docs {
		d := x.docs[i].digested()
		types.add(one(d.typ)...)
		release.add(one(d.release)...)
		lang.add(spelled(d.langs)...)
		sig.add(spelled(d.sigs)...)
		kind.add(one(d.kind)...)
		stage.add(one(d.stage)...)
	}
	return appendJSON(nil, map[string]*scale{"type": types, "release": release, "lang": lang, "sig": sig, "kind": kind, "stage": stage})
}

// hanVariants lists groups of variant characters, one on a line.
func hanVariants() []byte { return []byte(strings.Join(analyzer.Han, "\n")) }
