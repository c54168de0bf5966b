package check

import (
	"fmt"
	"math/rand/v2"
	"path"
	"strings"
	"testing"

	"github.com/kawaraban/kawaraban/internal/corpus"
	"github.com/kawaraban/kawaraban/internal/diag"
	"github.com/kawaraban/kawaraban/internal/source"
)

// madeNotes are the thousand notes of the benchmarks, read.
func madeNotes(b *testing.B) *In {
	d := upstreamData(b)
	files := map[string][]byte{}
	for _, f := range corpus.Make(corpus.Options{Notes: 1000, Entries: 25, Seed: 1}, corpus.Kawaraban) {
		if source.IsNote(path.Clean(f.Path)) {
			files[f.Path] = f.Data
		}
	}
	in, _ := linked(files, d)
	size := 0
	for _, f := range in.Files {
		f.Segments()
		size += len(f.Bytes)
	}
	b.SetBytes(int64(size))
	in.Vocabulary()
	return in
}

// BenchmarkMisspelt judges every word of a thousand notes whose segments are known.
func BenchmarkMisspelt(b *testing.B) {
	in := madeNotes(b)
	for b.Loop() {
		for _, f := range in.Files {
			misspelt(in, f)
		}
	}
}

// BenchmarkCorpusSpelling is what the rules on all notes together take beside it.
func BenchmarkCorpusSpelling(b *testing.B) {
	in := madeNotes(b)
	for b.Loop() {
		fresh := &In{Site: in.Site, Names: in.Names, Files: in.Files}
		fresh.spellingData.wordsOnce.Do(func() { fresh.spellingData.vocabulary = in.Vocabulary() })
		for _, rule := range []func(*In) []diag.Diagnostic{misspeltRepository, slippedRepository, mixedSpellings} {
			rule(fresh)
		}
	}
}

// BenchmarkVocabulary makes the vocabulary of this repository's upstream data.
func BenchmarkVocabulary(b *testing.B) {
	d := upstreamData(b)
	for b.Loop() {
		NewVocabulary(d)
	}
}

// BenchmarkHostile judges eight megabytes of words that are all different and all like names.
func BenchmarkHostile(b *testing.B) {
	d := upstreamData(b)
	v := NewVocabulary(d)
	names := gateNames(d)
	r := rand.New(rand.NewPCG(5, 6))
	var text strings.Builder
	for text.Len() < 8<<20 {
		w := names[r.IntN(len(names))]
		for range 4 {
			w = mutations[r.IntN(len(mutations))](r, w)
		}
		fmt.Fprintf(&text, "%s%c ", w, 'a'+r.IntN(26))
	}
	b.SetBytes(int64(text.Len()))
	for b.Loop() {
		for w := range words(text.String(), 0) {
			v.judge(w, nil)
		}
	}
}
