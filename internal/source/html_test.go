package source

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"

	"github.com/kawaraban/kawaraban/internal/note"
)

// wellFormed reports the first tag that has no matching start or end tag.
func wellFormed(t note.Text) error {
	var open []string
	for _, s := range t {
		if (s.Ref == nil) == (s.HTML == "") {
			return fmt.Errorf("a span with %q and %v", s.HTML, s.Ref)
		}
		for rest := s.HTML; ; {
			_, after, ok := strings.Cut(rest, "<")
			if !ok {
				break
			}
			tag, next, _ := strings.Cut(after, ">")
			rest = next
			name := strings.TrimLeft(strings.ToLower(tag), "/")
			if i := strings.IndexAny(name, " \n/"); i >= 0 {
				name = name[:i]
			}
			switch {
			case name == "br" || name == "hr" || name == "img" || name == "input" || name == "wbr":
			case tag[0] != '/':
				open = append(open, name)
			case len(open) == 0 || open[len(open)-1] != name:
				return fmt.Errorf("</%s> closes %v", name, open)
			default:
				open = open[:len(open)-1]
			}
		}
	}
	if len(open) > 0 {
		return fmt.Errorf("%v never closed", open)
	}
	return nil
}

// notesOfRepository returns the notes of this repository's site and of the test cases.
func notesOfRepository(t testing.TB) []Input {
	t.Helper()
	var out []Input
	own, err := filepath.Glob("../../content/*/*.md")
	if err != nil || len(own) == 0 {
		t.Fatal("no notes", err)
	}
	for _, path := range own {
		if !IsNote(strings.TrimPrefix(filepath.ToSlash(path), "../../")) {
			continue
		}
		b, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		out = append(out, Input{Path: strings.TrimPrefix(filepath.ToSlash(path), "../../"), Bytes: b})
	}
	cases, _ := filepath.Glob("testdata/*.txtar")
	for _, path := range cases {
		a, err := txtar.ParseFile(path)
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range a.Files {
			if !strings.HasSuffix(f.Name, ".golden") {
				out = append(out, Input{Path: f.Name, Bytes: f.Data})
			}
		}
	}
	return out
}

// TestWellFormed checks that the HTML of every block is well formed, also for parts of a list, and
// that every visible reference is listed.
func TestWellFormed(t *testing.T) {
	for _, in := range notesOfRepository(t) {
		path := in.Path
		n, _ := Parse(in, testNames(), Options{})
		if n == nil {
			t.Errorf("%s: the note is invalid", path)
			continue
		}
		n.All(func(b *note.Block) bool {
			for _, text := range []note.Text{b.Text, b.Source} {
				if err := wellFormed(text); err != nil {
					t.Errorf("%s: %s %s: %v\n%q", path, b.Type, b.ID, err, b.Text.Plain())
				}
			}
			listed := map[note.Key]bool{}
			for _, r := range b.Refs {
				listed[r.Key()] = true
			}
			for _, s := range b.Text {
				if s.Ref != nil && !listed[s.Ref.Key()] {
					t.Errorf("%s: %s: %v is shown and not listed", path, b.ID, s.Ref)
				}
			}
			return true
		})
	}
}
