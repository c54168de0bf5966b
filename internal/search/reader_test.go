package search

import (
	"bytes"
	"compress/zlib"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"unicode/utf16"

	"github.com/kawaraban/kawaraban/internal/outdir"
)

// reader reads an index as the comment of the package describes it. It shares no code with the
// writer.
type reader struct {
	root  readRoot
	seps  []string // by term shard
	files []string // the paths of the shards: terms, documents, facets, variants
	held  []int    // by document shard: how many it has
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
	Terms        string
	Names, Sizes string
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
func open(files []outdir.File) (*reader, error) {
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
	if err := r.list(); err != nil {
		return nil, err
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

// list reads the positions of the shards.
func (r *reader) list() error {
	var terms, docs []string
	counted, last := 0, 0
	for i, c := range []rune(r.root.Sizes) {
		if len(r.root.Names) < 6*(i+1) {
			return errors.New("a group has no name")
		}
		size, folder := int(c-'0'), "search/"+r.root.Names[6*i:6*(i+1)]+"/"
		switch {
		case i < 2:
			r.files = append(r.files, folder+string("fh"[i])+"0.bin")
		case len(terms) < len(r.seps):
			for n := range size {
				terms = append(terms, fmt.Sprintf("%st%d.bin", folder, n))
			}
		default:
			for n := 0; n*r.root.Per < size; n++ {
				docs = append(docs, fmt.Sprintf("%sd%d.bin", folder, n))
				r.held = append(r.held, min(r.root.Per, size-n*r.root.Per))
			}
			counted += size
		}
		last = 6 * (i + 1)
	}
	if len(terms) != len(r.seps) || counted != r.root.Docs || last != len(r.root.Names) {
		return fmt.Errorf("%d term shards and %d documents in groups, want %d and %d", len(terms), counted, len(r.seps), r.root.Docs)
	}
	r.files = slices.Concat(terms, docs, r.files)
	return nil
}

// split cuts the shards out of a root that contains all.
func (r *reader) split(b []byte) (map[string][]byte, error) {
	raw := map[string][]byte{}
	for i, at := range r.root.At {
		length, _ := at[1].(float64)
		n := int(length)
		if name := fmt.Sprintf("search/%v", at[0]); i >= len(r.files) || name != r.files[i] {
			return nil, fmt.Errorf("the shard %s stands out of place", name)
		}
		if n > len(b) {
			return nil, errors.New("a shard is cut short")
		}
		raw[r.files[i]], b = b[:n], b[n:]
	}
	if len(b) > 0 {
		return nil, errors.New("something follows the last shard")
	}
	return raw, nil
}

func (r *reader) read(raw map[string][]byte, files int) error {
	if r.root.At == nil && files != len(r.files)+1 {
		return fmt.Errorf("%d files for %d shards", files, len(r.files))
	}
	for i, name := range r.files {
		b, ok := raw[name]
		if !ok {
			return fmt.Errorf("no %s", name)
		}
		var err error
		switch {
		case i < len(r.seps):
			err = r.readTerms(i, &cursor{b: b})
		case i < len(r.files)-2:
			err = r.readDocs(i-len(r.seps), b)
		case i < len(r.files)-1:
			err = r.readFacets(b)
		default:
			r.han = string(b)
		}
		if err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
	}
	return nil
}

// cursor reads numbers and strings. It panics on errors, and no test recovers.
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
	if want := r.held[shard]; len(list) != want {
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

// run returns the release and the languages of a document.
func (r *reader) run(doc int) (release, langs string) {
	n := 0
	for run, count := range r.root.Runs[0] {
		n += r.root.Runs[1][run]
		if doc -= count; doc >= 0 {
			continue
		}
		if n > 0 {
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
