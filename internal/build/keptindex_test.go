package build_test

import (
	"bytes"
	"context"
	"maps"
	"strings"
	"sync"
	"testing"
	"testing/fstest"

	"github.com/kawaraban/kawaraban/internal/build"
	"github.com/kawaraban/kawaraban/internal/cache"
	"github.com/kawaraban/kawaraban/internal/corpus"
	"github.com/kawaraban/kawaraban/internal/search"
)

// counted is a Kept in memory that counts what is put.
type counted struct {
	mu     sync.Mutex
	values map[cache.Key][]byte
	puts   int
}

func (c *counted) Get(k cache.Key) (string, bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	v, ok := c.values[k]
	return string(v), ok
}

func (c *counted) Put(k cache.Key, v []byte) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.values[k] = bytes.Clone(v)
	c.puts++
	return nil
}

// processes builds one site after another, each with a builder that knows nothing but what the
// ones before have kept.
type processes struct {
	kept counted
	last *build.Inputs
	o    build.Options
}

// index builds a site and returns the files of its search index.
func (p *processes) index(t *testing.T, site fstest.MapFS) (map[string]string, bool) {
	t.Helper()
	seen, err := build.Look(context.Background(), site, nil)
	if err != nil {
		t.Fatal(err)
	}
	o := p.o
	o.Kept, o.Last = &p.kept, p.last
	r, err := build.New(o).Build(context.Background(), seen.FS())
	if err != nil {
		return nil, false
	}
	p.last = seen.Inputs()
	return indexFiles(t, r), true
}

func indexFiles(t *testing.T, r *build.Result) map[string]string {
	t.Helper()
	out := map[string]string{}
	for _, name := range r.Files.Paths() {
		if !strings.HasPrefix(name, search.Folder) {
			continue
		}
		f, _ := r.Files.Get(name)
		b, err := f.Bytes()
		if err != nil {
			t.Fatal(err)
		}
		out[name] = string(b)
	}
	return out
}

// TestIndexAcrossProcesses: after any edits the index is that of a clean build, whatever earlier
// processes kept of it.
func TestIndexAcrossProcesses(t *testing.T) {
	for seed, o := range []build.Options{{}, {Release: "1.27"}, {Drafts: true}} {
		e := newEditor(t, uint64(60+seed))
		p := processes{kept: counted{values: map[cache.Key][]byte{}}, o: o}
		var done []string
		for range 25 {
			done = append(done, e.edit())
			got, ok := p.index(t, e.site)
			if !ok {
				continue
			}
			r, err := build.New(o).Build(context.Background(), e.site)
			if err != nil {
				t.Fatal(err)
			}
			if !maps.Equal(got, indexFiles(t, r)) {
				t.Fatalf("after these edits (seed %d) the index is another:\n%s", seed, strings.Join(done, "\n"))
			}
		}
	}
}

// TestOneEditKeepsOneDigest: after an edit of one note among 60 the next process keeps that note,
// its digest and the list of all digests, and makes an index like a clean build's of what was
// kept, of which it reads no more than it says: damaged digests are made anew.
func TestOneEditKeepsOneDigest(t *testing.T) {
	site := fstest.MapFS{}
	files := corpus.Make(corpus.Options{Notes: 60, Entries: 25, Seed: 1}, corpus.Kawaraban)
	for _, f := range files {
		site[f.Path] = &fstest.MapFile{Data: f.Data}
	}
	p := processes{kept: counted{values: map[cache.Key][]byte{}}}
	if _, ok := p.index(t, site); !ok {
		t.Fatal("it is not built")
	}
	for i, damage := range []bool{false, false, true} {
		at := files[i*7].Path
		site = maps.Clone(site)
		site[at] = &fstest.MapFile{Data: append(files[i*7].Data, "\n- zebrafinch (#120001, @octo) [sig/node]\n"...)}
		if damage {
			for k, v := range p.kept.values {
				p.kept.values[k] = v[:len(v)/2]
			}
		}
		p.kept.puts = 0
		got, ok := p.index(t, site)
		if !ok || !damage && p.kept.puts > 4 || damage && p.kept.puts < 60 {
			t.Errorf("%d values are kept after an edit of one note", p.kept.puts)
		}
		r, err := build.New(build.Options{}).Build(context.Background(), site)
		if err != nil {
			t.Fatal(err)
		}
		if want := indexFiles(t, r); len(want) < 100 || !maps.Equal(got, want) {
			t.Errorf("edit %d: the index has other files than a clean build's %d", i, len(want))
		}
	}
}
