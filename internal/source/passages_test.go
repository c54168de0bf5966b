package source_test

import (
	"fmt"
	"io/fs"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/kawaraban/kawaraban/internal/source"
	"github.com/kawaraban/kawaraban/internal/testcorpus"
)

// noteFiles returns the notes of this repository and of the corpus.
func noteFiles(t *testing.T) map[string][]byte {
	t.Helper()
	out := map[string][]byte{}
	for _, root := range []string{"../../content", testcorpus.Path("notes")} {
		_ = fs.WalkDir(os.DirFS(root), ".", func(p string, d fs.DirEntry, err error) error {
			if err == nil && !d.IsDir() && strings.HasSuffix(p, ".md") && source.IsNote("content/"+p) {
				data, err := os.ReadFile(root + "/" + p)
				if err != nil {
					t.Fatal(err)
				}
				out[root+"/"+p] = data
			}
			return nil
		})
	}
	return out
}

// TestLayoutCovers checks that every line that is not blank belongs to exactly one block, comment
// or link definition, or to a heading with the title. The parts of a passage must be the text of
// the block.
func TestLayoutCovers(t *testing.T) {
	for name, data := range noteFiles(t) {
		_, at, _ := strings.Cut(strings.Replace(name, "notes/", "content/", 1), "content/")
		n, _ := source.Parse(source.Input{Path: "content/" + at, Bytes: data}, nil, source.Options{})
		if n == nil {
			t.Fatalf("%s is invalid", name)
		}
		l := source.LayoutOf(n, data, nil)
		owners := make([]int, strings.Count(string(data), "\n")+2)
		mark := func(from, to int) {
			for i := from; i < to; i++ {
				owners[i]++
			}
		}
		for _, p := range l.Passages {
			mark(p.From, p.To)
			if p.From < p.To && !strings.Contains(fold(string(data)), fold(p.Words)) && !strings.Contains(fold(n.Markdown), fold(p.Words)) {
				t.Errorf("%s:%d: words that are not in the lines: %q", name, p.From, p.Words)
			}
		}
		for _, a := range l.Asides {
			if !slices.ContainsFunc(l.Passages, func(p source.Passage) bool { return p.From < a.From && a.To < p.To }) {
				mark(a.From, a.To) // else between the paragraphs of a remark: their sources
			}
		}
		for i, line := range strings.Split(string(data), "\n") {
			if i < l.Front || strings.TrimSpace(line) == "" || strings.TrimLeft(line, "# ") == n.Title || slices.Contains(l.Links, strings.TrimSpace(line)) {
				continue
			}
			if owners[i+1] != 1 {
				t.Errorf("%s:%d belongs to %d: %s", name, i+1, owners[i+1], line)
			}
		}
	}
}

// fold returns a text without white space.
func fold(s string) string { return strings.Join(strings.Fields(s), "") }

const layoutNote = `---
title: A
kind: changes
---

Intro [one][l] {#intro}

[l]: https://example.org/

<!-- ## Was -->
## Heading {#h} ##

<!--
An entry
in two lines
-->
<!-- kawaraban-machine -->
* wrapped
  words ([#115331](https://github.com/kubernetes/kubernetes/pull/115331),
  [@mimowo](https://github.com/mimowo)) [SIG Node] {#e}
  <!-- of the remark -->
  - :pencil2: says
    - more

    ~~~
    code
    ~~~
  <!-- of nothing -->

<!-- loose -->
<!-- before
a list --> text behind
`

// TestLayoutParts compares the parts of layoutNote with a list made by hand.
func TestLayoutParts(t *testing.T) {
	n, _ := source.Parse(source.Input{Path: "content/1.27/a.en.md", Bytes: []byte(strings.ReplaceAll(layoutNote, "\n", "\r\n"))}, nil, source.Options{})
	l := source.LayoutOf(n, []byte(layoutNote), nil)
	var got []string
	for _, p := range l.Passages {
		got = append(got, fmt.Sprintf("%d-%d %s %q %q %q %q %q %q", p.From, p.To, p.Block.Type, p.Indent, p.Sign, p.Mark, p.Words, p.Attr, p.ID))
	}
	for _, a := range l.Asides {
		before := "nothing"
		if a.Before != nil {
			before = string(a.Before.Type)
		}
		got = append(got, fmt.Sprintf("%d-%d %q %q alone=%t before %s", a.From, a.To, a.Indent, strings.TrimSpace(a.Mark+" "+a.Words), a.Alone, before))
	}
	want := []string{
		`6-7 prose "" "" "" "Intro [one][l]" "" "intro"`,
		`11-12 heading "" "## " "" "Heading" "" "h"`,
		`18-21 entry "" "* " "" "wrapped\nwords" "([#115331](https://github.com/kubernetes/kubernetes/pull/115331), [@mimowo](https://github.com/mimowo)) [SIG Node]" "e"`,
		`22-28 remark "  " "- " ":pencil2:" "says\n- more\n\n~~~\ncode\n~~~" "" ""`,
		`32-33 remark "" "" "" "text behind" "" ""`,
		`10-11 "" "## Was" alone=true before heading`,
		`13-17 "" "An entry\nin two lines" alone=true before entry`,
		`17-18 "" "kawaraban-machine" alone=true before entry`,
		`21-22 "  " "of the remark" alone=true before remark`,
		`28-29 "  " "of nothing" alone=true before nothing`,
		`30-31 "" "loose" alone=true before remark`,
		`31-33 "" "before\na list" alone=false before remark`,
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff([]string{"[l]: https://example.org/"}, l.Links); diff != "" || l.Front != 4 {
		t.Error(l.Front, diff)
	}
}

// FuzzLayout checks that no input causes a panic, and that every line belongs to at most one block.
func FuzzLayout(f *testing.F) {
	f.Add([]byte(layoutNote))
	f.Add([]byte("- a\n- - b\n\n> <!-- c -->\n> d\n\n[^1]: x\n\na[^1]\n"))
	f.Add([]byte("## 2023-02-23\n\n- <!-- z -->\n- {#a}\n\tx\n"))
	f.Fuzz(func(t *testing.T, data []byte) {
		for _, path := range []string{"content/1.27/a.en.md", "content/log/a.ja.md"} {
			n, _ := source.Parse(source.Input{Path: path, Bytes: data}, nil, source.Options{})
			if n == nil {
				continue
			}
			l := source.LayoutOf(n, data, nil)
			blocks := 0
			for range n.All {
				blocks++
			}
			if len(l.Passages) != blocks {
				t.Fatalf("%d passages of %d blocks", len(l.Passages), blocks)
			}
			for _, p := range l.Passages {
				if p.To < p.From || p.From < 1 {
					t.Fatalf("lines %d to %d", p.From, p.To)
				}
			}
		}
	})
}
