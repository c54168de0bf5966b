package build_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"testing/fstest"
)

// TestReachOfParts: of what is said of a thing an edited word reaches the part alone in which it
// stands, with the page of the thing; an entry more also those beside it, which say how much it
// has; and so many that the thing has other parts, all of them.
func TestReachOfParts(t *testing.T) {
	w := newWriter(t, partedSite(t))
	const edited, older = "content/1.22/network.ja.md", "content/1.12/network.ja.md"
	entry, _, _ := strings.Cut(string(w.site[edited].Data[strings.Index(string(w.site[edited].Data), "\n- ")+1:]), "\n")
	many := func(n int) string {
		var b strings.Builder
		for i := range n {
			b.WriteString(numbers.ReplaceAllString(entry, fmt.Sprintf("#920%03d", i)) + "\n")
		}
		return b.String()
	}
	for name, c := range map[string]struct {
		note, text string
		made       []string
	}{
		"a word": {
			edited, strings.Replace(string(w.site[edited].Data), "とても", "とっても", 1),
			[]string{"gates/SidecarContainers", "gates/SidecarContainers/1.20-1.29", "keps/753", "keps/753/1.22", "people/thockin", "people/thockin/1.20-1.29"},
		},
		"an entry": {
			edited, string(w.site[edited].Data) + many(1),
			[]string{"keps/753", "keps/753/1.21", "keps/753/1.22", "keps/753/1.23"},
		},
		"many entries": {
			older, string(w.site[older].Data) + many(170),
			[]string{"people/thockin", "people/thockin/1.10-1.14", "people/thockin/1.15-1.19", "people/thockin/1.20-1.29"},
		},
	} {
		t.Run(name, func(t *testing.T) {
			site := fstest.MapFS{}
			for path, f := range w.site {
				site[path] = f
			}
			site[c.note] = &fstest.MapFile{Data: []byte(c.text)}
			made := w.made(site)
			below := map[string]bool{}
			for _, path := range c.made {
				kind, _, _ := strings.Cut(path, "/")
				below[kind] = true
			}
			made = slices.DeleteFunc(made, func(path string) bool {
				kind, name, _ := strings.Cut(path, "/")
				thing, _, _ := strings.Cut(name, "/")
				return !below[kind] || !slices.Contains(c.made, kind+"/"+thing)
			})
			if !slices.Equal(made, c.made) {
				t.Errorf("made are %q, want %q", made, c.made)
			}
			if n, ok := w.compare(site); !ok {
				t.Errorf("%d files are surely the same", n)
			}
		})
	}
}

// made lists the English pages that are not said to be the same after an edit, without the names
// of their files.
func (w *writer) made(site fstest.MapFS) []string {
	r, _ := w.build(site, w.inputs)
	var out []string
	for _, p := range r.Files.Paths() {
		f, _ := r.Files.Get(p)
		if path, ok := strings.CutSuffix(p, "/index.html"); ok && !f.Same && strings.HasPrefix(path, "en/") {
			out = append(out, strings.TrimPrefix(path, "en/"))
		}
	}
	slices.Sort(out)
	return out
}
