package scaffold

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/kawaraban/kawaraban/internal/markdown"
	"github.com/kawaraban/kawaraban/internal/upstream"
)

func summed(r Translated) string {
	var b strings.Builder
	for _, l := range []struct {
		word string
		list []Piece
	}{
		{"added", r.Added}, {"stale", r.Stale}, {"refreshed", r.Refreshed}, {"settled", r.Settled}, {"recorded", r.Recorded}, {"gone", r.Gone},
		{"own", r.Own}, {"unplaced", r.Unplaced}, {"uncertain", r.Uncertain}, {"drafted", r.Drafted}, {"refused", r.Refused},
	} {
		for _, p := range l.list {
			first, _, _ := strings.Cut(p.Text, "\n")
			fmt.Fprintf(&b, "%s %s %d of %d: %.60s\n", l.word, p.Type, p.Line, p.Origin, first)
		}
	}
	return b.String()
}

// foreign matches letters that English does not use.
var foreign = regexp.MustCompile(`[^\x00-\x7f]+`)

// pseudo is a translator for tests: it replaces text that is not ASCII and keeps the rest.
func pseudo(text string) (string, error) {
	var b strings.Builder
	for _, s := range markdown.Segments([]byte(text)) {
		part := text[s.Start:s.End]
		if s.Kind == markdown.Words {
			part = foreign.ReplaceAllString(part, " word ")
		}
		b.WriteString(part)
	}
	return b.String(), nil
}

// TestCitedTitlesAreNotAsked checks that headings in the language of the original are translated,
// and quotations in other languages are not.
func TestCitedTitlesAreNotAsked(t *testing.T) {
	const from = "content/1.29/o.ru.md"
	text := "---\ntitle: Обзор\nkind: overview\n---\n\n## Узлы и поды\n\n#### In-Place Update of Pod Resources\n\nРесурсы меняются.\n"
	in := desk(t, &upstream.Data{}, realWords(t), "ja", map[string]string{from: text})
	var asked []string
	_, _, _, err := Translate(in, File{from, []byte(text)}, File{Path: "content/1.29/o.ja.md"}, Translating{Draft: func(s string) (string, error) {
		asked = append(asked, s)
		return pseudo(s)
	}})
	if want := []string{"Узлы и поды", "Ресурсы меняются."}; err != nil || !slices.Equal(asked, want) {
		t.Errorf("asked for %q, want %q (%v)", asked, want, err)
	}
}
