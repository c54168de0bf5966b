package check

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/rogpeppe/go-internal/txtar"
)

// TestSpellingCases runs the cases of testdata/spelling: notes, and under "want" what is
// found in them, a line each.
func TestSpellingCases(t *testing.T) {
	paths, err := filepath.Glob("testdata/spelling/*.txtar")
	if err != nil || len(paths) == 0 {
		t.Fatal("no cases", err)
	}
	d := upstreamData(t)
	for _, p := range paths {
		data, err := os.ReadFile(p)
		if err != nil {
			t.Fatal(err)
		}
		t.Run(filepath.Base(p), func(t *testing.T) {
			files, want := map[string][]byte{}, ""
			for _, f := range txtar.Parse(data).Files {
				if f.Name == "want" {
					want = strings.TrimSpace(string(f.Data))
					continue
				}
				files[f.Name] = f.Data
			}
			in, link := linked(files, d)
			var got []string
			for _, x := range spellings(in, link) {
				got = append(got, fmt.Sprintf("%s\n    %s", x.Text, short(x)))
			}
			if diff := cmp.Diff(want, strings.Join(got, "\n")); diff != "" {
				t.Error(diff)
			}
		})
	}
}
