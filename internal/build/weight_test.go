package build

import (
	"bytes"
	"context"
	"maps"
	"path"
	"slices"
	"strings"
	"testing"
)

// maxAverage is how many bytes the files of a kind may have on average, in four languages of
// the interface: up to a twentieth more than they have. What makes all pages heavier by more than
// that is to be weighed against the 1 GB that GitHub Pages takes.
var maxAverage = map[string]int{
	"gate": 8300, "kep": 8600, "note": 42700, "person": 11580, "pr": 5820, "said": 17400, "twin": 9430,
}

// TestAverageWeight holds what a site of 60 made notes with this repository's upstream data
// weighs, by the kinds of which there are most.
func TestAverageWeight(t *testing.T) {
	site := madeSite(60)
	addData(t, site)
	r, err := New(Options{}).Build(context.Background(), site)
	if err != nil {
		t.Fatal(err)
	}
	sum, count := map[string]int{}, map[string]int{}
	for _, name := range r.Files.Paths() {
		f, _ := r.Files.Get(name)
		data, err := f.Bytes()
		if err != nil {
			t.Fatal(err)
		}
		kind := ""
		if path.Base(f.Path) == "index.md" {
			kind = "twin"
		} else if _, rest, ok := bytes.Cut(data, []byte(`<body class="p-`)); ok && strings.HasSuffix(f.Path, ".html") {
			kind = string(rest[:bytes.IndexAny(rest, `" `)])
		}
		sum[kind] += len(data)
		count[kind]++
	}
	for _, kind := range slices.Sorted(maps.Keys(maxAverage)) {
		if count[kind] == 0 {
			t.Errorf("there is no %s", kind)
			continue
		}
		average := sum[kind] / count[kind]
		t.Logf("%-6s %5d of %6d bytes", kind, count[kind], average)
		if average > maxAverage[kind] {
			t.Errorf("%d files of kind %s have %d bytes on average, want %d at most", count[kind], kind, average, maxAverage[kind])
		}
	}
}
