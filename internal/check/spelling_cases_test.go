package check

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/rogpeppe/go-internal/txtar"

	"github.com/kawaraban/kawaraban/internal/diag"
	"github.com/kawaraban/kawaraban/internal/site"
)

// TestSpellingCases runs the cases of testdata/spelling: notes, and in "want" their problems, one a
// line.
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

// FuzzSpelling runs the rules over any two notes. Positions must be valid, fixes must change words
// of the file, and fixed files must not have further fixes.
func FuzzSpelling(f *testing.F) {
	f.Add("機能JodPodFailurePolicyを\r\n`PodDistruptionConditions`", "ProvisiningRequest ProvisioningRequest")
	f.Add("kk#1 (kk＃115139) cilum/cilium#7", "cilium/cilium#7 cilium/cilium#8, k/k#7777, cilium/cilium#7777")
	f.Add("\uFEFF---\ntitle: x\n---\r\rＪｏｄＰｏｄＦａｉｌｕｒｅＰｏｌｉｃｙ", "a://JodPodFailurePolicy#b/c#1")
	d := upstreamData(f)
	s, _ := site.Link(nil, d, site.Options{})
	v := NewVocabulary(d)
	find := func(files []*File) []diag.Diagnostic {
		in := &In{Site: s, Files: files}
		in.spellingData.wordsOnce.Do(func() { in.spellingData.vocabulary = v })
		return spellings(in, nil)
	}
	f.Fuzz(func(t *testing.T, a, b string) {
		files := []*File{NewFile("content/a.ja.md", []byte(a), nil), NewFile("content/b.ja.md", []byte(b), nil)}
		fixed := [2][]byte{}
		for i, file := range files {
			rest := 0
			for _, d := range find(files) {
				if d.Pos.File != file.Path {
					continue
				}
				if at := file.At(file.Offset(d.Pos)); at != d.Pos {
					t.Fatalf("%v is at %v", d, at)
				}
				if d.Fix.IsZero() {
					continue
				}
				if !file.IsWords(d.Fix.Start, d.Fix.End) || d.Fix.Start < rest || string(file.Bytes[d.Fix.Start:d.Fix.End]) == d.Fix.New {
					t.Fatalf("%v: %+v", d, d.Fix)
				}
				fixed[i] = append(append(fixed[i], file.Bytes[rest:d.Fix.Start]...), d.Fix.New...)
				rest = d.Fix.End
			}
			fixed[i] = append(fixed[i], file.Bytes[rest:]...)
		}
		for _, d := range find([]*File{NewFile("content/a.ja.md", fixed[0], nil), NewFile("content/b.ja.md", fixed[1], nil)}) {
			if !d.Fix.IsZero() {
				t.Fatalf("%q has a fix after all fixes: %v %+v", fixed, d, d.Fix)
			}
		}
	})
}
