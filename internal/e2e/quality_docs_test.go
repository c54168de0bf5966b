package e2e

import (
	"html"
	"regexp"
	"strings"
	"testing"

	"github.com/kawaraban/kawaraban/internal/note"
	"github.com/kawaraban/kawaraban/internal/page"
	"github.com/kawaraban/kawaraban/internal/search"
	"github.com/kawaraban/kawaraban/internal/site"
)

// TestDocumentsHoldWhatIsWritten checks that documents contain the text of every entry: each
// version of its note, its remarks, and the official notes of its pull requests. The scan searches
// documents, so it cannot notice missing text.
func TestDocumentsHoldWhatIsWritten(t *testing.T) {
	site := ownListed(t)
	plan := page.NewPlanner(site.Site, site.Words, page.Options{})
	entries := 0
	for _, n := range site.Site.Notes() {
		for b := range n.Entries {
			entries++
			address := plan.Block(n, b)
			want := search.Entry
			if n.Kind == note.Log {
				want = search.Post
			}
			if len(site.byPath[address]) != 1 || site.docs[site.byPath[address][0]].Type != want {
				t.Errorf("%s: no document of the entry at %s", b.Pos, address)
				continue
			}
			doc := site.docs[site.byPath[address][0]]
			for _, words := range append(written(b), published(site.Site, b)...) {
				if !strings.Contains(doc.tight, words) {
					t.Errorf("%s: the document at %s does not have %q", b.Pos, address, words)
				}
			}
		}
	}
	if entries < 250 {
		t.Errorf("only %d entries were checked: the own site has more", entries)
	}
}

// published returns the texts of official notes of the pull requests that an entry names.
func published(s *site.Site, b *note.Block) (all []string) {
	for _, r := range b.Refs {
		for _, o := range s.Published(r.ID) {
			if r.Kind == note.PR && o.Text != nil {
				all = append(all, written(o.Text)...)
			}
		}
	}
	return all
}

var tag = regexp.MustCompile(`<[^>]*>`)

// written returns the text of an entry and its remarks between markup and references.
func written(b *note.Block) (all []string) {
	for _, span := range b.Text {
		for _, words := range strings.Split(tag.ReplaceAllString(span.HTML, "\x00"), "\x00") {
			if words = strings.Join(strings.Fields(fold(html.UnescapeString(words))), ""); words != "" {
				all = append(all, words)
			}
		}
	}
	for _, r := range b.Remarks() {
		all = append(all, written(r)...)
	}
	return all
}
