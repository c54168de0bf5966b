package builder

import (
	"os"
	"slices"
	"testing"

	"github.com/kawaraban/kawaraban/internal/locale"
	"github.com/kawaraban/kawaraban/internal/note"
	"github.com/kawaraban/kawaraban/internal/page/address"
	"github.com/kawaraban/kawaraban/internal/site"
	"github.com/kawaraban/kawaraban/internal/upstream"
)

// TestCitationsInLanguages checks that readers of all languages share the citations of a subject,
// unless a note names it in several languages.
func TestCitationsInLanguages(t *testing.T) {
	about := func(id note.ID, lang note.Lang, pr string) *note.Note {
		return &note.Note{
			ID: id, Lang: lang, Path: "content/" + string(id) + "." + string(lang) + ".md", Title: "t", Kind: note.Changes,
			Blocks: []note.Block{{
				Type: note.Entry, ID: note.BlockID("pr-" + pr), Lang: lang, Text: note.Text{{HTML: "words"}},
				Attr: note.Attribution{PRs: []string{pr}}, Refs: []note.Ref{{Kind: note.PR, ID: pr}},
			}},
		}
	}
	words, _, err := locale.Load(os.DirFS("../../../templates/languages"))
	if err != nil {
		t.Fatal(err)
	}
	s, _ := site.Link([]*note.Note{
		about("1.27/a", "en", "115000"), about("1.27/a", "ja", "115000"), about("1.27/b", "ja", "115001"),
	}, &upstream.Data{}, site.Options{})
	shared := NewShared(address.New(s, words, address.Options{}))
	pages := map[note.Lang]*Citations{}
	for _, lang := range []note.Lang{"en", "ja"} {
		pages[lang] = shared.Page(words.Get(lang), "", "home", nil).Citations
	}
	for pr, want := range map[string][]note.Lang{"115000": {"en", "ja"}, "115001": {"ja", "ja"}} {
		key := note.Key{Kind: note.PR, ID: pr}
		for range 2 { // computed, then cached
			en, ja := pages["en"].Of(key), pages["ja"].Of(key)
			if got := slices.Concat(en.langs(), ja.langs()); !slices.Equal(got, want) {
				t.Errorf("%s: a reader of English and one of Japanese are shown notes in %q, want %q", pr, got, want)
			}
			if (en == ja) != (want[0] == want[1]) {
				t.Errorf("%s: the same for both %v", pr, en == ja)
			}
		}
	}
}
