package page

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/kawaraban/kawaraban/internal/markdown"
	"github.com/kawaraban/kawaraban/internal/note"
)

// TestCard holds that a card says its host once, and which video is meant.
func TestCard(t *testing.T) {
	doc := markdown.Parse([]byte("https://www.youtube.com/watch?v=abc&t=1\n"), markdown.Options{})
	got := card(&note.Block{Type: note.Card, Text: doc.RenderAll(doc.Blocks, markdown.RenderOptions{})})
	want := &Card{Href: "https://www.youtube.com/watch?v=abc&t=1", Host: "youtube.com", Text: "/watch?v=abc&t=1"}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}
