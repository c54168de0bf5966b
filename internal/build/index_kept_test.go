package build

import (
	"context"
	"maps"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/kawaraban/kawaraban/internal/corpus"
)

// TestOneEditDigestsOneNote: after an edit of one note among a hundred, its part of the index
// is made anew and no other; after one that changes what all notes together call a KEP, no
// part is digested anew whose documents stay the same.
func TestOneEditDigestsOneNote(t *testing.T) {
	site := madeSite(100)
	path := corpus.Make(corpus.Options{Notes: 1, Entries: 25, Seed: 1}, corpus.Kawaraban)[0].Path
	site["content/_data/keps.json"] = &fstest.MapFile{Data: []byte(`[{"number": "1287", "title": "Configurable Backoff", "dir": "keps/sig-node/1287-backoff", "sig": "node"}]`)}
	b := New(Options{})
	for i, more := range []string{"", "\n\nOne more paragraph.\n", "\n\n#### KEP-1287: How Long to Wait After a Crash\n\nIt waits.\n"} {
		before := maps.Clone(b.indexed.chunks)
		site[path] = &fstest.MapFile{Data: append(slices.Clone(site[path].Data), more...)}
		if _, err := b.Build(context.Background(), site); err != nil {
			t.Fatal(err)
		}
		var anew []string
		for name, d := range b.indexed.chunks {
			if before[name].chunk != d.chunk {
				anew = append(anew, name)
			}
		}
		id := strings.TrimSuffix(strings.TrimPrefix(path, "content/"), ".ja.md")
		if i > 0 && (len(anew) != 1 || !strings.HasSuffix(anew[0], id)) {
			t.Errorf("after %q %d of %d parts are digested anew: %q", more, len(anew), len(b.indexed.chunks), anew)
		}
	}
}
