package search

import (
	"encoding/json"
	"slices"
	"strings"

	"github.com/kawaraban/kawaraban/internal/search/analyzer"
)

// A scale is what documents are counted and narrowed by: the lists of names that a
// document can have of it, and for each document which of them, as a character so many
// behind "0": JSON has that as one string, which is small and quickly read.
type scale struct {
	lists [][]string
	codes strings.Builder
	known map[string]rune // by the names, a line feed behind each
	key   []byte          // that of the last document
}

// mostLists is how many lists a scale can tell apart: characters that are one unit of
// UTF-16, below its surrogates.
const mostLists = 0xD800 - '0'

func newScale() *scale { return &scale{lists: [][]string{}, known: map[string]rune{}} }

// add writes the names that the next document has.
func (s *scale) add(names ...string) {
	slices.Sort(names)
	names, s.key = slices.Compact(names), s.key[:0]
	for _, n := range names {
		s.key = append(append(s.key, n...), '\n')
	}
	code, ok := s.known[string(s.key)]
	if !ok && len(s.lists) < mostLists {
		code = rune(len(s.lists))
		s.known[string(s.key)] = code
		s.lists = append(s.lists, append([]string{}, names...))
	}
	s.codes.WriteRune('0' + code)
}

// one is a name by itself, none where it is empty.
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

// scales writes all scales, by their names.
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

// hanVariants lists the characters that are one another's forms, a group on a line.
func hanVariants() []byte { return []byte(strings.Join(analyzer.Han, "\n")) }
