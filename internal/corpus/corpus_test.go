package corpus

import (
	"bytes"
	"regexp"
	"testing"
)

func TestMakeIsDeterministic(t *testing.T) {
	o := Options{Notes: 50, Entries: 25, Seed: 7}
	a, b := Make(o, Kawaraban), Make(o, Kawaraban)
	for i := range a {
		if a[i].Path != b[i].Path || !bytes.Equal(a[i].Data, b[i].Data) {
			t.Fatalf("note %d differs between two runs", i)
		}
	}
}

func TestMakePathsDiffer(t *testing.T) {
	seen := map[string]bool{}
	for _, f := range Make(Options{Notes: 1000, Entries: 1}, Kawaraban) {
		if seen[f.Path] {
			t.Fatalf("%s made twice", f.Path)
		}
		seen[f.Path] = true
	}
}

// TestPullRequestsRecur holds the made notes to what the package comment promises:
// 25 entries a note, and each pull request in more notes than one.
func TestPullRequestsRecur(t *testing.T) {
	attribution := regexp.MustCompile(`\(#(\d+), @`)
	notes, cited := 400, map[string]int{}
	total := 0
	for _, f := range Make(Options{Notes: notes, Entries: 25}, Kawaraban) {
		found := attribution.FindAllSubmatch(f.Data, -1)
		if len(found) != 25 {
			t.Fatalf("%s has %d attributions, not 25", f.Path, len(found))
		}
		for _, m := range found {
			cited[string(m[1])]++
			total++
		}
	}
	mean := float64(total) / float64(len(cited))
	if mean < 2 || mean > 3 {
		t.Errorf("a pull request is cited %.2f times on average, want 2 to 3", mean)
	}
}
