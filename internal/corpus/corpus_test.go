package corpus

import (
	"bytes"
	"path"
	"regexp"
	"testing"
)

func TestMakeIsDeterministic(t *testing.T) {
	o := Options{Notes: 50, Entries: 25, Translated: 5, Seed: 7}
	a, b := Make(o, Kawaraban), Make(o, Kawaraban)
	for i := range a {
		if a[i].Path != b[i].Path || !bytes.Equal(a[i].Data, b[i].Data) {
			t.Fatalf("note %d differs between two runs", i)
		}
	}
}

func TestMakePathsDiffer(t *testing.T) {
	seen := map[string]bool{}
	for _, f := range Make(Options{Notes: 1000, Entries: 1, Translated: 5}, Kawaraban) {
		if seen[f.Path] {
			t.Fatalf("%s made twice", f.Path)
		}
		seen[f.Path] = true
	}
}

// TestPullRequestsRecur checks the package comment: 25 entries a note, and each pull request in
// several notes.
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

// TestTranslations checks that one note in five has a translation of about nine in ten entries,
// each with its source, about one in ten of them stale.
func TestTranslations(t *testing.T) {
	item := regexp.MustCompile(`(?m)^(?:<!-- (.*) -->\n)?- .* \(#(\d+), @`)
	files := Make(Options{Notes: 100, Entries: 25, Translated: 5}, Kawaraban)
	if len(files) != 120 {
		t.Fatalf("%d files of 100 notes, want 120", len(files))
	}
	of := map[string][]byte{}
	entries, stale := 0, 0
	for _, f := range files {
		of[f.Path] = f.Data
		named := regexp.MustCompile(`(?m)^translates: (.*)$`).FindSubmatch(f.Data)
		if named == nil {
			continue
		}
		source := of[path.Join(path.Dir(f.Path), string(named[1]))]
		for _, m := range item.FindAllSubmatch(f.Data, -1) {
			if len(m[1]) == 0 || !bytes.Contains(source, append([]byte(" (#"), m[2]...)) {
				t.Fatalf("%s: %s has no source", f.Path, m[0])
			}
			entries++
			if !bytes.Contains(source, append([]byte("- "), m[1]...)) {
				stale++
			}
		}
	}
	if entries < 420 || entries > 480 || stale < 25 || stale > 70 {
		t.Errorf("of 500 entries %d are translated, %d of them stale; want about 450 and 45", entries, stale)
	}
}
