package align_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/kawaraban/kawaraban/internal/align"
	"github.com/kawaraban/kawaraban/internal/note"
	"github.com/kawaraban/kawaraban/internal/source"
)

func parse(t testing.TB, path, text string) *note.Note {
	t.Helper()
	n := parseAny(path, text)
	if n == nil {
		t.Fatalf("%s cannot be read", path)
	}
	return n
}

func parseAny(path, text string) *note.Note {
	n, _ := source.Parse(source.Input{Path: path, Bytes: []byte(text)}, nil, source.Options{})
	return n
}

func own(t testing.TB, name string) *note.Note {
	t.Helper()
	b, err := os.ReadFile(filepath.Join("../../content", name))
	if err != nil {
		t.Fatal(err)
	}
	return parse(t, "content/"+name, string(b))
}

// TestOwn aligns a real note with its translation: every block has a counterpart, with or without
// recorded sources. -v prints the pairs.
func TestOwn(t *testing.T) {
	ja, en := own(t, "1.27/sig-node.ja.md"), own(t, "1.27/sig-node.en.md")
	al := align.Align(ja, en)
	all := lines(al, false)
	forget(en)
	al = align.Align(ja, en)
	if d := cmp.Diff(all, lines(al, false)); d != "" {
		t.Errorf("without the recorded sources other blocks are pairs: %s", d)
	}
	for _, m := range al.Matches {
		t.Logf("%s\n\t%s\n\t%s", m.A[0].Type, words(m.A), words(m.B))
	}
	for _, b := range al.OnlyA {
		t.Errorf("only in Japanese: %s %s", b.Type, b.Text.Plain())
	}
	for _, b := range al.OnlyB {
		t.Errorf("only in English: %s %s", b.Type, b.Text.Plain())
	}
	for _, d := range al.Doubts {
		t.Errorf("doubt: %s\n%s\n%s", d.Why, words(d.A), words(d.B))
	}
}

func words(bs []*note.Block) string {
	var out []string
	for _, b := range bs {
		s := []rune(b.Text.Plain())
		out = append(out, string(b.ID)+" "+string(s[:min(len(s), 110)]))
	}
	return strings.Join(out, " ‖ ")
}
