package build

import (
	"bytes"
	"context"
	"fmt"
	"reflect"
	"sync"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"

	"github.com/kawaraban/kawaraban/internal/cache"
	"github.com/kawaraban/kawaraban/internal/diag"
	"github.com/kawaraban/kawaraban/internal/note"
)

// memory is a Kept in memory.
type memory struct {
	mu          sync.Mutex
	values      map[cache.Key][]byte
	hits, tries int
}

func (m *memory) Get(k cache.Key) (string, bool) {
	m.mu.Lock()
	defer m.mu.Unlock()
	v, ok := m.values[k]
	m.tries++
	if ok {
		m.hits++
	}
	return string(v), ok
}

func (m *memory) Put(k cache.Key, v []byte) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.values == nil {
		m.values = map[cache.Key][]byte{}
	}
	m.values[k] = bytes.Clone(v)
	return nil
}

// fill sets every field that can be reached to something that is not zero and not what
// another field has, so that a field which a codec forgets is missed.
func fill(t *testing.T, v reflect.Value, next *int, depth int) {
	t.Helper()
	*next++
	switch v.Kind() {
	case reflect.String:
		v.SetString(fmt.Sprintf("s%d", *next))
	case reflect.Int:
		v.SetInt(int64(*next))
	case reflect.Uint8:
		v.SetUint(uint64(1 + *next%2))
	case reflect.Bool:
		v.SetBool(true)
	case reflect.Pointer:
		v.Set(reflect.New(v.Type().Elem()))
		fill(t, v.Elem(), next, depth)
	case reflect.Slice:
		n := 2
		if depth > 2 {
			n = 0
		}
		v.Set(reflect.MakeSlice(v.Type(), n, n))
		for i := range n {
			fill(t, v.Index(i), next, depth+1)
		}
	case reflect.Struct:
		for i := range v.NumField() {
			fill(t, v.Field(i), next, depth)
		}
	default:
		t.Fatalf("nobody knows how to fill a %s", v.Type())
	}
}

// A note, a problem and an answer come back as they were, with every field that they have.
func TestKeptNote(t *testing.T) {
	var want keptNote
	next := 0
	want.note, want.diags = new(note.Note), make([]diag.Diagnostic, 2)
	fill(t, reflect.ValueOf(want.note).Elem(), &next, 0)
	fill(t, reflect.ValueOf(&want.diags).Elem(), &next, 0)
	want.asked = []assetAsk{{path: "a", answer: answer{note.Asset{Path: "b", Width: 1, Height: 2}, true, "why"}}, {}}
	if n := reflect.TypeFor[answer]().NumField(); n != 3 {
		t.Errorf("an answer has %d fields, of which 3 are known here", n)
	}
	var got keptNote
	if err := cache.Decode(cache.Encode(want.code), got.code); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(want, got, cmp.AllowUnexported(keptNote{}, assetAsk{}, answer{})); diff != "" {
		t.Errorf("what came back is another (-kept +back):\n%s", diff)
	}
}

// What is recalled is deeply what parsing makes, of made notes with all that notes can have
// and of the sample's.
func TestRecalled(t *testing.T) {
	kept := &memory{}
	for name, site := range map[string]fstest.MapFS{"made": madeSite(20)} {
		for _, o := range []Options{{}, {Drafts: true}, {Check: true}} {
			clean, err := New(o).read(context.Background(), site)
			if err != nil {
				t.Fatal(err)
			}
			o.Kept = kept
			for range 2 {
				warm, err := New(o).read(context.Background(), site)
				if err != nil {
					t.Fatal(err)
				}
				same := cmp.Comparer(func(a, b *parsedNote) bool {
					return reflect.DeepEqual(a.note, b.note) && reflect.DeepEqual(a.shown, b.shown) && reflect.DeepEqual(a.diags, b.diags) &&
						reflect.DeepEqual(a.bytes, b.bytes) && a.sum == b.sum && a.key == b.key && a.read == b.read
				})
				if diff := cmp.Diff(notesOf(clean), notesOf(warm), same); diff != "" {
					t.Errorf("%s: what was recalled is another: %s", name, diff)
				}
			}
		}
	}
	if kept.hits == 0 {
		t.Error("nothing was recalled")
	}
}

func notesOf(s *State) []*parsedNote {
	var out []*parsedNote
	for p := range s.content.all {
		out = append(out, p)
	}
	return out
}

// FuzzKeptNote: of any bytes comes an error or a value that comes back as itself.
func FuzzKeptNote(f *testing.F) {
	f.Add([]byte{})
	kept := &memory{}
	if _, err := New(Options{Kept: kept}).read(context.Background(), madeSite(1)); err != nil {
		f.Fatal(err)
	}
	for _, v := range kept.values {
		f.Add(v)
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		var k, again keptNote
		if err := cache.Decode(data, k.code); err != nil {
			return
		}
		if err := cache.Decode(cache.Encode(k.code), again.code); err != nil || !reflect.DeepEqual(k, again) {
			t.Errorf("what was read comes back as another: %v", err)
		}
	})
}

// BenchmarkRecall takes 1,000 notes of 25 entries from what is kept, beside the parsing of
// which BenchmarkParse tells.
func BenchmarkRecall(b *testing.B) {
	site, kept := madeSite(1000), &memory{}
	for name, o := range map[string]Options{"parsed": {}, "recalled": {Kept: kept}} {
		if _, err := New(o).read(context.Background(), site); err != nil {
			b.Fatal(err)
		}
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				builder := New(o)
				in, err := builder.load(site)
				if err != nil {
					b.Fatal(err)
				}
				if _, err := builder.parse(context.Background(), site, in); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
	size := 0
	for _, v := range kept.values {
		size += len(v)
	}
	b.Logf("%d values of %d bytes", len(kept.values), size)
}
