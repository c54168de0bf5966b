package build

import (
	"bytes"
	"context"
	"maps"
	"reflect"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/kawaraban/kawaraban/internal/pair"
)

// How the versions of notes are aligned is what pair.Align says, whether another process has kept
// it or not, and whatever has become of what was kept. After an edit of a translation that is
// aligned anew, and nothing else is.
func TestKeptAlignments(t *testing.T) {
	kept, site := &memory{}, madeSite(40)
	aligned := func(why string, missed int) (pairs int) {
		t.Helper()
		before := kept.tries - kept.hits
		s, err := New(Options{Kept: kept, Once: true}).State(context.Background(), site)
		if err != nil {
			t.Fatal(err)
		}
		if err := s.align(context.Background()); err != nil {
			t.Fatal(err)
		}
		if got := kept.tries - kept.hits - before; missed >= 0 && got != missed {
			t.Errorf("%s: %d values are not found, want %d", why, got, missed)
		}
		notes := s.site.Notes()
		for i := 1; i < len(notes); i++ {
			a, b := notes[i-1], notes[i]
			if a.ID != b.ID {
				continue
			}
			pairs++
			got := s.site.Aligned(a, b, func() *pair.Alignment {
				t.Errorf("%s: %s is not aligned", why, a.ID)
				return nil
			})
			if !reflect.DeepEqual(got, pair.Align(a, b)) {
				t.Errorf("%s: %s is aligned otherwise", why, a.ID)
			}
		}
		return pairs
	}
	if aligned("from nothing", -1) < 5 {
		t.Fatal("hardly a note has a translation")
	}
	aligned("again", 0)

	site = maps.Clone(site)
	site[translation(site)] = withWord(site[translation(site)])
	aligned("a translation is edited", 2) // its file, and the alignment

	for k, v := range kept.values {
		kept.values[k] = v[:len(v)-1]
	}
	aligned("all is damaged", -1)
	aligned("mended", 0)
}

// translation is the path of the first note of a made site that has the language of most
// translations.
func translation(site fstest.MapFS) string {
	best := ""
	for p := range site {
		if strings.HasSuffix(p, ".en.md") && (best == "" || p < best) && site[strings.TrimSuffix(p, "en.md")+"ja.md"] != nil {
			best = p
		}
	}
	return best
}

func withWord(f *fstest.MapFile) *fstest.MapFile {
	return &fstest.MapFile{Data: bytes.Replace(f.Data, []byte("\n- "), []byte("\n- zebrafinch "), 1)}
}
