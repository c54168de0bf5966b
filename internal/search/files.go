package search

import (
	"bytes"
	"compress/zlib"
	"fmt"
	"slices"
	"sort"
	"sync"

	"github.com/kawaraban/kawaraban/internal/note"
	"github.com/kawaraban/kawaraban/internal/outdir"
	"github.com/kawaraban/kawaraban/internal/search/analyzer"
)

// Folder is the directory of all index files in the site.
const Folder = "search/"

// Files lists the files of the index: root.bin, and the shards unless root.bin contains them. Each
// may be made in any goroutine, and cannot fail.
func (x *Index) Files() []outdir.File {
	parts := x.parts()
	whole := isSmall(parts)
	files := []outdir.File{outdir.Appending(Folder+"root.bin", func(b []byte) ([]byte, error) {
		return x.compressors.compress(b, x.root(parts, whole)...)
	})}
	if whole {
		return files
	}
	for _, p := range parts {
		files = append(files, outdir.Appending(Folder+p.name+".bin", func(b []byte) ([]byte, error) { return x.compressors.compress(b, p.bytes()) }))
	}
	return files
}

// part is a shard: its path in [Folder] without the extension, and its content.
type part struct {
	name  string
	bytes func() []byte
}

// parts lists the shards in the order in which a small index has them in its root.
func (x *Index) parts() []part {
	var parts []part
	for _, g := range x.termGroups {
		for n, t := range x.terms[g.from : g.from+g.size] {
			parts = append(parts, part{fmt.Sprint(g.name, "/t", n), func() []byte { return t }})
		}
	}
	for _, g := range x.docGroups {
		for n, docs := 0, x.docs[g.from:g.from+g.size]; n < g.size; n += perShard {
			docs := docs[n:min(n+perShard, g.size)]
			parts = append(parts, part{fmt.Sprint(g.name, "/d", n/perShard), func() []byte { return docShard(docs) }})
		}
	}
	return append(parts, part{x.facetGroup.name + "/f0", func() []byte { return x.facets }}, part{x.hanGroup.name + "/h0", hanVariants})
}

// isSmall reports whether all parts fit into the root. It makes no more of them than necessary.
func isSmall(parts []part) bool {
	left := wholeLimit
	for _, p := range parts {
		if left -= len(p.bytes()); left < 0 {
			return false
		}
	}
	return true
}

func docShard(docs []located) []byte {
	b := []byte{'['}
	for i := range docs {
		if i > 0 {
			b = append(b, ',')
		}
		b = append(b, docs[i].record()...)
	}
	return append(b, ']')
}

// The root is the first file to load. Related data are adjacent and compressed separately: see
// compress.

type rootTerms struct {
	V     int    `json:"v"`
	Terms string `json:"terms"`
}

type rootDocs struct {
	Docs     int            `json:"docs"`
	Per      int            `json:"per"`
	Runs     [3][]int       `json:"runs"`
	Releases []note.Release `json:"releases"`
	Langs    []note.Lang    `json:"langs"`
	Glossary [3]int         `json:"glossary"`
}

type rootWords struct {
	Forms   analyzer.Patterns `json:"forms"`
	Grammar [][]analyzer.Rule `json:"grammar"`
}

type rootSizes struct {
	Sizes string `json:"sizes"`
}

type rootNames struct {
	Names string   `json:"names"`
	At    [][2]any `json:"at,omitempty"`
}

// root returns the pieces of the root to compress.
func (x *Index) root(parts []part, whole bool) [][]byte {
	names, sizes := x.folders()
	groups := rootNames{Names: names}
	var shards []byte
	if whole {
		for _, p := range parts {
			start := len(shards)
			shards = append(shards, p.bytes()...)
			groups.At = append(groups.At, [2]any{p.name + ".bin", len(shards) - start})
		}
	}
	pieces := [][]byte{
		appendJSON(nil, rootTerms{version, fronted(x.seps)}),
		appendJSON(nil, rootDocs{
			Docs: len(x.docs), Per: perShard, Runs: x.runs(),
			Releases: append([]note.Release{}, x.releases...), Langs: append([]note.Lang{}, x.langs...), Glossary: x.glossary(),
		}),
		appendJSON(nil, rootWords{analyzer.Forms, analyzer.Grammar}),
		appendJSON(nil, rootSizes{sizes}),
		appendJSON(nil, groups),
	}
	for i, p := range pieces { // all pieces form one object
		if i > 0 {
			p[0] = ','
		}
		pieces[i] = bytes.TrimSuffix(p, []byte{'}'})
	}
	return append(pieces, append([]byte("}\n"), shards...))
}

// runs returns the runs of documents with the same release and languages, by column: this
// compresses to a tenth of rows. Releases are stored as differences, most of which are equal.
func (x *Index) runs() [3][]int {
	runs := [3][]int{{}, {}, {}}
	release := 0
	for i := range x.docs {
		d := &x.docs[i]
		last := len(runs[0]) - 1
		if i == 0 || x.docs[i-1].release != d.release || x.docs[i-1].langs != d.langs {
			last++
			runs[0] = append(runs[0], 0)
			runs[1] = append(runs[1], d.release+1-release)
			runs[2] = append(runs[2], int(d.langs))
			release = d.release + 1
		}
		runs[0][last]++
	}
	return runs
}

// glossary returns the number of KEPs, the first document of a term, and the one after the last.
func (x *Index) glossary() [3]int {
	kep, term := slices.Index(Types, KEP), slices.Index(Types, Term)
	at := func(typ int) int { return sort.Search(len(x.docs), func(i int) bool { return x.docs[i].typ >= typ }) }
	return [3]int{at(kep + 1), at(term), at(term + 1)}
}

func newCompressors() *compressors {
	return &compressors{sync.Pool{New: func() any {
		w, _ := zlib.NewWriterLevel(nil, zlib.BestCompression) // the level is valid
		return w
	}}}
}

// compress appends pieces to b as one zlib stream. Each piece has its own Huffman codes, which
// saves 5 % of the root.
func (c *compressors) compress(b []byte, pieces ...[]byte) ([]byte, error) {
	w := c.idle.Get().(*zlib.Writer)
	defer c.idle.Put(w)
	out := bytes.NewBuffer(b)
	w.Reset(out)
	for i, p := range pieces {
		if i > 0 {
			w.Flush()
		}
		w.Write(p)
	}
	err := w.Close()
	return out.Bytes(), err
}

// New joins chunks. Documents with the same type, release and languages are numbered in the order
// of the chunks. The result depends on nothing else.
func New(chunks []*Chunk, concepts *Concepts) *Index {
	x := &Index{compressors: newCompressors(), names: map[string]bool{}}
	x.langs, x.releases = scales(chunks)
	x.locate(chunks)
	m := merge(chunks, concepts, x.docs)
	x.terms, x.seps = m.shards()
	x.group()
	return x
}
