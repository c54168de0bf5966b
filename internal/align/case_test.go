package align_test

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/rogpeppe/go-internal/txtar"

	"github.com/kawaraban/kawaraban/internal/align"
	"github.com/kawaraban/kawaraban/internal/note"
)

var update = flag.Bool("update", false, "write the golden parts of the cases anew; read them before committing")

// TestCases aligns the two notes of each case of testdata. The golden part lists the pairs in
// reading order of the first note, then the unpaired blocks, then the doubts.
func TestCases(t *testing.T) {
	files, err := filepath.Glob("testdata/*.txtar")
	if err != nil || len(files) == 0 {
		t.Fatalf("no cases: %v", err)
	}
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".txtar"), func(t *testing.T) {
			ar, err := txtar.ParseFile(file)
			if err != nil || len(ar.Files) != 3 {
				t.Fatalf("a case is two notes and their pairs: %v", err)
			}
			a, b := parse(t, "content/1.27/"+ar.Files[0].Name, string(ar.Files[0].Data)), parse(t, "content/1.27/"+ar.Files[1].Name, string(ar.Files[1].Data))
			checkAlignment(t, a, b)
			got := written(align.Align(a, b))
			if *update {
				ar.Files[2].Data = []byte(got)
				if err := os.WriteFile(file, txtar.Format(ar), 0o644); err != nil {
					t.Fatal(err)
				}
			}
			if d := cmp.Diff(string(ar.Files[2].Data), got); d != "" {
				t.Error(d)
			}
		})
	}
}

func written(al *align.Alignment) string {
	var b strings.Builder
	for _, m := range al.Matches {
		fmt.Fprintf(&b, "%s = %s\n", brief(m.A), brief(m.B))
	}
	for _, x := range al.OnlyA {
		fmt.Fprintf(&b, "%s =\n", brief([]*note.Block{x}))
	}
	for _, y := range al.OnlyB {
		fmt.Fprintf(&b, "= %s\n", brief([]*note.Block{y}))
	}
	for _, d := range al.Doubts {
		fmt.Fprintf(&b, "? %s ? %s: %s\n", brief(d.A), brief(d.B), d.Why)
	}
	return b.String()
}

func brief(bs []*note.Block) string {
	var out []string
	for _, b := range bs {
		s := []rune(b.Text.Plain())
		out = append(out, fmt.Sprintf("%s “%s”", b.Type, string(s[:min(len(s), 24)])))
	}
	return strings.Join(out, " + ")
}
