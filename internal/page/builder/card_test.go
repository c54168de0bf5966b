package builder

import (
	"html/template"
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/kawaraban/kawaraban/internal/markdown"
	"github.com/kawaraban/kawaraban/internal/note"
	"github.com/kawaraban/kawaraban/internal/view"
)

func TestCard(t *testing.T) {
	doc := markdown.Parse([]byte("https://www.youtube.com/watch?v=abc&t=1\n"), markdown.Options{})
	got := card(&note.Block{Type: note.Card, Text: doc.RenderAll(doc.Blocks, markdown.RenderOptions{})})
	want := &view.Card{Href: "https://www.youtube.com/watch?v=abc&t=1", Host: "youtube.com", Text: "/watch?v=abc&t=1"}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

// TestNoteLang checks that the secondary text of a link has a language. The title of a KEP is
// English, and the name of a language is in that language.
func TestNoteLang(t *testing.T) {
	for _, c := range []struct {
		link view.Link
		want string
	}{
		{view.Link{Href: "x", Text: "KEP-1", Note: "日本語", NoteLang: "ja"}, `<a href="x">KEP-1</a> <small lang="ja">日本語</small>`},
		{view.Link{Href: "x", Text: "KEP-1", Note: "5 May"}, `<a href="x">KEP-1</a> <small>5 May</small>`},
	} {
		src, err := os.ReadFile("../../../templates/partials/words.html")
		if err != nil {
			t.Fatal(err)
		}
		define := regexp.MustCompile(`(?s)\{\{define "link"\}\}.*?\n`).FindString(string(src))
		var got strings.Builder
		if err := template.Must(template.New("").Parse(define)).ExecuteTemplate(&got, "link", c.link); err != nil {
			t.Fatal(err)
		}
		if got.String() != c.want {
			t.Errorf("got %s, want %s", &got, c.want)
		}
	}
}
