package search

import (
	"bytes"
	"compress/zlib"
	"fmt"
	"sync"

	"github.com/kawaraban/kawaraban/internal/artifact"
	"github.com/kawaraban/kawaraban/internal/note"
	"github.com/kawaraban/kawaraban/internal/token"
)

const (
	version = 1

	// wholeLimit is the length in bytes, before compression, up to which all shards
	// stand in the root.
	wholeLimit = 130_000
)

// Folder is where all files of an index lie, below the root of the site.
const Folder = "search/"

// Files lists the files of the index: root.bin, and the shards where they do not
// stand in it. Each may be made on any goroutine; an error is the machine's.
func (x *Index) Files() []artifact.File {
	parts := x.parts()
	whole := isSmall(parts)
	files := []artifact.File{{Path: Folder + "root.bin", Bytes: func() ([]byte, error) {
		return x.presses.press(x.root(parts, whole))
	}}}
	if whole {
		return files
	}
	for _, p := range parts {
		files = append(files, artifact.File{
			Path:  Folder + x.gen + "/" + p.name + ".bin",
			Bytes: func() ([]byte, error) { return x.presses.press(p.bytes()) },
		})
	}
	return files
}

// part is a shard: its name and how to make it.
type part struct {
	name  string
	bytes func() []byte
}

// parts lists the shards in the order in which they stand in a root that holds all.
func (x *Index) parts() []part {
	var parts []part
	for i, t := range x.terms {
		parts = append(parts, part{fmt.Sprint("t", i), func() []byte { return t }})
	}
	for from := 0; from < len(x.docs); from += perShard {
		docs := x.docs[from:min(from+perShard, len(x.docs))]
		parts = append(parts, part{fmt.Sprint("d", from/perShard), func() []byte { return docShard(docs) }})
	}
	return append(parts, part{"f", x.facets}, part{"h", hanVariants})
}

// isSmall reports whether all parts fit into the root. It makes no more of them than it
// takes to tell.
func isSmall(parts []part) bool {
	left := wholeLimit
	for _, p := range parts {
		if left -= len(p.bytes()); left < 0 {
			return false
		}
	}
	return true
}

// docShard is a JSON array of the records.
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

// root is the beginning of everything: what is where, and what every number is.
type root struct {
	V        int            `json:"v"`
	Gen      string         `json:"gen"`
	Docs     int            `json:"docs"`
	Per      int            `json:"per"`
	Terms    string         `json:"terms"`
	Runs     [3][]uint32    `json:"runs"`
	Releases []note.Release `json:"releases"`
	Langs    []note.Lang    `json:"langs"`
	Forms    token.Patterns `json:"forms"`
	Grammar  [][]token.Rule `json:"grammar"`
	At       [][2]any       `json:"at,omitempty"`
}

func (x *Index) root(parts []part, whole bool) []byte {
	r := root{
		V: version, Gen: x.gen, Docs: len(x.docs), Per: perShard,
		Terms: fronted(x.seps), Runs: x.runs(),
		Releases: append([]note.Release{}, x.releases...), Langs: append([]note.Lang{}, x.langs...),
		Forms: token.Forms, Grammar: token.Grammar,
	}
	var shards []byte
	if whole {
		for _, p := range parts {
			start := len(shards)
			shards = append(shards, p.bytes()...)
			r.At = append(r.At, [2]any{p.name, len(shards) - start})
		}
	}
	return append(append(appendJSON(nil, r), '\n'), shards...)
}

// runs tells how many documents, one after another, are of one release and set
// of languages: by columns, which compress to a tenth of what rows do.
func (x *Index) runs() [3][]uint32 {
	runs := [3][]uint32{{}, {}, {}}
	for i := range x.docs {
		d := &x.docs[i]
		last := len(runs[0]) - 1
		if i == 0 || x.docs[i-1].run() != d.run() {
			last++
			runs[0] = append(runs[0], 0)
			for column, v := range d.run() {
				runs[column+1] = append(runs[column+1], v)
			}
		}
		runs[0][last]++
	}
	return runs
}

// run is what the documents of a run have alike.
func (l *located) run() [2]uint32 {
	return [2]uint32{uint32(l.release + 1), l.langs}
}

// presses are writers to compress with, kept because each needs a megabyte to begin.
type presses struct{ idle sync.Pool }

func newPresses() *presses { return &presses{} }

// press compresses to zlib (RFC 1950), whose checksum lets the reader tell what is cut
// short or damaged.
func (p *presses) press(data []byte) ([]byte, error) {
	var out bytes.Buffer
	w, ok := p.idle.Get().(*zlib.Writer)
	if ok {
		w.Reset(&out)
	} else {
		var err error
		if w, err = zlib.NewWriterLevel(&out, zlib.BestCompression); err != nil {
			return nil, fmt.Errorf("compress a shard of the search index: %w", err)
		}
	}
	if _, err := w.Write(data); err != nil {
		return nil, fmt.Errorf("compress a shard of the search index: %w", err)
	}
	if err := w.Close(); err != nil {
		return nil, fmt.Errorf("compress a shard of the search index: %w", err)
	}
	p.idle.Put(w)
	return out.Bytes(), nil
}
