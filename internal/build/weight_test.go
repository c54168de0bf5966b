package build

import (
	"context"
	"maps"
	"path"
	"slices"
	"testing"
)

// maxAverage are the maximum average sizes in bytes of the files of a kind, in four interface
// languages: up to 5 % more than now. Larger pages use more of the 1 GB that GitHub Pages allows.
var maxAverage = map[string]int{
	"gate": 8300, "kep": 8600, "note": 42700, "person": 11580, "pr": 5820, "said": 17400, "twin": 9430,
}

// sampled is the approximate number of files of a kind that TestAverageWeight makes.
const sampled = 900

// TestAverageWeight checks the average sizes of the most frequent kinds of files, for a site of 60
// generated notes with this repository's upstream data.
func TestAverageWeight(t *testing.T) {
	site := madeSite(60)
	addData(t, site)
	r, err := New(Options{}).Build(context.Background(), site)
	if err != nil {
		t.Fatal(err)
	}
	paths := map[string][]string{}
	for _, p := range r.Pages {
		paths[p.Kind] = append(paths[p.Kind], p.Path)
	}
	for _, name := range r.Files.Paths() {
		if path.Base(name) == "index.md" {
			paths["twin"] = append(paths["twin"], name)
		}
	}
	for _, kind := range slices.Sorted(maps.Keys(maxAverage)) {
		sum, count := 0, 0
		for i := 0; i < len(paths[kind]); i += 1 + len(paths[kind])/sampled {
			f, _ := r.Files.Get(paths[kind][i])
			data, err := f.Bytes()
			if err != nil {
				t.Fatal(err)
			}
			sum += len(data)
			count++
		}
		if count == 0 {
			t.Errorf("missing kind %s", kind)
			continue
		}
		average := sum / count
		t.Logf("%-6s %5d of %5d, %6d bytes", kind, count, len(paths[kind]), average)
		if average > maxAverage[kind] {
			t.Errorf("%d files of kind %s have %d bytes on average, want %d at most", count, kind, average, maxAverage[kind])
		}
	}
}
