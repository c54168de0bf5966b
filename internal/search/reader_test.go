package search

import (
	"bytes"
	"compress/zlib"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"
	"unicode/utf16"

	"github.com/kawaraban/kawaraban/internal/artifact"
)

// reader reads an index as the manual in the package's comment says, sharing no code
// with the writer.
type reader struct {
	root  readRoot
	seps  []string // by term shard
	terms map[string]readTerm
	keys  []string // in the order of the files
	shard []int    // by key: its term shard
	docs  []readDoc
	han   string
	sigs  [][]string // by document
	kinds []string
	stage []string
	types []string // as the facets tell them, and so
	since []string // release
	langs []string
}

type readRoot struct {
	V, Docs, Per int
	Gen          string
	Terms        string
	Runs         [3][]int
	Releases     []string
	Langs        []string
	At           [][2]any // a shard's name, its length
}

type readTerm struct {
	names    []string      // of a concept, at its key
	concepts []string      // their keys, at a name
	docs     map[int][]int // by bit of the mask
}

type readDoc struct {
	path, name, nameLang string
	texts                [][3]any
	release              string
	sigs                 []any
	kind, stage, out     string
	typ                  string
}

// open reads all files.
func open(files []artifact.File) (*reader, error) {
	raw := map[string][]byte{}
	for _, f := range files {
		b, err := f.Bytes()
		if err != nil {
			return nil, err
		}
		if raw[f.Path], err = inflate(b); err != nil {
			return nil, fmt.Errorf("%s: %w", f.Path, err)
		}
	}
	r := &reader{terms: map[string]readTerm{}}
	rest, err := unhead(raw["search/root.bin"], &r.root)
	if err != nil {
		return nil, err
	}
	last := []uint16{}
	for _, sep := range strings.Split(r.root.Terms, "\n") {
		last = append(last[:sep[0]-'0':sep[0]-'0'], utf16.Encode([]rune(sep[1:]))...)
		r.seps = append(r.seps, string(utf16.Decode(last)))
	}
	if r.root.At != nil {
		if len(files) != 1 {
			return nil, fmt.Errorf("%d files, the root holds all", len(files))
		}
		if raw, err = r.split(rest); err != nil {
			return nil, err
		}
	} else if len(rest) > 0 {
		return nil, errors.New("the root goes on behind its JSON")
	}
	return r, r.read(raw, len(files))
}

func inflate(b []byte) ([]byte, error) {
	z, err := zlib.NewReader(bytes.NewReader(b))
	if err != nil {
		return nil, err
	}
	return io.ReadAll(z)
}

func unhead(b []byte, v any) (rest []byte, err error) {
	line, rest, ok := bytes.Cut(b, []byte{'\n'})
	if !ok {
		return nil, errors.New("the JSON is cut short")
	}
	return rest, json.Unmarshal(line, v)
}

// split cuts the shards out of a root that holds all.
func (r *reader) split(b []byte) (map[string][]byte, error) {
	raw := map[string][]byte{}
	for i, at := range r.root.At {
		length, _ := at[1].(float64)
		n := int(length)
		if name := fmt.Sprintf("search/%s/%v.bin", r.root.Gen, at[0]); name != r.name(i) {
			return nil, fmt.Errorf("the shard %s stands where %s should", name, r.name(i))
		}
		if n > len(b) {
			return nil, errors.New("a shard is cut short")
		}
		raw[r.name(i)], b = b[:n], b[n:]
	}
	if len(b) > 0 {
		return nil, errors.New("something follows the last shard")
	}
	return raw, nil
}

func (r *reader) docShards() int { return (r.root.Docs + r.root.Per - 1) / r.root.Per }

func (r *reader) name(i int) string {
	dir, terms, docs := "search/"+r.root.Gen+"/", len(r.seps), r.docShards()
	switch {
	case i < terms:
		return fmt.Sprintf("%st%d.bin", dir, i)
	case i < terms+docs:
		return fmt.Sprintf("%sd%d.bin", dir, i-terms)
	}
	return dir + string("fh"[i-terms-docs]) + ".bin"
}

func (r *reader) read(raw map[string][]byte, files int) error {
	shards := len(r.seps) + r.docShards() + 2
	if r.root.At == nil && files != shards+1 {
		return fmt.Errorf("%d files for %d shards", files, shards)
	}
	for i := range shards {
		b, ok := raw[r.name(i)]
		if !ok {
			return fmt.Errorf("no %s", r.name(i))
		}
		var err error
		switch {
		case i < len(r.seps):
			err = r.readTerms(i, &cursor{b: b})
		case i < shards-2:
			err = r.readDocs(i-len(r.seps), b)
		case i < shards-1:
			err = r.readFacets(b)
		default:
			r.han = string(b)
		}
		if err != nil {
			return fmt.Errorf("%s: %w", r.name(i), err)
		}
	}
	return nil
}

// cursor reads numbers and strings; it fails by a panic, which no test recovers.
type cursor struct{ b []byte }

func (c *cursor) number() int {
	n, used := binary.Uvarint(c.b)
	if used <= 0 {
		panic("a number is cut short")
	}
	c.b = c.b[used:]
	return int(n)
}

func (c *cursor) bytes() []byte {
	n := c.number()
	b := c.b[:n]
	c.b = c.b[n:]
	return b
}

func (r *reader) readTerms(shard int, c *cursor) error {
	var key []byte
	for range c.number() {
		shared := c.number()
		key = append(key[:shared:shared], c.bytes()...)
		mask := c.b[0]
		c.b = c.b[1:]
		t := readTerm{docs: map[int][]int{}}
		for bit := 128; bit > 0; bit /= 2 {
			switch {
			case int(mask)&bit == 0:
			case bit == 16:
				t.concepts = strings.Split(string(c.bytes()), "\n")
			case bit == 32:
				for range c.number() {
					t.names = append(t.names, string(c.bytes()))
				}
			case bit < 16:
				t.docs[bit] = c.docs()
			default:
				return fmt.Errorf("mask %d", mask)
			}
		}
		r.keys = append(r.keys, string(key))
		r.shard = append(r.shard, shard)
		r.terms[string(key)] = t
	}
	if len(c.b) > 0 {
		return errors.New("something follows the last term")
	}
	return nil
}

func (c *cursor) docs() (docs []int) {
	last := 0
	for range c.number() {
		last += c.number()
		docs = append(docs, last)
	}
	return docs
}

func (r *reader) readDocs(shard int, b []byte) error {
	var list [][10]any
	if err := json.Unmarshal(b, &list); err != nil {
		return err
	}
	if want := min(r.root.Per, r.root.Docs-shard*r.root.Per); len(list) != want {
		return fmt.Errorf("%d documents, want %d", len(list), want)
	}
	for _, l := range list {
		d := readDoc{l[0].(string), l[1].(string), l[2].(string), nil, l[4].(string), l[5].([]any),
			l[6].(string), l[7].(string), l[8].(string), l[9].(string)}
		for _, t := range l[3].([]any) {
			d.texts = append(d.texts, [3]any(t.([]any)))
		}
		r.docs = append(r.docs, d)
	}
	return nil
}

func (r *reader) readFacets(b []byte) error {
	var scales map[string][2]json.RawMessage
	if err := json.Unmarshal(b, &scales); err != nil {
		return err
	}
	names := func(by string) (of [][]string) {
		var lists [][]string
		var codes string
		if err := errors.Join(json.Unmarshal(scales[by][0], &lists), json.Unmarshal(scales[by][1], &codes)); err != nil {
			return nil
		}
		for _, c := range codes {
			of = append(of, lists[c-'0'])
		}
		return of
	}
	r.sigs = names("sig")
	for by, to := range map[string]*[]string{"kind": &r.kinds, "stage": &r.stage, "type": &r.types, "release": &r.since, "lang": &r.langs} {
		for _, list := range names(by) {
			*to = append(*to, strings.Join(list, " "))
		}
		if len(*to) != r.root.Docs || len(r.sigs) != r.root.Docs {
			return fmt.Errorf("%s: %d of %d documents", by, len(*to), r.root.Docs)
		}
	}
	return nil
}

// run returns release and languages of a document.
func (r *reader) run(doc int) (release, langs string) {
	for run, count := range r.root.Runs[0] {
		if doc -= count; doc >= 0 {
			continue
		}
		if n := r.root.Runs[1][run]; n > 0 {
			release = r.root.Releases[n-1]
		}
		var in []string
		for i, l := range r.root.Langs {
			if r.root.Runs[2][run]>>i&1 == 1 {
				in = append(in, l)
			}
		}
		return release, strings.Join(in, " ")
	}
	return "", ""
}
